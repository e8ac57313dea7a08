"""``nldt fit``: a table in, rules and a model file out."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from nldt.cli.interruption import Interrupted, ending_early, saying_if_nothing_is_found
from nldt.cli.options import QUIET, option
from nldt.cli.table_options import FileLayout, table_argument
from nldt.cli.training_table import ChosenColumns, TrainingTable, read_training_rows
from nldt.cli.tree_options import Price, TreeOptions

if TYPE_CHECKING:
    from nldt import NLDTClassifier
    from nldt.cli.partitions import FittedPartitions
    from nldt.progress import Deadline

FOLDS = 5


def fit(
    context: typer.Context,
    data: Annotated[Path, table_argument("Table with a header.")],
    columns: ChosenColumns,
    tree: TreeOptions,
    layout: FileLayout,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Write the model here.")] = None,
    price: Price = 1.0,
    time_limit: Annotated[
        float | None,
        option("time_limit", meaning="Seconds for the whole command: first the fit, then, if time is left, the folds."),
    ] = None,
    memory_limit: Annotated[str | None, option("memory_limit")] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(help="Keep what is found here, every few seconds: the same command goes on from there."),
    ] = None,
    no_cv: Annotated[bool, typer.Option("--no-cv", help="Do not estimate accuracy by cross-validation.")] = False,
    quiet: Annotated[bool, QUIET] = False,
) -> None:
    """Learn a tree from a table, print its rules, and cross-validate how well such trees do.

    Row numbers, ids (text that differs in every row, whole numbers in row order), constants and copies of columns are
    left out, and columns that give the target away by themselves are used; one line says which they are.
    """
    from nldt.cli.partitions import fit_partitions, is_partitioned, refuse_options
    from nldt.data.source import Source
    from nldt.errors import InputError
    from nldt.estimators.growing import warn_if_cut_short
    from nldt.files import require_other_file, require_writable
    from nldt.progress import Deadline

    deadline = Deadline(time_limit, since=context.obj)  # loading modules may have taken a second
    options = {"price": price, "time_limit": time_limit, "memory_limit": memory_limit}
    classifier = tree.classifier(**options, verbose=0 if quiet else 1)
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
    table: TrainingTable | FittedPartitions
    if is_partitioned(source, memory_limit):
        refused = {"keep": columns.keep, "groups": columns.groups, "drop_missing": columns.drop_missing}
        refuse_options(source, **refused)
        classifier.set_params(drop=columns.drop or None)
        with ending_early(deadline) as stop, saying_if_nothing_is_found(stop):
            table = fit_partitions(classifier, source, layout, columns, deadline, checkpoint)
        fitted = table.fitted
    else:
        table = read_training_rows(source, layout, columns)
        classifier.set_params(drop=table.left_out or None)
        with ending_early(deadline) as stop:
            fitted = _fitted(classifier, table, deadline, checkpoint)
    if not stop.is_asked:
        report = fitted.search_report_
        warn_if_cut_short(report.complete, time_limit, counts_a_sample=report.counts_a_sample)
    why_not, interrupted = "interrupted" if stop.is_asked else "--no-cv", False
    try:
        if output is not None:  # before the folds, which the user may interrupt
            _save(fitted, output, table, columns.weight)
        if not no_cv and not stop.is_asked:
            fitted, why_not = _estimated(classifier, fitted, table, deadline, quiet)
    except KeyboardInterrupt:
        why_not, interrupted = "interrupted", True
    # Before it is printed: a pipe may be closed. An interrupt may have come before the first time was over.
    if output is not None and (interrupted or fitted.model_.estimate is not None):
        _save(fitted, output, table, columns.weight)
    _print(fitted, table, columns.weight, why_not)
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
    classifier: NLDTClassifier,
    fitted: NLDTClassifier,
    table: TrainingTable | FittedPartitions,
    deadline: Deadline,
    quiet: bool,
) -> tuple[NLDTClassifier, str]:
    """The classifier with its estimate; or without, and the reason."""
    from nldt.cli.counting import counting
    from nldt.errors import InputError
    from nldt.validate.evaluation import OutOfTime, cross_validate
    from nldt.validate.folds import TooManyFolds
    from nldt.validate.partitioned_folds import MOST_ROWS

    seconds = fitted.search_report_.seconds
    left = deadline.remaining
    if left is not None and (not fitted.search_report_.complete or left < FOLDS * seconds):
        return fitted, f"no time left for {FOLDS} folds"
    plain = classifier.set_params(drop=None)
    try:
        with counting(quiet) as tell:
            estimate = cross_validate(
                plain,
                table.rows,
                FOLDS,
                seed=classifier.random_state,
                max_rows=MOST_ROWS,
                deadline=deadline if left is not None else None,
                tell=tell,
            )
    except OutOfTime:
        return fitted, f"no time left for {FOLDS} folds"
    except TooManyFolds as error:  # this command has no option for their number
        return fitted, error.reason
    except InputError as error:
        return fitted, str(error)
    return fitted.with_estimate(table.of_all_rows(estimate)), ""


def _save(fitted: NLDTClassifier, output: Path, table: TrainingTable | FittedPartitions, weight: str | None) -> None:
    """Write the model; where that can't be done any more, its rules are printed all the same."""
    from nldt.errors import InputError

    try:
        fitted.save(output)
    except InputError:
        _print(fitted, table, weight, "the model could not be saved")
        raise


def _print(fitted: NLDTClassifier, table: TrainingTable | FittedPartitions, weight: str | None, why_not: str) -> None:
    """The rules, how well they do on which rows, and what else there is to know."""
    from nldt.model.estimate import estimate_lines
    from nldt.write.cautions import cautions, why_no_rule

    typer.echo(fitted.to_text(), nl=False)
    if fitted.n_rules_ == 0:
        typer.echo(why_no_rule(fitted.model_, fitted.get_params(deep=False)["monotone"]))
    weighted = "" if weight is None else f", weighted by {weight!r}"
    share, rows = table.training_accuracy(fitted)
    typer.echo(f"training accuracy {100 * share:.2f} % on {rows}{weighted}")
    for line in estimate_lines(fitted.model_.estimate, why_not):
        typer.echo(line)
    for caution in cautions(fitted.model_):
        typer.echo(f"note: {caution}")
