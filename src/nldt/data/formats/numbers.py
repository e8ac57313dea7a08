"""Columns of numbers that pandas takes for text: decimal commas, digits in groups, marks for gaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pandas as pd

from nldt.data.formats.gap_marks import GAP, is_gap
from nldt.data.formats.notation import COMMA, POINT, Notation
from nldt.data.table import replaced
from nldt.errors import InputError

GLANCE = 100  # cells
MOST_WHOLE = 2**63  # what whole numbers are smaller than
CHOOSE = "give --decimal . or --decimal ,"
GROUP = 3  # digits
DECIMAL_COMMA = "decimal comma"  # what is said of a table with some

Parse = Callable[[str], pd.DataFrame]  # the table, read with this decimal sign
Where = Callable[[str, int], str]  # what a message calls the cell in a column and a row


def parse_numbers(parse: Parse, decimal: str | None, where: Where) -> tuple[pd.DataFrame, Notation, list[str]]:
    """The table with its numbers understood, how they are written, and what was unusual about that, in words.

    ``decimal``: None is found out; InputError where that is not possible without a guess.
    """
    values, found = parse(decimal or POINT.decimal), []
    if decimal is None and any(_are_commas(texts) for texts in texts_by_column(values).values()):
        decimal, values = COMMA.decimal, parse(COMMA.decimal)
        _refuse_both_signs(values, where)
        found.append(DECIMAL_COMMA)
    elif decimal is None:
        _refuse_unclear_groups(values, where)
    notation = COMMA if decimal == COMMA.decimal else POINT
    values, also = _with_groups_and_gaps(values, notation)
    return values, notation, found + also


def _refuse_both_signs(values: pd.DataFrame, where: Where) -> None:
    """Refuse a table, read with decimal commas, in which some columns of numbers have decimal points."""
    for name, texts in texts_by_column(values).items():
        if _are_numbers(texts, POINT) and not _are_numbers(texts, COMMA):
            text = next(text for text in texts if not COMMA.is_number(text) and not is_gap(text))
            place = where(name, first_row(values[name], [text]))
            raise InputError(f"{place}: {text!r} has a decimal point, but other columns have decimal commas: {CHOOSE}")


def _refuse_unclear_groups(values: pd.DataFrame, where: Where) -> None:
    """Refuse 1,234 in a table in which nothing else tells whether its comma is a decimal one."""
    cells = {name: texts for name, texts in texts_by_column(values).items() if _are_numbers(texts, POINT)}
    has_fractions = any((column.dropna() % 1 != 0).any() for _, column in values.select_dtypes("float").items())
    if has_fractions or not all(COMMA.is_number(text) or is_gap(text) for texts in cells.values() for text in texts):
        return
    for name, texts in cells.items():
        unclear = [text for text in texts if POINT.is_grouped(text) and COMMA.is_plain(text)]
        if unclear:
            place, text = where(name, first_row(values[name], unclear[:1])), unclear[0]
            raise InputError(f"{place}: {text!r} may be {POINT.read(text):.0f} or {COMMA.read(text)}: {CHOOSE}")


def points_that_may_group(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Columns read with decimal points each of which may part thousands, in words: nothing else tells.

    >>> points_that_may_group(["pay", "age"], [["3.740", "1.5"], ["159", "2.25"]])
    ["column 'pay': '3.740' as 3.74 (--decimal , reads 3740)"]
    """
    found = []
    for name, cells in zip(header, zip(*rows, strict=False), strict=False):
        numbers = [cell.strip() for cell in cells if not is_gap(cell)]
        points = [cell for cell in numbers if POINT.decimal in cell]
        whole = all(
            cell.lstrip("-").isdecimal() and len(cell.lstrip("-")) <= GROUP for cell in numbers if cell not in points
        )
        if points and whole and all(map(COMMA.is_grouped, points)):
            as_point, as_group = POINT.read(points[0]), COMMA.read(points[0])
            found.append(f"column {name!r}: {points[0]!r} as {as_point:g} (--decimal , reads {as_group:.0f})")
    return found


def _with_groups_and_gaps(values: pd.DataFrame, notation: Notation) -> tuple[pd.DataFrame, list[str]]:
    """The table with grouped digits read as numbers and marks of gaps as gaps, and which there were."""
    changed: dict[str, pd.Series] = {}
    grouped, marks = False, set[str]()
    for name, texts in texts_by_column(values).items():
        if _are_numbers(texts, notation):
            numbers = {text: notation.read(text) for text in texts if not is_gap(text)}
            changed[name] = _as_pandas_types(values[name].map(numbers), numbers, notation)
            grouped = grouped or any(map(notation.is_grouped, numbers))
            marks.update(text for text in texts if text not in numbers)
    for name in values.columns.difference([*changed]):
        if is_text(values[name]) and (values[name] == GAP).any():
            changed[name] = values[name].mask(values[name] == GAP)
            marks.add(GAP)
    found = ["digits in groups of three"] if grouped else []
    found += [f"gaps marked {' and '.join(map(repr, sorted(marks)))}"] if marks else []
    return replaced(values, changed), found


def texts_by_column(values: pd.DataFrame) -> dict[str, list[str]]:
    """The different texts of each column of text that may have been meant to hold numbers."""
    columns = {str(name): column.dropna() for name, column in values.items() if is_text(column)}
    return {name: column.unique().tolist() for name, column in columns.items() if _may_be_numbers(column)}


def is_text(column: pd.Series) -> bool:
    return column.dtype.kind not in "biufM" and pd.api.types.is_string_dtype(column.dropna())


def _may_be_numbers(cells: pd.Series) -> bool:
    """A look at some of them, from the first to the last: most columns of text hold words, each of them another one.

    Half of the cells are to be numbers; a quarter of a few may do.
    """
    some = cells.iloc[:: -(-len(cells) // GLANCE) or 1].tolist()
    likely = sum(POINT.is_number(text) or COMMA.is_number(text) or is_gap(text) for text in some)
    return 0 < len(some) <= 4 * likely


def _are_commas(texts: list[str]) -> bool:
    """Whether these are numbers with a decimal comma at least in one of them."""
    return _are_numbers(texts, COMMA) and not _are_numbers(texts, POINT)


def _are_numbers(texts: Iterable[str], notation: Notation) -> bool:
    """Whether these are numbers or marks of gaps, and one number at least."""
    return all(notation.is_number(text) or is_gap(text) for text in texts) and not all(map(is_gap, texts))


def _as_pandas_types(column: pd.Series, numbers: dict[str, float], notation: Notation) -> pd.Series:
    """Whole numbers where none is missing, too large or written as a fraction; floats otherwise."""
    fractional = any(notation.decimal in text or "e" in text.casefold() for text in numbers)
    too_large = max(map(abs, numbers.values())) >= MOST_WHOLE
    kind: Any = "float64" if fractional or too_large or column.isna().any() else "int64"
    return column.astype(kind)


def first_row(column: pd.Series, texts: list[str]) -> int:
    return int(column.isin(texts).to_numpy().argmax())
