"""The hour of a time: 0 to 23."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from nldt.model.algebra import Algebra
from nldt.model.basis.calendar_part import CalendarPart
from nldt.model.basis.whole_values import WholeValues
from nldt.model.calendar import SECONDS_A_DAY

Floats = NDArray[np.float64]
T = TypeVar("T")


@dataclass(frozen=True)
class Hour(WholeValues, CalendarPart):
    """From midnight, which is 0; half past six in the evening is 18.

    >>> Hour(0, True).values(np.array([66600.0, np.nan])), Hour(0, True).symbol("signed")
    (array([18., nan]), 'hour of signed')
    """

    kind: ClassVar[str] = "hour"
    letter: ClassVar[str] = "h"
    power: ClassVar[int] = 5

    def values(self, feature: Floats) -> Floats:
        return np.floor((feature - SECONDS_A_DAY * np.floor(feature / SECONDS_A_DAY)) / 3600.0)

    def expression(self, raw: T, algebra: Algebra[T]) -> T:
        return algebra.call(self.kind, raw)

    @property
    def names(self) -> dict[int, str]:
        return {hour: str(hour) for hour in range(24)}

    @property
    def numbers_in_words(self) -> None:
        return None
