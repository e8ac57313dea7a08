"""``nldt show``: a model file as people or programs read it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from nldt.write.formats import BINARY, FORMATS

# The model's own file is one more way to read it.
Format = StrEnum("Format", {name.upper(): name for name in (*FORMATS, "json")})  # type: ignore[misc]


def show(
    model: Annotated[Path, typer.Argument(help="Model file written by 'nldt fit'.")],
    format: Annotated[Format, typer.Option(help="How to print the model.")] = Format("text"),  # noqa: B008
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write it here.")] = None,
    numbers: Annotated[bool, typer.Option("--numbers", help="With the numbers of nodes; of text.")] = False,
    alternatives: Annotated[
        bool, typer.Option("--alternatives", help="With rules of other features that are nearly as good; of text.")
    ] = False,
) -> None:
    """Print the rules of a model, or the model in another language."""
    from nldt import load_model
    from nldt.errors import InputError
    from nldt.files import require_other_file, write_whole
    from nldt.model.estimate import estimate_lines
    from nldt.write.cautions import cautions

    if format.value in BINARY and output is None:
        raise InputError(f"--format {format.value} writes a binary file: say where with -o FILE")
    if format.value != "text" and (numbers or alternatives):
        asked = "--numbers" if numbers else "--alternatives"
        raise InputError(f"{asked} is for --format text, not {format.value}")
    if output is not None:
        require_other_file(output, model)
    classifier = load_model(model)
    if format.value == "json":
        content: str | bytes = classifier.to_json()
    elif format.value == "text":
        text = classifier.to_text(numbers=numbers).rstrip("\n")
        others = ["", "nearly as good, by node:", classifier.alternatives_.to_text()] if alternatives else []
        odd = [f"note: {caution}" for caution in cautions(classifier.model_)]
        content = "\n".join([text, *estimate_lines(classifier.model_.estimate), *odd, *others]) + "\n"
    else:
        content = FORMATS[format.value](classifier.model_)
    if output is not None:
        write_whole(output, content)
    else:
        typer.echo(content, nl=False)
