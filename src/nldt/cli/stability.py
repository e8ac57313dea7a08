"""``nldt stability``: what of a model comes back on other rows of the table, with other seeds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nldt.cli.options import QUIET
from nldt.cli.pictures import ResultFiles
from nldt.cli.table_options import FileLayout, table_argument
from nldt.cli.training_table import ChosenColumns, read_training_rows
from nldt.cli.tree_options import Price, TreeOptions


def stability(
    data: Annotated[Path, table_argument("Table with a header.")],
    columns: ChosenColumns,
    files: ResultFiles,
    tree: TreeOptions,
    layout: FileLayout,
    refits: Annotated[int, typer.Option(help="How many fits on other rows.", min=1)] = 50,
    price: Price = 1.0,
    quiet: Annotated[bool, QUIET] = False,
) -> None:
    """Fit a tree anew on other rows of a table: how often each feature, structure and answer comes back.

    An interrupt ends it with what the refits so far say.
    """
    from nldt.cli.counting import counting
    from nldt.cli.interruption import Interrupted
    from nldt.data.source import Source
    from nldt.plots import plot_stability
    from nldt.validate.stability import Refits

    classifier = tree.classifier(price=price)
    source = Source.named(data)
    files.require_writable(source)
    table = read_training_rows(source, layout, columns)
    with counting(quiet) as tell:
        made = Refits.of(classifier, table.rows, tree.seed)
        try:
            made.run(refits, tell)
        except KeyboardInterrupt:
            if not made.models:
                raise
    found = made.counted()
    files.write(found.to_frame(), lambda: plot_stability(found))
    typer.echo(str(found))
    if len(made.models) < refits:
        raise Interrupted(f"interrupted after {len(made.models)} of {refits} refits: the numbers are of these")
