"""Dates and times as the numbers that tables hold: whole days, or seconds, since 1970-01-01.

A time with a zone is its moment in UTC. Seconds have three decimals at the most, what is finer is cut off: so every
language has the very same double, and every part of a date follows from it without rounding.
"""

from __future__ import annotations

from math import floor

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Moments = NDArray[np.datetime64]  # in milliseconds; not a time: a gap

SECONDS_A_DAY = 86400
MILLISECONDS_A_DAY = 1000 * SECONDS_A_DAY

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def whole_days(moments: Moments) -> Floats:
    """Days since 1970-01-01, times cut off; NaN for gaps.

    >>> whole_days(np.array(["1970-01-02T13:45", "1969-12-31T23:00", "NaT"], dtype="datetime64[ms]"))
    array([ 1., -1., nan])
    """
    days = moments.astype("datetime64[D]").astype(np.int64).astype(np.float64)
    return np.where(np.isnat(moments), np.nan, days)


def seconds(moments: Moments) -> Floats:
    """Seconds since 1970-01-01 00:00; NaN for gaps.

    >>> seconds(np.array(["1970-01-01T00:01:00.5", "1969-12-31T23:59:59.999", "NaT"], dtype="datetime64[ms]"))
    array([ 6.05e+01, -1.00e-03,       nan])
    """
    count = moments.astype(np.int64)
    whole, rest = np.divmod(count, 1000)
    return np.where(np.isnat(moments), np.nan, whole.astype(np.float64) + rest / 1000.0)


def has_times(moments: Moments) -> bool:
    """Whether some moment is not a midnight."""
    known = moments[~np.isnat(moments)].astype(np.int64)
    return bool((known % MILLISECONDS_A_DAY != 0).any())


def day_text(day: float) -> str:
    """A day as ISO 8601 has it.

    >>> day_text(19783.0), day_text(-25567.0)
    ('2024-03-01', '1900-01-01')
    """
    return str(np.datetime64(floor(day), "D"))


def moment_text(moment: float) -> str:
    """A moment, to the minute where it is one.

    >>> moment_text(1709300700.0), moment_text(1709300700.25)
    ('2024-03-01 13:45', '2024-03-01 13:45:00.250')
    """
    count = round(moment * 1000)
    day, rest = divmod(count, MILLISECONDS_A_DAY)
    minutes, milliseconds = divmod(rest, 60_000)
    text = f"{day_text(day)} {minutes // 60:02d}:{minutes % 60:02d}"
    if milliseconds == 0:
        return text
    text += f":{milliseconds // 1000:02d}"
    return text if milliseconds % 1000 == 0 else f"{text}.{milliseconds % 1000:03d}"
