"""The features of a user's table as numbers: frames of any library, arrays, lists of rows."""

from __future__ import annotations

import datetime
import warnings
from collections.abc import Callable, Collection, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils.validation import validate_data

from nldt.data.cells import Unusable, as_float, learn_feature, read_feature
from nldt.data.dense import dense
from nldt.data.frames import as_pandas, is_frame
from nldt.data.training_rows import has_gaps
from nldt.data.validation import one_line, refuse_unwritable
from nldt.errors import InputError, all_problems, columns_in_words, hint, list_names
from nldt.model.feature import Feature
from nldt.model.fitted_model import FittedModel

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
T = TypeVar("T")

NO_NUMBERS = (str, datetime.date, np.datetime64)


@dataclass(frozen=True, eq=False)
class FeatureTable:
    """The rows of a fit: numbers, codes of categories, NaN for gaps."""

    rows: Floats
    features: tuple[Feature, ...]
    given_names: tuple[str, ...] | None  # of the features, where the table has any
    left_out: tuple[str, ...] = ()  # columns that the table has besides
    blank: frozenset[int] = frozenset()  # features that are left out, too, but keep their place: those of arrays

    @property
    def names(self) -> tuple[str, ...]:
        return self.given_names or numbered_names(len(self.features))


def read_training_table(estimator_name: str, X: Any, drop: Collection[str | int] | None = None) -> FeatureTable:
    """The rows of a fit, and what each of their columns holds. InputError names all that can't be used.

    ``drop``: columns to leave out, by name or number. A frame is read without them; those of an array are all zeros.
    """
    X = dense(X)
    if drop is not None and len(drop):
        if is_frame(X):
            return _read_without(estimator_name, as_pandas(X), list(drop))
        X, blank = _blanked(X, list(drop))
        return replace(read_training_table(estimator_name, X), blank=blank)
    frame = _frame_of(X)
    if frame is None:
        rows = _read_array(_notes(estimator_name), X, reset=True)
        given = None
        features = tuple(Feature(has_gaps=gaps) for gaps in _gaps_by_column(rows))
    else:
        given = tuple(str(name) for name in frame.columns) if is_frame(X) else None
        names = given or numbered_names(frame.shape[1])
        if frame.empty:
            _read_array(_notes(estimator_name), frame, reset=True)  # refuses it, in scikit-learn's words
        features, rows = _learned(frame, names)
        refuse_unwritable("X has a column named", given or ())
    table = FeatureTable(rows, features, given)
    _refuse_infinite(rows, table.names)
    return table


def read_features(
    model: FittedModel, X: Any, estimator_name: str = "NLDTClassifier", needed: Sequence[int] | None = None
) -> Floats:
    """Rows for a fitted model as float64, in its order; NaN is a gap.

    A frame's columns are matched by name, where the model has names: only those are ``needed`` that rules use, unless
    told, and those that the model does not know are ignored with a warning. InputError names all that can't be used.
    """
    X = dense(X)
    needed = model.used_features if needed is None else needed
    frame = _frame_of(X)
    if frame is None and model.has_categories:
        frame = _numbered_frame(X, model.n_features)
    if frame is None or (is_frame(X) and not model.names_are_given and not model.has_categories):
        rows = _read_array(_known(model, estimator_name), X, reset=False)
    elif is_frame(X) and model.names_are_given:
        rows = _by_name(model, frame, needed)
    else:
        _require_width(frame.shape[1], model.n_features, estimator_name)
        rows = _coded(model, dict(zip(model.feature_names, _columns(frame), strict=True)), len(frame), needed)
    _refuse_infinite(rows, model.feature_names, set(model.basis.features.tolist()))
    return rows


def numbered_names(n_features: int) -> tuple[str, ...]:
    """The names of features that have none: x1, x2, …"""
    return tuple(f"x{j + 1}" for j in range(n_features))


# -------------------------------------------------------------------- left out


def _read_without(estimator_name: str, frame: pd.DataFrame, drop: list[str | int]) -> FeatureTable:
    """A frame without some of its columns."""
    names = [str(name) for name in frame.columns]
    places = {_place(wanted, names) for wanted in drop}
    kept = [place for place in range(len(names)) if place not in places]
    if not kept:
        raise InputError(f"drop={drop!r} leaves no column")
    table = read_training_table(estimator_name, frame.iloc[:, kept])
    return replace(table, left_out=tuple(names[place] for place in sorted(places)))


