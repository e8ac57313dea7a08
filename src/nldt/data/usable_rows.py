"""The rows of a table that a model can classify: words count as gaps where rules need numbers; infinities do not."""

from __future__ import annotations

import warnings
from collections import Counter
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from nldt.data.dates import readable_dates
from nldt.data.formats.gap_marks import is_gap
from nldt.data.formats.notation import COMMA, POINT, likely_notation
from nldt.data.table import replaced
from nldt.errors import by_count, list_names
from nldt.model.feature import UNSEEN
from nldt.model.fitted_model import FittedModel


def needed_numbers(model: FittedModel) -> list[str]:
    """The columns that rules need numbers of."""
    return [model.feature_names[j] for j in model.used_features if model.features[j].is_number]


def words_as_gaps(X: pd.DataFrame, model: FittedModel, decimal: str = POINT.decimal) -> pd.DataFrame:
    """The table with gaps in place of words where the rules of a model need numbers; a warning tells of them.

    ``decimal``: the sign in cells that are text. A table with words in place of a whole column is given back as it is,
    for the model to say what is wrong with it.
    """
    needed = [name for name in needed_numbers(model) if X[name].dtype.kind not in "biuf"]
    numbers = {name: _as_numbers(X[name], decimal) for name in needed}
    if any(_holds_words(X[name], numbers[name]) for name in needed):
        return X
    for name in needed:
        words = X[name][numbers[name].isna() & ~_gaps(X[name])]
        if len(words):
            common, _ = Counter(words.tolist()).most_common(1)[0]
            count = f"{len(words)} of its cells {by_count(len(words), 'counts as a gap', 'count as gaps')}"
            warnings.warn(f"column {name!r} holds {common!r} where a rule needs a number: {count}", stacklevel=2)
    return replaced(X, numbers)


def usable_rows(X: pd.DataFrame, model: FittedModel) -> pd.Series:
    """Whether each row can be classified: no number is infinite, no date a word; a warning tells of rows that can't be.

    Gaps are no trouble: every rule has a side for them. Where a whole column is none that the model knows, all rows
    are usable, for the model to say what is wrong with it.
    """
    everything = pd.Series(True, index=X.index)
    good = pd.DataFrame(index=X.index)
    for name in needed_numbers(model):
        if X[name].dtype.kind not in "biuf":
            return everything
        good[name] = ~np.isinf(X[name])
    for j in (j for j in model.used_features if model.features[j].is_date):
        name = model.feature_names[j]
        good[name] = readable_dates(model.features[j], X[name])
        if not good[name].any():
            return everything
    usable = good.all(axis=1)
    if not usable.all():
        row = int(usable.to_numpy().argmin())
        name = next(str(name) for name in good if not good[name].iloc[row])
        which = f"row {row}" if (~usable).sum() == 1 else f"the first of them row {row}"
        count = f"{(~usable).sum()} of {len(X)} rows could not be classified"
        warnings.warn(
            f"{count}, {which} (counted from 0): column {name!r} holds {_shown(X[name].iloc[row])}", stacklevel=2
        )
    return usable


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


def _as_numbers(column: pd.Series, decimal: str) -> pd.Series:
    """The column with gaps in place of what is no number; pandas would count the nanoseconds of dates."""
    texts = [cell for cell in column.dropna().unique() if isinstance(cell, str)]
    notation = likely_notation(texts, COMMA if decimal == COMMA.decimal else POINT)

    def number(cell: Any) -> Any:
        return notation.read(cell) if isinstance(cell, str) and notation.is_number(cell) else cell

    cells = column.astype(str) if column.dtype.kind in "mM" else column.astype(object).map(number)
    return pd.to_numeric(cells, errors="coerce").astype("float64")


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
