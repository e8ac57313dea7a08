"""Command line options made from the table of parameters."""

from __future__ import annotations

from typing import Any

import typer

from nldt.parameters import CLASSIFIER_PARAMETERS

_TABLE = {parameter.name: parameter for parameter in CLASSIFIER_PARAMETERS}


def option(name: str, *flags: str) -> Any:
    """A typer option for a parameter of the classifier, with the table's own words as help."""
    return typer.Option(*flags or (f"--{name.replace('_', '-')}",), help=_TABLE[name].meaning)
