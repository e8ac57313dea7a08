"""Rows of a multi-objective dataset in the space of its objectives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nldt.errors import InputError
from nldt.plots.data import draw_points
from nldt.plots.formulas import plain
from nldt.plots.limits import central_range
from nldt.plots.points import table_points
from nldt.plots.style import axes_for

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_objectives(objectives: Any, y: Any, names: Sequence[object] | None = None, ax: Axes | None = None) -> Axes:
    """The objectives of each row, coloured by class.

    Parameters
    ----------
    objectives : table of shape (rows, 2 or 3)
        Rows with an objective that is not finite are left out, and the picture says so.
    y : labels
        One a row.
    names : names of the objectives, optional
        None: the table's own; f1, f2, ... where it has none.
    ax : matplotlib axes, optional
        New ones where None; 3-D ones for three objectives.

    Examples
    --------
    >>> from nldt.datasets import load
    >>> from nldt.datasets.modified_benchmarks import objectives
    >>> data = load("m-zdt2-30")
    >>> ax = plot_objectives(objectives("m-zdt2-30", data.X.to_numpy()), data.y)
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('$f_{1}$', '$f_{2}$')
    """
    caller = "plot_objectives"
    points = table_points(caller, objectives, y, names)
    count = points.rows.shape[1]
    if count not in (2, 3):
        raise InputError(f"{caller}: objectives of shape {points.rows.shape} must have two or three columns")
    named = names is not None or hasattr(objectives, "columns")
    labels = [plain(name) if named else f"$f_{{{j + 1}}}$" for j, name in enumerate(points.names)]
    ax = axes_for(caller, ax, count)
    draw_points(ax, points.rows, points, labels, central_range)
    return ax
