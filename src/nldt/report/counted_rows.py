"""All rows of a table that nobody holds: what was counted of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from nldt.model.fitted_model import FittedModel
from nldt.report.accuracy_measures import Measures, measure

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CountedRows:
    """How many rows of each class are in each leaf."""

    n_rows: int
    counts: Floats  # evidence: (nodes, classes)
    is_weighted: bool = False

    @property
    def places(self) -> tuple[Integers, Integers]:
        """The leaf and the class of each count that is not 0."""
        leaf, truth = np.nonzero(self.counts)
        return leaf, truth

    @property
    def evidence(self) -> Floats:
        return self.counts[self.places]

    def measures(self, model: FittedModel) -> Measures:
        """How often the answers are right."""
        leaf, truth = self.places
        answer = model.tree.answers[leaf]
        found = measure(truth, answer, [str(label) for label in model.labels], self.evidence)
        wrong = float(self.evidence[truth != answer].sum())
        return replace(found, n_rows=self.n_rows, n_wrong=round(wrong), is_weighted=self.is_weighted)
