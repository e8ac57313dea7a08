"""Command line options: those made from the table of parameters, and those that several commands share."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from typing import Any

import typer

from nldt.decimals import number_text
from nldt.errors import InputError
from nldt.parameters import CLASSIFIER_PARAMETERS, MOST_EXPONENT, PATH_PARAMETERS, Parameter

DROP_MISSING = typer.Option("--drop-missing", help="Leave out rows in which a feature is missing.")

WEIGHT = typer.Option(
    "--weight", metavar="COLUMN", help="The column that says for how many rows each row counts: no feature then."
)
QUIET = typer.Option("--quiet", "-q", help="Show no progress.")

_RANGE = re.compile(r"\s*([+-]?\d+)\s*(?:\.\.\s*([+-]?\d+)\s*)?", re.ASCII)
_TABLE = {parameter.name: parameter for parameter in (*CLASSIFIER_PARAMETERS, *PATH_PARAMETERS)}


def option(name: str, *flags: str, meaning: str | None = None) -> Any:
    """A typer option for a parameter of the classifier: the table's words as help unless told, the table's check."""
    row = _TABLE[name]
    return typer.Option(*flags or (f"--{name.replace('_', '-')}",), help=meaning or row.meaning, callback=_check(row))


def read_exponents(text: str) -> tuple[int, ...]:
    """Exponents as they are typed: numbers and ranges, with commas between them.

    >>> read_exponents("-1,0,1,2"), read_exponents("-2..2"), read_exponents("0..2,4")
    ((-1, 0, 1, 2), (-2, -1, 0, 1, 2), (0, 1, 2, 4))
    """
    exponents: set[int] = set()
    for part in text.split(","):
        found = _RANGE.fullmatch(part)
        low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, -1)
        if not -MOST_EXPONENT <= low <= high <= MOST_EXPONENT:
            return ()
        exponents.update(range(low, high + 1))
    return tuple(sorted(exponents))


def _check(row: Parameter) -> Callable[..., Any]:
    """Refuse a value in the words in which it was typed, before anything else is done."""

    def check(param: typer.CallbackParam, value: Any) -> Any:
        importlib.import_module("nldt.search")  # the table knows the names of searches once they are loaded
        allowed = row.allowed
        if not allowed.holds(value):
            shown = number_text(value) if isinstance(value, float) else value
            raise InputError(f"{param.opts[0]} {shown}: must be {allowed.typed or allowed.words}")
        return value

    return check
