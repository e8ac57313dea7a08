"""Days since the first date of training: what a date is as a number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor, isfinite
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from nldt.model.algebra import Algebra
from nldt.model.basis.as_is import AsIs
from nldt.model.calendar import SECONDS_A_DAY, day_text, moment_text, seconds, whole_days

Floats = NDArray[np.float64]
T = TypeVar("T")


@dataclass(frozen=True)
class DaysSince(AsIs):
    """Days of a date since the start of some day; of times a fraction of a day, too.

    Where a rule is made of it alone its ends are dates: ``signed ≤ 2024-03-01``.

    >>> column = DaysSince(0, 17897)
    >>> column.values(np.array([17897.0, 19783.0, np.nan])), column.numbers_in_words
    (array([   0., 1886.,   nan]), 'days since 2019-01-01')
    >>> column.words_between(-np.inf, 1886.5)[1], DaysSince(0, 17897, has_times=True).words_between(0.25, 1.5)
    ('2024-03-01', ('2019-01-01 06:00', '2019-01-02 12:00'))
    """

    kind: ClassVar[str] = "days since"
    letter: ClassVar[str] = "d"
    has_words: ClassVar[bool] = True
    document_schema: ClassVar[Mapping[str, Any]] = {
        "first": {"type": "integer", "description": "The day that counts 0, by its number since 1970-01-01."},
        "has_times": {"type": "boolean", "description": "true: the feature holds seconds, not days, since 1970-01-01."},
    }

    first: int = 0
    has_times: bool = False

    # ------------------------------------------------------------- evaluation

    @property
    def _start(self) -> int:
        """The first day as the feature has it."""
        return self.first * SECONDS_A_DAY if self.has_times else self.first

    def values(self, feature: Floats) -> Floats:
        since = feature - self._start
        return since / SECONDS_A_DAY if self.has_times else since

    def feature_at(self, values: Floats) -> Floats:
        with np.errstate(all="ignore"):
            return values * (SECONDS_A_DAY if self.has_times else 1) + self._start

    def expression(self, raw: T, algebra: Algebra[T]) -> T:
        if self._start < 0:  # to add its size is exactly to subtract it, and reads better
            since = algebra.add(raw, algebra.number(float(-self._start)))
        else:
            since = algebra.subtract(raw, algebra.number(float(self._start)))
        return algebra.divide(since, algebra.number(float(SECONDS_A_DAY))) if self.has_times else since

    # ------------------------------------------------------------ in a search

    def allows(self, exponent: int, low: float, high: float) -> bool:
        return exponent == 1  # powers and reciprocals would hang on the day that counts 0

    def search_power(self, low: float, high: float) -> int:
        return super().search_power(*self._range(low, high))

    def refusal(self, name: str, low: float, high: float) -> str | None:
        return None  # there are no dates of such a size

    def is_resolved(self, low: float, high: float) -> bool:
        return super().is_resolved(*self._range(low, high))

    def _range(self, low: float, high: float) -> tuple[float, float]:
        first, last = self.values(np.array([low, high])).tolist()
        return first, last

    # --------------------------------------------------------------- for people

    def words_between(self, low: float, high: float) -> tuple[str, str] | None:
        first, last = (self._nearest(end, up) if isfinite(end) else end for end, up in ((low, True), (high, False)))
        if first > last:
            return None
        start, end = (self._text(moment) if isfinite(moment) else "" for moment in (first, last))
        return start, end

    def word(self, value: float) -> str:
        return self._text(float(self.feature_at(np.array([value]))[0]))

    def value_of(self, word: str) -> float | None:
        try:
            moment = np.array([np.datetime64(word.strip().replace(" ", "T"), "ms")])
        except ValueError:
            return None
        if np.isnat(moment[0]):
            return None
        return float(self.values(seconds(moment) if self.has_times else whole_days(moment))[0])

    @property
    def numbers_in_words(self) -> str | None:
        return f"days since {day_text(self.first)}"

    def _nearest(self, days: float, up: bool) -> float:
        """The first date that is not before, or the last that is not after: of times, to the millisecond."""
        if not self.has_times:
            return self._start + float(ceil(days) if up else floor(days))
        count = round((days * SECONDS_A_DAY + self._start) * 1000)
        if up:
            while self._days_at(count - 1) >= days:
                count -= 1
            while self._days_at(count) < days:
                count += 1
        else:
            while self._days_at(count + 1) <= days:
                count += 1
            while self._days_at(count) > days:
                count -= 1
        return self._seconds_at(count)

    def _days_at(self, milliseconds: int) -> float:
        return float(self.values(np.array([self._seconds_at(milliseconds)]))[0])

    @staticmethod
    def _seconds_at(milliseconds: int) -> float:
        whole, rest = divmod(milliseconds, 1000)
        return whole + rest / 1000.0

    def _text(self, moment: float) -> str:
        return moment_text(moment) if self.has_times else day_text(moment)

    # ---------------------------------------------------------- in a model file

    def to_document(self) -> dict[str, Any]:
        return {"first": self.first, "has_times": self.has_times}

    @classmethod
    def from_document(cls, feature: int, entry: Mapping[str, Any]) -> DaysSince:
        if type(entry["first"]) is not int or abs(entry["first"]) > LAST_DAY:
            raise TypeError("the first day of a column of dates is no day")
        return cls(feature, entry["first"], checked_times(entry))


LAST_DAY = 10**8  # farther than any date that can be written


def checked_times(entry: Mapping[str, Any]) -> bool:
    """Whether the feature of a column holds times, as a model file says it."""
    if type(entry["has_times"]) is not bool:
        raise TypeError("has_times of a column of dates is neither true nor false")
    return bool(entry["has_times"])
