"""Command line options: those made from the table of parameters, and those that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import typer

from nldt.decimals import number_text
from nldt.errors import InputError
from nldt.parameters import CLASSIFIER_PARAMETERS, Allowed

DROP_MISSING = typer.Option("--drop-missing", help="Leave out rows in which a feature is missing.")

_TABLE = {parameter.name: parameter for parameter in CLASSIFIER_PARAMETERS}


def option(name: str, *flags: str, meaning: str | None = None) -> Any:
    """A typer option for a parameter of the classifier: the table's words as help unless told, the table's check."""
    row = _TABLE[name]
    return typer.Option(
        *flags or (f"--{name.replace('_', '-')}",), help=meaning or row.meaning, callback=_check(row.allowed)
    )


def table_argument(meaning: str) -> Any:
    """A typer argument that names the source of a table."""
    return typer.Argument(help=f"{meaning} '-' reads standard input.")


def _check(allowed: Allowed) -> Callable[..., Any]:
    """Refuse a value in the words in which it was typed, before anything else is done."""

    def check(param: typer.CallbackParam, value: Any) -> Any:
        if not allowed.holds(value):
            shown = number_text(value) if isinstance(value, float) else value
            raise InputError(f"{param.opts[0]} {shown}: must be {allowed.typed or allowed.words}")
        return value

    return check
