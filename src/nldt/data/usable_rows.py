"""The rows of a table that a model can classify: those with a number in every column that its rules use."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd


def usable_rows(X: pd.DataFrame, used: list[str]) -> tuple[pd.DataFrame, pd.Series]:
    """The columns as numbers and whether each row can be classified; a warning tells of rows that can't be.

    Where none can, the table is given back as it is, for the model to say what is wrong with it.
    """
    numbers = X.assign(**{name: _as_numbers(X[name]) for name in used})
    usable = pd.Series(np.isfinite(numbers[used].to_numpy(dtype=np.float64)).all(axis=1), index=X.index)
    if usable.all():
        return numbers, usable
    if not usable.any():
        return X, ~usable
    row = int(usable.to_numpy().argmin())
    name = next(name for name in used if not np.isfinite(numbers[name].iloc[row]))
    cell = X[name].iloc[row]
    reason = "is missing" if pd.isna(cell) else f"holds {cell if isinstance(cell, float) else repr(cell)}"
    which = f"row {row}" if usable.sum() == len(X) - 1 else f"the first of them row {row}"
    count = f"{(~usable).sum()} of {len(X)} rows could not be classified"
    warnings.warn(f"{count}, {which} (counted from 0): column {name!r} {reason}", stacklevel=2)
    return numbers, usable


def _as_numbers(column: pd.Series) -> pd.Series:
    """The column with gaps in place of what is no number."""
    return column if column.dtype.kind in "biuf" else pd.to_numeric(column, errors="coerce").astype("float64")
