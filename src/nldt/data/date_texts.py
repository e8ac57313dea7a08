"""Dates as people write them: 2024-03-01, 2024-03-01 13:45:00.5+01:00, 01.03.2024, 03/01/2024."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from functools import cached_property

from nldt.model.calendar import MILLISECONDS_A_DAY

CLOCK = (
    r"(?:[T ]\s*(?P<hour>\d{1,2}):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:[.,](?P<fraction>\d{1,9}))?)?"
    r"(?:\s?(?P<half>[AaPp][Mm]))?"
    r"\s?(?P<zone>[Zz]|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?"
)
YEAR_FIRST = re.compile(rf"\s*(?P<year>\d{{4}})([-/])(?P<month>\d{{1,2}})\2(?P<day>\d{{1,2}}){CLOCK}\s*", re.A)
DOTTED = re.compile(rf"\s*(?P<day>\d{{1,2}})\.(?P<month>\d{{1,2}})\.(?P<year>\d{{4}}){CLOCK}\s*", re.A)
# Which of the first two is the day, others must tell.
UNCLEAR = re.compile(rf"\s*(?P<one>\d{{1,2}})([-/])(?P<other>\d{{1,2}})\2(?P<year>\d{{4}}){CLOCK}\s*", re.A)

FIRST_DAY = datetime.date(1970, 1, 1).toordinal()
MINUTE = 60_000  # milliseconds
HALF_OF_DAY = {"am": 0, "pm": 12}


@dataclass(frozen=True)
class DateTexts:
    """Some texts, and what they say of each other: 13/01/2024 tells that in 02/01/2024 the day is first, too."""

    texts: tuple[str, ...]

    @cached_property
    def are_dates(self) -> bool:
        """Whether each could be a date, if it were known where days are."""
        return bool(self.texts) and all(could_be_date(text) for text in self.texts)

    @cached_property
    def unclear(self) -> list[str]:
        """Those that need to know whether the day or the month comes first."""
        return [text for text in self.texts if UNCLEAR.fullmatch(text)]

    @property
    def day_first(self) -> bool | None:
        """Whether the day comes before the month, where that is a question; None: the texts don't tell."""
        fits = [first for first in (True, False) if all(read_date(text, first) is not None for text in self.unclear)]
        return fits[0] if len(fits) == 1 else None

    @property
    def is_contradictory(self) -> bool:
        """Whether the day comes first in one text, and the month in another."""
        return not any(all(read_date(text, first) is not None for text in self.unclear) for first in (True, False))


def could_be_date(text: str) -> bool:
    """Whether a text is a date, wherever its day is."""
    return read_date(text, True) is not None or read_date(text, False) is not None


def has_zone(text: str) -> bool:
    """Whether the text of a date names a time zone."""
    found = next((found for kind in (YEAR_FIRST, DOTTED, UNCLEAR) if (found := kind.fullmatch(text))), None)
    return found is not None and found["zone"] is not None


def read_date(text: str, day_first: bool | None) -> int | None:
    """The milliseconds since 1970-01-01 of a text; None of what is no date, or not without knowing where the day is.

    >>> read_date("1970-01-02T01:00+01:00", None), read_date("02/01/1970", True), read_date("02/01/1970", None)
    (86400000, 86400000, None)
    """
    found = YEAR_FIRST.fullmatch(text) or DOTTED.fullmatch(text)
    if found is not None:
        return _milliseconds(found, int(found["month"]), int(found["day"]))
    found = UNCLEAR.fullmatch(text)
    if found is None or day_first is None:
        return None
    one, other = int(found["one"]), int(found["other"])
    return _milliseconds(found, other, one) if day_first else _milliseconds(found, one, other)


def _milliseconds(found: re.Match[str], month: int, day: int) -> int | None:
    clock = _of_clock(found)
    try:
        days = datetime.date(int(found["year"]), month, day).toordinal() - FIRST_DAY
    except ValueError:
        return None
    return None if clock is None else days * MILLISECONDS_A_DAY + clock


def _of_clock(found: re.Match[str]) -> int | None:
    """The milliseconds since midnight, in UTC where there is a zone."""
    if found["hour"] is None:
        return 0
    hour, minute, second = (int(found[part] or 0) for part in ("hour", "minute", "second"))
    if found["half"] is not None:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + HALF_OF_DAY[found["half"].casefold()]
    if hour > 23 or minute > 59 or second > 59:
        return None
    fraction = int(f"{found['fraction'] or ''}000"[:3])
    return (60 * hour + minute) * MINUTE + 1000 * second + fraction - _offset(found["zone"] or "Z")


def _offset(zone: str) -> int:
    if zone[0] not in "+-":
        return 0
    digits = zone[1:].replace(":", "").ljust(4, "0")
    minutes = 60 * int(digits[:2]) + int(digits[2:])
    return (-minutes if zone[0] == "-" else minutes) * MINUTE
