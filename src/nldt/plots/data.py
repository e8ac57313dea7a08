"""A table as a scatter of its classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from nldt.errors import by_count
from nldt.plots.formulas import plain
from nldt.plots.limits import Range, full_range, within
from nldt.plots.points import Points, columns, scatter, table_points, thin
from nldt.plots.style import axes_for, class_legend, set_title

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_dataset(X: Any, y: Any, features: Sequence[Any] | None = None, ax: Axes | None = None) -> Axes:
    """The rows of a table in two or three of its features, coloured by class.

    Parameters
    ----------
    X : table of shape (rows, features)
        Rows with a value that is not finite in a drawn feature are left out, and the picture says so.
    y : labels
        One a row.
    features : two or three names or numbers of columns, optional
        None: all of a table with two or three columns, the first two of a wider one.
    ax : matplotlib axes, optional
        New ones where None; 3-D ones for three features.

    Examples
    --------
    >>> from nldt.datasets import load
    >>> data = load("iris")
    >>> ax = plot_dataset(data.X, data.y, features=["petal length (cm)", "petal width (cm)"])
    >>> ax.get_xlabel(), len(ax.collections)
    ('petal length (cm)', 3)
    """
    caller = "plot_dataset"
    points = table_points(caller, X, y)
    default = range(3 if len(points.names) == 3 else 2)
    chosen = columns(caller, points, default if features is None else features)
    ax = axes_for(caller, ax, len(chosen))
    draw_points(ax, points.rows[:, chosen], points, [plain(points.names[j]) for j in chosen])
    return ax


def draw_points(ax: Any, places: Any, points: Points, labels: Sequence[str], limits: Any = full_range) -> None:
    """Places of rows with their classes, axis labels, legend, and notes on what is not drawn."""
    finite = np.isfinite(places).all(axis=1)
    left_out = int(np.count_nonzero(~finite))
    are = by_count(left_out, "is", "are")
    notes = [f"{left_out:,} of {len(finite):,} rows {are} not finite"] * bool(left_out)
    placed, more = thin(Points(places[finite], points.codes[finite], points.classes, points.names))
    ranges: list[Range] = [limits(column) if len(column) else (0.0, 1.0) for column in placed.rows.T]
    inside, far = within(placed.rows, ranges)
    scatter(ax, placed.rows[inside], placed.codes[inside])
    label_axes(ax, labels, ranges)
    class_legend(ax, points.classes)
    set_title(ax, [], [*notes, *more, *far])


def label_axes(ax: Any, labels: Sequence[str], ranges: Sequence[Range]) -> None:
    """Names and limits of two or three axes."""
    pad = {"labelpad": 12} if ax.name == "3d" else {}
    for axis, label, limits in zip("xyz", labels, ranges, strict=False):
        getattr(ax, f"set_{axis}label")(label, **pad)
        getattr(ax, f"set_{axis}lim")(*limits)
