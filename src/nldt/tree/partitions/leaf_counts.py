"""The last pass: what the target adds up to in every leaf, of all rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from nldt.data.partitions.row_reading import RowReading
from nldt.data.training_rows import TrainingRows
from nldt.model.tree import FittedTree
from nldt.tree.partitions.routing import features_of, rows_at

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LeafCountsPass:
    """See ``leaf_sums``."""

    reading: RowReading
    tree: FittedTree
    name: str = "leaves"

    @property
    def _needed(self) -> list[int]:
        return features_of(self.tree.conditional_rules)

    @property
    def columns(self) -> list[str]:
        return self.reading.columns(self._needed)

    def of(self, frame: pd.DataFrame) -> Floats:
        return leaf_sums(self.tree, self.reading.rows(frame, self._needed, self.tree.target))

    def add(self, total: Floats, more: Floats) -> Floats:
        return total + more


def leaf_sums(tree: FittedTree, rows: TrainingRows) -> Floats:
    """What the target of some rows adds up to in every leaf, by node; zeros elsewhere."""
    sums = np.zeros(tree.sums.shape)
    for leaf, own in rows_at(tree, rows, set(tree.leaves)):
        sums[leaf] = own.sums
    return sums


def with_sums(tree: FittedTree, of_leaves: Floats) -> FittedTree:
    """The tree with these sums of its leaves, and those of all nodes above them."""
    sums = of_leaves.copy()
    for node in tree.conditional_nodes[::-1]:  # pre-order: children come after their parents
        sums[node] = sums[tree.left[node]] + sums[tree.right[node]]
    return replace(tree, sums=sums)
