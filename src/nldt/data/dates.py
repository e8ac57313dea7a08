"""Columns of dates as moments, whatever they are kept as: pandas' own types, objects, texts."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from nldt.data.date_texts import DateTexts, has_zone, read_date
from nldt.data.formats.gap_marks import is_gap
from nldt.model.calendar import MILLISECONDS_A_DAY, Floats, Moments, has_times, seconds, whole_days
from nldt.model.feature import DATE, TIME, Feature

if TYPE_CHECKING:
    import pandas as pd

UNIT = "datetime64[ms]"
FIRST_DAY = datetime.date(1970, 1, 1).toordinal()
GLANCE = 20  # a look at so many texts spares most columns the look at all


class NotADate(Exception):  # noqa: N818  (it is a value, before it is an error)
    """A value that is no date, and why: the end of a sentence that starts with the column."""

    def __init__(self, value: Any, why: str) -> None:
        super().__init__(f"holds {value!r:.60}, {why}")


def learn_dates(series: pd.Series[Any], distinct: list[Any]) -> Feature | None:
    """What a column holds whose different values are given, but for gaps; None where these are no dates."""
    if is_date_type(series):
        return _feature_of(_of_date_type(series), is_utc=_zone(series) is not None)
    if distinct and all(isinstance(value, datetime.date | np.datetime64) for value in distinct):
        moments = np.array([_of_object(value) for value in distinct], dtype=UNIT)
        return _feature_of(moments, is_utc=any(getattr(value, "tzinfo", None) is not None for value in distinct))
    if not distinct or not all(isinstance(value, str) for value in distinct):
        return None
    texts = DateTexts(tuple(value for value in distinct if not is_gap(value)))
    if not DateTexts(texts.texts[:GLANCE]).are_dates or not texts.are_dates:
        return None
    if texts.unclear and texts.day_first is None:
        return None  # or they would be a guess
    day_first = texts.day_first if texts.unclear else None
    counts = np.array([read_date(text, day_first) for text in texts.texts], dtype=np.int64)
    return _feature_of(counts.astype(UNIT), day_first, is_utc=any(map(has_zone, texts.texts)))


def read_dates(feature: Feature, series: pd.Series[Any]) -> Floats:
    """A column of dates as the model knows it: days or seconds since 1970-01-01, NaN for gaps. Raises NotADate."""
    moments = _of_date_type(series) if is_date_type(series) else _of_objects(series, _reader(feature, series))
    return whole_days(moments) if feature.kind == DATE else seconds(moments)


def readable_dates(feature: Feature, series: pd.Series[Any]) -> list[bool]:
    """Which cells of a column are dates or gaps."""
    if is_date_type(series):
        return [True] * len(series)
    read = _reader(feature, series)

    def is_readable(value: Any) -> bool:
        try:
            read(value)
        except NotADate:
            return False
        return True

    known = series.notna().tolist()
    return [not has_value or is_readable(value) for has_value, value in zip(known, series, strict=True)]


def is_date_type(series: pd.Series[Any]) -> bool:
    """Whether a column is one of pandas' own types of dates; those of Arrow are read as objects."""
    import pandas as pd

    return isinstance(series.dtype, pd.DatetimeTZDtype) or (
        series.dtype.kind == "M" and isinstance(series.dtype, np.dtype)
    )


def _feature_of(moments: Moments, day_first: bool | None = None, *, is_utc: bool) -> Feature:
    return Feature(TIME if has_times(moments) else DATE, day_first=day_first, is_utc=is_utc)


def _zone(series: pd.Series[Any]) -> Any:
    return getattr(series.dtype, "tz", None)


def _of_date_type(series: pd.Series[Any]) -> Moments:
    if _zone(series) is not None:
        series = series.dt.tz_convert("UTC").dt.tz_localize(None)
    moments: Moments = series.to_numpy().astype(UNIT)
    return moments


def _of_objects(series: pd.Series[Any], read: Callable[[Any], int | None]) -> Moments:
    """Each different value is read once."""
    import pandas as pd

    try:
        places, distinct = pd.factorize(series.to_numpy(dtype=object), use_na_sentinel=True)
    except TypeError:
        raise NotADate(series.dropna().iloc[0], "which is no date") from None
    counts = [read(value) for value in distinct]
    found = np.array([*(np.iinfo(np.int64).min if count is None else count for count in counts), 0], dtype=np.int64)
    found[-1] = np.iinfo(np.int64).min  # the place of a gap is -1: the last
    return found.astype(UNIT)[places]


def _reader(feature: Feature, series: pd.Series[Any]) -> Callable[[Any], int | None]:
    """How a value is read: the texts of the column tell whether days come first, or else those of training do."""
    own = DateTexts(tuple({value for value in series.tolist() if isinstance(value, str)})).day_first
    day_first = feature.day_first if own is None else own

    def read(value: Any) -> int | None:
        if isinstance(value, datetime.date | np.datetime64):
            return int(_of_object(value))
        if not isinstance(value, str):
            raise NotADate(value, "which is no date")
        if is_gap(value) or not value.strip():
            return None
        found = read_date(value, day_first)
        if found is None:
            raise NotADate(value, _why_no_date(value, day_first, feature))
        return found

    return read


def _why_no_date(text: str, day_first: bool | None, feature: Feature) -> str:
    if read_date(text, True) is None and read_date(text, False) is None:
        return "which is no date such as 2024-03-01"
    if day_first is None:
        return "in which the day or the month may be first: write 2024-03-01"
    first = "day" if day_first else "month"
    return f"which is no date: the {first} comes first in {'others' if feature.day_first is None else 'training'}"


def _of_object(value: datetime.date | np.datetime64) -> int:
    """Milliseconds since 1970-01-01, in UTC where there is a zone; what is finer is cut off."""
    if isinstance(value, np.datetime64):
        return int(value.astype(UNIT).astype(np.int64))
    days = value.toordinal() - FIRST_DAY
    if not isinstance(value, datetime.datetime):
        return days * MILLISECONDS_A_DAY
    offset = value.utcoffset() or datetime.timedelta()
    clock = (60 * value.hour + value.minute) * 60_000 + 1000 * value.second
    microseconds = 1000 * (days * MILLISECONDS_A_DAY + clock) + value.microsecond
    return (microseconds - offset // datetime.timedelta(microseconds=1)) // 1000
