"""The rows of a table that a model can classify: those with a number in every column that its rules use."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pandas as pd

from nldt.data.formats.numbers import is_gap
from nldt.data.table import replaced


def usable_rows(X: pd.DataFrame, used: list[str]) -> tuple[pd.DataFrame, pd.Series]:
    """The columns as numbers and whether each row can be classified; a warning tells of rows that can't be.

    A table with words in place of a whole column is given back as it is, for the model to say what is wrong with it.
    """
    numbers = replaced(X, {name: _as_numbers(X[name]) for name in used})
    if any(_holds_words(X[name], numbers[name]) for name in used):
        return X, pd.Series(True, index=X.index)
    usable = pd.Series(np.isfinite(numbers[used].to_numpy(dtype=np.float64)).all(axis=1), index=X.index)
    if not usable.all():
        row = int(usable.to_numpy().argmin())
        name = next(name for name in used if not np.isfinite(numbers[name].iloc[row]))
        which = f"row {row}" if (~usable).sum() == 1 else f"the first of them row {row}"
        count = f"{(~usable).sum()} of {len(X)} rows could not be classified"
        reason = f"column {name!r} {_mishap(X[name].iloc[row])}"
        warnings.warn(f"{count}, {which} (counted from 0): {reason}", stacklevel=2)
    return numbers, usable


def _as_numbers(column: pd.Series) -> pd.Series:
    """The column with gaps in place of what is no number; pandas would count the nanoseconds of dates."""
    if column.dtype.kind in "biuf":
        return column
    texts = column.astype(str) if column.dtype.kind in "mM" else column
    return pd.to_numeric(texts, errors="coerce").astype("float64")


def _holds_words(column: pd.Series, numbers: pd.Series) -> bool:
    """Whether a column has no number, but words: it is another one than the model knows."""
    return bool(numbers.isna().all()) and not all(is_gap(str(cell)) for cell in column.dropna().unique())


def _mishap(cell: Any) -> str:
    if pd.isna(cell) or is_gap(str(cell)):
        return "is missing"
    return f"holds {cell if isinstance(cell, float) else repr(cell)}"