def _blanked(X: Any, drop: list[str | int]) -> tuple[Any, frozenset[int]]:
    """Rows with zeros in some of their columns, whatever those hold, and which ones they are."""
    try:
        cells = X.copy() if isinstance(X, np.ndarray) else np.array(X, dtype=object)
    except ValueError:
        return X, frozenset()  # rows of different lengths: it is refused, in scikit-learn's words
    if cells.ndim != 2:
        return X, frozenset()
    places = frozenset(_place(wanted, numbered_names(cells.shape[1])) for wanted in drop)
    if len(places) == cells.shape[1]:
        raise InputError(f"drop={drop!r} leaves no column")
    cells[:, sorted(places)] = 0
    return cells, places


def _place(wanted: str | int, names: Sequence[str]) -> int:
    """The place of a column that is called so; of a number that is no name, the number."""
    if str(wanted) in names:
        return list(names).index(str(wanted))
    if isinstance(wanted, str):
        raise InputError(f"drop: X has no column {wanted!r}{hint(wanted, list(names), 'columns')}")
    if not 0 <= wanted < len(names):
        raise InputError(f"drop: X has no column {wanted}; give a name or a number from 0 to {len(names) - 1}")
    return int(wanted)


# ---------------------------------------------------------------------- frames


def _frame_of(X: Any) -> pd.DataFrame | None:
    """The table by columns where they may hold text or dates: a frame, or rows of objects with some among them."""
    if is_frame(X):
        return as_pandas(X)
    if isinstance(X, np.ndarray):
        may_hold_text = (
            X.ndim == 2 and X.dtype.kind in "OUM" and any(isinstance(cell, NO_NUMBERS) for cell in X.ravel())
        )
        return _numbered_frame(X, X.shape[1]) if may_hold_text else None
    if isinstance(X, list) and X and isinstance(X[0], list | tuple):
        width = len(X[0])
        alike = all(isinstance(row, list | tuple) and len(row) == width for row in X)
        if alike and any(isinstance(cell, NO_NUMBERS) for row in X for cell in row):
            return _numbered_frame(X, width)
    return None


def _numbered_frame(X: Any, width: int) -> pd.DataFrame | None:
    """Rows of any objects as a frame without names; None where they are no such rows."""
    import pandas as pd

    cells = np.asarray(X, dtype=object)
    return pd.DataFrame(cells, columns=list(range(width))) if cells.ndim == 2 and cells.shape[1] == width else None


def _columns(frame: pd.DataFrame) -> list[pd.Series[Any]]:
    return [frame.iloc[:, place] for place in range(frame.shape[1])]


def _learned(frame: pd.DataFrame, names: Sequence[str]) -> tuple[tuple[Feature, ...], Floats]:
    """What the columns of a frame hold, and their rows; numbers as NumPy has them in one go."""
    if all(isinstance(kind, np.dtype) and kind.kind in "iuf" for kind in frame.dtypes):
        rows = np.ascontiguousarray(frame.to_numpy(dtype=np.float64))
        return tuple(Feature(has_gaps=gaps) for gaps in _gaps_by_column(rows)), rows
    columns = zip(names, _columns(frame), strict=True)
    read = _each([(name, partial(_learn, column)) for name, column in columns])
    return tuple(feature for feature, _ in read), _together([values for _, values in read])


def _learn(series: pd.Series[Any]) -> tuple[Feature, Floats]:
    feature, values = learn_feature(series)
    n_infinite = int(np.isinf(values).sum())
    if n_infinite:
        raise Unusable(_infinite_in_words(n_infinite))
    return feature, values


def _by_name(model: FittedModel, frame: pd.DataFrame, needed: Sequence[int]) -> Floats:
    named = {str(name): column for name, column in zip(frame.columns, _columns(frame), strict=True)}
    absent = [name for name in (model.feature_names[j] for j in needed) if name not in named]
    if absent:
        raise InputError(
            f"X lacks the model's {columns_in_words(absent)}; its columns are {list_names(list(named)) or 'none'}"
        )
    known = set(model.feature_names)
    others = [name for name in named if name not in known and name not in model.left_out]
    if others:
        warnings.warn(f"X has columns that the model does not know: {list_names(others)}; ignored", stacklevel=5)
    return _coded(model, named, len(frame), needed)


