"""From a source to a table, whatever kind of file it is."""

from __future__ import annotations

import warnings
from collections.abc import Callable

from nldt.data.formats.arrow_file import read_arrow
from nldt.data.formats.csv_file import read_csv
from nldt.data.formats.excel_file import read_excel
from nldt.data.formats.kind import Kind, kind_of
from nldt.data.formats.layout import Layout
from nldt.data.source import Source
from nldt.data.table import Table, refuse_unusable
from nldt.errors import InputError, list_names

# What may be said of each kind of file.
OPTIONS = {
    Kind.TEXT: ("sep", "decimal", "encoding", "missing"),
    Kind.EXCEL: ("decimal", "sheet", "missing"),
    Kind.PARQUET: ("missing",),
    Kind.ARROW: ("missing",),
}
ENDINGS = {
    ".xlsx": Kind.EXCEL,
    ".xlsm": Kind.EXCEL,
    ".parquet": Kind.PARQUET,
    ".pq": Kind.PARQUET,
    ".feather": Kind.ARROW,
    ".arrow": Kind.ARROW,
    ".ipc": Kind.ARROW,
}


def any_column(name: str) -> bool:
    """Whether rules may be made of a column of that name: where nobody knows better, of any."""
    return True


def read_table(source: Source, layout: Layout | None = None, is_feature: Callable[[str], bool] = any_column) -> Table:
    """The table of a file: what is not said of it is found out, and warnings tell what is unusual.

    ``is_feature``: by a column's name, whether it matters that words make text of it.
    """
    layout = layout or Layout()
    content = source.read()
    try:
        kind = kind_of(content)
    except ValueError as error:
        raise InputError(f"{source} is {error}") from None
    layout.refuse_all_but(*OPTIONS[kind], source=source, is_kind=kind.value)
    if kind is Kind.TEXT:
        table, found = read_csv(source, content, layout)
    elif kind is Kind.EXCEL:
        table, found = read_excel(source, content, layout)
    else:
        table, found = read_arrow(source, content, kind, layout)
    refuse_unusable(table)
    found.remarks.extend(_without_names(table))
    if kind is not ENDINGS.get(source.ending, Kind.TEXT):
        found.notation.insert(0, kind.value)
    for line in found.lines(is_feature):
        warnings.warn(f"{source.title}: {line}", stacklevel=2)
    return table


def _without_names(table: Table) -> list[str]:
    """What columns without a name are called, in words; row numbers need none."""
    names = [name for name, title in zip(table.names, table.header, strict=True) if not title.strip()]
    names = [name for name in names if name != table.row_numbers]
    called = "a column without a name is called" if len(names) == 1 else "columns without names are called"
    return [f"{called} {list_names(names)}"] if names else []
