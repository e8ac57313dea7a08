"""``nldt predict``: a model and a table in, classes out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nldt.cli.notes import told_if_accepted
from nldt.cli.table_options import FileLayout, table_argument

if TYPE_CHECKING:
    import pandas as pd

    from nldt import NLDTClassifier


def predict(
    model: Annotated[Path, typer.Argument(help="Model file written by 'nldt fit'.")],
    data: Annotated[Path, table_argument("Table with the columns that the rules use; others are named and ignored.")],
    layout: FileLayout,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="Write the CSV here; of a folder of Parquet files: a new folder, or a .csv file."
        ),
    ] = None,
    with_input: Annotated[
        bool, typer.Option("--with-input", help="Write all columns of the table beside the predictions.")
    ] = False,
    id: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN", help="Write this column of the table beside them; may be repeated."),
    ] = None,
) -> None:
    """Predict the class of each row of a table; words where a rule needs a number count as gaps."""
    from nldt import load_model
    from nldt.cli.partitions import is_partitioned
    from nldt.cli.streamed_predictions import write_predictions
    from nldt.data.feature_columns import select_features, tell_of_others
    from nldt.data.input_columns import input_columns
    from nldt.data.read_table import read_table
    from nldt.data.source import Source
    from nldt.data.target_column import holding_only
    from nldt.data.usable_rows import needed_numbers
    from nldt.errors import InputError
    from nldt.files import require_other_file, require_writable, write_whole

    if with_input and id:
        raise InputError(f"--id {id[0]}: --with-input writes all columns already; leave out one of the two")
    source = Source.named(data)
    if output is not None:
        require_other_file(output, model, *source.files)
    classifier = load_model(model)
    if is_partitioned(source, None):
        return write_predictions(classifier, source, layout, output, None if with_input else list(id or []))
    if output is not None:
        require_writable(output)
    with told_if_accepted():
        table = read_table(source, layout, needed_numbers(classifier.model_).__contains__)
        X = select_features(table, classifier.model_.feature_names, classifier.model_.used_features)
        shown = table.names if with_input else list(dict.fromkeys(id or []))
        known = {*X.columns, *classifier.model_.left_out, *shown, table.row_numbers}
        others = [name for name in table.names if name not in known]
        targets = holding_only(table, others, classifier.classes_) if others else []
        tell_of_others(source.title, [name for name in others if name not in targets])
        found, n_classified = predictions(classifier, X, table.decimal)
        if shown:
            found = input_columns(table, shown, list(found.columns)).join(found)
    text = found.to_csv(index=False, lineterminator="\n")
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_whole(output, text)
        typer.echo(f"{n_classified} predictions written to {output}")


def predictions(classifier: NLDTClassifier, X: pd.DataFrame, decimal: str = ".") -> tuple[pd.DataFrame, int]:
    """Class and probabilities of each row, empty where there is no telling; and how many there are.

    ``decimal``: the sign of numbers in cells that are text.
    """
    import pandas as pd

    from nldt.data.feature_table import read_features
    from nldt.data.usable_rows import usable_rows, warn_of_unknowns, words_as_gaps

    model = classifier.model_
    numbers = words_as_gaps(X, model, decimal)
    usable = usable_rows(numbers, model)
    rows = numbers[usable] if hasattr(classifier, "feature_names_in_") else numbers[usable].to_numpy()
    found = pd.DataFrame(
        index=X.index, columns=["prediction", *(f"probability_{label}" for label in classifier.classes_)], dtype=object
    )
    if usable.any():
        warn_of_unknowns(model, read_features(model, rows))
        found.loc[usable, "prediction"] = classifier.predict(rows).tolist()
        found.loc[usable, found.columns[1:]] = classifier.predict_proba(rows)
    return found, int(usable.sum())
