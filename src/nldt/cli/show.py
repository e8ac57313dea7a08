"""``nldt show``: a model file as people or programs read it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Format(StrEnum):
    """What ``nldt show`` can print."""

    TEXT = "text"
    LATEX = "latex"
    SYMPY = "sympy"
    PYTHON = "python"
    C = "c"
    SQL = "sql"
    JAVASCRIPT = "javascript"
    DOT = "dot"
    JSON = "json"
    ONNX = "onnx"


def show(
    model: Annotated[Path, typer.Argument(help="Model file written by 'nldt fit'.")],
    format: Annotated[Format, typer.Option(help="How to print the model.")] = Format.TEXT,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write it here.")] = None,
) -> None:
    """Print the rules of a model, or the model in another language."""
    from nldt import load_model
    from nldt.errors import InputError
    from nldt.files import require_other_file, write_whole
    from nldt.write.code.sympy_piecewise import to_sympy_text

    if format is Format.ONNX and output is None:
        raise InputError("--format onnx writes a binary file: say where with -o FILE")
    if output is not None:
        require_other_file(output, model)
    classifier = load_model(model)
    content: str | bytes
    if format is Format.ONNX:
        content = classifier.to_onnx().SerializeToString()
    elif format is Format.SYMPY:
        content = to_sympy_text(classifier._model())
    else:
        content = getattr(classifier, f"to_{format.value}")()
    if output is not None:
        write_whole(output, content)
    else:
        typer.echo(content, nl=False)
