"""Columns ↔ the units that a search works in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nldt.errors import InputError, all_problems
from nldt.model.basis.basis import Basis
from nldt.model.rule import SplitRule

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class SearchUnits:
    """Divides columns by powers of two near their largest magnitudes, as each kind asks for.

    Folding powers of two into the weights is exact, so that the rule found in these units is the rule of the columns.
    """

    basis: Basis
    low: Floats  # the training values of each feature lie between these
    high: Floats
    power: Integers  # of two, by column; 0 where a column is taken as it is
    is_scaled: NDArray[np.bool_]

    @classmethod
    def fit(cls, basis: Basis, low: Floats, high: Floats) -> SearchUnits:
        """The units for features whose training values lie between these."""
        asked = [column.search_power(*_range(column.feature, low, high)) for column in basis.columns]
        return cls(
            basis,
            low,
            high,
            np.array([power or 0 for power in asked], dtype=np.int64),
            np.array([power is not None for power in asked], dtype=bool),
        )

    def allows(self, column: int, exponent: int) -> bool:
        """Whether a term may have this exponent of a column."""
        made = self.basis.columns[column]
        return made.allows(exponent, *_range(made.feature, self.low, self.high))

    def scale(self, made: Floats, columns: Sequence[int] | Integers) -> Floats:
        """Some columns (columns, rows) in these units, in place."""
        power = self.power[columns]
        return np.ldexp(made, -power[:, None], out=made) if power.any() else made

    def rule(self, exponents: NDArray[np.int8], weights: Floats, low: float, high: float) -> SplitRule:
        """The rule of the columns, of a rule in these units; its largest weight is 1 if any column was scaled."""
        if not self.is_scaled[exponents.any(axis=0)].any():
            return SplitRule(exponents, weights, low, high, self.basis)
        powers = -(exponents.astype(np.int64) @ self.power)
        common = int(powers.max())  # any common factor will do: this one keeps the weights from overflowing
        folded = np.ldexp(weights, powers - common)
        largest = float(np.abs(folded).max()) or 1.0
        with np.errstate(over="ignore"):  # ends of absurd units: the grower refuses a rule that splits nothing
            ends = np.ldexp(np.array([low, high]), -common) / largest
        return SplitRule(exponents, folded / largest, ends[0], ends[1], self.basis)


def fit_basis(scaling: str, low: Floats, high: Floats, feature_names: Sequence[str]) -> Basis:
    """The basis that a classifier's ``scaling`` names, for features whose training values lie between these.

    Raises InputError for units in which rules can't be written.
    """
    basis = Basis.shifted(low, high) if scaling == "shift" else Basis.as_is(len(low))
    problems = []
    for column in basis.columns:
        name = feature_names[column.feature]
        refusal = column.refusal(name, *_range(column.feature, low, high))
        problems += [(name, refusal)] if refusal is not None else []
    if problems:
        raise InputError(all_problems(problems))
    return basis


def unresolved_features(units: SearchUnits) -> list[int]:
    """Features that a search in single precision can hardly tell from a constant."""
    blurred = [c for c in units.basis.columns if not c.is_resolved(*_range(c.feature, units.low, units.high))]
    return [column.feature for column in blurred]


def _range(feature: int, low: Floats, high: Floats) -> tuple[float, float]:
    return float(low[feature]), float(high[feature])
