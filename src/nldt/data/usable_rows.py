"""The rows of a table that a model can classify: all but those with words where its rules need numbers or dates."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from nldt.data.dates import readable_dates
from nldt.data.formats.gap_marks import is_gap
from nldt.data.table import replaced
from nldt.errors import by_count, list_names
from nldt.model.feature import UNSEEN, Feature
from nldt.model.fitted_model import FittedModel


def usable_rows(X: pd.DataFrame, used: list[str], dates: Mapping[str, Feature]) -> tuple[pd.DataFrame, pd.Series]:
    """The columns of numbers as such and whether each row can be classified; a warning tells of rows that can't be.

    ``used``: the columns that rules need numbers of; ``dates``: those that they need dates of. Gaps in them are no
    trouble: every rule has a side for them. A table with words in place of a whole column is given back as it is,
    for the model to say what is wrong with it.
    """
    numbers = replaced(X, {name: _as_numbers(X[name]) for name in used})
    if any(_holds_words(X[name], numbers[name]) for name in used):
        return X, pd.Series(True, index=X.index)
    good = pd.DataFrame({name: np.isfinite(numbers[name]) | _gaps(X[name]) for name in used}, index=X.index)
    for name, feature in dates.items():
        readable = pd.Series(readable_dates(feature, X[name]), index=X.index)
        if not readable.any():
            return X, pd.Series(True, index=X.index)
        good[name] = readable
    usable = good.all(axis=1)
    if not usable.all():
        row = int(usable.to_numpy().argmin())
        name = next(str(name) for name in good if not good[name].iloc[row])
        which = f"row {row}" if (~usable).sum() == 1 else f"the first of them row {row}"
        count = f"{(~usable).sum()} of {len(X)} rows could not be classified"
        warnings.warn(
            f"{count}, {which} (counted from 0): column {name!r} holds {_shown(X[name].iloc[row])}", stacklevel=2
        )
    return numbers, usable


def warn_of_unknowns(model: FittedModel, rows: NDArray[np.float64]) -> None:
    """One warning of rows that lack what a rule uses, and of rows with categories that training did not have."""
    gaps = {j: np.isnan(rows[:, j]) for j in model.used_features}
    others = {j: rows[:, j] == UNSEEN for j in model.used_features if model.features[j].levels}
    told = []
    for found, what in ((gaps, "gaps"), (others, "categories that training did not have")):
        named = [model.feature_names[j] for j, here in found.items() if here.any()]
        if named:
            count = int(np.logical_or.reduce([found[j] for j in found]).sum())
            have = by_count(count, "has", "have")
            told.append(f"{count} of {len(rows)} rows {have} {what} where a rule looks, in {list_names(named)}")
    if told:
        warnings.warn("; ".join(told), stacklevel=2)


def _as_numbers(column: pd.Series) -> pd.Series:
    """The column with gaps in place of what is no number; pandas would count the nanoseconds of dates."""
    if column.dtype.kind in "biuf":
        return column
    texts = column.astype(str) if column.dtype.kind in "mM" else column
    return pd.to_numeric(texts, errors="coerce").astype("float64")


def _gaps(column: pd.Series) -> pd.Series:
    """Which cells are empty, or hold one of the marks for that."""
    if column.dtype.kind in "biuf":
        return column.isna()
    return column.map(lambda cell: bool(pd.isna(cell)) or is_gap(str(cell))).astype(bool)


def _holds_words(column: pd.Series, numbers: pd.Series) -> bool:
    """Whether a column has no number, but words: it is another one than the model knows."""
    return bool(numbers.isna().all()) and not all(is_gap(str(cell)) for cell in column.dropna().unique())


def _shown(cell: Any) -> str:
    return str(cell) if isinstance(cell, float) else repr(cell)
