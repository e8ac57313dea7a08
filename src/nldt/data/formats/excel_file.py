"""Tables of Excel workbooks: one sheet, its first row with anything in it being the header."""

from __future__ import annotations

import csv
import datetime
import io
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

import pandas as pd

from nldt.data.formats.csv_file import table_of_text
from nldt.data.formats.csv_text import CsvText
from nldt.data.formats.findings import Findings
from nldt.data.formats.layout import Layout
from nldt.data.formats.notation import POINT
from nldt.data.formats.rows import parse_rows
from nldt.data.source import Source
from nldt.data.table import Table, replaced
from nldt.errors import InputError, hint, list_names

Cells = list[Any]


def read_excel(source: Source, content: bytes, layout: Layout) -> tuple[Table, Findings]:
    """The table of a sheet, the first one that is not empty unless told, and what was unusual, in words.

    Cells go through text as those of a CSV file do: numbers that are stored as text are numbers in either. Those that
    are stored as numbers have whatever decimal sign the others have.
    """
    with _damage_refused(source):
        book = _open(content, values_only=True)
        filled = [sheet.title for sheet in book.worksheets if any(map(_is_filled, sheet.iter_rows(values_only=True)))]
    title = next(iter(filled), None)
    if layout.sheet is not None:
        title = _named_sheet(source, [sheet.title for sheet in book.worksheets], layout.sheet)
    if title is None or title not in filled:
        raise InputError(f"{_named(source, title)} is empty: a table with a header and rows is needed")
    with _damage_refused(source):
        rows = _filled_rows(book[title])

    def parse(decimal: str) -> pd.DataFrame:
        return parse_rows(_as_text(rows, decimal), decimal)

    table, found = table_of_text(source, _as_text(rows), layout, parse)
    if table.values.isna().all().any():
        _refuse_uncomputed(source, content, title)
    if layout.sheet is None and len(filled) > 1:
        found.notation.insert(0, f"sheet {title!r} of {list_names(filled)}")
    return replace(table, values=_with_dates(table.values, list(rows.values())[1:])), found


def _open(content: bytes, values_only: bool) -> Any:
    """The workbook; what its sheets say of their own sizes is left out, since some programs write it wrong."""
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=values_only)
    for sheet in book.worksheets:
        sheet.reset_dimensions()
    return book


@contextmanager
def _damage_refused(source: Source) -> Iterator[None]:
    """Sheets are read when their cells are asked for, and may turn out to be damaged then."""
    try:
        yield
    except Exception as error:  # there is a different one for almost every kind of damage
        raise InputError(f"{source} is a damaged Excel workbook: {' '.join(str(error).split())}") from None


def _named(source: Source, title: str | None) -> str:
    return str(source) if title is None else f"sheet {title!r} of {source}"


def _named_sheet(source: Source, titles: list[str], wanted: str) -> str:
    """The sheet of that name, or else of that number."""
    if wanted in titles:
        return wanted
    if wanted.isdecimal() and 1 <= int(wanted) <= len(titles):
        return titles[int(wanted) - 1]
    raise InputError(f"{source} has no sheet {wanted!r}{hint(wanted, titles, 'sheets')}")


def _filled_rows(sheet: Any) -> dict[int, Cells]:
    """The cells by the row's number, without rows and columns that are empty."""
    rows = {number: row for number, row in enumerate(sheet.iter_rows(values_only=True), start=1) if _is_filled(row)}
    width = max(map(len, rows.values()))
    columns = [place for place in range(width) if any(len(row) > place and _is(row[place]) for row in rows.values())]
    return {number: [row[place] if place < len(row) else None for place in columns] for number, row in rows.items()}


def _is_filled(row: tuple[Any, ...]) -> bool:
    return any(map(_is, row))


def _is(cell: Any) -> bool:
    """Whether there is anything in a cell."""
    return cell is not None and str(cell).strip() != ""


def _as_text(rows: dict[int, Cells], decimal: str = POINT.decimal) -> CsvText:
    written = io.StringIO(newline="")
    csv.writer(written).writerows([[_written(cell, decimal) for cell in row] for row in rows.values()])
    return CsvText(written.getvalue().encode("utf-8"), sheet_rows=tuple(rows))


def _written(cell: Any, decimal: str) -> Any:
    """A day without a time is written as a day, a fraction with this decimal sign."""
    if isinstance(cell, float):
        return repr(cell).replace(".", decimal)
    if isinstance(cell, datetime.datetime) and cell.time() == datetime.time():
        return cell.date()
    return cell


def _with_dates(values: pd.DataFrame, rows: list[Cells]) -> pd.DataFrame:
    """The table with columns of nothing but dates as pandas has them."""
    if not rows or len(rows[0]) != len(values.columns):  # a column without name and value was left out
        return values
    changed = {}
    for place, name in enumerate(values.columns):
        cells = [row[place] for row in rows if row[place] is not None]
        if cells and all(isinstance(cell, datetime.date) for cell in cells):  # a time of a day is one, too
            with suppress(pd.errors.OutOfBoundsDatetime):  # then they stay text, which is understood, too
                changed[name] = pd.to_datetime(values[name], format="ISO8601")
    return replaced(values, changed)


def _refuse_uncomputed(source: Source, content: bytes, title: str) -> None:
    """Refuse formulas without values: a program wrote them that does not compute."""
    values = _open(content, values_only=True)[title].iter_rows(values_only=True)
    formulas = _open(content, values_only=False)[title].iter_rows()
    for value_row, formula_row in zip(values, formulas, strict=False):
        for value, formula in zip(value_row, formula_row, strict=False):
            if value is None and formula.data_type == "f":
                raise InputError(
                    f"{_named(source, title)}: cell {formula.coordinate} holds a formula without its value: open the "
                    "workbook in a spreadsheet program and save it"
                )
