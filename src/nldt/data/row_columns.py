"""Columns of a table that say something of its rows: for how many each counts, and which belong together."""

from __future__ import annotations

import numpy as np
import pandas as pd

from nldt.data.gaps import counted_gaps
from nldt.data.table import Table
from nldt.errors import InputError


def row_weights(table: Table, name: str, rows: pd.Index) -> pd.Series:
    """The evidence of some rows; InputError where it is not a number, 0 or more, in each of them."""
    table.require_column(name)
    weights = table.values[name].loc[rows]
    if weights.dtype.kind not in "iuf":
        odd = pd.to_numeric(weights, errors="coerce").isna() & weights.notna()
        cell = weights[odd].iloc[0] if odd.any() else weights.iloc[0]
        raise InputError(
            f"weight column {name!r} is not numeric: it holds {cell!r}; weights must be numbers, 0 or more"
        )
    if weights.isna().any():
        raise InputError(
            f"weight column {name!r} has {counted_gaps(int(weights.isna().sum()))}, {_first(weights.isna())}: "
            "fill them in or drop those rows"
        )
    wrong = (weights < 0) | np.isinf(weights)
    if wrong.any():
        raise InputError(
            f"weight column {name!r} holds {weights[wrong].iloc[0]:g}, {_first(wrong)}: "
            "weights must be finite numbers, 0 or more"
        )
    return weights.astype("float64")


def row_groups(table: Table, name: str, rows: pd.Index) -> pd.Series:
    """The group of some rows; InputError where a row has none."""
    table.require_column(name)
    groups = table.values[name].loc[rows]
    if groups.isna().any():
        raise InputError(
            f"groups column {name!r} has {counted_gaps(int(groups.isna().sum()))}, {_first(groups.isna())}: "
            "fill them in or drop those rows"
        )
    return groups


def _first(flags: pd.Series) -> str:
    return f"first in row {flags.idxmax()} (counted from 0)"
