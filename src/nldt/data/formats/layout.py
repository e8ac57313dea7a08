"""How a file is laid out, as far as its user says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from nldt.errors import InputError


@dataclass(frozen=True)
class Layout:
    """What the user says of a file; None is found out.

    The fields are the options of the command line that have their names.
    """

    sep: str | None = None  # between cells: one character
    decimal: str | None = None  # '.' or ','
    encoding: str | None = None  # as Python names it
    sheet: str | None = None  # a sheet's name, or its number from 1
    missing: Sequence[str] | None = None  # words for gaps, besides those that are known

    def refuse_all_but(self, *names: str, source: object, is_kind: str) -> None:
        """Raise InputError where something is said that the file can't have."""
        for field in fields(self):
            if field.name not in names and getattr(self, field.name) is not None:
                raise InputError(f"{source} is {is_kind}: it has no --{field.name}; leave out that option")
