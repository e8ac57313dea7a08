"""Kinds of columns that nldt does not have: whatever shows a model takes them as they come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from nldt.model.basis import Column


class MadeColumn(Column):
    """What the kinds here have in common; no search uses them."""

    has_symbol: ClassVar[bool] = True
    feature: int

    def allows(self, exponent: int, low: float, high: float) -> bool:
        return True

    def search_power(self, low: float, high: float) -> int | None:
        return None

    def symbol(self, name: str) -> str:
        return f"{self.letter}{self.feature + 1}"

    @classmethod
    def from_document(cls, feature: int, entry: Mapping[str, Any]) -> Column:
        raise NotImplementedError


@dataclass(frozen=True)
class Mirrored(MadeColumn):
    """(at - x)·times, by the operations that every language has."""

    kind: ClassVar[str] = "mirrored"
    letter: ClassVar[str] = "m"

    feature: int
    at: float
    times: float

    def values(self, feature: np.ndarray) -> np.ndarray:
        return (self.at - feature) * self.times

    def feature_at(self, values: np.ndarray) -> np.ndarray:
        return self.at - values / self.times

    def expression(self, raw: Any, algebra: Any) -> Any:
        return algebra.multiply(algebra.subtract(algebra.number(self.at), raw), algebra.number(self.times))


@dataclass(frozen=True)
class Logarithm(MadeColumn):
    """log(x), which formulas can show."""

    kind: ClassVar[str] = "logarithm"
    letter: ClassVar[str] = "l"

    feature: int

    def values(self, feature: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):
            return np.log(feature)

    def feature_at(self, values: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):
            return np.exp(values)

    def expression(self, raw: Any, algebra: Any) -> Any:
        return algebra.call("log", raw)


@dataclass(frozen=True)
class Tangled(MadeColumn):
    """Every operation, and brackets wherever there can be some."""

    kind: ClassVar[str] = "tangled"
    letter: ClassVar[str] = "t"

    feature: int

    def values(self, feature: np.ndarray) -> np.ndarray:
        return -(feature - 2.0) * 3.0 / (feature - (0.5 + feature)) - (-2.5e-7)

    def feature_at(self, values: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    def expression(self, raw: Any, algebra: Any) -> Any:
        above = algebra.multiply(algebra.negate(algebra.subtract(raw, algebra.number(2.0))), algebra.number(3.0))
        below = algebra.subtract(raw, algebra.add(algebra.number(0.5), raw))
        return algebra.subtract(algebra.divide(above, below), algebra.number(-2.5e-7))
