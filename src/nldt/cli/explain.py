"""``nldt explain``: why a model gives a row of a table its class."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from nldt.cli.notes import told_if_accepted
from nldt.cli.table_options import FileLayout, table_argument


class Format(StrEnum):
    """What ``nldt explain`` can print."""

    TEXT = "text"
    HTML = "html"


def explain(
    model: Annotated[Path, typer.Argument(help="Model file written by 'nldt fit'.")],
    data: Annotated[Path, table_argument("Table with the columns that the rules use; others are ignored.")],
    layout: FileLayout,
    row: Annotated[int, typer.Option(help="The row to explain, counted from 0 as pandas does: 0 follows the header.")],
    format: Annotated[Format, typer.Option(help="How to print the explanation.")] = Format.TEXT,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write it here.")] = None,
) -> None:
    """Tell why a row gets its class, and the smallest change of each single feature that would change that."""
    from nldt import load_model
    from nldt.data.feature_columns import select_features
    from nldt.data.read_table import read_table
    from nldt.data.source import Source
    from nldt.data.usable_rows import needed_numbers, words_as_gaps
    from nldt.errors import InputError
    from nldt.files import require_other_file, write_whole

    source = Source.named(data)
    if output is not None:
        require_other_file(output, model, *source.files)
    classifier = load_model(model)
    with told_if_accepted():
        table = read_table(source, layout, needed_numbers(classifier.model_).__contains__)
        X = select_features(table, classifier.model_.feature_names, classifier.model_.used_features)
        if not 0 <= row < len(X):
            raise InputError(f"--row {row} is not in {source}: its rows are 0 to {len(X) - 1}")
        explanation = classifier.explain(words_as_gaps(X, classifier.model_, table.decimal).iloc[row].to_dict())
    title = f"Row {row} of {source.title} (the first row is 0)"
    text = explanation.to_html(title) if format is Format.HTML else f"{title}\n\n{explanation}"
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_whole(output, text)
