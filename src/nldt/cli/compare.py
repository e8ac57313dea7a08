"""``nldt compare``: a tree beside other classifiers on the same folds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from nldt.cli.options import DROP, DROP_MISSING, GROUPS, KEEP, WEIGHT, option
from nldt.cli.table_options import Decimal, Encoding, Separator, Sheet, table_argument
from nldt.cli.training_table import ChosenColumns, read_training_rows


def compare(
    data: Annotated[Path, table_argument("Table with a header.")],
    target: Annotated[str, typer.Option(help="The column to predict.")],
    methods: Annotated[
        str | None,
        typer.Option(help="Only these others, separated by commas: CART, logistic regression, gradient boosting, …"),
    ] = None,
    folds: Annotated[int, typer.Option(help="Folds of the cross-validation.", min=2)] = 5,
    picture: Annotated[
        Path | None, typer.Option("--picture", help="Draw accuracy against size: a PNG, SVG or PDF file.")
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the table as CSV here.")] = None,
    price: Annotated[float, option("price")] = 1.0,
    max_rules: Annotated[int | None, option("max_rules")] = None,
    max_length: Annotated[int | None, option("max_length")] = None,
    seed: Annotated[int, option("random_state", "--seed")] = 0,
    jobs: Annotated[int | None, option("n_jobs", "--jobs")] = None,
    drop: Annotated[list[str] | None, DROP] = None,
    keep: Annotated[list[str] | None, KEEP] = None,
    weight: Annotated[str | None, WEIGHT] = None,
    groups: Annotated[str | None, GROUPS] = None,
    drop_missing: Annotated[bool, DROP_MISSING] = False,
    sep: Separator = None,
    decimal: Decimal = None,
    encoding: Encoding = None,
    sheet: Sheet = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Compare a tree with CART, logistic regression, boosting, an SVM and others on the same folds."""
    from nldt import NLDTClassifier
    from nldt.cli.counting import counting
    from nldt.cli.pictures import require_drawable, save_picture
    from nldt.data.formats.layout import Layout
    from nldt.data.source import Source
    from nldt.files import require_other_file, require_writable, write_whole
    from nldt.validate.comparison import chosen_methods, run_comparison

    chosen = chosen_methods(None if methods is None else [name.strip() for name in methods.split(",")])
    tree = NLDTClassifier(price=price, max_rules=max_rules, max_length=max_length, random_state=seed, n_jobs=jobs)
    source = Source.named(data)
    if output is not None:
        require_other_file(output, *source.files)
        require_writable(output)
    require_drawable(picture)
    columns = ChosenColumns(target, drop or [], keep or [], weight, groups, drop_missing)
    table = read_training_rows(source, Layout(sep, decimal, encoding, sheet), columns)
    with counting("method", quiet) as tell:
        found = run_comparison(tree, table.rows, chosen, folds, seed, jobs, tell)
    if output is not None:
        write_whole(output, found.to_frame().to_csv(lineterminator="\n"))
    if picture is not None:
        from nldt.plots import plot_comparison

        save_picture(plot_comparison(found), picture)
    typer.echo(str(found))
