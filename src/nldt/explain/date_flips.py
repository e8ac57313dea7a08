"""The nearest date with another predicted class.

Parts of a date rise and fall again and again: dates are looked at one by one, days as far as the table went and as far
again, hours of a year before and after; between the last hour of one class and the first of another, to the second.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nldt.explain.floats import Floats
from nldt.explain.line import Line
from nldt.model.calendar import SECONDS_A_DAY
from nldt.model.feature import TIME, Feature

YEAR = 366  # days
MOST_DAYS = 200_000
HOUR = 3600.0
LAST_DAY = 2_932_896  # of the year 9999, by its number since 1970-01-01,
FIRST_DAY = -719_162  # and the first of the year 1


def nearest_date(line: Line, feature: Feature, low: float, high: float) -> tuple[float, int] | None:
    """The nearest date of another class, as the feature has it, and the class; None where there is none.

    ``low``, ``high``: where the dates of training lay; a date there is preferred to a nearer one elsewhere.
    """
    a_day = SECONDS_A_DAY if feature.kind == TIME else 1
    span = max(high - low, YEAR * a_day)
    days = np.arange(max((low - span) // a_day, FIRST_DAY), min((high + span) // a_day, LAST_DAY) + 1)
    days = days[np.argsort(np.abs(days - line.start // a_day), kind="stable")[:MOST_DAYS]]
    candidates = days * a_day if a_day == 1 else np.concatenate([days * a_day, _hours(line.start)])
    found = _nearest_of_another_class(line, candidates, low, high)
    if found is None:
        return None
    value = found if a_day == 1 else _to_the_second(line, found)
    if low <= found <= high:
        value = min(max(value, low), high)
    return value, int(line.classes(np.array([value]))[0])


def _hours(start: float) -> Floats:
    whole = start // HOUR
    return (whole + np.arange(-24.0 * YEAR, 24.0 * YEAR + 1)) * HOUR


def _nearest_of_another_class(line: Line, candidates: Floats, low: float, high: float) -> float | None:
    own = line.classes(np.array([line.start]))[0]
    others = candidates[line.classes(candidates) != own]
    within = others[(low <= others) & (others <= high)]
    others = within if len(within) else others
    return None if len(others) == 0 else float(others[np.argmin(np.abs(others - line.start))])


def _to_the_second(line: Line, other: float) -> float:
    """The first whole second of another class on the way from the row to a time of another one, near the latter."""
    own = line.classes(np.array([line.start]))[0]
    step = HOUR if other > line.start else -HOUR
    same = line.start if abs(other - line.start) <= abs(step) else other - step
    if line.classes(np.array([same]))[0] != own:
        return other
    while abs(other - same) > 1.0:
        middle: NDArray[np.float64] = np.array([np.round((same + other) / 2)])
        if middle[0] in (same, other):
            break
        same, other = (float(middle[0]), other) if line.classes(middle)[0] == own else (same, float(middle[0]))
    return other
