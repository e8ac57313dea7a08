"""Predictions for tables of partitions: some rows at a time, from the first file to the last."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from nldt.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from nldt import NLDTClassifier
    from nldt.data.formats.layout import Layout
    from nldt.data.source import Source


def write_predictions(
    classifier: NLDTClassifier, source: Source, layout: Layout, output: Path | None, shown: list[str] | None
) -> None:
    """CSV to standard output or a file, or a folder of Parquet files.

    ``shown``: columns of the table that go with the predictions; None: all.
    """
    from nldt.data.feature_columns import tell_of_others
    from nldt.data.partitions.opened import open_table
    from nldt.data.partitions.table import require_columns
    from nldt.estimators.partitioned_answers import needed_columns

    table = open_table(source.path, 1, layout)
    beside = list(table.names) if shown is None else shown
    require_columns(table, beside)
    names = ["prediction", *(f"probability_{label}" for label in classifier.classes_)]
    taken = [name for name in beside if name in names]
    if taken:
        raise InputError(f"{source} has a column {taken[0]!r} of its own: rename it, or choose with --id")
    needed = needed_columns(classifier.model_, table)
    if classifier.model_.names_are_given:
        known = {*classifier.model_.feature_names, *classifier.model_.left_out, *beside}
        tell_of_others(source.title, [name for name in table.names if name not in known])
    frames = table.frames(list(dict.fromkeys([*beside, *needed])))
    decimal = getattr(table, "decimal", ".")
    answered = (_answered(classifier, frame, needed, names, beside, decimal) for frame in frames)
    if output is None:
        _write_csv(answered, sys.stdout)
        return
    count = _write_file(answered, output) if output.suffix.casefold() == ".csv" else _write_folder(answered, output)
    typer.echo(f"{count} predictions written to {output}")


def _answered(
    classifier: NLDTClassifier,
    frame: pd.DataFrame,
    needed: list[str],
    names: list[str],
    beside: list[str],
    decimal: str,
) -> pd.DataFrame:
    import pandas as pd

    from nldt.cli.predict import predictions

    X = frame[needed]
    if all(getattr(kind, "kind", "O") in "iuf" for kind in X.dtypes):  # no words: all can be classified
        rows = X if classifier.model_.names_are_given else X.to_numpy()
        columns = [classifier.predict(rows), *classifier.predict_proba(rows).T]
        found = pd.DataFrame(dict(zip(names, columns, strict=True)), index=frame.index)
    else:
        found = predictions(classifier, X, decimal)[0]
    return frame[beside].join(found) if beside else found


def _write_csv(frames: Iterator[pd.DataFrame], file: Any) -> int:
    count = 0
    for number, frame in enumerate(frames):
        frame.to_csv(file, index=False, header=number == 0, lineterminator="\n")
        count += len(frame)
    return count


def _write_file(frames: Iterator[pd.DataFrame], output: Path) -> int:
    """A CSV file, whole or none."""
    from nldt.files import require_writable

    require_writable(output)
    part = Path(tempfile.mkdtemp(prefix=f".{output.name}.", dir=output.parent))
    try:
        with (part / output.name).open("w", encoding="utf-8", newline="") as file:
            count = _write_csv(frames, file)
        (part / output.name).replace(output)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return count


def _write_folder(frames: Iterator[pd.DataFrame], output: Path) -> int:
    """A folder of Parquet files, which appears when all of them are written."""
    import pyarrow
    from pyarrow import parquet

    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise InputError(f"can't write {str(output)!r}: it is there already; name a new folder, or a .csv file")
    if not output.parent.is_dir():
        raise InputError(f"can't write {str(output)!r}: there is no folder {str(output.parent)!r}")
    part = Path(tempfile.mkdtemp(prefix=f".{output.name}.", dir=output.parent))
    count, schema = 0, None
    try:
        for number, frame in enumerate(frames):
            table = pyarrow.Table.from_pandas(frame, schema=schema, preserve_index=False)
            schema = table.schema
            parquet.write_table(table, part / f"part-{number:06d}.parquet")
            count += len(frame)
        part.chmod(0o755)
        part.rename(output)  # an empty folder gives way
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    return count
