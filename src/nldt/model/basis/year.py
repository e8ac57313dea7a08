"""The year of a date."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, isfinite
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from nldt.model.basis.calendar_part import CalendarPart

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Year(CalendarPart):
    """The year of our calendar, long before it and after, too.

    >>> Year(0).values(np.array([19783.0, np.nan])), Year(0).symbol("signed")
    (array([2024.,   nan]), 'year of signed')
    """

    kind: ClassVar[str] = "year"
    letter: ClassVar[str] = "y"
    power: ClassVar[int] = 11
    rises_with_feature: ClassVar[bool] = True

    def _of_days(self, days: Floats) -> Floats:
        return days.astype("datetime64[D]").astype("datetime64[Y]").astype(np.float64) + 1970.0

    def words_between(self, low: float, high: float) -> tuple[str, str] | None:
        first, last = (floor(end) if isfinite(end) else end for end in (-low, high))
        return (f"{-first:.0f}", f"{last:.0f}") if -first <= last else None

    def word(self, value: float) -> str:
        return f"{value:.0f}"

    def value_of(self, word: str) -> float | None:
        return float(word) if word.strip().isdecimal() else None
