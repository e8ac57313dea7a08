"""The text of a CSV table, with all that is needed to parse it, as often as need be."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import pandas as pd


@dataclass(frozen=True)
class CsvText:
    """A header and rows, in UTF-8; lines that are no part of them are empty."""

    content: bytes
    separator: str = ","
    quote: str = '"'
    sheet_rows: tuple[int, ...] | None = None  # of a workbook: the row that each record was in

    @cached_property
    def header(self) -> tuple[str, ...]:
        """The names of the columns; none in an empty text."""
        return tuple(next((cells for _, cells in self.records()), ()))

    def records(self) -> Iterator[tuple[int, list[str]]]:
        """The number of the line in which each record begins, and its cells; the first one is the header.

        Slower than pandas: for the beginning of a text, and to say what is wrong with it.
        """
        csv.field_size_limit(max(csv.field_size_limit(), len(self.content)))  # a quote may be open to the end
        text = io.TextIOWrapper(io.BytesIO(self.content), encoding="utf-8", newline="")
        reader = csv.reader(text, delimiter=self.separator, quotechar=self.quote, skipinitialspace=True)
        line = 1
        for cells in reader:
            if len(cells) > 1 or (cells and cells[0].strip()):  # pandas skips empty lines, too
                yield line, cells
            line = reader.line_num + 1

    def place(self, row: int) -> str:
        """Where a user finds a row of the table, the header being -1: its line, or its row in a workbook."""
        if self.sheet_rows is not None:
            return f"row {self.sheet_rows[row + 1]}"
        line, _ = next(islice(self.records(), row + 1, None), (row + 2, []))
        return f"line {line}"

    def parse(self, **options: Any) -> pd.DataFrame:
        """The table, or what the options of ``pandas.read_csv`` make of it."""
        defaults: dict[str, Any] = {"skipinitialspace": True, "index_col": False, "low_memory": False}
        table: pd.DataFrame = pd.read_csv(
            io.BytesIO(self.content), sep=self.separator, quotechar=self.quote, **{**defaults, **options}
        )
        return table
