"""The end of a rule whose two sides become leaves: where answers and classes take the fewest bits.

An end of least impurity prepares for the rules below it. Where none follow, it may part the rows into two leaves of the
same answer, or leave rows on the wrong side of even odds.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from nldt.data.training_rows import TrainingRows
from nldt.model.rule import SplitRule
from nldt.tree.growing_node import Floats, LastRule
from nldt.tree.node_split import rule_values

# Of more rows than this, ends are tried between so many groups of equally many.
MOST_ENDS = 5_000
BLOCK_ROWS = 1_000_000


def last_rule(rule: SplitRule, rows: TrainingRows, unit_mass: float) -> LastRule | None:
    """The half-space with the end that two leaves would have; None for a band, and where nothing can be parted."""
    if rule.is_band:
        return None
    values = rule_values(rule, rows)
    ends = _ends(values)
    if len(ends) == 0:
        return None
    left = np.cumsum(_cell_sums(rows, np.searchsorted(ends, values), len(ends) + 1), axis=0)[:-1]
    right = rows.target.rest(rows.sums, left)
    bits = rows.target.leaf_bits(left, unit_mass) + rows.target.leaf_bits(right, unit_mass)
    best = int(np.argmin(bits))
    return LastRule(replace(rule, high=float(ends[best])), (left[best], right[best]))


def _ends(values: Floats) -> Floats:
    """Where an end may lie: in the middle between two values, of very many in some of the places."""
    distinct = np.unique(values[np.isfinite(values)])
    after = np.arange(1, len(distinct))
    if len(after) > MOST_ENDS:
        after = np.unique(np.linspace(1, len(distinct) - 1, MOST_ENDS).astype(np.int64))
    below, above = distinct[after - 1], distinct[after]
    middle = below + (above - below) / 2
    return np.where(middle < above, middle, below)


def _cell_sums(rows: TrainingRows, cells: NDArray[np.int64], n_cells: int) -> Floats:
    """The target's sums of the rows in each cell of the line, some rows at a time."""
    sums = np.zeros((n_cells, rows.target.n_sums))
    for start in range(0, len(rows), BLOCK_ROWS):
        block = slice(start, start + BLOCK_ROWS)
        brought = rows.target.row_sums(rows.values[block], rows.evidence[block])
        for k in range(brought.shape[1]):
            sums[:, k] += np.bincount(cells[block], brought[:, k], n_cells)
    return sums
