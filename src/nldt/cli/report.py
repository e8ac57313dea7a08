"""``nldt report``: a model and a table with true classes in, an HTML page out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nldt.cli.options import DROP_MISSING


def report(
    model: Annotated[Path, typer.Argument(help="Model file written by 'nldt fit'.")],
    data: Annotated[Path, typer.Argument(help="CSV file with the model's columns and the true classes.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the page here.")] = None,
    target: Annotated[
        str | None, typer.Option(help="The column with the true classes; needed where several columns may be it.")
    ] = None,
    drop_missing: Annotated[bool, DROP_MISSING] = False,
) -> None:
    """Write an HTML report: the rules, how well they do on a CSV table, and what-if questions."""
    from nldt import load_model
    from nldt.data.table import complete_rows, find_target, read_csv, select_features, true_classes
    from nldt.data.validation import feature_names
    from nldt.files import require_other_file, require_writable, write_whole

    if output is not None:
        require_other_file(output, model, data)
        require_writable(output)
    classifier = load_model(model)
    table = read_csv(data)
    names = feature_names(classifier)
    target = target or find_target(table, names, classifier.classes_, data)
    y = true_classes(table, target, classifier.classes_, data)
    X, y = complete_rows(select_features(table, names, data), y, drop_missing)
    rows = X if hasattr(classifier, "feature_names_in_") else X.to_numpy()
    text = classifier.report(rows, y, title=f"Report on {data.name}")
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_whole(output, text)
        typer.echo(f"report on {len(X)} rows (true classes: column {target!r}) written to {output}")
