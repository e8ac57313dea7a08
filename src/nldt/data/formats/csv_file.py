"""CSV tables of any kind: how they are written is found out, and they are parsed from memory."""

from __future__ import annotations

from functools import partial
from itertools import islice

import pandas as pd

from nldt.data.formats.affixes import numbers_with_affixes
from nldt.data.formats.csv_text import CsvText
from nldt.data.formats.dates import find_dates
from nldt.data.formats.dialect import find_dialect
from nldt.data.formats.encoding import UTF_8, Undecodable, to_utf8
from nldt.data.formats.findings import Findings
from nldt.data.formats.layout import Layout
from nldt.data.formats.leading_zeros import padded_numbers
from nldt.data.formats.missing_words import with_missing_words
from nldt.data.formats.numbers import DECIMAL_COMMA, Parse, parse_numbers, points_that_may_group
from nldt.data.formats.rows import count_short_rows, parse_rows, parse_texts
from nldt.data.formats.strays import stray_texts
from nldt.data.source import Source
from nldt.data.table import Table
from nldt.errors import InputError

SEPARATOR_NAMES = {"\t": "tabs", " ": "spaces"}
USUAL_SEPARATORS = {".tsv": "\t", ".tab": "\t", ".psv": "|"}  # by a file's ending; commas otherwise
BESIDE_DECIMAL_COMMAS = ";"  # what separates cells in countries that write 3,14
GLANCE = 1_000  # rows in which points are looked at
UNKNOWN = "\ufffd"  # what stands for bytes that are no text


def read_csv(source: Source, content: bytes, layout: Layout) -> tuple[Table, Findings]:
    """The table of a CSV file with a header, and what was unusual about the file, in words."""
    try:
        utf8, encoding = to_utf8(content, layout.encoding)
    except Undecodable as error:
        place = _place_of_bad_byte(content, error, layout.sep)
        raise InputError(f"{source} {place}: {error}; mend it, or give the right --encoding") from None
    text, comments = find_dialect(utf8, layout.sep)
    table, found = table_of_text(source, text, layout, partial(parse_rows, text))
    if layout.decimal is None and text.separator == BESIDE_DECIMAL_COMMAS and DECIMAL_COMMA not in found.notation:
        cells = (cells for _, cells in islice(text.records(), 1, GLANCE))
        found.remarks.extend(points_that_may_group(text.header, cells))
    if layout.sep is None and text.separator != _usual_separator(source):
        found.notation.insert(0, f"separated by {SEPARATOR_NAMES.get(text.separator, repr(text.separator))}")
    if layout.encoding is None and encoding != UTF_8:
        found.notation.append(encoding)
    found.notation.extend(comments)
    return table, found


def table_of_text(source: Source, text: CsvText, layout: Layout, parse: Parse) -> tuple[Table, Findings]:
    """The table of a text whose separator and quotes are known, and what was unusual about it, in words."""
    if not text.header:
        raise InputError(f"{source} is empty: a table with a header and rows is needed")
    missing = tuple(layout.missing or ())
    where = partial(_place_of_cell, text)
    try:
        values, notation, found = parse_numbers(
            lambda decimal: with_missing_words(parse(decimal), missing), layout.decimal, where
        )
        strays = stray_texts(values, notation, where)
        values, dates = find_dates(values, where)
        remarks = dates.remarks + numbers_with_affixes(values, where) + count_short_rows(text, values)
    except InputError as error:
        raise InputError(f"{source} {error}") from None
    except Exception:  # pandas passes on whatever its parsers raise, in words that are about itself
        raise InputError(
            f"{source} is no table of cells separated by {text.separator!r}: check its quotes and its first line, or "
            "give another --sep"
        ) from None
    # Lines that end with a separator make a column with neither a name nor a cell.
    kept = [place for place, name in enumerate(text.header) if name.strip() or values.iloc[:, place].notna().any()]
    header = tuple(text.header[place] for place in kept)
    _refuse_title(source, header, text.place(-1))
    texts = partial(_texts_of_kept, text, kept)
    table = Table(
        source, header, values.iloc[:, kept], texts, notation.decimal, missing, partial(padded_numbers, text, values)
    )
    return table, Findings(found + dates.notation, remarks, strays)


def _refuse_title(source: Source, header: tuple[str, ...], place: str) -> None:
    """Refuse a first line that names but one of many columns: most likely it is the title of the table."""
    named = [name for name in header if name.strip()]
    if len(named) == 1 and len(header) > 2:
        raise InputError(
            f"{source} {place} names only one of {len(header)} columns, {named[0]!r}: remove what is above the header, "
            "or name every column"
        )


def _texts_of_kept(text: CsvText, kept: list[int], places: list[int]) -> pd.DataFrame:
    return parse_texts(text, [kept[place] for place in places])


def _usual_separator(source: Source) -> str:
    return USUAL_SEPARATORS.get(source.ending, ",")


def _place_of_cell(text: CsvText, column: str, row: int) -> str:
    return f"{text.place(row)}, column {column!r}"


def _place_of_bad_byte(content: bytes, error: Undecodable, separator: str | None) -> str:
    """The line and the column of a byte that is no text, as far as they can be told."""
    readable = content.decode(error.encoding, errors="replace").replace("\0", UNKNOWN)
    text, _ = find_dialect(readable.encode("utf-8"), separator)
    for line, cells in text.records():
        for number, cell in enumerate(cells, start=1):
            if UNKNOWN in cell:
                name = text.header[number - 1] if number <= len(text.header) else ""
                return f"line {line}, column {repr(name) if name.isprintable() and UNKNOWN not in name else number}"
    return "line 1"
