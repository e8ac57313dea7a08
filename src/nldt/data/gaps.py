"""Missing values: rows without them, and how many there are, in words."""

from __future__ import annotations

import warnings

import pandas as pd

from nldt.errors import InputError


def complete_rows(features: pd.DataFrame, classes: pd.Series, drop: bool) -> tuple[pd.DataFrame, pd.Series]:
    """The rows without a gap; gaps are refused unless their rows are to be dropped.

    Gaps in text don't matter here: text is no feature, gaps or not, and the classifier says so.
    """
    text = [name for name, column in features.items() if pd.api.types.is_string_dtype(column.dropna())]
    gaps = features.drop(columns=text).isna()
    incomplete = gaps.any(axis=1)
    if not incomplete.any():
        return features, classes
    counts = gaps.sum()
    name, count = counts.idxmax(), int(counts.max())
    if incomplete.all():
        raise InputError(f"every row has a missing value, {count} of them in column {name!r}: fill them in")
    if not drop:
        raise InputError(
            f"column {name!r} has {counted_gaps(count)}: fill them in, or leave those rows out with --drop-missing"
        )
    warnings.warn(f"{incomplete.sum()} of {len(features)} rows have missing values: they are left out", stacklevel=2)
    return features[~incomplete], classes[~incomplete]


def counted_gaps(count: int) -> str:
    """So many missing values, in words."""
    return "1 missing value" if count == 1 else f"{count} missing values"
