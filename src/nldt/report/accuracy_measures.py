"""How often a classifier is right: accuracy, confusion matrix, measures by class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class ClassMeasures:
    """One class; a measure that would divide by zero is None."""

    label: str
    support: float
    predicted: float
    precision: float | None
    recall: float | None
    f1: float | None


@dataclass(frozen=True)
class Measures:
    """How often the classes that a tree answers are the true ones; a row counts as often as its evidence says."""

    n_rows: int  # of the table, however often they count
    n_wrong: int
    accuracy: float
    confusion: tuple[tuple[float, ...], ...]  # rows: true classes, columns: answers
    classes: tuple[ClassMeasures, ...]
    most_frequent: str
    most_frequent_share: float  # the accuracy of always answering the most frequent class
    is_weighted: bool = False  # whether rows have evidence of their own

    @property
    def confusions(self) -> list[tuple[int, int, float]]:
        """True class, wrong answer and how often, for all that occur, the most frequent first."""
        found = [
            (truth, answer, count)
            for truth, counts in enumerate(self.confusion)
            for answer, count in enumerate(counts)
            if count and truth != answer
        ]
        return sorted(found, key=lambda entry: -entry[2])


def measure(truth: Integers, answer: Integers, labels: list[str], evidence: Floats | None = None) -> Measures:
    """Measures of answered against true class numbers; ``evidence``: how often each row counts, once unless told.

    >>> measures = measure(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1]), ["no", "yes"])
    >>> measures.accuracy, measures.confusion, measures.classes[1].recall
    (0.75, ((1, 1), (0, 2)), 1.0)
    """
    n_classes = len(labels)
    confusion = np.bincount(truth * n_classes + answer, evidence, n_classes**2).reshape(n_classes, n_classes)
    right, support, predicted = confusion.diagonal(), confusion.sum(axis=1), confusion.sum(axis=0)
    return Measures(
        len(truth),
        int(np.count_nonzero(truth != answer)),
        float(right.sum() / confusion.sum()),
        tuple(tuple(row) for row in confusion.tolist()),
        tuple(
            ClassMeasures(
                labels[k],
                support[k].item(),
                predicted[k].item(),
                _ratio(right[k], predicted[k]),
                _ratio(right[k], support[k]),
                _ratio(2 * right[k], support[k] + predicted[k]),
            )
            for k in range(n_classes)
        ),
        labels[int(support.argmax())],
        float(support.max() / confusion.sum()),
        evidence is not None,
    )


def _ratio(part: Any, whole: Any) -> float | None:
    return float(part / whole) if whole else None
