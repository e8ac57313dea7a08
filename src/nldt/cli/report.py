"""``nldt report``: a model and a table with true classes in, an HTML page out."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nldt.cli.notes import told_if_accepted
from nldt.cli.options import DROP_MISSING, QUIET, WEIGHT
from nldt.cli.table_options import FileLayout, table_argument

if TYPE_CHECKING:
    import pandas as pd

    from nldt import NLDTClassifier
    from nldt.data.formats.layout import Layout
    from nldt.data.source import Source
    from nldt.model.stability import Stability


def report(
    model: Annotated[Path, typer.Argument(help="Model file written by 'nldt fit'.")],
    data: Annotated[Path, table_argument("Table with the model's columns and the true classes.")],
    layout: FileLayout,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the page here.")] = None,
    target: Annotated[
        str | None, typer.Option(help="The column with the true classes; needed where several columns may be it.")
    ] = None,
    weight: Annotated[str | None, WEIGHT] = None,
    groups: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="With --stability: the column that says which rows belong together: a fit has all of a group or none.",
        ),
    ] = None,
    drop_missing: Annotated[bool, DROP_MISSING] = False,
    date: Annotated[
        str | None, typer.Option(help="A date for the footer, as you write it; without it the page has none.")
    ] = None,
    stability: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Fit the model N times again, on other rows of the table: what comes back?",
        ),
    ] = None,
    quiet: Annotated[bool, QUIET] = False,
) -> None:
    """Write an HTML report: the rules, how well they do on a table, and what-if questions."""
    from nldt import load_model
    from nldt.cli.partitions import is_partitioned, refuse_options
    from nldt.data.partitions.opened import open_rows
    from nldt.data.source import Source
    from nldt.errors import InputError
    from nldt.files import require_other_file, require_writable, write_whole

    source = Source.named(data)
    if output is None and sys.stdout.isatty():
        raise InputError("--output: name a file for the page, such as --output report.html; no terminal can show it")
    if groups is not None and stability is None:
        raise InputError(f"--groups {groups}: is for --stability N, all else is of single rows; give both or neither")
    if output is not None:
        require_other_file(output, model, *source.files)
        require_writable(output)
    classifier = load_model(model)
    if is_partitioned(source, None):
        refuse_options(source, drop_missing=drop_missing, stability=stability, groups=groups)
        if target is None:
            raise InputError(f"{source} is read by partitions: give --target, the column with the true classes")
        partitioned = open_rows(source.path, target, weight, None, layout)
        text = classifier.report(partitioned, None, f"Report on {source.title}", date=date)
        if output is None:
            typer.echo(text, nl=False)
        else:
            write_whole(output, text)
            typer.echo(f"report on {source} (true classes: column {target!r}) written to {output}")
        return
    with told_if_accepted():
        table = _read_rows(source, layout, classifier, target, weight, groups, drop_missing)
    X, y = table.X, table.y
    rows = X if hasattr(classifier, "feature_names_in_") else X.to_numpy()
    found = None if stability is None else _stability(classifier, table, stability, quiet)
    title = f"Report on {source.title}"
    text = classifier.report(rows, y, title, table.evidence, date=date, stability=found, row_numbers=X.index)
    if output is None:
        typer.echo(text, nl=False)
    else:
        write_whole(output, text)
        weighted = "" if weight is None else f", weighted by {weight!r}"
        typer.echo(f"report on {len(X)} rows (true classes: column {y.name!r}{weighted}) written to {output}")


@dataclass(frozen=True, eq=False)
class _Rows:
    """The model's features, the true classes, how often each row counts and its group, where columns say so."""

    X: pd.DataFrame
    y: pd.Series
    evidence: pd.Series | None
    groups: pd.Series | None


def _stability(classifier: NLDTClassifier, table: _Rows, n_refits: int, quiet: bool) -> Stability:
    """What comes back of the model in refits on this table; their seeds are the same in every run."""
    from sklearn.base import clone

    from nldt.cli.counting import counting
    from nldt.validate.labelled_rows import LabelledRows
    from nldt.validate.stability import Refits

    rows = LabelledRows.read("report", table.X, table.y, table.groups, table.evidence)
    refits = Refits(clone(classifier).set_params(drop=None), classifier, rows, seed=0)
    with counting(quiet) as tell:
        refits.run(n_refits, tell)
    return refits.counted()


def _read_rows(
    source: Source,
    layout: Layout,
    classifier: NLDTClassifier,
    target: str | None,
    weight: str | None,
    groups: str | None,
    drop_missing: bool,
) -> _Rows:
    """What the page needs; the rest of the table is let go before the report is made."""
    from nldt.data.feature_columns import select_features
    from nldt.data.gaps import complete_rows
    from nldt.data.read_table import read_table
    from nldt.data.row_columns import row_groups, row_weights
    from nldt.data.target_column import find_target, true_classes
    from nldt.data.usable_rows import needed_numbers, words_as_gaps
    from nldt.errors import InputError

    table = read_table(source, layout, needed_numbers(classifier.model_).__contains__)
    names = classifier.model_.feature_names
    besides = [*names, *classifier.model_.left_out, *filter(None, (weight, groups))]
    if target is not None:
        table.require_column(target)
        if target == groups:
            raise InputError(f"--groups {groups}: it is the target")
    features = select_features(table, names)  # which says what is missing, before a column is taken for the target
    y = true_classes(table, target or find_target(table, besides, classifier.classes_), classifier.classes_)
    features = words_as_gaps(features, classifier.model_, table.decimal)
    X, y = complete_rows(features.loc[y.index], y, drop_missing)
    evidence = None if weight is None else row_weights(table, weight, y.index)
    return _Rows(X, y, evidence, None if groups is None else row_groups(table, groups, y.index))
