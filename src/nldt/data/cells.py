"""Columns of a frame as numbers: what a column holds is learned in a fit, and read the same way ever after."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nldt.data.dates import NotADate, is_date_type, learn_dates, read_dates
from nldt.model.feature import CATEGORY, ORDERED, UNSEEN, Feature, Level

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]

YES_OR_NO = Feature(CATEGORY, (False, True))
TRUTHS = {"true": True, "false": False}


class Unusable(Exception):  # noqa: N818  (it is a column, before it is an error)
    """Why a column can't be used: the end of a sentence that starts with its name."""


def learn_feature(series: pd.Series[Any]) -> tuple[Feature, Floats]:
    """What a column holds, and its values as numbers: those of categories are codes, and NaN is a gap.

    Raises Unusable.

    >>> import pandas as pd
    >>> feature, values = learn_feature(pd.Series(["red", "blue", None, "red"]))
    >>> feature.kind, feature.levels, feature.has_gaps, values
    ('category', ('blue', 'red'), True, array([ 1.,  0., nan,  1.]))
    """
    feature = _feature(series)
    values = read_feature(feature, series)
    return feature.with_gaps(bool(np.isnan(values).any())), values


def read_feature(feature: Feature, series: pd.Series[Any]) -> Floats:
    """The values of a column as a model knows them. Raises Unusable for text where numbers or dates are needed."""
    if not feature.is_date:
        return _numbers(series) if feature.is_number else _codes(feature, series)
    try:
        return read_dates(feature, series)
    except NotADate as problem:
        raise Unusable(str(problem)) from None


def _feature(series: pd.Series[Any]) -> Feature:
    import pandas as pd

    kind = series.dtype
    if isinstance(kind, pd.CategoricalDtype):
        present = kind.categories if kind.ordered else series.cat.remove_unused_categories().cat.categories
        levels = _plain_levels(present.tolist())
        return Feature(ORDERED, tuple(levels)) if kind.ordered else Feature(CATEGORY, _in_order(levels))
    if pd.api.types.is_bool_dtype(kind):
        return YES_OR_NO
    if pd.api.types.is_numeric_dtype(kind) and getattr(kind, "kind", "f") != "c":
        return Feature()
    if pd.api.types.is_timedelta64_dtype(kind):
        raise Unusable("holds lengths of time: make numbers of them, such as hours")
    return _feature_of_objects(series)


def _feature_of_objects(series: pd.Series[Any]) -> Feature:
    """What a column of dates, of text, or of any objects, holds."""
    distinct = [] if is_date_type(series) else _distinct(series)
    if distinct and all(isinstance(value, bool | np.bool_) for value in distinct):
        return YES_OR_NO
    dates = learn_dates(series, distinct)
    if dates is not None:
        return dates
    if all(map(_is_number, distinct)):
        return Feature()
    return Feature(CATEGORY, _in_order(_plain_levels(distinct)))


def _distinct(series: pd.Series[Any]) -> list[Any]:
    """The different values of a column but for gaps."""
    try:
        return series.dropna().unique().tolist()
    except TypeError:
        raise Unusable(f"holds {_unhashable(series)!r:.60}, which is neither a number nor a category") from None


def _unhashable(series: pd.Series[Any]) -> Any:
    """The first cell that can't be compared by its hash, such as a list."""
    return next(value for value in series.to_numpy(dtype=object) if not _has_hash(value))


def _has_hash(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:  # a list; or a tuple that holds one
        return False
    return True


def _plain_levels(values: list[Any]) -> list[Level]:
    """Categories as Python's own types: all of one type, or else as text."""
    plain = [value.item() if isinstance(value, np.generic) else value for value in values]
    for odd in plain:
        if not isinstance(odd, Level):
            raise Unusable(f"holds {odd!r:.60}, which is neither a number nor text: make one of it, or drop the column")
        if isinstance(odd, str) and any("\ud800" <= sign <= "\udfff" for sign in odd):
            raise Unusable(f"holds {odd!r:.60}, which is not valid Unicode (a lone surrogate)")
    kinds = {type(value) for value in plain}
    if len(kinds) <= 1 or kinds == {int, float}:
        return plain
    return list(dict.fromkeys(str(value) for value in plain))


def _in_order(levels: list[Level]) -> tuple[Level, ...]:
    """One order, however a table has them."""
    return tuple(sorted(levels))  # they are of one type


def as_float(value: Any) -> float:
    """A cell as a number; whole ones beyond all floats are infinite, as they are where they are text.

    >>> as_float("1e400"), as_float(-(10**400)), as_float(7)
    (inf, -inf, 7.0)
    """
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _is_number(value: Any) -> bool:
    try:
        as_float(value)
    except (TypeError, ValueError):
        return False
    return True


def _numbers(series: pd.Series[Any]) -> Floats:
    import pandas as pd

    if pd.api.types.is_numeric_dtype(series.dtype) or pd.api.types.is_bool_dtype(series.dtype):
        return series.to_numpy(dtype=np.float64, na_value=np.nan)
    known = series.notna().to_numpy()
    values = np.full(len(series), np.nan)
    try:
        values[known] = [as_float(value) for value in series.to_numpy(dtype=object)[known]]
    except (TypeError, ValueError):
        odd = next(value for value in series.to_numpy(dtype=object)[known] if not _is_number(value))
        raise Unusable(f"is not numeric: it holds {odd!r}; drop the column or encode it as numbers") from None
    return values


def _codes(feature: Feature, series: pd.Series[Any]) -> Floats:
    """Codes of categories; of ordered ones an unknown category has no place among the others: a gap."""
    import pandas as pd

    unknown = np.nan if feature.kind == ORDERED else UNSEEN
    known = {level: float(code) for code, level in enumerate(feature.levels)}
    spelled = _spelling(feature)
    try:
        places, distinct = pd.factorize(series.to_numpy(dtype=object), use_na_sentinel=True)
    except TypeError:
        raise Unusable(f"holds {_unhashable(series)!r:.60}, which is no category") from None
    table = [known.get(spelled(value), unknown) for value in distinct]
    return np.array([*table, np.nan])[places]  # the place of a gap is -1: the last


def _spelling(feature: Feature) -> Callable[[Any], Any]:
    """How a cell has to be read to be found among the levels."""
    kinds = {type(level) for level in feature.levels}
    if kinds == {str}:
        return lambda value: value if isinstance(value, str) else str(value)
    if kinds == {bool}:
        return lambda value: TRUTHS.get(value.casefold()) if isinstance(value, str) else value
    return lambda value: _number_of(value) if isinstance(value, str) else value


def _number_of(text: str) -> float | None:
    return float(text) if _is_number(text) else None
