"""Numbers that are written with zeros before them, such as 01067: postcodes or keys, which lose them."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pandas as pd

from nldt.data.formats.csv_text import CsvText
from nldt.data.formats.rows import parse_texts_in_parts

USUAL = ",;|\t "  # separators
# A zero before a digit where a cell begins, and digits up to its end; a look for it is far cheaper than all cells.
_CELL = re.compile(rb"""0(?<=[\n\r,;|\t "']0)[0-9]+[\r\n,;|\t "']""")
_TEXT = r"\s*0\d+\s*"


def padded_numbers(text: CsvText, values: pd.DataFrame) -> dict[str, str]:
    """The first such cell of each column of whole numbers that has any, by the name of the column."""
    if text.separator in USUAL and not _CELL.search(text.content + b"\n"):
        return {}
    whole = [
        place
        for place, (_, column) in enumerate(values.items())
        if column.dtype.kind in "iuf" and column.notna().any() and (column.dropna() % 1 == 0).all()
    ]
    return _first_ones(parse_texts_in_parts(text, whole)) if whole else {}


def _first_ones(parts: Iterable[pd.DataFrame]) -> dict[str, str]:
    """The first cell of each column that has such zeros."""
    found: dict[str, str] = {}
    for texts in parts:
        for name, column in texts.drop(columns=list(found)).items():
            padded = column.str.fullmatch(_TEXT)
            if padded.any():
                found[str(name)] = str(column[padded].iloc[0]).strip()
    return found
