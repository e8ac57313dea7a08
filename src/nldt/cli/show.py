"""``nldt show``: a model file as people or programs read it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Format(StrEnum):
    """What ``nldt show`` can print."""

    TEXT = "text"
    JSON = "json"


def show(
    model: Annotated[Path, typer.Argument(help="Model file written by 'nldt fit'.")],
    format: Annotated[Format, typer.Option(help="How to print the model.")] = Format.TEXT,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write it here.")] = None,
) -> None:
    """Print the rules of a model."""
    from nldt import load_model
    from nldt.files import require_other_file, write_whole

    if output is not None:
        require_other_file(output, model)
    classifier = load_model(model)
    text = classifier.to_text() if format is Format.TEXT else classifier.to_json()
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_whole(output, text)
