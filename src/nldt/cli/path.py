"""``nldt path``: models from rich to plain, cross-validated, and one of them chosen."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nldt.cli.options import QUIET, option
from nldt.cli.table_options import FileLayout, table_argument
from nldt.cli.training_table import ChosenColumns, TrainingTable, read_training_rows
from nldt.cli.tree_options import TreeOptions

if TYPE_CHECKING:
    from nldt import NLDTClassifierCV


def path(
    context: typer.Context,
    data: Annotated[Path, table_argument("Table with a header.")],
    columns: ChosenColumns,
    tree: TreeOptions,
    layout: FileLayout,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the chosen model here.")] = None,
    choose: Annotated[
        str,
        typer.Option(
            help="Which model is chosen: one-standard-error, the shortest within one standard error of the best; best; "
            "or a length: the best that is no longer."
        ),
    ] = "one-standard-error",
    picture: Annotated[
        Path | None, typer.Option("--picture", help="Draw accuracy against length: a PNG, SVG or PDF file.")
    ] = None,
    report: Annotated[
        Path | None,
        typer.Option("--report", help="Write an HTML report on the table here, with the curve to choose from."),
    ] = None,
    prices: Annotated[
        str | None,
        typer.Option(help="Prices of rules, with commas between: 0.25,0.35,0.5,0.7,1,1.4,2,2.8,4 unless told."),
    ] = None,
    folds: Annotated[int, option("cv", "--folds")] = 5,
    time_limit: Annotated[
        float | None,
        option("time_limit", meaning="Seconds for the whole command: the models of all rows, and those of each fold."),
    ] = None,
    quiet: Annotated[bool, QUIET] = False,
) -> None:
    """Learn trees from rich to plain, cross-validate them and choose one: accuracy against length."""
    from nldt import NLDTClassifierCV
    from nldt.cli.pictures import require_drawable, save_picture
    from nldt.data.source import Source
    from nldt.errors import DoubtfulColumnsWarning
    from nldt.files import require_other_file, require_writable, write_whole
    from nldt.model.estimate import estimate_lines
    from nldt.model.model_path import CUT_SHORT
    from nldt.progress import Deadline
    from nldt.validate.path_classifier import checked_search
    from nldt.write.cautions import cautions, why_no_rule
    from nldt.write.path_table import path_text

    deadline = Deadline(time_limit, since=context.obj)  # loading modules may have taken a second
    classifier = NLDTClassifierCV(
        cv=folds,
        prices=_read_prices(prices),
        choose=_read_choice(choose),
        time_limit=time_limit,
        verbose=0 if quiet else 1,
        **tree.parameters,
    )
    checked_search(classifier)  # before the table is read
    source = Source.named(data)
    for file in (output, report):
        if file is not None:
            require_other_file(file, *source.files)
            require_writable(file)
    require_drawable(picture)
    table = read_training_rows(source, layout, columns)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DoubtfulColumnsWarning)  # they have been told of
        classifier.set_params(drop=table.left_out or None)
        classifier.fit(table.X, table.y, table.evidence, table.groups, deadline=deadline)
    if output is not None:
        classifier.save(output)
    if report is not None:
        write_whole(report, _page(classifier, table, f"Report on {source.title}"))
    if picture is not None:
        from nldt.plots import plot_path

        save_picture(plot_path(classifier), picture)
    typer.echo(path_text(classifier.model_path_))
    typer.echo(classifier.to_text(), nl=False)
    if not any(point.n_rules for point in classifier.model_path_.points):
        typer.echo(why_no_rule(classifier.model_, classifier.monotone))
    typer.echo("\n".join(estimate_lines(classifier.model_.estimate, CUT_SHORT)))
    for caution in cautions(classifier.model_):
        typer.echo(f"note: {caution}")
    if report is not None:
        typer.echo(f"report written to {report}")
    typer.echo("not saved: give -o model.json to keep the chosen model" if output is None else f"saved to {output}")


def _page(classifier: NLDTClassifierCV, table: TrainingTable, title: str) -> str:
    return classifier.report(table.X, table.y, title, table.evidence, row_numbers=table.X.index)


def _read_choice(text: str) -> str | int:
    from nldt.errors import InputError
    from nldt.parameters import PATH_PARAMETERS

    allowed = {row.name: row.allowed for row in PATH_PARAMETERS}["choose"]
    choice = int(text) if text.isascii() and text.isdigit() else text
    if not allowed.holds(choice):
        raise InputError(f"--choose {text}: must be {allowed.typed}")
    return choice


def _read_prices(text: str | None) -> list[float] | None:
    from nldt.errors import InputError
    from nldt.parameters import PRICE

    if text is None:
        return None
    try:
        prices = [float(part) for part in text.split(",")]
    except ValueError:
        prices = []
    if not prices or not all(PRICE.holds(price) for price in prices):
        raise InputError(f"--prices {text}: must be numbers from 0.01 to 100 with commas between, such as 0.5,1,2")
    return prices
