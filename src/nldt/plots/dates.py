"""Axes of dates."""

from __future__ import annotations

from typing import Any

from nldt.model.calendar import SECONDS_A_DAY
from nldt.model.feature import TIME, Feature

FIRST_DAY, LAST_DAY = -719162.0, 2932896.0  # the years 1 to 9999, which matplotlib knows
FEWEST_TICKS, MOST_TICKS = 3, 6


def date_axis(ax: Any, axis: str, days_per_unit: float, first_day: float = 0.0) -> None:
    """Round dates along an axis, which counts days, or parts of days, since one by its number since 1970-01-01."""
    from matplotlib import dates

    made: Any = dates  # its functions have no types
    limits = [first_day + end * days_per_unit for end in getattr(ax, f"get_{axis}lim")()]
    low, high = (min(max(day, FIRST_DAY), LAST_DAY) for day in limits)
    locator = made.AutoDateLocator(minticks=FEWEST_TICKS, maxticks=MOST_TICKS)
    found = [day for day in locator.tick_values(made.num2date(low), made.num2date(high)) if low <= day <= high]
    labels = made.ConciseDateFormatter(locator, show_offset=False).format_ticks(found) if found else []
    getattr(ax, f"set_{axis}ticks")([(day - first_day) / days_per_unit for day in found], labels)


def feature_axis(ax: Any, axis: str, feature: Feature) -> None:
    """The same along an axis of a feature of dates."""
    date_axis(ax, axis, 1 / SECONDS_A_DAY if feature.kind == TIME else 1.0)
