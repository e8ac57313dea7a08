"""Honest figures of a classifier: cross-validated, or of the fitted one on given rows."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nldt.data.partitions.opened import PartitionedRows, is_partitioned, open_rows
from nldt.errors import DoubtfulColumnsWarning, InputError
from nldt.estimators.table_identity import rows_known_as
from nldt.model.estimate import CROSS_VALIDATED, TRAINING, UNKNOWN, Estimate, Figure
from nldt.progress import Deadline, Tell
from nldt.validate.figures import LEVEL, Answers, accuracy, auc, balanced_accuracy, part_between_models
from nldt.validate.folds import Fold, make_folds
from nldt.validate.labelled_rows import LabelledRows, take
from nldt.validate.partitioned_evaluation import counted_answers
from nldt.validate.partitioned_folds import MOST_ROWS, labelled_sample, of_all_rows, read_for_folds

Floats = NDArray[np.float64]


class OutOfTime(Exception):  # noqa: N818  (an event, not an error)
    """There is no time left for all folds."""


def evaluate(
    clf: Any,
    X: Any,
    y: Any,
    cv: Any = 5,
    groups: ArrayLike | None = None,
    sample_weight: ArrayLike | None = None,
    *,
    random_state: int = 0,
    max_rows: int | None = None,
) -> Estimate:
    """How well a classifier may be expected to do on rows that it has not seen, with 90 % intervals.

    Parameters
    ----------
    clf : classifier
        Any of scikit-learn's kind. It is not changed: clones of it are fitted.
    X, y : table and classes
        As ``fit`` takes them. Of a table of partitions folds are made of at most 200,000 rows; with ``cv=None`` all
        its rows are counted, by the fitted classifier.
    cv : int, splitter, pairs of row numbers, or None
        Folds: so many, which hold the classes in proportion and do not depend on the order of the rows; or those of a
        scikit-learn splitter. None: no folds, the fitted classifier is judged on these rows.
    groups : array, optional
        The group of each row, such as a patient or a batch: no fold divides one, and intervals are of groups.
    sample_weight : array, optional
        For how many rows each row counts. In whole numbers, the figures are those of the table with each row so often.
    random_state : int
        Seed of the folds.
    max_rows : int, optional
        Above so many rows, a stratified sample of them is used.

    Returns
    -------
    Estimate
        ``print`` shows a line for each figure that names its rows; notebooks show a table; ``to_frame()`` gives it.

    Notes
    -----
    The cross-validated figures are of models of a part of the rows, four fifths for five folds: a little low rather
    than high. Their intervals allow for how much models of other rows would differ, see ``docs/trust.md``.

    Examples
    --------
    >>> from nldt import NLDTClassifier, evaluate
    >>> from nldt.datasets import load
    >>> data = load("iris")
    >>> estimate = evaluate(NLDTClassifier(random_state=0), data.X, data.y)
    >>> estimate.rows, estimate.folds, estimate.accuracy.low < estimate.accuracy.value < estimate.accuracy.high
    ('cross-validated', 5, True)
    """
    if is_partitioned(X):
        if groups is not None:
            raise InputError("evaluate: groups of a table of partitions are not known: leave them out")
        partitioned = open_rows(X, y, sample_weight, None)
        if cv is None:
            return evaluate_partitions(clf, partitioned)
        return cross_validate_partitions(clf, partitioned, cv, random_state, max_rows)
    if cv is None:
        return _evaluate_fitted(clf, X, y, groups, sample_weight)
    rows = LabelledRows.read("evaluate", X, y, groups, sample_weight)
    return cross_validate(clf, rows, cv, seed=random_state, max_rows=max_rows)


def cross_validate(
    clf: Any,
    rows: LabelledRows,
    cv: Any = 5,
    *,
    seed: int = 0,
    max_rows: int | None = None,
    deadline: Deadline | None = None,
    tell: Tell | None = None,
) -> Estimate:
    """The estimate of clones fitted on folds; ``tell`` hears of each fold and their number before it is fitted.

    Raises OutOfTime where a deadline passes first.
    """
    used = rows if max_rows is None else rows.sample(max_rows)
    folds = make_folds(used, cv, seed)
    answers = out_of_fold(clf, used, folds, deadline, tell)
    estimate = cross_validated(answers, used, len(folds))
    return replace(estimate, sampled_from=len(rows) if len(used) < len(rows) else None)


def cross_validated(answers: Answers, rows: LabelledRows, n_folds: int) -> Estimate:
    """The estimate from the answers of all folds."""
    spread = part_between_models(answers, rows.total_evidence)
    return replace(_estimate(answers, rows, CROSS_VALIDATED, spread), folds=n_folds)


def out_of_fold(
    clf: Any,
    rows: LabelledRows,
    folds: Sequence[Fold],
    deadline: Deadline | None = None,
    tell: Tell | None = None,
) -> Answers:
    """What clones answer for the rows that they have not seen."""
    parts = []
    for number, fold in enumerate(folds):
        if tell is not None:
            tell("fold", number + 1, len(folds))
        fitted = _fit_fold(clf, rows, fold, deadline)
        parts.append(answers_of(fitted, rows, fold, number))
    return joined_answers(parts)


def fit_clone(clf: Any, X: Any, y: Any, sample_weight: Floats | None, **changes: Any) -> Any:
    """A fitted clone; what there is to say of the columns has been said once."""
    from sklearn.base import clone

    fitted = clone(clf)
    known = fitted.get_params(deep=False)
    fitted.set_params(**{name: value for name, value in changes.items() if name in known})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DoubtfulColumnsWarning)
        return fitted.fit(X, y) if sample_weight is None else fitted.fit(X, y, sample_weight=sample_weight)


def answers_of(fitted: Any, rows: LabelledRows, fold: Fold, number: int) -> Answers:
    """What a fitted classifier answers for the rows that it is tested on."""
    X = take(rows.X, fold.test)
    places = np.searchsorted(rows.classes, fitted.classes_)
    return Answers(
        len(rows.classes),
        rows.codes[fold.test],
        np.searchsorted(rows.classes, fitted.predict(X)),
        _scores(fitted, X, places, len(rows.classes)),
        fold.test_evidence,
        np.full(len(fold.test), number),
        None if rows.groups is None else rows.groups[fold.test],
        rows.counts_copies,
    )


def _fit_fold(clf: Any, rows: LabelledRows, fold: Fold, deadline: Deadline | None) -> Any:
    left = None if deadline is None else deadline.remaining
    if left is not None and left <= 0:
        raise OutOfTime
    changes = {} if left is None else {"time_limit": left}
    labels = rows.classes[rows.codes[fold.train]]
    fitted = fit_clone(clf, take(rows.X, fold.train), labels, fold.train_evidence, verbose=0, **changes)
    if left is not None and not fitted.search_report_.complete:
        raise OutOfTime
    return fitted


def _scores(fitted: Any, X: Any, places: NDArray[np.int64], n_classes: int) -> Floats | None:
    """What ranks rows, by class; a class that the model has not seen is the least likely."""
    if hasattr(fitted, "predict_proba"):
        found = np.asarray(fitted.predict_proba(X))
    elif hasattr(fitted, "decision_function"):
        found = np.asarray(fitted.decision_function(X))
        found = np.column_stack([-found, found]) if found.ndim == 1 else found
    else:
        return None
    scores = np.full((len(found), n_classes), found.min(initial=0.0) - 1.0)
    scores[:, places] = found
    return scores


def joined_answers(parts: Sequence[Answers]) -> Answers:
    """The answers of all folds."""

    def joined(name: str) -> Any:
        arrays = [getattr(part, name) for part in parts]
        return None if any(array is None for array in arrays) else np.concatenate(arrays)

    names = ("truth", "answer", "scores", "evidence", "fold", "groups")
    return replace(parts[0], **{name: joined(name) for name in names})


def _evaluate_fitted(clf: Any, X: Any, y: Any, groups: Any, sample_weight: Any) -> Estimate:
    """The fitted classifier on given rows; training rows say nothing of others, so that they get no interval."""
    from sklearn.utils.validation import check_is_fitted

    check_is_fitted(clf)
    rows = LabelledRows.read("evaluate", X, y, groups, sample_weight, classes=np.asarray(clf.classes_))
    every = np.arange(len(rows))
    evidence = np.ones(len(rows)) if rows.evidence is None else rows.evidence
    answers = answers_of(clf, rows, Fold(every, None, every, evidence), 0)
    known_as = rows_known_as(clf, X, y, sample_weight) if hasattr(clf, "model_") else UNKNOWN
    return _estimate(answers, rows, known_as, None if known_as == TRAINING else 0.0)


def evaluate_partitions(clf: Any, rows: PartitionedRows) -> Estimate:
    """The fitted classifier on all rows of a table of partitions."""
    judged, answers, known_as = counted_answers(clf, rows)
    totals = np.bincount(answers.truth, answers.evidence)
    figures = _figures(answers, None if known_as == TRAINING else 0.0)
    return Estimate(
        rows=known_as,
        n_rows=judged.n_rows,
        **figures,
        largest_class=float(totals.max() / totals.sum()),
        level=LEVEL,
        is_weighted=rows.weight is not None,
    )


def cross_validate_partitions(clf: Any, rows: PartitionedRows, cv: Any, seed: int, max_rows: int | None) -> Estimate:
    """The estimate of clones fitted on folds of all rows, or of a sample that any partitioning gives."""
    if not isinstance(cv, int | np.integer) and not hasattr(cv, "get_n_splits"):
        raise InputError(
            f"cv={cv!r}: partitions are cross-validated by folds of a sample: give their number, a splitter or None"
        )
    read = read_for_folds(clf, rows, seed)
    sample = labelled_sample("evaluate", read.training)
    estimate = cross_validate(clf, sample, cv, seed=seed, max_rows=min(max_rows or MOST_ROWS, MOST_ROWS))
    return of_all_rows(estimate, read.n_rows, rows.weight is not None)


def _estimate(answers: Answers, rows: LabelledRows, known_as: str, spread: float | None) -> Estimate:
    """All figures; ``spread``: the part between models. Without intervals where it is None."""
    return Estimate(
        rows=known_as,
        n_rows=len(rows),
        **_figures(answers, spread),
        largest_class=rows.largest_class,
        level=LEVEL,
        n_groups=None if rows.groups is None else len(np.unique(rows.groups)),
        is_weighted=rows.evidence is not None,
    )


def _figures(answers: Answers, spread: float | None) -> dict[str, Any]:

    def shown(figure: Figure | None) -> Figure | None:
        return figure if figure is None or spread is not None else Figure(figure.value)

    figures = [shown(measure(answers, spread or 0.0)) for measure in (accuracy, balanced_accuracy, auc)]
    if figures[0] is None or figures[1] is None:
        raise InputError("there are no rows to judge by")
    return {"accuracy": figures[0], "balanced_accuracy": figures[1], "auc": figures[2]}
