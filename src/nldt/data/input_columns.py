"""Columns of a table that go out again beside what was computed from it."""

from __future__ import annotations

import pandas as pd

from nldt.data.table import Table, is_number
from nldt.errors import InputError, list_names


def input_columns(table: Table, names: list[str], besides: list[str]) -> pd.DataFrame:
    """Columns as the file has them; numbers that a program would not read, such as 1,5, as programs write them.

    ``besides``: columns that will stand beside them, and whose names they may not have.
    """
    for name in names:
        table.require_column(name)
    taken = [name for name in names if name in besides]
    if taken:
        raise InputError(f"{table.source} has a column {list_names(taken)} of its own: rename it, or choose with --id")
    texts = table.texts(names)
    return texts.assign(**{name: table.values[name] for name in names if _is_foreign(table.values[name], texts[name])})


def _is_foreign(values: pd.Series, texts: pd.Series) -> bool:
    """Whether these are numbers, not all of them written as programs do."""
    return values.dtype.kind in "iuf" and not all(map(is_number, texts[values.notna()].unique()))
