"""The columns of a table that a model computes with."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import pandas as pd

from nldt.data.table import Table
from nldt.errors import MOST_PROBLEMS, InputError, columns_in_words

UNUSED_VALUE = 1.0  # in place of a feature that no rule uses


def tell_of_others(title: str, others: list[str]) -> None:
    """A note that names the columns that a model does not know: they are ignored."""
    if others:
        warnings.warn(f"{title}: the model does not know {columns_in_words(others)}; ignored", stacklevel=3)


def tell_of_lost_zeros(table: Table, names: Sequence[str]) -> None:
    """A note on those of some columns that are read as numbers and have zeros before them: they may be keys."""
    padded = {name: cell for name, cell in table.find_padded().items() if name in names}
    if not padded:
        return
    read = [f"{cell!r} of column {name!r} is read as {int(cell)}" for name, cell in padded.items()]
    more = [f"{len(read) - MOST_PROBLEMS} more columns alike"] if len(read) > MOST_PROBLEMS else []
    warnings.warn(
        f"{table.source.title}: {', '.join(read[:MOST_PROBLEMS] + more)}: where that is a name and no number, put a "
        f"letter before each cell, as in K{next(iter(padded.values()))}, to keep its zeros",
        stacklevel=3,
    )


def select_features(table: Table, names: Sequence[str], used: list[int] | None = None) -> pd.DataFrame:
    """The model's columns, in its order; others are ignored.

    ``used``: the numbers of those that matter, all unless told. The rest may be missing, or hold gaps and text: they
    are filled with one number, since ``predict`` wants them to be there.
    """
    needed = list(names) if used is None else [names[j] for j in used]
    missing = [name for name in needed if name not in table.values.columns]
    if missing:
        raise InputError(f"{table.source} lacks the model's {columns_in_words(missing)}{table.hint(missing[0])}")
    return table.values[needed].reindex(columns=list(names), fill_value=UNUSED_VALUE)
