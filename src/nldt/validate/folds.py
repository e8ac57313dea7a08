"""Folds: parts of the rows, each in turn kept from training.

They hold the classes in proportion, divide no group, and do not depend on the order of the rows. A row that counts for
three is three rows, which may lie in different folds, just as if the table had it three times.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.errors import InputError, given
from nldt.validate.given_folds import WRONG_CV, given_pairs
from nldt.validate.labelled_rows import LabelledRows

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_COPIES = 5_000_000  # more rows by their evidence are not told apart: each row of the table is in one fold


@dataclass(frozen=True, eq=False)
class Fold:
    """The rows that a model is trained on and those that it is tested on; each counts as often as its evidence says."""

    train: Integers
    train_evidence: Floats | None
    test: Integers
    test_evidence: Floats


class TooManyFolds(InputError):  # noqa: N818  (what was asked for)
    """There are fewer rows than folds, or fewer of every class: the reason, and how many folds there may be."""

    def __init__(self, n_folds: int, reason: str, most: int) -> None:
        self.reason = f"{reason}, too few for {n_folds} folds"
        super().__init__(f"{given('cv', n_folds)}: {self.reason}{f'; ask for {most} at most' if most > 1 else ''}")


def make_folds(rows: LabelledRows, cv: Any, seed: int = 0) -> list[Fold]:
    """As many folds as a whole number says; or those of a scikit-learn splitter, or given as pairs of row numbers."""
    if isinstance(cv, int | np.integer) and not isinstance(cv, bool):
        return _stratified(rows, int(cv), seed)
    ones = np.ones(len(rows)) if rows.evidence is None else rows.evidence
    return [
        Fold(train, None if rows.evidence is None else ones[train], test, ones[test])
        for train, test in given_pairs(rows, cv)
    ]


def _stratified(rows: LabelledRows, n_folds: int, seed: int) -> list[Fold]:
    copies = _copies(rows)
    copies = copies[np.argsort(rows.marks[copies], kind="stable")]  # an order that the table does not decide
    _refuse_too_many(rows, copies, n_folds)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The least populated class", UserWarning)
        tests = [
            test for _, test in _splitter(rows, n_folds, seed).split(copies, rows.codes[copies], _groups(rows, copies))
        ]
    total = np.bincount(copies, minlength=len(rows)).astype(np.float64)
    is_copied = rows.evidence is not None and total.sum() > len(rows)
    whole = np.ones(len(rows)) if rows.evidence is None else rows.evidence
    folds = []
    for test in tests:
        held = np.bincount(copies[test], minlength=len(rows)).astype(np.float64)
        train_evidence, test_evidence = (total - held, held) if is_copied else (whole * (held == 0), whole * (held > 0))
        train, tested = np.flatnonzero(train_evidence), np.flatnonzero(test_evidence)
        folds.append(
            Fold(train, None if rows.evidence is None else train_evidence[train], tested, test_evidence[tested])
        )
    return folds


def _copies(rows: LabelledRows) -> Integers:
    """Row numbers, each as often as its evidence says, where that is a whole number."""
    numbers = np.arange(len(rows))
    if rows.evidence is None or not rows.counts_copies or rows.evidence.sum() > MOST_COPIES:
        return numbers
    return np.repeat(numbers, rows.evidence.astype(np.int64))


def _groups(rows: LabelledRows, copies: Integers) -> Integers | None:
    return None if rows.groups is None else rows.groups[copies]


def _splitter(rows: LabelledRows, n_folds: int, seed: int) -> Any:
    from sklearn.model_selection import StratifiedGroupKFold, StratifiedKFold

    kind = StratifiedKFold if rows.groups is None else StratifiedGroupKFold
    return kind(n_folds, shuffle=True, random_state=seed)


def _refuse_too_many(rows: LabelledRows, copies: Integers, n_folds: int) -> None:
    """Raise InputError for folds that can't be made, or that leave a model one class only."""
    if n_folds < 2:
        raise InputError(WRONG_CV.format(cv=n_folds))
    n_parts = len(copies) if rows.groups is None else len(np.unique(rows.groups))
    counts = np.bincount(rows.codes[copies], minlength=len(rows.classes))
    most = min(n_parts, int(counts.max()))
    if n_folds > n_parts:
        what = "row" if rows.groups is None else "group"
        there_are = f"there is only one {what}" if n_parts == 1 else f"there are only {n_parts} {what}s"
        raise TooManyFolds(n_folds, there_are, most)
    if counts.max() < n_folds:
        raise TooManyFolds(n_folds, f"no class has more than {counts.max()} rows", most)
    if len(rows.classes) == 2:
        _refuse_class_at_one_place(rows, counts)


def _refuse_class_at_one_place(rows: LabelledRows, counts: Integers) -> None:
    """Raise InputError for one of two classes that lies in one fold, whatever the folds."""
    places = counts if rows.groups is None else [len(np.unique(rows.groups[rows.codes == k])) for k in range(2)]
    rare = int(np.argmin(places))
    if places[rare] < 2:
        where = "has one row only" if rows.groups is None else "is in one group only"
        raise InputError(f"class {str(rows.classes[rare])!r} {where}: a model that has not seen it can't answer it")
