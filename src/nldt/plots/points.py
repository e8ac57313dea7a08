"""Rows to draw: read from the user's table, thinned where there are too many, drawn a class at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.errors import InputError, list_names
from nldt.model.fitted_model import FittedModel
from nldt.palette import class_colour
from nldt.plots.models import read_rows
from nldt.plots.style import class_marker

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_POINTS = 5000
FEWEST_OF_A_CLASS = 50  # a rare class is not thinned below


@dataclass(frozen=True, eq=False)
class Points:
    """Rows with the number of their class."""

    rows: Floats
    codes: Integers
    classes: list[Any]
    names: list[str]  # of the columns

    def take(self, chosen: Any) -> Points:
        """Some of the rows."""
        return Points(self.rows[chosen], self.codes[chosen], self.classes, self.names)


def model_points(caller: str, model: FittedModel, X: Any, y: Any) -> Points:
    """Rows for a model; every label must be one of its classes."""
    rows = read_rows(model, X)
    labels = _labels(caller, y, len(rows))
    classes = model.labels
    number = {label: i for i, label in enumerate(classes)}
    unknown = sorted({str(label) for label in labels.tolist() if label not in number})
    if unknown:
        known = list_names([str(label) for label in classes])
        raise InputError(f"{caller}: y holds {list_names(unknown)}, not a class of the model; its classes are {known}")
    return Points(rows, np.array([number[label] for label in labels.tolist()]), classes, list(model.feature_names))


def table_points(caller: str, X: Any, y: Any, names: Sequence[object] | None = None) -> Points:
    """Rows of any table of numbers."""
    if names is None:
        names = list(X.columns) if hasattr(X, "columns") else None
    try:
        rows = np.asarray(X, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{caller}: the table must hold numbers only") from None
    if rows.ndim != 2:
        raise InputError(f"{caller}: a table of shape {rows.shape} must have rows and columns")
    texts = [f"x{j + 1}" for j in range(rows.shape[1])] if names is None else [str(name) for name in names]
    if len(texts) != rows.shape[1]:
        raise InputError(f"{caller}: {len(texts)} names for {rows.shape[1]} columns: give one for each")
    labels = _labels(caller, y, len(rows))
    try:
        classes, codes = np.unique(labels, return_inverse=True)
    except TypeError:
        raise InputError(f"{caller}: y mixes labels that can't be compared: give labels of one type") from None
    return Points(rows, codes.astype(np.int64), classes.tolist(), texts)


def _labels(caller: str, y: Any, n_rows: int) -> NDArray[Any]:
    labels = np.asarray(y)
    if labels.shape != (n_rows,):
        raise InputError(f"{caller}: y of shape {labels.shape} must have one label for each of the {n_rows} rows")
    return labels


def columns(caller: str, points: Points, features: Sequence[Any]) -> list[int]:
    """Numbers of two or three columns, given by name or number."""
    number = {name: j for j, name in enumerate(points.names)}
    found: list[int] = []
    for feature in features:
        place = number.get(str(feature)) if isinstance(feature, str) or str(feature) in number else feature
        if not isinstance(place, int | np.integer) or not 0 <= place < len(number):
            raise InputError(
                f"{caller}: features={list(features)!r}: {feature!r} is no feature; "
                f"the features are {list_names(points.names)}"
            )
        found.append(int(place))
    if len(found) not in (2, 3) or len(set(found)) != len(found):
        raise InputError(f"{caller}: features={list(features)!r} must be two or three different features")
    return found


def thin(points: Points) -> tuple[Points, list[str]]:
    """At most about 5,000 rows, the same ones every time, and a note if some are left out.

    Every class keeps its share, and a rare one at least 50 rows.
    """
    total = len(points.rows)
    if total <= MOST_POINTS:
        return points, []
    random = np.random.default_rng(0)
    chosen = []
    for code in range(len(points.classes)):
        places = np.flatnonzero(points.codes == code)
        quota = max(MOST_POINTS * len(places) // total, min(FEWEST_OF_A_CLASS, len(places)))
        chosen.append(random.choice(places, quota, replace=False))
    kept = np.sort(np.concatenate(chosen))
    return points.take(kept), [f"{len(kept):,} of {total:,} points drawn"]


def scatter(ax: Any, places: Floats, codes: Integers) -> None:
    """Points of two or three coordinates; a class that covers little is drawn over one that covers much."""
    size = float(np.clip(8000 / max(len(codes), 1), 9, 30))
    more = {"depthshade": False} if places.shape[1] == 3 else {}
    for code in sorted(np.unique(codes), key=lambda code: -_cover(places, codes == code)):
        ax.scatter(
            *places[codes == code].T,
            s=0.7 * size if more else size,
            color=class_colour(int(code)),
            marker=class_marker(int(code)),
            edgecolors="white",
            linewidths=0.3,
            zorder=3,
            **more,
        )


def _cover(places: Floats, chosen: NDArray[np.bool_]) -> float:
    """The number of points times the room they spread over."""
    if np.count_nonzero(chosen) < 2:
        return 0.0
    spread = np.ptp(places, axis=0)
    scaled = places[chosen] / np.where(spread > 0, spread, 1.0)
    return float(np.count_nonzero(chosen) * np.sqrt(max(np.linalg.det(np.cov(scaled.T)), 0.0)))
