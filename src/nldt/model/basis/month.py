"""The month of a date: 1 to 12, printed by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from nldt.model.basis.calendar_part import CalendarPart
from nldt.model.basis.whole_values import WholeValues
from nldt.model.calendar import MONTHS

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Month(WholeValues, CalendarPart):
    """January is 1.

    >>> Month(0).values(np.array([19783.0, np.nan])), Month(0).symbol("signed")
    (array([ 3., nan]), 'month of signed')
    """

    kind: ClassVar[str] = "month"
    letter: ClassVar[str] = "n"
    power: ClassVar[int] = 4

    def _of_days(self, days: Floats) -> Floats:
        months = days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)
        return (months % 12 + 1).astype(np.float64)

    @property
    def names(self) -> dict[int, str]:
        return dict(enumerate(MONTHS, start=1))
