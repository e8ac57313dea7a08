"""Alternatives to the rule of a node, measured on its rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from nldt.data.training_rows import TrainingRows
from nldt.model.alternative import Alternative
from nldt.model.rule import SplitRule
from nldt.model.tree import FittedTree, FrontPoint
from nldt.tree.node_split import goes_left

NearPoint = tuple[FrontPoint, float]  # and the bits that it takes more


def measured(points: Iterable[NearPoint], chosen: SplitRule, rows: TrainingRows) -> list[Alternative]:
    """The rules that part the rows of the node, by rising bits."""
    side, total = goes_left(chosen, rows), float(rows.evidence.sum())
    found = []
    for point, bits in sorted(points, key=lambda entry: entry[1]):
        own = goes_left(point.rule, rows)
        if own.all() or not own.any():
            continue
        right = sum(float(sums[rows.target.answers(sums)]) for sums in (rows.sums_of(own), rows.sums_of(~own)))
        alike = float(rows.evidence[own == side].sum())
        found.append(Alternative(point, float(bits), right / total, max(alike, total - alike) / total))
    return found


def measured_in(
    tree: FittedTree, alternatives: Mapping[int, Sequence[Alternative]], rows: TrainingRows
) -> dict[int, list[Alternative]]:
    """Those of all nodes of a tree, whose rules may have become others."""
    found, waiting = {}, [(0, rows)]
    while waiting:
        node, own = waiting.pop()
        rule = tree.rules[node]
        if rule is None:
            continue
        found[node] = measured(((other.point, other.bits) for other in alternatives.get(node, ())), rule, own)
        side = goes_left(rule, own)
        waiting += [(int(tree.left[node]), own.take(side)), (int(tree.right[node]), own.take(np.logical_not(side)))]
    return found
