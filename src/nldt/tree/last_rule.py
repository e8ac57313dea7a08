"""The end of a rule whose two sides become leaves: where answers and classes take the fewest bits.

An end of least impurity prepares for the rules below it. Where none follow, it may part the rows into two leaves of the
same answer, or leave rows on the wrong side of even odds.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nldt.data.training_rows import TrainingRows
from nldt.model.rule import SplitRule
from nldt.tree.growing_node import Floats, LastRule
from nldt.tree.node_split import is_missing, rule_values

# Of more rows than this, ends are tried between so many groups of equally many.
MOST_ENDS = 5_000


def last_rule(rule: SplitRule, rows: TrainingRows, unit_mass: float) -> LastRule | None:
    """The half-space with the end that two leaves would have; None for a band, and where nothing can be parted.

    Rows with gaps go to the side that suits them and the end best.
    """
    if rule.is_band:
        return None
    values = rule_values(rule, rows)
    ends = _ends(values)
    if len(ends) == 0:
        return None
    left = np.cumsum(rows.cell_sums(np.searchsorted(ends, values), len(ends) + 1), axis=0)[:-1]
    gaps = rows.sums_of(is_missing(rule, rows))
    sides = np.stack([left, left + gaps]) if gaps.any() else left[None]  # gaps on the right, gaps on the left
    rest = rows.target.rest(rows.sums, sides)
    bits = rows.target.leaf_bits(sides, unit_mass) + rows.target.leaf_bits(rest, unit_mass)
    place, best = np.unravel_index(np.argmin(bits), bits.shape)
    chosen = replace(rule, high=float(ends[best]), missing_left=bool(place))
    return LastRule(chosen, (sides[place, best], rest[place, best]))


def _ends(values: Floats) -> Floats:
    """Where an end may lie: in the middle between two values, of very many in some of the places."""
    distinct = np.unique(values[np.isfinite(values)])
    after = np.arange(1, len(distinct))
    if len(after) > MOST_ENDS:
        after = np.unique(np.linspace(1, len(distinct) - 1, MOST_ENDS).astype(np.int64))
    below, above = distinct[after - 1], distinct[after]
    middle = below + (above - below) / 2
    return np.where(middle < above, middle, below)
