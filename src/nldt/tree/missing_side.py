"""The side of a rule that rows go to which lack a number that it needs: the one where they take fewer bits."""

from __future__ import annotations

from dataclasses import replace

from nldt.data.training_rows import TrainingRows
from nldt.model.rule import SplitRule
from nldt.tree.node_split import goes_left, is_missing


def cheaper_side(rule: SplitRule, rows: TrainingRows, unit_mass: float = 1.0) -> SplitRule:
    """The rule with its gaps on the side that is cheaper for the rows of its node; on the right where none has any.

    Bits are those of leaves, a unit of mass counting as so many rows.
    """
    missing = is_missing(rule, rows)
    if not missing.any():
        return replace(rule, missing_left=False) if rule.missing_left else rule
    target, gaps = rows.target, rows.sums_of(missing)
    left = rows.sums_of(goes_left(replace(rule, missing_left=False), rows))

    def bits(on_left: bool) -> float:
        inside = left + gaps if on_left else left
        sides = (inside, target.rest(rows.sums, inside))
        return sum(float(target.leaf_bits(side, unit_mass)) for side in sides)

    return replace(rule, missing_left=bits(True) < bits(False))
