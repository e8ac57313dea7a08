"""Accuracy against length: the models that there are to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nldt.errors import InputError
from nldt.model.model_path import ModelPath
from nldt.palette import HIGHLIGHT, MAIN
from nldt.plots.style import GREY, axes_for, open_frame

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FIGURE_SIZE = (7.2, 4.6)  # inches
LONG = 12  # a path that is longer has a logarithmic axis, from 1 on, on which short models are not squeezed


def plot_path(fitted: Any, ax: Axes | None = None) -> Axes:
    """Cross-validated accuracy against rule length, with standard errors; the chosen model is marked.

    Parameters
    ----------
    fitted : NLDTClassifierCV or ModelPath
        A fitted one, or its ``model_path_``.
    ax : matplotlib axes, optional
        New ones where None.

    Examples
    --------
    >>> from nldt import NLDTClassifierCV
    >>> from nldt.datasets import load
    >>> data = load("iris")
    >>> ax = plot_path(NLDTClassifierCV(prices=[1, 4], cv=2, random_state=0).fit(data.X, data.y))
    >>> ax.get_xlabel()
    'rule length'
    """
    path = fitted if isinstance(fitted, ModelPath) else getattr(fitted, "model_path_", None)
    if path is None:
        raise InputError(f"plot_path needs a fitted NLDTClassifierCV or its model_path_, not {type(fitted).__name__}")
    ax = axes_for("plot_path", ax, 2, FIGURE_SIZE)
    points = [path.points[place] for place in path.by_length]
    lengths = [point.length for point in points]
    accuracies = [100 * point.accuracy for point in points]
    errors = [100 * point.standard_error for point in points]
    ax.plot(
        lengths,
        [100 * point.training_accuracy for point in points],
        color=GREY,
        marker=".",
        linestyle=":",
        linewidth=1.0,
        label="on training rows",
        zorder=1,
    )
    ax.errorbar(
        lengths,
        accuracies,
        errors,
        color=MAIN,
        marker="o",
        markersize=5,
        linewidth=1.2,
        capsize=3,
        label=f"{path.judged}, ± one standard error",
        zorder=2,
    )
    _mark(ax, path)
    if max(lengths) > LONG:
        ax.set_xscale("symlog", linthresh=1, linscale=0.4)
        ticks = sorted({0, 1, 2, 5, 10, 20, 50, 100, 200, 500} & set(range(min(lengths), max(lengths) + 1)))
        ax.set_xticks(ticks, [str(tick) for tick in ticks])
        ax.minorticks_off()
    else:
        ax.set_xticks(range(min(lengths), max(lengths) + 1))
    ax.set_xlabel("rule length")
    ax.set_ylabel(f"accuracy (%), {path.judged} and on training rows")
    open_frame(ax)
    ax.legend(loc="best", frameon=False, fontsize=9)
    return ax


def _mark(ax: Any, path: ModelPath) -> None:
    """The chosen model, and how far a model may be behind the best to be as good by one standard error."""
    chosen = path.points[path.chosen]
    ax.axhline(
        100 * path.least_within,
        color=GREY,
        linewidth=0.8,
        linestyle="--",
        label="best less one standard error",
        zorder=0,
    )
    label = f"chosen: length {chosen.length}, {100 * chosen.accuracy:.1f} % {path.judged}"
    ax.plot(
        chosen.length,
        100 * chosen.accuracy,
        color=HIGHLIGHT,
        marker="D",
        markersize=9,
        linestyle="",
        label=label,
        zorder=3,
    )
