"""Missing values: rows without them, and how many there are, in words."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import pandas as pd

from nldt.errors import InputError, by_count


def complete_rows(
    features: pd.DataFrame, classes: pd.Series, drop: bool, besides: Sequence[str] = ()
) -> tuple[pd.DataFrame, pd.Series]:
    """All rows, or those without a gap where the others are to be dropped; ``besides``: columns that don't count."""
    if not drop:
        return features, classes
    gaps = features.drop(columns=list(besides)).isna()
    incomplete = gaps.any(axis=1)
    if not incomplete.any():
        return features, classes
    counts = gaps.sum()
    name, count = counts.idxmax(), int(counts.max())
    if incomplete.all():
        raise InputError(
            f"every row has a missing value, {count} of them in column {name!r}: leave out --drop-missing to use them"
        )
    n_incomplete = int(incomplete.sum())
    what = by_count(n_incomplete, "has missing values: it is", "have missing values: they are")
    warnings.warn(f"{n_incomplete} of {len(features)} rows {what} left out", stacklevel=2)
    return features[~incomplete], classes[~incomplete]


def counted_gaps(count: int) -> str:
    """So many missing values, in words."""
    return "1 missing value" if count == 1 else f"{count} missing values"
