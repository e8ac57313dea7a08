"""Folds of a splitter or of pairs: refused where their rows would not be unseen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.data.validation import one_line
from nldt.errors import InputError
from nldt.validate.labelled_rows import LabelledRows

Integers = NDArray[np.int64]

WRONG_CV = "cv={cv!r} must be None, a number of folds from 2 on, a splitter of scikit-learn, or pairs of row numbers"


def given_pairs(rows: LabelledRows, cv: Any) -> Iterator[tuple[Integers, Integers]]:
    """The rows that each fold is trained on, and those that it is tested on."""
    pairs = _listed(rows, cv)
    if not pairs:
        raise InputError("cv has no folds: give pairs of the rows to train on and those to test on")
    for number, pair in enumerate(pairs, start=1):
        fold = f"cv: fold {number}"
        train, test = _two_parts(pair, fold)
        for part, use in ((train, "train"), (test, "test")):
            _refuse_wrong_numbers(part, len(rows), f"{fold}, rows to {use} on")
        _refuse_seen_rows(rows, train, test, fold)
        _refuse_one_class(rows, train, fold)
        yield train, test


def _listed(rows: LabelledRows, cv: Any) -> list[Any]:
    if hasattr(cv, "get_n_splits"):
        with one_line():  # such as that groups are missing
            return list(cv.split(np.zeros(len(rows)), rows.codes, rows.groups))
    if isinstance(cv, Iterable) and not isinstance(cv, str):
        return list(cv)
    raise InputError(WRONG_CV.format(cv=cv))


def _two_parts(pair: Any, fold: str) -> tuple[Integers, Integers]:
    """The row numbers of a pair; a mask of the rows will do, too."""
    try:
        train, test = (np.asarray(part) for part in pair)
    except (TypeError, ValueError):
        raise InputError(f"{fold} must be a pair: numbers of the rows to train on and of those to test on") from None
    return _numbers(train), _numbers(test)


def _numbers(part: NDArray[Any]) -> NDArray[Any]:
    return np.flatnonzero(part) if part.dtype == np.bool_ else part


def _refuse_wrong_numbers(part: NDArray[Any], n_rows: int, what: str) -> None:
    if part.ndim != 1 or not len(part):
        raise InputError(f"{what}: there are none")
    if part.dtype.kind not in "iu":
        raise InputError(f"{what}: {part[0]!r} is no row number: give whole numbers from 0 on")
    wrong = part[(part < -n_rows) | (part >= n_rows)]
    if len(wrong):
        raise InputError(f"{what}: there is no row {wrong[0]}, the last of {n_rows} is {n_rows - 1}")


def _refuse_seen_rows(rows: LabelledRows, train: Integers, test: Integers, fold: str) -> None:
    """Raise InputError for tested rows that training has seen, or whose group it has."""
    train, test = train % len(rows), test % len(rows)
    both = np.intersect1d(train, test)
    if len(both):
        raise InputError(
            f"{fold} tests {len(both)} of the rows that it is trained on, such as row {both[0]}: "
            "test rows that training has not seen, or give cv=None for a fitted classifier"
        )
    if rows.groups is None:
        return
    divided = np.intersect1d(rows.groups[train], rows.groups[test])
    if len(divided):
        row = test[np.isin(rows.groups[test], divided)][0]
        raise InputError(
            f"{fold} divides {len(divided)} of the groups, such as that of row {row}: "
            "give a number of folds, or a splitter that keeps groups together, such as GroupKFold"
        )


def _refuse_one_class(rows: LabelledRows, train: Integers, fold: str) -> None:
    if (rows.codes[train] == rows.codes[train[0]]).all():
        label = str(rows.classes[rows.codes[train[0]]])
        raise InputError(
            f"{fold} is trained on rows of class {label!r} only: "
            "give a number of folds, or a splitter that mixes the classes, such as StratifiedKFold"
        )
