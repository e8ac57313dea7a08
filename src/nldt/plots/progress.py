"""How the search of each node went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nldt.errors import InputError
from nldt.model.fitted_model import FittedModel
from nldt.model.search_report import NodeReport
from nldt.palette import class_colour
from nldt.plots.models import Drawable, model_of
from nldt.plots.style import LINE_STYLES, axes_for

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_NODES = 8
MOST_MARKERS = 40  # of a line
PANEL_HEIGHTS = (2, 1)


def plot_progress(clf: Drawable, ax: Axes | None = None) -> Axes:
    """Impurity and, in a panel below, complexity of the best rule so far by generation, for each node searched.

    The last point of a line is the node's chosen rule. Under the default search the best rule is the one with the
    shortest description, so that its impurity may rise where its complexity falls.

    Parameters
    ----------
    clf : NLDTClassifier or FittedModel
        Fitted in this session: a model file holds no history.
    ax : matplotlib axes, optional
        New ones where None; the lower third becomes a panel of its own.

    Examples
    --------
    >>> from nldt import NLDTClassifier
    >>> from nldt.datasets import load
    >>> data = load("iris")
    >>> clf = NLDTClassifier(random_state=0).fit(data.X, data.y)
    >>> ax = plot_progress(clf)
    >>> [panel.get_ylabel() for panel in ax.figure.axes]
    ['impurity (gini)', 'complexity']
    """
    caller = "plot_progress"
    model = model_of(clf)
    searched = [report for report in model.search_report.nodes if report.history]
    if not searched:
        raise InputError(f"{caller}: the model has no search history; only a fit keeps it, not a model file")
    ax = axes_for(caller, ax, 2)
    panel = _panel_below(ax)
    for place, report in enumerate(searched[:MOST_NODES]):
        generation, impurity, complexity = zip(*report.history, strict=True)
        look: dict[str, Any] = {
            "color": class_colour(place),
            "linestyle": LINE_STYLES[place % len(LINE_STYLES)],
            "marker": "o" if len(generation) <= MOST_MARKERS else "",
            "markersize": 3,
        }
        ax.plot(generation, impurity, drawstyle="steps-post", label=_node_label(model, report), **look)
        panel.plot(generation, complexity, drawstyle="steps-post", **look)
    _finish(ax, panel, model, len(searched) - MOST_NODES)
    return ax


def _panel_below(ax: Any) -> Any:
    """The axes become the upper part of their place; a new panel, which shares their x, the lower part."""
    place = ax.get_subplotspec()
    if place is not None:
        upper, lower = place.subgridspec(2, 1, height_ratios=PANEL_HEIGHTS)
        ax.set_subplotspec(upper)
        panel = ax.figure.add_subplot(lower, sharex=ax)
    else:
        left, bottom, width, height = ax.get_position().bounds
        low, gap = (0.9 * height * PANEL_HEIGHTS[1] / sum(PANEL_HEIGHTS), 0.1 * height)
        ax.set_position((left, bottom + low + gap, width, height - low - gap))
        panel = ax.figure.add_axes((left, bottom, width, low), sharex=ax)
    ax.tick_params(labelbottom=False)
    return panel


def _node_label(model: FittedModel, report: NodeReport) -> str:
    """What the node has become."""
    paths = model.tree.paths
    if report.path not in paths:
        return f"{report.path} (pruned)"
    node = paths.index(report.path)
    return f"node {node}" if model.tree.rules[node] is not None else f"node {node} (leaf)"


def _finish(ax: Any, panel: Any, model: FittedModel, left_out: int) -> None:
    from matplotlib.ticker import MaxNLocator

    ax.set_ylabel(f"impurity ({model.criterion})")
    highest = max(0.05, ax.dataLim.y1)
    ax.set_ylim(-0.05 * highest, 1.1 * highest)
    panel.set_ylabel("complexity")
    panel.set_xlabel("generation")
    panel.yaxis.set_major_locator(MaxNLocator(nbins=4, integer=True))
    panel.xaxis.set_major_locator(MaxNLocator(integer=True))
    panel.set_ylim(0.0, panel.dataLim.y1 + 1.0)
    title = f"{left_out} more not drawn" if left_out > 0 else None
    ax.legend(title=title, loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False, fontsize=9, borderaxespad=0.0)
