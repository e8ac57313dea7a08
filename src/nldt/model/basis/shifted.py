"""A feature brought into [1, 2] by its training range: u = 1 + (x - minimum)/span."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from nldt.model.algebra import Algebra
from nldt.model.basis.column import Column
from nldt.model.unit import PLAIN_NUMBER, Unit

Floats = NDArray[np.float64]
T = TypeVar("T")


@dataclass(frozen=True)
class Shifted(Column):
    """A feature moved and stretched; a plain number, whatever the feature's unit."""

    kind: ClassVar[str] = "shifted"
    letter: ClassVar[str] = "u"
    has_symbol: ClassVar[bool] = True
    rises_with_feature: ClassVar[bool] = True
    document_schema: ClassVar[Mapping[str, Any]] = {
        "minimum": {"type": "number"},
        "span": {"type": "number", "exclusiveMinimum": 0},
    }

    feature: int
    minimum: float
    span: float

    @classmethod
    def of_range(cls, feature: int, low: float, high: float) -> Shifted:
        """The column of a feature whose training values lie between two numbers; a constant one has a span of 1."""
        span = high - low
        return cls(feature, low, span if 0 < span < inf else 1.0)

    def values(self, feature: Floats) -> Floats:
        with np.errstate(all="ignore"):  # by a span next to nothing: not finite, and rules know what to do with that
            units = feature - self.minimum
            units /= self.span
        units += 1.0
        return units

    def feature_at(self, values: Floats) -> Floats:
        with np.errstate(all="ignore"):
            return self.minimum + (values - 1.0) * self.span

    def expression(self, raw: T, algebra: Algebra[T]) -> T:
        if self.minimum < 0:  # to add its size is exactly to subtract it, and reads better
            difference = algebra.add(raw, algebra.number(-self.minimum))
        else:
            difference = algebra.subtract(raw, algebra.number(abs(self.minimum)))
        return algebra.add(algebra.number(1.0), algebra.divide(difference, algebra.number(self.span)))

    def allows(self, exponent: int, low: float, high: float) -> bool:
        """Any exponent: values lie in [1, 2]."""
        return True

    def search_power(self, low: float, high: float) -> None:
        return None

    def refusal(self, name: str, low: float, high: float) -> str | None:
        if isfinite(high - low):
            return None
        return (
            f"column {name!r} runs from {low:.3g} to {high:.3g}, a span beyond the largest number that a computer "
            "calculates with: divide it by some constant"
        )

    def symbol(self, name: str) -> str:
        return f"{self.letter}{self.feature + 1}"

    def unit(self, unit: Unit) -> Unit:
        return PLAIN_NUMBER

    def to_document(self) -> dict[str, Any]:
        return {"minimum": self.minimum, "span": self.span}

    @classmethod
    def from_document(cls, feature: int, entry: Mapping[str, Any]) -> Shifted:
        minimum, span = entry["minimum"], entry["span"]
        if type(minimum) not in (int, float) or type(span) not in (int, float):
            raise TypeError("minimum and span of a shifted column are not numbers")
        if not isfinite(minimum) or not isfinite(span) or span <= 0:
            raise ValueError("minimum or span of a shifted column is not finite, or the span is not positive")
        return cls(feature, float(minimum), float(span))
