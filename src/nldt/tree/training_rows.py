"""Training rows in one canonical form, so that a weight of 2 and a row given twice are the same thing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class TrainingRows:
    """Distinct rows, grouped by class, each with its weight."""

    X: Floats
    class_index: Integers
    sample_weight: Floats
    n_classes: int

    @classmethod
    def canonical(cls, X: Floats, class_index: Integers, sample_weight: Floats, class_weight: Floats) -> TrainingRows:
        """Rows sorted by class and features; equal rows of a class merged, their weights added.

        ``class_weight`` multiplies the merged weights, so that whole-numbered sample weights add up exactly.
        """
        order = _canonical_order(X, class_index)
        X = X[order]
        X += 0.0  # minus zero becomes zero
        class_index = class_index[order]
        differs = (X[1:] != X[:-1]).any(axis=1) | (class_index[1:] != class_index[:-1])
        first = np.concatenate([[0], np.flatnonzero(differs) + 1])
        if len(first) < len(X):
            X, class_index = X[first], class_index[first]
        weight = np.add.reduceat(sample_weight[order], first) * class_weight[class_index]
        return cls(X, class_index, weight, len(class_weight))

    def __len__(self) -> int:
        return len(self.class_index)

    def take(self, rows: NDArray[np.bool_] | Integers) -> TrainingRows:
        """Some of the rows, in their order: a flag for each row, or their places."""
        return TrainingRows(
            np.ascontiguousarray(self.X[rows]), self.class_index[rows], self.sample_weight[rows], self.n_classes
        )

    @property
    def class_weights(self) -> Floats:
        """Sum of weight of each class."""
        return self.class_weights_of(slice(None))

    def class_weights_of(self, rows: NDArray[np.bool_] | slice) -> Floats:
        """Sum of weight of each class among some rows."""
        return np.bincount(self.class_index[rows], self.sample_weight[rows], self.n_classes).astype(np.float64)

    @property
    def class_begin(self) -> Integers:
        """First row of each class, then the number of rows."""
        return np.searchsorted(self.class_index, np.arange(self.n_classes + 1)).astype(np.int64)


def _canonical_order(X: Floats, class_index: Integers) -> Integers:
    """Rows by class and features, equal rows in any order; looks at no more columns than it takes."""
    width = 1
    while True:
        order = np.lexsort((*X[:, :width].T[::-1], class_index))
        before, after = order[:-1], order[1:]
        alike = (class_index[before] == class_index[after]) & (X[before, :width] == X[after, :width]).all(axis=1)
        if width >= X.shape[1] or (X[before[alike], width:] == X[after[alike], width:]).all():
            return order
        width *= 4
