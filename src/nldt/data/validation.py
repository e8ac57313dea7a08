"""Checks of the user's tables: one clear line that names the culprit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, column_or_1d, validate_data

from nldt.errors import InputError, list_names
from nldt.model.fitted_model import FittedModel

Floats = NDArray[np.float64]


def read_features(model: FittedModel, X: Any, estimator_name: str = "NLDTClassifier") -> Floats:
    """Rows for a fitted model as float64; refuses text, NaN and infinite values, other features than in fit."""
    _refuse_columns(X)
    known = _notes(estimator_name)
    known.n_features_in_ = model.n_features
    if model.names_are_given:
        known.feature_names_in_ = np.array(model.feature_names, dtype=object)
    rows = _read_rows(known, X, reset=False)
    _refuse_missing(rows, model.feature_names)
    return rows


def read_training_features(estimator_name: str, X: Any) -> tuple[Floats, tuple[str, ...] | None]:
    """The rows of a fit, at least two, and the names of the features, where X has any."""
    _refuse_columns(X)
    notes = _notes(estimator_name)
    rows = _read_rows(notes, X, reset=True)
    given = getattr(notes, "feature_names_in_", None)
    names = None if given is None else tuple(str(name) for name in given)
    _refuse_missing(rows, names or numbered_names(rows.shape[1]))
    _refuse_unwritable("X has a column named", names or ())
    return rows, names


def read_training_classes(y: Any, n_rows: int) -> NDArray[Any]:
    """The labels of as many rows, of one type that a model file can hold."""
    with _one_line():
        labels = column_or_1d(y, warn=True)
    if len(labels) != n_rows:
        raise InputError(f"X has {n_rows} rows but y has {len(labels)}: they must match")
    _refuse_missing_labels(labels)
    _refuse_mixed_labels(labels)
    _refuse_labels_that_no_file_holds(labels)
    with _one_line():
        check_classification_targets(labels)
    return labels


def numbered_names(n_features: int) -> tuple[str, ...]:
    """The names of features that have none: x1, x2, …"""
    return tuple(f"x{j + 1}" for j in range(n_features))


def _notes(estimator_name: str) -> Any:
    """An estimator to throw away.

    Scikit-learn notes number and names of the features in the estimator that it reads for, or compares with them; a fit
    that fails or is interrupted must leave the true one as it was.
    """
    return type(estimator_name, (BaseEstimator,), {})()


def _read_rows(estimator: Any, X: Any, *, reset: bool) -> Floats:
    with _one_line():
        return validate_data(
            estimator,
            X,
            reset=reset,
            dtype=np.float64,
            order="C",
            ensure_all_finite=False,
            ensure_min_samples=1,
        )


def read_sample_weight(sample_weight: Any, rows: Floats) -> Floats:
    """One finite, non-negative weight a row; ones where None."""
    with _one_line():
        weight = _check_sample_weight(sample_weight, rows, dtype=np.float64)
    n_negative = int((weight < 0).sum())
    if n_negative:
        raise InputError(f"sample_weight has {n_negative} negative values: weights must be 0 or more")
    return weight


def encode_classes(labels: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The classes and each row's class number; InputError where there is only one."""
    classes, codes = np.unique(labels, return_inverse=True)
    if len(classes) < 2:
        only = classes.tolist()[0]
        raise InputError(f"y holds only one class, {only!r}: a classifier needs at least two classes")
    return classes, codes.astype(np.int64)


def read_known_classes(y: Any, classes: NDArray[Any], n_rows: int) -> NDArray[np.int64]:
    """The number of each row's class among those of a fitted model; InputError where it has no such class."""
    with _one_line():
        labels = column_or_1d(y, warn=True)
    if len(labels) != n_rows:
        raise InputError(f"X has {n_rows} rows but y has {len(labels)}: they must match")
    _refuse_missing_labels(labels)
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
def _one_line() -> Iterator[None]:
    """Scikit-learn's complaint about the user's table as ours, in one line."""
    try:
        yield
    except ValueError as error:
        raise InputError(" ".join(str(error).split())) from None


def _refuse_columns(X: Any) -> None:
    """Refuse a table with repeated names or with text."""
    if not hasattr(X, "dtypes") or not hasattr(X, "columns"):
        return
    repeated = [str(name) for name, count in Counter(X.columns).items() if count > 1]
    if repeated:
        raise InputError(f"X has several columns named {list_names(repeated)}: rename or drop them")
    for name, kind in zip(X.columns, X.dtypes, strict=True):
        if getattr(kind, "kind", "O") in "biuf":
            continue
        for value in X[name]:
            if not _is_number_or_missing(value):
                raise InputError(
                    f"column {str(name)!r} is not numeric: it holds {value!r}; drop the column or encode it as numbers"
                )


def _is_number_or_missing(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return value is None  # counted as NaN later
    return True


def _refuse_missing(rows: Floats, names: Sequence[str]) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(rows.sum()):  # no value is missing: this takes no memory
            return
    bad = ~np.isfinite(rows)
    if not bad.any():
        return
    column = int(np.flatnonzero(bad.any(axis=0))[0])
    n_nan = int(np.isnan(rows[:, column]).sum())
    n_inf = int(bad[:, column].sum()) - n_nan
    kinds = [f"{n} {kind}" for n, kind in ((n_nan, "NaN"), (n_inf, "infinite (inf)")) if n]
    others = int(bad.any(axis=0).sum()) - 1
    more = f" (and {others} more columns)" if others > 1 else " (and 1 more column)" if others else ""
    values = "value" if n_nan + n_inf == 1 else "values"
    raise InputError(
        f"column {names[column]!r} holds {' and '.join(kinds)} {values}{more}: drop those rows or fill them in"
    )


def _refuse_missing_labels(labels: NDArray[Any]) -> None:
    if labels.dtype.kind == "f":
        n_missing = int((~np.isfinite(labels)).sum())
        if n_missing:
            raise InputError(f"y holds {n_missing} NaN or infinite (inf) values: drop those rows")
    elif labels.dtype.kind == "O":
        n_missing = sum(1 for label in labels if label is None or label != label)
        if n_missing:
            raise InputError(f"y holds {n_missing} missing values (NaN or None): drop those rows")


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
        return _refuse_unwritable("y holds the label", dict.fromkeys(labels.tolist()))
    elif labels.dtype.kind in "biuf" and labels.dtype.itemsize <= 8:
        return
    raise InputError(
        f"Unknown label type: y is of type {kind}; convert it to text, as y.astype(str) does, or to numbers"
    )


def _refuse_unwritable(what: str, texts: Iterable[str]) -> None:
    """Refuse text with half a surrogate pair, which no file can hold."""
    for text in texts:
        if not text.isascii() and any("\ud800" <= sign <= "\udfff" for sign in text):
            raise InputError(f"{what} {text!r}, which is not valid Unicode (a lone surrogate): rename it")