def _coded(model: FittedModel, columns: dict[str, pd.Series[Any]], n_rows: int, needed: Sequence[int]) -> Floats:
    """The columns as the model knows them; one that is not needed may be absent, or hold anything."""
    used = set(needed)
    rows = np.full((n_rows, model.n_features), np.nan)

    def read(j: int) -> None:
        try:
            rows[:, j] = read_feature(model.features[j], columns[model.feature_names[j]])
        except Unusable:
            if j in used:
                raise

    given = [j for j, name in enumerate(model.feature_names) if name in columns]
    _each([(model.feature_names[j], partial(read, j)) for j in given])
    for j in set(given) - used:
        rows[np.isinf(rows[:, j]), j] = np.nan
    return rows


def _each(readings: Sequence[tuple[str, Callable[[], T]]]) -> list[T]:
    """What all columns give, by name; InputError that tells of all that can't be used."""
    found, problems = [], []
    for name, read in readings:
        try:
            found.append(read())
        except Unusable as problem:
            problems.append((name, f"column {name!r} {problem}"))
    if problems:
        raise InputError(all_problems(problems))
    return found


def _together(columns: Sequence[Floats]) -> Floats:
    """Columns side by side, row by row in memory."""
    rows = np.empty((len(columns[0]) if columns else 0, len(columns)))
    for j, values in enumerate(columns):
        rows[:, j] = values
    return rows


def _require_width(width: int, n_features: int, estimator_name: str) -> None:
    if width != n_features:
        raise InputError(f"X has {width} features, but {estimator_name} is expecting {n_features} features as input")


# ---------------------------------------------------------------------- arrays


def _read_array(estimator: Any, X: Any, *, reset: bool) -> Floats:
    read = partial(
        validate_data,
        estimator,
        reset=reset,
        dtype=np.float64,
        order="C",
        ensure_all_finite=False,
        ensure_min_samples=1,
    )
    with one_line(), np.errstate(over="ignore"):  # what is too large for a float becomes infinite, and is told of
        try:
            return read(X)
        except OverflowError:
            return read(np.vectorize(as_float, otypes=[np.float64])(np.asarray(X, dtype=object)))


def _notes(estimator_name: str) -> Any:
    """An estimator to throw away.

    Scikit-learn notes number and names of the features in the estimator that it reads for, or compares with them; a fit
    that fails or is interrupted must leave the true one as it was.
    """
    return type(estimator_name, (BaseEstimator,), {})()


def _known(model: FittedModel, estimator_name: str) -> Any:
    """Such an estimator that has seen the model's features; numbers for names are no names to scikit-learn."""
    known = _notes(estimator_name)
    known.n_features_in_ = model.n_features
    if model.names_are_given and not all(name.isdecimal() for name in model.feature_names):
        known.feature_names_in_ = np.array(model.feature_names, dtype=object)
    return known


# ---------------------------------------------------------------------- checks


def _gaps_by_column(rows: Floats) -> list[bool]:
    gaps = np.asarray(np.isnan(rows).any(axis=0)) if has_gaps(rows) else np.zeros(rows.shape[1], dtype=bool)
    return [bool(gap) for gap in gaps]


def _refuse_infinite(rows: Floats, names: Sequence[str], needed: Set[int] | None = None) -> None:
    """Raise InputError for infinite values; ``needed``: the columns in which they matter, all unless told."""
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(rows.sum()):  # this takes no memory
            return
    counts = np.isinf(rows).sum(axis=0)
    if needed is not None:
        counts[[j not in needed for j in range(len(counts))]] = 0
    refuse_infinite(counts, names)


def refuse_infinite(counts: NDArray[np.int64], names: Sequence[str]) -> None:
    """Raise InputError where columns have infinite values, by how many of them each has."""
    named = [
        (names[j], f"column {names[j]!r} {_infinite_in_words(counts[j])}") for j in np.flatnonzero(counts).tolist()
    ]
    if named:
        raise InputError(all_problems(named))


def _infinite_in_words(count: int) -> str:
    values = "value" if count == 1 else "values"
    return f"holds {count} infinite (inf) {values}: drop those rows, or leave gaps (NaN) in their place"
