"""Where a table comes from."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from nldt.data.formats.compression import COMPRESSED, decompress, trouble
from nldt.errors import InputError

STANDARD_INPUT = "-"  # how users name it where a file's name is asked for


@dataclass(frozen=True)
class Source:
    """A file, a pipe that has a path, or standard input; as text it is what messages call it.

    >>> print(Source.named("new/table.csv"), Source.named("-"), sep=", ")
    'new/table.csv', standard input
    """

    path: Path | None  # None: standard input

    @classmethod
    def named(cls, name: str | Path) -> Source:
        """The source that a user means."""
        return cls(None if str(name) == STANDARD_INPUT else Path(os.path.expanduser(name)))

    def __str__(self) -> str:
        return "standard input" if self.path is None else repr(str(self.path))

    @property
    def title(self) -> str:
        """What headings call it: the name of a file or folder; the whole path of a pipe, whose name may be a number."""
        if self.path is None:
            return str(self)
        return self.path.resolve().name if self.path.is_file() or self.path.is_dir() else str(self.path)

    @property
    def ending(self) -> str:
        """The ending of a file's name that tells its kind: ``.csv`` of ``table.csv.gz``; empty where there is none."""
        endings = [] if self.path is None else [ending.casefold() for ending in self.path.suffixes]
        return next((ending for ending in reversed(endings) if ending not in COMPRESSED), "")

    @property
    def files(self) -> list[Path]:
        """The files that no output may overwrite."""
        return [] if self.path is None else [self.path]

    def read(self) -> bytes:
        """All of it, decompressed. A pipe can be read only once, so whoever needs the bytes again keeps them."""
        try:
            if self.path is None:
                return decompress(_piped_input())
            if self.path.is_dir():
                raise InputError(f"can't read {self}: it is a folder, which fit, predict and report read; give a file")
            return decompress(self.path.read_bytes(), self.path.name)
        except (InputError, MemoryError):
            raise
        except Exception as error:  # decompressors raise all kinds
            raise InputError(f"can't read {self}: {trouble(error)}") from None


def _piped_input() -> bytes:
    """Nobody types a table: a terminal would be waited for in vain."""
    if sys.stdin is None or sys.stdin.closed:
        raise InputError("standard input is closed: pipe a table into it, or name a file in place of '-'")
    if sys.stdin.isatty():
        raise InputError("standard input is a terminal: pipe a table into it, or name a file in place of '-'")
    return sys.stdin.buffer.read()
