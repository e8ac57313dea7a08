"""``nldt compare``: a tree beside other classifiers on the same folds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nldt.cli.options import QUIET
from nldt.cli.pictures import ResultFiles
from nldt.cli.table_options import FileLayout, table_argument
from nldt.cli.training_table import ChosenColumns, read_training_rows
from nldt.cli.tree_options import Price, TreeOptions


def compare(
    data: Annotated[Path, table_argument("Table with a header.")],
    columns: ChosenColumns,
    files: ResultFiles,
    tree: TreeOptions,
    layout: FileLayout,
    methods: Annotated[
        list[str] | None,
        typer.Option(
            help="Only these others, between commas or each by itself: CART, logistic regression, gradient boosting, …"
        ),
    ] = None,
    folds: Annotated[int, typer.Option(help="Folds of the cross-validation.", min=2)] = 5,
    price: Price = 1.0,
    quiet: Annotated[bool, QUIET] = False,
) -> None:
    """Compare a tree with CART, logistic regression, boosting, an SVM and others on the same folds."""
    from nldt.cli.counting import counting
    from nldt.data.source import Source
    from nldt.plots import plot_comparison
    from nldt.validate.comparison import chosen_methods, run_comparison

    chosen = chosen_methods([name.strip() for given in methods for name in given.split(",")] if methods else None)
    classifier = tree.classifier(price=price)
    source = Source.named(data)
    files.require_writable(source)
    table = read_training_rows(source, layout, columns)
    with counting(quiet) as tell:
        found = run_comparison(classifier, table.rows, chosen, folds, tree.seed, tree.jobs, tell)
    files.write(found.to_frame().reset_index(), lambda: plot_comparison(found))
    typer.echo(str(found))
