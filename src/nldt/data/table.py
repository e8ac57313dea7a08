"""A table in memory, whatever it was read from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import pandas as pd

from nldt.data.source import Source
from nldt.errors import InputError, hint, list_names


@dataclass(frozen=True, eq=False)
class Table:
    """What one reading of a source has given; the source is not needed again.

    Every reader, one for each kind of file, makes one of these.
    """

    source: Source
    header: tuple[str, ...]  # as it is: a name may be empty
    values: pd.DataFrame  # as pandas understands the cells: numbers where a column holds nothing else
    parse_texts: Callable[[list[int]], pd.DataFrame]  # the columns at these places, as ``texts`` gives them
    decimal: str = "."  # in cells that are text still
    missing: tuple[str, ...] = ()  # words of the user's for gaps, which are gaps in ``values`` already
    find_padded: Callable[[], Mapping[str, str]] = dict  # a cell of each column of numbers with zeros before them

    @property
    def names(self) -> list[str]:
        """A name for every column; pandas makes up those that the header lacks."""
        return list(self.values.columns)

    @property
    def row_numbers(self) -> str | None:
        """The name of the first column where it holds row numbers, as pandas writes them."""
        first = self.values.iloc[:, 0]
        is_unnamed = self.header[0] == ""
        if is_unnamed and first.dtype.kind in "iuf" and first.is_unique and (first % 1 == 0).all():
            return self.names[0]
        return None

    def texts(self, names: list[str]) -> pd.DataFrame:
        """Columns with their cells as they are: 001 is not 1, NA may be a country, and an empty cell is an empty text.

        Parsed when asked for: as text, a large table would take many times the memory.
        """
        return self.parse_texts(self.values.columns.get_indexer(pd.Index(names)).tolist())[names]

    def require_column(self, name: str) -> None:
        """Raise InputError where there is no column of that name."""
        if name not in self.values.columns:
            raise InputError(f"{self.source} has no column {name!r}{self.hint(name)}")

    def hint(self, missing: str) -> str:
        """How to go on where there is no column of that name: the end of a message."""
        return hint(missing, self.names, "columns")


def refuse_unusable(table: Table) -> None:
    """Raise InputError where there are no rows, or no header by which each column could be called."""
    refuse_repeated(table.source, table.header)
    if table.values.empty:
        raise InputError(f"{table.source} has a header but no rows")
    if all(map(is_number, table.names)):
        raise InputError(f"{table.source} has numbers where the header should be: add a line with column names")


def refuse_repeated(source: Source, header: Iterable[str]) -> None:
    """Raise InputError where names repeat: pandas would rename columns silently, or give up in words of its own."""
    repeated = [name for name, count in Counter(header).items() if name and count > 1]
    if repeated:
        raise InputError(f"{source} has several columns named {list_names(repeated)}: rename or drop them")


def replaced(frame: pd.DataFrame, columns: Mapping[str, pd.Series]) -> pd.DataFrame:
    """The frame with these columns in place of its own; pandas' ``assign`` takes none that is called self."""
    frame = frame.copy(deep=False)
    for name, column in columns.items():
        frame[name] = column
    return frame


def is_number(text: str) -> bool:
    """Whether a text can be read as a number."""
    try:
        float(text)
    except ValueError:
        return False
    return True
