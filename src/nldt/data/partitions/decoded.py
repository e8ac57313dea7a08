"""Coded rows as a frame again: words for the codes of categories, dates for days and seconds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nldt.model.feature import CATEGORY, DATE, ORDERED, TIME, Feature

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]

UNITS = {DATE: "datetime64[D]", TIME: "datetime64[s]"}


def decoded_frame(columns: Iterable[Floats], features: Sequence[Feature], names: Sequence[str]) -> pd.DataFrame:
    """A frame that is read as these numbers.

    >>> frame = decoded_frame([np.array([1.0, 0.0, np.nan])], [Feature("category", ("blue", "red"))], ["colour"])
    >>> frame["colour"].tolist()
    ['red', 'blue', None]
    """
    import pandas as pd

    decoded = [_decoded(values, feature) for values, feature in zip(columns, features, strict=True)]
    return pd.DataFrame({name: pd.Series(column) for name, column in zip(names, decoded, strict=True)})


def _decoded(values: Floats, feature: Feature) -> Any:
    import pandas as pd

    levels: Any
    known = ~np.isnan(values)
    whole = np.where(known, values, 0.0).astype(np.int64)
    if feature.kind == ORDERED:
        levels = pd.Index(list(feature.levels))
        return pd.Categorical.from_codes(np.where(known, whole, -1), levels, ordered=True)
    if feature.kind == CATEGORY:
        levels = np.empty(len(feature.levels) + 1, dtype=object)
        levels[:-1], levels[-1] = feature.levels, None
        return pd.Series(levels[np.where(known, whole, -1)], dtype=object)
    if feature.kind in UNITS:
        moments = whole.astype(UNITS[feature.kind]).astype("datetime64[s]")
        moments[~known] = np.datetime64("NaT")
        return moments
    return values
