"""What the year, month, weekday and hour of a date have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from nldt.model.algebra import Algebra
from nldt.model.basis.column import Column
from nldt.model.basis.days_since import checked_times
from nldt.model.calendar import SECONDS_A_DAY
from nldt.model.unit import PLAIN_NUMBER, Unit

Floats = NDArray[np.float64]
T = TypeVar("T")


@dataclass(frozen=True)
class CalendarPart(Column):
    """A whole number that a date has in every calendar; rules have no powers of it. ``kind`` is its name, too."""

    has_symbol: ClassVar[bool] = False  # its symbol says what it is
    has_words: ClassVar[bool] = True
    power: ClassVar[int]  # of two, by which a search divides it
    document_schema: ClassVar[Mapping[str, Any]] = {
        "has_times": {"type": "boolean", "description": "true: the feature holds seconds, not days, since 1970-01-01."},
    }

    feature: int
    has_times: bool = False

    def values(self, feature: Floats) -> Floats:
        known = np.isfinite(feature)
        made = np.full(len(feature), np.nan)
        made[known] = self._of_days(np.floor(feature[known] / SECONDS_A_DAY) if self.has_times else feature[known])
        return made

    def _of_days(self, days: Floats) -> Floats:
        """From day numbers."""
        raise NotImplementedError

    def feature_at(self, values: Floats) -> Floats:
        """Nowhere in particular: it rises and falls with its feature."""
        return np.zeros_like(values)

    def expression(self, raw: T, algebra: Algebra[T]) -> T:
        return algebra.call(self.kind, algebra.call("day", raw) if self.has_times else raw)

    def allows(self, exponent: int, low: float, high: float) -> bool:
        return exponent == 1

    def search_power(self, low: float, high: float) -> int:
        return self.power

    def symbol(self, name: str) -> str:
        return f"{self.kind} of {name}"

    def unit(self, unit: Unit) -> Unit:
        return PLAIN_NUMBER

    def to_document(self) -> dict[str, Any]:
        return {"has_times": self.has_times}

    @classmethod
    def from_document(cls, feature: int, entry: Mapping[str, Any]) -> Self:
        return cls(feature, checked_times(entry))
