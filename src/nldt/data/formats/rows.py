"""The rows of a CSV text as pandas understands them, none of them cut; and which line is to blame."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import pandas as pd

from nldt.data.formats.csv_text import CsvText
from nldt.errors import InputError

ROWS_AT_ONCE = 100_000
NO_NAMES = "has a first line that does not name its columns: add a line with column names"


def parse_rows(text: CsvText, decimal: str) -> pd.DataFrame:
    """The table; InputError where a row has more cells than the header, unless the surplus ones are empty."""
    table = _parse_whole(text, decimal)
    if len(table.columns) != len(text.header):  # quotes that two parsers understand in two ways
        raise InputError(NO_NAMES)
    return table


def _parse_whole(text: CsvText, decimal: str) -> pd.DataFrame:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", pd.errors.ParserWarning)  # pandas would take cells for row names, or cut
            return text.parse(decimal=decimal)
    except (pd.errors.ParserError, pd.errors.ParserWarning) as error:
        _refuse_open_quote(text, error)
        _refuse_surplus_cells(text)
    try:
        return text.parse(decimal=decimal, usecols=range(len(text.header)))
    except ValueError as error:  # the first complaint hid this one, or pandas skips a line that holds the names
        _refuse_open_quote(text, error)
        raise InputError(NO_NAMES) from None


def parse_texts(text: CsvText, places: list[int]) -> pd.DataFrame:
    """The columns at these places with their cells as they are."""
    return text.parse(usecols=places, dtype=str, na_filter=False).fillna("")  # rows that end early


def parse_texts_in_parts(text: CsvText, places: list[int]) -> Iterator[pd.DataFrame]:
    """The same some rows at a time, which saves memory."""
    parts: Any = text.parse(usecols=places, dtype=str, na_filter=False, chunksize=ROWS_AT_ONCE)
    for part in parts:
        yield part.fillna("")


def count_short_rows(text: CsvText, values: pd.DataFrame) -> list[str]:
    """How many rows end before the last column, in words; nothing where there are none."""
    if not values.iloc[:, -1].isna().any():  # saves a look at every line
        return []
    records = [(line, len(cells)) for line, cells in text.records()]
    _refuse_rows_of_one_cell(text, records[1:])
    lines = [line for line, n_cells in records if n_cells < len(text.header)]
    if not lines:
        return []
    what = "1 row ends early, in" if len(lines) == 1 else f"{len(lines)} rows end early, the first in"
    return [f"{what} line {lines[0]}: gaps in the rest"]


def _refuse_rows_of_one_cell(text: CsvText, rows: list[tuple[int, int]]) -> None:
    """Refuse a header of several columns above rows that something else separates: (line, number of cells)."""
    if text.sheet_rows is None and rows and len(text.header) > 1 and all(n_cells == 1 for _, n_cells in rows):
        raise InputError(
            f"line {rows[0][0]} has 1 cell, as all rows have, but its header names {len(text.header)} columns, "
            f"separated by {text.separator!r}: separate header and rows alike, or give another --sep"
        )


def _refuse_open_quote(text: CsvText, error: Exception) -> None:
    if "EOF inside string" in str(error):
        line = max(line for line, _ in text.records())  # it has swallowed all that follows
        raise InputError(
            f"line {line}: a quote {text.quote} is opened and never closed: close it, or write it twice "
            "within quotes where it is part of a text"
        )


def _refuse_surplus_cells(text: CsvText) -> None:
    length = len(text.header)
    for line, cells in text.records():
        if any(cell.strip() for cell in cells[length:]):
            columns = f"only one column, {text.header[0]!r}" if length == 1 else f"{length} columns"
            raise InputError(
                f"line {line} has {len(cells)} cells separated by {text.separator!r}, but its header names "
                f"{columns}: name every column, remove lines above the header, put quotes around cells that hold "
                f"{text.separator!r}, or give another --sep"
            )
