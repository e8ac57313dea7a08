"""Dates in SQL, from their text: what DATE and TIMESTAMP are as text is the same in every database, functions are not.

Whole numbers only until the last step, and quotients that are whole, too: databases divide integers differently.
"""

from __future__ import annotations

DAYS_BEFORE_MONTH = "000031059090120151181212243273304334"
DAYS_BEFORE_1970 = 719528  # by the same count
PADDING = " 00:00:00.000"  # what a date without a time lacks


def date_text(name: str) -> str:
    """A column of dates as text: 2024-03-01, 2024-03-01 13:45:00.5."""
    return f"CAST({name} AS VARCHAR)"


def day_number(text: str) -> str:
    """The days since 1970-01-01."""
    # Months as one number, March of the year 0 being 0 and each year a hundred: leap days are counted by such years.
    months = f"(CAST(REPLACE(SUBSTR({text}, 1, 7), '-', '') AS INTEGER) - 3)"
    leap_days = " + ".join(f"({months} - {months} % {years}) / {years}" for years in (400, 40000))
    before = f"CAST(SUBSTR('{DAYS_BEFORE_MONTH}', 3 * CAST(SUBSTR({text}, 6, 2) AS INTEGER) - 2, 3) AS INTEGER)"
    return (
        f"(365 * CAST(SUBSTR({text}, 1, 4) AS INTEGER) + {leap_days} - ({months} - {months} % 10000) / 10000"
        f" + {before} + CAST(SUBSTR({text}, 9, 2) AS INTEGER) - {DAYS_BEFORE_1970})"
    )


def days(text: str) -> str:
    """The same as a double."""
    return f"CAST({day_number(text)} AS DOUBLE PRECISION)"


def seconds(text: str) -> str:
    """The seconds since 1970-01-01, with three decimals at the most."""
    hour, minute, second = (_clock(text, place, 2) for place in (12, 15, 18))
    whole = f"86400e0 * {days(text)} + 3600e0 * {hour} + 60e0 * {minute} + {second}"
    return f"({whole} + {_clock(text, 21, 3)} / 1000e0)"


def year(text: str) -> str:
    return f"CAST(SUBSTR({text}, 1, 4) AS DOUBLE PRECISION)"


def month(text: str) -> str:
    return f"CAST(SUBSTR({text}, 6, 2) AS DOUBLE PRECISION)"


def weekday(text: str) -> str:
    # 1970 began on a Thursday; the sum is positive from the year 1 on, so that its rest is, too.
    return f"CAST(({day_number(text)} + 1000000 * 7 + 3) % 7 + 1 AS DOUBLE PRECISION)"


def hour(text: str) -> str:
    return _clock(text, 12, 2)


def _clock(text: str, start: int, length: int) -> str:
    """A number of the time, 0 where the text ends before it."""
    padded = f"{text} || SUBSTR('{PADDING}', LENGTH({text}) - 9)"
    return f"CAST(SUBSTR({padded}, {start}, {length}) AS DOUBLE PRECISION)"
