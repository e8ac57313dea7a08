"""A CSV file larger than memory: pieces of whole records, each read as a small file of its own would be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from nldt.data.formats.csv_file import read_csv
from nldt.data.formats.dialect import find_dialect
from nldt.data.formats.encoding import to_utf8
from nldt.data.formats.layout import Layout
from nldt.data.formats.missing_words import are_missing_words
from nldt.data.formats.notation import POINT
from nldt.data.formats.numbers import DECIMAL_COMMA
from nldt.data.partitions.passes import ReadHere
from nldt.data.source import Source
from nldt.data.table import refuse_unusable
from nldt.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

PIECE_BYTES = 1 << 24
WIDE = ("UTF-16", "UTF-32")  # encodings in which a line does not end with one byte


@dataclass(frozen=True, eq=False)
class CsvPieces(ReadHere):
    """A CSV file; the first piece tells how all of it is written. Cells of the target are texts, as the file has them.

    Nothing is known of its columns without a look at the rows.
    """

    path: Path
    layout: Layout
    target: str | None = None
    n_threads: int = 1
    piece_bytes: int = PIECE_BYTES
    names_are_given: bool = True
    numbers: frozenset[str] = frozenset()

    @property
    def title(self) -> str:
        return repr(str(self.path))

    def _ends(self) -> Iterator[int]:
        """Where pieces end: at the end of a line outside of quotes."""
        open_quote, position = False, 0
        with self.path.open("rb") as file:
            while block := file.read(self.piece_bytes):
                rest = file.readline()
                position += len(block) + len(rest)
                open_quote ^= (block.count(b'"') + rest.count(b'"')) % 2 == 1
                while open_quote and (line := file.readline()):
                    position += len(line)
                    open_quote ^= line.count(b'"') % 2 == 1
                yield position

    @cached_property
    def _known(self) -> tuple[Layout, bytes, tuple[str, ...]]:
        """How the file is written, the lines down to its header, and the names of the columns."""
        first = self._bytes(0, next(self._ends(), 0))
        utf8, encoding = to_utf8(first, self.layout.encoding)
        if encoding in WIDE:
            raise InputError(f"{self.title} is {encoding}: save a file of this size as UTF-8")
        text, _ = find_dialect(utf8, self.layout.sep)
        table, found = read_csv(Source(self.path), first, self.layout)
        refuse_unusable(table)
        decimal = "," if DECIMAL_COMMA in found.notation else self.layout.decimal or "."
        layout = Layout(text.separator, decimal, encoding, None, self.layout.missing)
        line = int(text.place(-1).removeprefix("line "))
        head = b"".join(first.splitlines(keepends=True)[:line])
        return layout, head, tuple(table.names)

    @property
    def names(self) -> tuple[str, ...]:
        return self._known[2]

    @property
    def decimal(self) -> str:
        """The decimal sign of all pieces."""
        return self._known[0].decimal or POINT.decimal

    @property
    def n_partitions(self) -> int:
        return -(-self.path.stat().st_size // self.piece_bytes)  # about: pieces end with a line

    @property
    def identity(self) -> str:
        known = self.path.stat()
        return repr((str(self.path.resolve()), known.st_size, known.st_mtime_ns, self.layout, self.piece_bytes))

    @property
    def pieces(self) -> Iterator[_CsvPiece]:
        """The partitions, each as soon as its end is known: to find all of them takes a while."""
        layout, head, _ = self._known
        start = len(head)
        for end in self._ends():
            if end > start:
                yield _CsvPiece(self.path, head, start, end, layout, self.target)
            start = max(start, end)

    def _bytes(self, start: int, end: int) -> bytes:
        return _CsvPiece(self.path, b"", start, end, self.layout, None).content()


@dataclass(frozen=True, eq=False)
class _CsvPiece:
    path: Path
    head: bytes
    start: int
    end: int
    layout: Layout
    target: str | None

    def content(self) -> bytes:
        with self.path.open("rb") as file:
            file.seek(self.start)
            return self.head + file.read(self.end - self.start)

    def frames(self, columns: Sequence[str]) -> Iterator[pd.DataFrame]:
        content = self.content()
        if not content[len(self.head) :].strip():
            return
        table, _ = read_csv(Source(self.path), content, replace(self.layout))
        frame = table.values
        if self.target in columns:
            assert self.target is not None
            texts = table.texts([self.target])[self.target].str.strip()
            has_class = (texts != "") & ~are_missing_words(texts, table.missing)
            frame = frame.assign(**{self.target: texts.where(has_class)})
        yield frame[list(columns)]
