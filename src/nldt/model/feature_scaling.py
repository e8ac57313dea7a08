"""Raw units ↔ the units that the search works in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nldt.errors import InputError
from nldt.model.rule import SplitRule

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# Under raw scaling a feature may take negative exponents when its smallest value exceeds this share of its largest,
SAFE_DIVISOR_SHARE = 1e-3
# and exponents beyond 1 and -1 while its powers, in raw units, stay below this power of two.
SAFE_POWER = 256
# float32 keeps 24 bits: with a span below this share of its size a feature has hardly more than ten values left.
RESOLVED_SHARE = 2.0**-20
# Beyond this power of two a product of three features may overflow in raw units.
WRITABLE_POWER = 340


@dataclass(frozen=True, eq=False)
class RawScaling:
    """Divides each feature by a power of two near its largest magnitude.

    Folding powers of two into the weights is exact, so that the rule found in scaled units is the rule in raw units.
    """

    power: NDArray[np.int64]  # of two, by feature
    divisible: NDArray[np.bool_]  # by feature: may it take negative exponents?

    @classmethod
    def fit(cls, X: Floats) -> RawScaling:
        largest = np.abs(X).max(axis=0)
        divisible = X.min(axis=0) > SAFE_DIVISOR_SHARE * largest
        return cls(np.frexp(largest)[1].astype(np.int64), divisible)

    def allows(self, feature: int, exponent: int) -> bool:
        """Whether a term may raise the feature to the exponent without a quotient or power that has no bound."""
        bounded = abs(exponent) <= 1 or abs(exponent * int(self.power[feature])) <= SAFE_POWER
        return bounded and (exponent >= 0 or bool(self.divisible[feature]))

    def to_search(self, X: Floats) -> Floats:
        """Rows in the units of the search."""
        return np.ldexp(X, -self.power)

    def to_columns(self, columns: Floats, features: Sequence[int] | Integers) -> Floats:
        """The columns (features, rows) of some features in the units of the search, in place."""
        return np.ldexp(columns, -self.power[features, None], out=columns)

    def unresolved(self, X: Floats) -> NDArray[np.bool_]:
        """Features that float32, in which rules are searched, can hardly tell from a constant."""
        span = X.max(axis=0) - X.min(axis=0)
        return (span > 0) & (span < RESOLVED_SHARE * np.abs(X).max(axis=0))

    def rule(self, exponents: NDArray[np.int8], weights: Floats, low: float, high: float) -> SplitRule:
        """The rule in raw units, of a rule in the units of the search."""
        powers = -(exponents.astype(np.int64) @ self.power)
        common = int(powers.max())  # any common factor will do: this one keeps the weights from overflowing
        folded = np.ldexp(weights, powers - common)
        largest = float(np.abs(folded).max()) or 1.0
        with np.errstate(over="ignore"):  # ends of absurd units: the grower refuses a rule that splits nothing
            ends = np.ldexp(np.array([low, high]), -common) / largest
        return SplitRule(exponents, folded / largest, ends[0], ends[1])


@dataclass(frozen=True, eq=False)
class ShiftScaling:
    """Puts each feature into [1, 2] by its training range: u = 1 + (x - minimum)/span."""

    minimum: Floats
    span: Floats  # 1 where the feature is constant

    @classmethod
    def fit(cls, X: Floats) -> ShiftScaling:
        minimum = X.min(axis=0)
        span = X.max(axis=0) - minimum
        return cls(minimum, np.where((span > 0) & np.isfinite(span), span, 1.0))

    def allows(self, feature: int, exponent: int) -> bool:
        """Any exponent: values lie in [1, 2]."""
        return True

    def to_search(self, X: Floats) -> Floats:
        """Rows in the units of the search."""
        return 1.0 + (X - self.minimum) / self.span

    def to_columns(self, columns: Floats, features: Sequence[int] | Integers) -> Floats:
        """The columns (features, rows) of some features in the units of the search, in place."""
        columns -= self.minimum[features, None]
        columns /= self.span[features, None]
        columns += 1.0
        return columns

    def unresolved(self, X: Floats) -> NDArray[np.bool_]:
        """None: every feature fills [1, 2]."""
        return np.zeros(X.shape[1], dtype=bool)

    def rule(self, exponents: NDArray[np.int8], weights: Floats, low: float, high: float) -> SplitRule:
        """The rule as it is, together with this scaling: it has no simple raw form."""
        return SplitRule(exponents, weights, low, high, self)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ShiftScaling)
            and np.array_equal(self.minimum, other.minimum)
            and np.array_equal(self.span, other.span)
        )

    def __hash__(self) -> int:
        return hash((self.minimum.tobytes(), self.span.tobytes()))


Scaling = RawScaling | ShiftScaling


def fit_scaling(name: str, X: Floats, feature_names: Sequence[str]) -> Scaling:
    """The named scaling, fitted to the training rows; InputError for units in which products can't be written.

    Two rows with the lowest and the highest value of each feature do as well.
    """
    if name == "shift":
        return ShiftScaling.fit(X)
    scaling = RawScaling.fit(X)
    for j in np.flatnonzero(np.abs(scaling.power) > WRITABLE_POWER).tolist():
        raise InputError(
            f"column {feature_names[j]!r} holds values of size {np.abs(X[:, j]).max():.3g}: "
            "too extreme for rules in raw units; change its unit or use scaling='shift'"
        )
    return scaling
