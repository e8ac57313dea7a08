"""``nldt fit``: a table in, rules and a model file out."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nldt.cli.interruption import Interrupted, ending_early
from nldt.cli.options import DROP, DROP_MISSING, GROUPS, KEEP, WEIGHT, option
from nldt.cli.table_options import Decimal, Encoding, Separator, Sheet, table_argument
from nldt.cli.training_table import ChosenColumns, TrainingTable, read_training_rows
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

if TYPE_CHECKING:
    from nldt import NLDTClassifier
    from nldt.progress import Deadline

FOLDS = 5
MOST_ROWS = 200_000  # that are cross-validated


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
    time_limit: Annotated[
        float | None,
        option("time_limit", meaning="Seconds for the whole command: first the fit, then, if time is left, the folds."),
    ] = None,
    jobs: Annotated[int | None, option("n_jobs", "--jobs")] = None,
    drop: Annotated[list[str] | None, DROP] = None,
    keep: Annotated[list[str] | None, KEEP] = None,
    weight: Annotated[str | None, WEIGHT] = None,
    groups: Annotated[str | None, GROUPS] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(help="Keep what is found here, every few seconds: the same command goes on from there."),
    ] = None,
    no_cv: Annotated[bool, typer.Option("--no-cv", help="Do not estimate accuracy by cross-validation.")] = False,
    drop_missing: Annotated[bool, DROP_MISSING] = False,
    sep: Separator = None,
    decimal: Decimal = None,
    encoding: Encoding = None,
    sheet: Sheet = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")] = False,
) -> None:
    """Learn a tree from a table, print its rules, and estimate by 5-fold cross-validation how well such trees do.

    Row numbers, ids (text that differs in every row, whole numbers in row order), constants and copies of columns are
    left out, and columns that give the target away by themselves are used; one line says which they are.
    """
    from nldt import NLDTClassifier
    from nldt.data.formats.layout import Layout
    from nldt.data.source import Source
    from nldt.errors import InputError
    from nldt.estimators.growing import chosen_search, warn_if_cut_short
    from nldt.files import require_other_file, require_writable
    from nldt.progress import Deadline

    deadline = Deadline(time_limit)
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
        if checkpoint is not None and checkpoint.resolve() == output.resolve():
            raise InputError(f"{str(output)!r} can't hold both the model and the checkpoint: name two files")
    if not no_cv:  # what folds need is loaded before: an interrupt while modules load may come out as another error
        importlib.import_module("sklearn.model_selection")
        importlib.import_module("scipy.stats")
        importlib.import_module("nldt.validate.evaluation")
    columns = ChosenColumns(target, drop or [], keep or [], weight, groups, drop_missing)
    table = read_training_rows(source, Layout(sep, decimal, encoding, sheet), columns)
    classifier.set_params(drop=table.left_out or None)
    with ending_early(deadline) as stop:
        fitted = _fitted(classifier, table, deadline, checkpoint)
    if not stop.is_asked:
        warn_if_cut_short(fitted.search_report_.complete, time_limit)
    why_not, interrupted = "interrupted" if stop.is_asked else "--no-cv", False
    try:
        if output is not None:  # before the folds, which the user may interrupt
            fitted.save(output)
        if not no_cv and not stop.is_asked:
            fitted, why_not = _estimated(classifier, fitted, table, deadline, quiet)
    except KeyboardInterrupt:
        why_not, interrupted = "interrupted", True
    # Before it is printed: a pipe may be closed. An interrupt may have come before the first time was over.
    if output is not None and (interrupted or fitted.model_.estimate is not None):
        fitted.save(output)
    _print(fitted, table, weight, why_not)
    typer.echo("not saved: give -o model.json to keep the model" if output is None else f"saved to {output}")
    kept = "printed" if output is None else f"saved to {output}"
    if interrupted:
        raise Interrupted(f"interrupted during cross-validation: the model is {kept}, without an estimate")
    if stop.is_asked:
        mark = "" if fitted.search_report_.complete else ", marked as partial"
        raise Interrupted(f"interrupted: the best tree so far is {kept}{mark}, without an estimate")


def _fitted(
    classifier: NLDTClassifier, table: TrainingTable, deadline: Deadline, checkpoint: Path | None
) -> NLDTClassifier:
    """The fitted classifier, within what reading the table has left of the time."""
    import warnings

    from nldt.errors import DoubtfulColumnsWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DoubtfulColumnsWarning)  # they have been told of
        classifier.fit(table.X, table.y, table.evidence, checkpoint=checkpoint, deadline=deadline)
    return type(classifier).from_model(classifier.model_, **classifier.get_params(deep=False))


def _estimated(
    classifier: NLDTClassifier, fitted: NLDTClassifier, table: TrainingTable, deadline: Deadline, quiet: bool
) -> tuple[NLDTClassifier, str]:
    """The classifier with its estimate; or without, and the reason."""
    from nldt.cli.counting import counting
    from nldt.errors import InputError
    from nldt.validate.evaluation import OutOfTime, cross_validate

    seconds = fitted.search_report_.seconds
    left = deadline.remaining
    if left is not None and (not fitted.search_report_.complete or left < FOLDS * seconds):
        return fitted, f"no time left for {FOLDS} folds"
    plain = classifier.set_params(drop=None)
    try:
        with counting("fold", quiet) as tell:
            estimate = cross_validate(
                plain, table.rows, FOLDS, max_rows=MOST_ROWS, deadline=deadline if left is not None else None, tell=tell
            )
    except OutOfTime:
        return fitted, f"no time left for {FOLDS} folds"
    except InputError as error:
        return fitted, str(error)
    return fitted.with_estimate(estimate), ""


def _print(fitted: NLDTClassifier, table: TrainingTable, weight: str | None, why_not: str) -> None:
    """The rules, how well they do on which rows, and what else there is to know."""
    from nldt.model.estimate import estimate_lines
    from nldt.write.cautions import cautions

    typer.echo(fitted.to_text(), nl=False)
    if fitted.n_rules_ == 0:
        typer.echo("no rule tells the classes apart well enough to be worth its length")
    weighted = "" if weight is None else f", weighted by {weight!r}"
    share = 100 * fitted.score(table.X, table.y, table.evidence)
    typer.echo(f"training accuracy {share:.2f} % on {len(table.X)} rows{weighted}")
    for line in estimate_lines(fitted.model_.estimate, why_not):
        typer.echo(line)
    for caution in cautions(fitted.model_):
        typer.echo(f"note: {caution}")
