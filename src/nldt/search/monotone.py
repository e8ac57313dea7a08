"""Columns with which the probability of a class may only rise, or only fall: which structures and rules keep to that.

A rule is taken only if it keeps to it for all numbers, not just for those of training: the value of its half-space
rises, or falls, with the column whatever the others are. So the column stands in a term with an odd positive power,
beside nothing but even powers and indicators; terms that rise with what may rise all have weights of one sign; a band
has no such column. Values are computed by operations that keep the order of their arguments when they round.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nldt.model.basis import Basis, IsMissing
from nldt.model.rule import SplitRule

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Integers = NDArray[np.int64]
Exponents = NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class Monotone:
    """By column: whether the probability of the second class is to rise with it (1), to fall (-1), or as it may (0)."""

    direction: NDArray[np.int8]
    is_barred: Flags  # columns of such features that neither rise nor stay as they are with it
    is_indicator: Flags

    @classmethod
    def of(cls, basis: Basis, directions: dict[int, int]) -> Monotone:
        """The wishes for features, as wishes for the columns of a basis."""
        wished = np.array([directions.get(column.feature, 0) for column in basis.columns], dtype=np.int8)
        rises = np.array([column.rises_with_feature for column in basis.columns], dtype=bool)
        # A gap is more than no number, and no less: rows with and without one are not compared.
        is_gap = np.array([isinstance(column, IsMissing) for column in basis.columns], dtype=bool)
        indicators = np.array([column.is_indicator for column in basis.columns], dtype=bool)
        return cls(np.where(rises, wished, 0).astype(np.int8), (wished != 0) & ~rises & ~is_gap, indicators)

    def narrowed(self, columns: Integers) -> Monotone:
        """The same for some of the columns."""
        return Monotone(self.direction[columns], self.is_barred[columns], self.is_indicator[columns])

    def allows_exponent(self, column: int, exponent: int) -> bool:
        """Whether a column may have a non-zero exponent at all."""
        proper = self.direction[column] == 0 or (exponent > 0 and exponent % 2 == 1)
        return bool(proper and not self.is_barred[column])

    def allows(self, exponents: Exponents) -> Flags:
        """Which structures (..., terms, columns) can keep to the wishes, with weights of the right signs."""
        watched = self.direction != 0
        odd = exponents % 2 != 0
        own = exponents[..., watched]
        improper = (own != 0) & ((own < 0) | (own % 2 == 0))
        # Beside such a column, a factor that may be negative turns the order round.
        signed = (odd & ~self.is_indicator).sum(axis=-1)
        crowded = (own != 0).any(axis=-1) & (signed > 1)
        barred = (exponents[..., self.is_barred] != 0).any(axis=-1)
        return np.asarray(~(improper.any(axis=-1) | crowded | barred).any(axis=-1))

    def sides(self, exponents: Exponents, weights: Floats) -> tuple[Flags, Flags]:
        """Of rules (..., terms): whether some term leads left, and right, where the probability may only rise."""
        leads = ((exponents != 0) * self.direction).sum(axis=-1)
        signs = np.sign(weights) * np.sign(leads)
        return np.asarray((signs < 0).any(axis=-1)), np.asarray((signs > 0).any(axis=-1))

    def keeps(self, exponents: Exponents, weights: Floats, low: Floats, left: Floats, parent: Floats) -> Flags:
        """Which rules keep to the wishes where both sides become leaves; ``left`` has the classes' mass on the left."""
        to_left, to_right = self.sides(exponents, weights)
        right = parent - left
        # The share of the second class is higher on the left, or not: without a division.
        more_left = left[..., 1] * right[..., 0] - right[..., 1] * left[..., 0]
        wrong = (to_left & (more_left < 0)) | (to_right & (more_left > 0))
        return np.asarray(~((to_left & to_right) | ((to_left | to_right) & np.isfinite(low)) | wrong))

    def upper_side(self, rule: SplitRule) -> str | None:
        """The side, "L" or "R", that rows can only move to as the probability may only rise; None: they don't move.

        ValueError where the rule does not keep to the wishes.
        """
        to_left, to_right = (bool(flag) for flag in self.sides(rule.exponents, rule.weights))
        moves = to_left or to_right
        if not self.allows(rule.exponents) or (to_left and to_right) or (moves and rule.low > -np.inf):
            raise ValueError("not monotone")
        return "L" if to_left else "R" if to_right else None
