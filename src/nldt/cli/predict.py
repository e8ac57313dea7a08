"""``nldt predict``: a model and a table in, classes out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nldt.cli.options import table_argument


def predict(
    model: Annotated[Path, typer.Argument(help="Model file written by 'nldt fit'.")],
    data: Annotated[Path, table_argument("CSV file with the columns that the rules use; others are ignored.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the CSV here.")] = None,
) -> None:
    """Predict the class of each row of a CSV table."""
    import pandas as pd

    from nldt import load_model
    from nldt.data.csv_file import read_csv
    from nldt.data.feature_columns import select_features
    from nldt.data.source import Source
    from nldt.files import require_other_file, write_whole

    source = Source.named(data)
    if output is not None:
        require_other_file(output, model, *source.files)
    classifier = load_model(model)
    X = select_features(read_csv(source), classifier.model_.feature_names, classifier.model_.used_features)
    rows = X if hasattr(classifier, "feature_names_in_") else X.to_numpy()
    columns = [f"probability_{label}" for label in classifier.classes_]
    shares = pd.DataFrame(classifier.predict_proba(rows), columns=columns)
    shares.insert(0, "prediction", classifier.predict(rows))
    text = shares.to_csv(index=False, lineterminator="\n")
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_whole(output, text)
        typer.echo(f"{len(X)} predictions written to {output}")
