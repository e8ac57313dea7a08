"""The columns of a date: its days since the first, and those of its year, month, weekday and hour that vary."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nldt.data.category_columns import Offer
from nldt.model.basis import CalendarPart, DaysSince, Hour, Month, Weekday, Year
from nldt.model.calendar import SECONDS_A_DAY
from nldt.model.feature import TIME, Feature

Floats = NDArray[np.float64]

DAYS_SHARE = 0.5  # how often one may expect the days of a date in a rule, and how often a part of it


def days_column(j: int, feature: Feature, low: float) -> DaysSince:
    """The days of a date since the first one of training."""
    has_times = feature.kind == TIME
    return DaysSince(j, int(low // SECONDS_A_DAY if has_times else low), has_times)


def part_columns(j: int, feature: Feature) -> list[CalendarPart]:
    """All parts that a date has."""
    has_times = feature.kind == TIME
    return [Year(j, has_times), Month(j, has_times), Weekday(j, has_times), *([Hour(j, True)] if has_times else [])]


def date_columns(j: int, feature: Feature, values: Floats) -> list[Offer]:
    """What a date offers, with the bits that name it among all of that."""
    known = values[~np.isnan(values)]
    parts = [part for part in part_columns(j, feature) if _varies(part.values(known))]
    if not _varies(known):
        return []
    days = days_column(j, feature, float(known.min()))
    if not parts:
        return [Offer(days, 0.0)]
    bits = float(np.log2(len(parts)) - np.log2(1 - DAYS_SHARE))
    return [Offer(days, -float(np.log2(DAYS_SHARE))), *(Offer(part, bits) for part in parts)]


def _varies(values: Floats) -> bool:
    return len(values) > 0 and bool(values.min() < values.max())
