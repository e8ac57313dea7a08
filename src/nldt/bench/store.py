"""Finished runs on disk: one JSON line each, written at once, so that an interrupted bench goes on where it stopped."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from nldt.errors import InputError

Record = dict[str, Any]
IDENTITY = ("dataset", "method", "seed", "version", "quick")


def key_of(record: Record) -> str:
    """What makes a run the same as another: its data, its method with all parameters, seed, version and size."""
    return json.dumps({name: record[name] for name in IDENTITY}, sort_keys=True, ensure_ascii=False)


class Store:
    """The runs of a results file, by key; new ones are appended.

    A process that is killed while it writes leaves a torn line: it is skipped, and its run is repeated.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.torn_lines = 0
        self._records: dict[str, Record] = {}
        for line in self._read().splitlines():
            self._take(line)

    def __contains__(self, key: str) -> bool:
        return key in self._records

    def __getitem__(self, key: str) -> Record:
        return self._records[key]

    def __len__(self) -> int:
        return len(self._records)

    def add(self, record: Record) -> None:
        """Keep a run and write it down; one write a line, so that two processes may share the file."""
        line = json.dumps(record, sort_keys=True, ensure_ascii=False) + "\n"
        try:
            with open(self.path, "ab+") as file:
                if file.tell() > 0:
                    file.seek(-1, os.SEEK_END)
                    if file.read(1) != b"\n":  # a torn line must not swallow this one
                        line = "\n" + line
                file.write(line.encode())
        except OSError as error:
            raise InputError(f"can't write {str(self.path)!r}: {error.strerror}") from None
        self._records[key_of(record)] = record

    def _read(self) -> str:
        if not self.path.exists():
            return ""
        try:
            # A line may be torn inside a character.
            return self.path.read_bytes().decode("utf-8", errors="replace")
        except OSError as error:
            raise InputError(f"can't read {str(self.path)!r}: {error.strerror}") from None

    def _take(self, line: str) -> None:
        try:
            record = json.loads(line)
            self._records[key_of(record)] = record
        except (ValueError, KeyError, TypeError):
            self.torn_lines += bool(line.strip())
