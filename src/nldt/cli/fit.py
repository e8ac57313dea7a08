"""``nldt fit``: a table in, rules and a model file out."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Annotated

import typer

from nldt.cli.notes import told_if_accepted
from nldt.cli.options import DROP, DROP_MISSING, KEEP, WEIGHT, option
from nldt.cli.table_options import Decimal, Encoding, Separator, Sheet, table_argument
from nldt.cli.wishes import (
    Exponents,
    Forbidden,
    Monotone,
    Required,
    Root,
    StartFrom,
    Units,
    chosen_exponents,
    forbidden_groups,
    tree_wishes,
    units_of_file,
)


def fit(
    data: Annotated[Path, table_argument("Table with a header.")],
    target: Annotated[str, typer.Option(help="The column to predict.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the model here.")] = None,
    search: Annotated[str, option("search")] = "fast",
    seed: Annotated[int, option("random_state", "--seed")] = 0,
    max_terms: Annotated[int | None, option("max_terms")] = None,
    exponents: Exponents = ["-3..3"],  # noqa: B006  (typer copies it)
    forbid: Forbidden = None,
    units: Units = None,
    max_features_per_term: Annotated[int | None, option("max_features_per_term")] = None,
    max_depth: Annotated[int | None, option("max_depth")] = None,
    price: Annotated[float, option("price")] = 1.0,
    max_rules: Annotated[int | None, option("max_rules")] = None,
    max_length: Annotated[int | None, option("max_length")] = None,
    required: Required = None,
    monotone: Monotone = None,
    start_from: StartFrom = None,
    root: Root = None,
    criterion: Annotated[str, option("criterion")] = "gini",
    scaling: Annotated[str | None, option("scaling")] = None,
    prune_tolerance: Annotated[float | None, option("prune_tolerance")] = None,
    time_limit: Annotated[float | None, option("time_limit")] = None,
    jobs: Annotated[int | None, option("n_jobs", "--jobs")] = None,
    drop: Annotated[list[str] | None, DROP] = None,
    keep: Annotated[list[str] | None, KEEP] = None,
    weight: Annotated[str | None, WEIGHT] = None,
    drop_missing: Annotated[bool, DROP_MISSING] = False,
    sep: Separator = None,
    decimal: Decimal = None,
    encoding: Encoding = None,
    sheet: Sheet = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Learn a tree from a table and print its rules.

    Row numbers, ids (text that differs in every row, whole numbers in row order), constants and copies of columns are
    left out, and columns that give the target away by themselves are used; one line says which they are.
    """
    from nldt import NLDTClassifier
    from nldt.data.chosen_columns import left_out_columns, wished_columns
    from nldt.data.formats.layout import Layout
    from nldt.data.gaps import complete_rows
    from nldt.data.read_table import read_table
    from nldt.data.source import Source
    from nldt.data.target_column import split_target
    from nldt.data.weight_column import row_weights
    from nldt.errors import DoubtfulColumnsWarning
    from nldt.estimators.growing import chosen_search
    from nldt.files import require_other_file, require_writable

    classifier = NLDTClassifier(
        search=search,
        max_terms=max_terms,
        exponents=chosen_exponents(exponents),
        max_features_per_term=max_features_per_term,
        max_depth=max_depth,
        price=price,
        max_rules=max_rules,
        max_length=max_length,
        forbidden=forbidden_groups(forbid),
        units=units_of_file(units),
        criterion=criterion,
        scaling=scaling,
        prune_tolerance=prune_tolerance,
        time_limit=time_limit,
        n_jobs=jobs,
        random_state=seed,
        verbose=0 if quiet else 1,
        **tree_wishes(required or [], monotone or [], start_from, root),
    )
    chosen_search("fit", classifier.get_params(deep=False))  # before the table is read
    source = Source.named(data)
    if output is not None:  # before the search, not after it
        require_other_file(output, *source.files)
        require_writable(output)
    with told_if_accepted():
        table = read_table(source, Layout(sep, decimal, encoding, sheet))
        wishes = wished_columns(table, target, drop or [], keep or [], weight)
        X, y = split_target(table, target)
        left_out = left_out_columns(table, X, y, wishes, keep or [])
        X, y = complete_rows(X, y, drop_missing, left_out)
        evidence = None if weight is None else row_weights(table, weight, y.index)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DoubtfulColumnsWarning)  # they have been told of
        classifier.set_params(drop=left_out or None).fit(X, y, evidence)
    if output is not None:  # before it is printed: a reader such as head may close the pipe
        classifier.save(output)
    typer.echo(classifier.to_text(), nl=False)
    if classifier.n_rules_ == 0:
        typer.echo("no rule tells the classes apart well enough to be worth its length")
    weighted = "" if weight is None else f", weighted by {weight!r}"
    typer.echo(f"training accuracy {100 * classifier.score(X, y, evidence):.2f} % on {len(X)} rows{weighted}")
    typer.echo("not saved: give -o model.json to keep the model" if output is None else f"saved to {output}")
