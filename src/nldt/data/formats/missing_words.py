"""Words of which the user says that they stand for a gap: in any column, besides the marks that are known."""

from __future__ import annotations

from collections.abc import Collection

import pandas as pd

from nldt.data.formats.notation import COMMA, POINT
from nldt.data.formats.numbers import is_text
from nldt.data.table import replaced


def with_missing_words(values: pd.DataFrame, words: Collection[str]) -> pd.DataFrame:
    """The table with gaps in place of these words, however they are capitalised, and of numbers among them.

    >>> table = pd.DataFrame({"a": ["1", "k.A. "], "b": [2, -9]})
    >>> with_missing_words(table, ["K.A.", "-9"]).isna().to_numpy().tolist()
    [[False, False], [True, True]]
    """
    if not words:
        return values
    numbers = [notation.read(word) for notation in (POINT, COMMA) for word in words if notation.is_plain(word)]
    changed = {}
    for name, column in values.items():
        if is_text(column):
            gaps = are_missing_words(column, words)
        elif column.dtype.kind in "iuf":
            gaps = column.isin(numbers)
        else:
            continue
        if gaps.any():
            changed[str(name)] = column.mask(gaps)
    return replaced(values, changed)


def are_missing_words(cells: pd.Series, words: Collection[str]) -> pd.Series:
    """Which cells of a column of text hold one of these words."""
    known = {word.strip().casefold() for word in words}
    return cells.isin([text for text in cells.dropna().unique() if text.strip().casefold() in known])
