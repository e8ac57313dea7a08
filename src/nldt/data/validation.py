"""Checks of the user's tables: one clear line that names the culprit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, column_or_1d

from nldt.data.dense import dense, unmasked
from nldt.errors import InputError, list_names

Floats = NDArray[np.float64]


def read_training_classes(y: Any, n_rows: int) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """The labels of as many rows, of one type that a model file can hold; and which rows have one.

    Labels are those of the rows that have one.
    """
    with one_line():
        labels = column_or_1d(unmasked(y, None), warn=True)
    if len(labels) != n_rows:
        raise InputError(f"X has {n_rows} rows but y has {len(labels)}: they must match")
    known = ~_missing_labels(labels)
    if not known.any() and n_rows:
        raise InputError("y holds missing values (NaN or None) only: give a class for each row")
    labels = _tidy(labels[known]) if not known.all() else labels
    _refuse_infinite_labels(labels)
    _refuse_mixed_labels(labels)
    _refuse_labels_that_no_file_holds(labels)
    if not _are_words(labels):
        with one_line():
            check_classification_targets(labels)
    return labels, known


def read_sample_weight(sample_weight: Any, rows: Floats) -> Floats:
    """One finite, non-negative weight a row; ones where None."""
    with one_line():
        weight = _check_sample_weight(dense(sample_weight), rows, dtype=np.float64)
    n_negative = int((weight < 0).sum())
    if n_negative:
        raise InputError(f"sample_weight has {n_negative} negative values: weights must be 0 or more")
    return weight


def encode_classes(labels: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The classes and each row's class number; InputError where there is only one."""
    classes, codes = _numbered(labels)
    if len(classes) < 2:
        only = classes.tolist()[0]
        raise InputError(f"y holds only one class, {only!r}: a classifier needs at least two classes")
    return classes, codes.astype(np.int64)


def read_known_classes(y: Any, classes: NDArray[Any], n_rows: int) -> NDArray[np.int64]:
    """The number of each row's class among those of a fitted model; InputError where it has no such class."""
    with one_line():
        labels = column_or_1d(unmasked(y, None), warn=True)
    if len(labels) != n_rows:
        raise InputError(f"X has {n_rows} rows but y has {len(labels)}: they must match")
    n_missing = int(_missing_labels(labels).sum())
    if n_missing:
        raise InputError(f"y holds {n_missing} missing values (NaN or None): drop those rows")
    _refuse_infinite_labels(labels)
    textual = classes.dtype.kind in "UO"  # a table that holds only some of the labels may look like numbers
    known = {str(label) if textual else label: k for k, label in enumerate(classes.tolist())}
    given = [str(label) if textual else label for label in labels.tolist()]
    unknown = [str(label) for label in dict.fromkeys(given) if label not in known]
    if unknown:
        raise InputError(
            f"y holds {list_names(unknown)}, not a class of the model; "
            f"its classes are {list_names([str(label) for label in classes.tolist()])}"
        )
    return np.array([known[label] for label in given], dtype=np.int64)


@contextmanager
def one_line() -> Iterator[None]:
    """Scikit-learn's complaint about the user's table as ours, in one line."""
    try:
        yield
    except (ValueError, OverflowError) as error:
        raise InputError(" ".join(str(error).split())) from None


def _missing_labels(labels: NDArray[Any]) -> NDArray[np.bool_]:
    if labels.dtype.kind == "f":
        return np.isnan(labels)
    if labels.dtype.kind == "O":
        return np.array([_is_missing(label) for label in labels], dtype=bool)
    return np.zeros(len(labels), dtype=bool)


def _is_missing(label: Any) -> bool:
    try:
        return label is None or bool(label != label)
    except (TypeError, ValueError):  # pd.NA is neither equal to itself nor different
        return type(label).__name__ == "NAType"


def _tidy(labels: NDArray[Any]) -> NDArray[Any]:
    """Labels as they would have been read without the gaps among them, which make floats or objects of others."""
    if labels.dtype.kind == "O" and all(isinstance(label, bool | np.bool_) for label in labels):
        return labels.astype(bool)
    if labels.dtype.kind == "O" and all(isinstance(label, int) and abs(label) < 2**63 for label in labels):
        return labels.astype(np.int64)  # no float holds all of them
    numeric = labels.dtype.kind == "O" and all(isinstance(label, int | float | np.number) for label in labels)
    if numeric or labels.dtype.kind == "f":
        numbers = labels.astype(np.float64)
        with np.errstate(invalid="ignore"):
            whole = numbers.astype(np.int64)
        return whole if (whole == numbers).all() else numbers
    return labels


def _are_words(labels: NDArray[Any]) -> bool:
    """Whether labels are text, and few different ones: then scikit-learn, which sorts them all, finds nothing amiss."""
    if not len(labels) or not isinstance(labels[0], str):  # all are of one type
        return False
    return 2 * len(set(labels.tolist())) <= len(labels)


def _numbered(labels: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The different labels in order, and the number of each row's label."""
    if labels.dtype.kind != "O" or not len(labels) or not isinstance(labels[0], str):
        return np.unique(labels, return_inverse=True)
    words = labels.tolist()
    different = sorted(set(words))
    numbers = {word: number for number, word in enumerate(different)}
    codes = np.fromiter((numbers[word] for word in words), np.int64, len(words))
    return np.array(different, dtype=object), codes


def _refuse_infinite_labels(labels: NDArray[Any]) -> None:
    n_infinite = int(np.isinf(labels).sum()) if labels.dtype.kind == "f" else 0
    if n_infinite:
        raise InputError(f"y holds {n_infinite} infinite (inf) values: drop those rows")


def _refuse_mixed_labels(labels: NDArray[Any]) -> None:
    kinds = sorted({type(label).__name__ for label in labels}) if labels.dtype.kind == "O" else []
    if len(kinds) > 1:
        raise InputError(f"y mixes labels of type {' and '.join(kinds)}: give labels of one type")


def _refuse_labels_that_no_file_holds(labels: NDArray[Any]) -> None:
    """A model file holds text, booleans and numbers of the common sizes: refuse the rest before the search."""
    kind = labels.dtype.name
    if labels.dtype.kind == "O" and len(labels) and not isinstance(labels[0], str):  # they are of one type
        kind = f"object, such as {labels[0]!r}"
    elif labels.dtype.kind in "UO":
        return refuse_unwritable("y holds the label", dict.fromkeys(labels.tolist()))
    elif labels.dtype.kind in "biuf" and labels.dtype.itemsize <= 8:
        return
    raise InputError(
        f"Unknown label type: y is of type {kind}; convert it to text, as y.astype(str) does, or to numbers"
    )


def refuse_unwritable(what: str, texts: Iterable[str]) -> None:
    """Refuse text with half a surrogate pair, which no file can hold."""
    for text in texts:
        if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text):
            raise InputError(f"{what} {text!r}, which is not valid Unicode (a lone surrogate): rename it")


def read_row_numbers(numbers: Any, n_rows: int) -> NDArray[np.int64]:
    """What rows are called: whole numbers, one for each."""
    found = np.asarray(numbers)
    if found.dtype.kind not in "iu" or found.shape != (n_rows,):
        raise InputError(f"row_numbers must be {n_rows} whole numbers, one for each row")
    return found.astype(np.int64)
