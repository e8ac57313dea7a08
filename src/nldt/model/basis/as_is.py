"""A feature as it is: rules in raw units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import frexp
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from nldt.errors import given
from nldt.model.algebra import Algebra
from nldt.model.basis.column import Column

Floats = NDArray[np.float64]
T = TypeVar("T")

# A feature may take negative exponents when its smallest value exceeds this share of its largest,
SAFE_DIVISOR_SHARE = 1e-3
# and exponents beyond 1 and -1 while its powers stay below this power of two.
SAFE_POWER = 256
# float32 keeps 24 bits: with a span below this share of its size a feature has hardly more than ten values left.
RESOLVED_SHARE = 2.0**-20
# Beyond this power of two a product of three features may overflow.
WRITABLE_POWER = 340


@dataclass(frozen=True)
class AsIs(Column):
    """The feature itself."""

    kind: ClassVar[str] = "as it is"
    letter: ClassVar[str] = "x"
    has_symbol: ClassVar[bool] = False
    rises_with_feature: ClassVar[bool] = True

    feature: int

    def values(self, feature: Floats) -> Floats:
        return feature

    def feature_at(self, values: Floats) -> Floats:
        return values

    def expression(self, raw: T, algebra: Algebra[T]) -> T:
        return raw

    def allows(self, exponent: int, low: float, high: float) -> bool:
        """No quotient or power that has no bound."""
        bounded = abs(exponent) <= 1 or abs(exponent * self.search_power(low, high)) <= SAFE_POWER
        return bounded and (exponent >= 0 or low > SAFE_DIVISOR_SHARE * _largest(low, high))

    def search_power(self, low: float, high: float) -> int:
        """That of the largest magnitude. Folding powers of two back into the weights of a rule is exact."""
        return frexp(_largest(low, high))[1]

    def refusal(self, name: str, low: float, high: float) -> str | None:
        if abs(self.search_power(low, high)) <= WRITABLE_POWER:
            return None
        return (
            f"column {name!r} holds values of size {_largest(low, high):.3g}: "
            f"too extreme for rules in raw units; change its unit or use {given('scaling', 'shift')}"
        )

    def is_resolved(self, low: float, high: float) -> bool:
        return not 0 < high - low < RESOLVED_SHARE * _largest(low, high)

    def symbol(self, name: str) -> str:
        return name

    @classmethod
    def from_document(cls, feature: int, entry: Mapping[str, Any]) -> AsIs:
        return cls(feature)


def _largest(low: float, high: float) -> float:
    return max(abs(low), abs(high))
