"""The parts of a date by sums, products, quotients and ``floor`` alone, for formats that have nothing else.

Every step is a whole number, or a quotient that is too far from the next whole number to be rounded to it.
"""

from __future__ import annotations

from typing import TypeVar

from nldt.model.algebra import Algebra

T = TypeVar("T")


def calendar_part(part: str, argument: T, algebra: Algebra[T]) -> T:
    """A function of ``CALENDAR``: the day or the hour of seconds since 1970-01-01, or a part of a day since then."""
    return _Arithmetic(algebra).part(part, argument)


class _Arithmetic:
    def __init__(self, algebra: Algebra[T]) -> None:
        self.algebra: Algebra = algebra  # type: ignore[type-arg]

    def part(self, part: str, argument: T) -> T:
        if part == "day":
            return self._whole(argument, 86400.0)
        if part == "hour":
            return self._whole(self._rest(argument, 86400.0), 3600.0)
        if part == "weekday":
            return self._plus(self._rest(self._plus(argument, 3.0), 7.0), 1.0)
        return self._year_or_month(part, argument)

    def _year_or_month(self, part: str, day: T) -> T:
        """Years are taken to begin in March, in eras of 400 of them: then a leap day is the last of its year."""
        algebra = self.algebra
        since = self._plus(day, 719468.0)
        era, place = self._whole(since, 146097.0), self._rest(since, 146097.0)
        leap_days = algebra.subtract(self._whole(place, 1460.0), self._whole(place, 36524.0))
        leap_days = algebra.add(leap_days, self._whole(place, 146096.0))
        year = self._whole(algebra.subtract(place, leap_days), 365.0)
        before = algebra.add(
            self._times(year, 365.0), algebra.subtract(self._whole(year, 4.0), self._whole(year, 100.0))
        )
        day_of_year = algebra.subtract(place, before)
        month = self._whole(self._plus(self._times(day_of_year, 5.0), 2.0), 153.0)  # 0 is March
        in_next_year = self._whole(month, 10.0)
        if part == "month":
            return algebra.subtract(self._plus(month, 3.0), self._times(in_next_year, 12.0))
        return algebra.add(algebra.add(year, self._times(era, 400.0)), in_next_year)

    def _whole(self, value: T, size: float) -> T:
        """How often a size goes into a value."""
        return self.algebra.call("floor", self.algebra.divide(value, self.algebra.number(size)))

    def _rest(self, value: T, size: float) -> T:
        return self.algebra.subtract(value, self._times(self._whole(value, size), size))

    def _plus(self, value: T, number: float) -> T:
        return self.algebra.add(value, self.algebra.number(number))

    def _times(self, value: T, number: float) -> T:
        return self.algebra.multiply(self.algebra.number(number), value)
