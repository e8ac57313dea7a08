"""The weekday of a date: 1 to 7, printed by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from nldt.model.basis.calendar_part import CalendarPart
from nldt.model.basis.whole_values import WholeValues
from nldt.model.calendar import WEEKDAYS

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Weekday(WholeValues, CalendarPart):
    """Monday is 1, as in ISO 8601.

    >>> Weekday(0).values(np.array([19783.0, np.nan])), Weekday(0).symbol("signed")
    (array([ 5., nan]), 'weekday of signed')
    """

    kind: ClassVar[str] = "weekday"
    letter: ClassVar[str] = "w"
    power: ClassVar[int] = 3

    def _of_days(self, days: Floats) -> Floats:
        return (np.floor(days) + 3.0) % 7.0 + 1.0

    @property
    def names(self) -> dict[int, str]:
        return dict(enumerate(WEEKDAYS, start=1))
