"""Methods on the same folds: accuracy against size."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from nldt.palette import class_colour
from nldt.plots.style import GREY, axes_for, class_marker, open_frame

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from nldt.validate import Comparison

FIGURE_SIZE = (9.0, 4.4)  # inches
SMALLEST = 1.0  # a model without a rule has size 0, which a logarithmic axis has not


def plot_comparison(comparison: Comparison, ax: Axes | None = None) -> Axes:
    """Cross-validated accuracy of each method, with its interval, against its size on a logarithmic axis.

    Parameters
    ----------
    comparison : Comparison
        What ``nldt.compare`` found.
    ax : matplotlib axes, optional
        New ones where None.

    Examples
    --------
    >>> from nldt import compare
    >>> from nldt.datasets import load
    >>> data = load("iris")
    >>> ax = plot_comparison(compare(data.X, data.y, methods=["CART"]))
    >>> ax.get_ylabel()
    'cross-validated accuracy (%)'
    """
    ax = axes_for("plot_comparison", ax, 2, FIGURE_SIZE)
    for number, one in enumerate(comparison.results):
        value, colour = 100 * one.accuracy.value, class_colour(number)
        ends = (one.accuracy.low, one.accuracy.high)
        low, high = (value if end is None else 100 * end for end in ends)
        ax.errorbar(
            max(one.size, SMALLEST),
            value,
            [[value - low], [high - value]],
            color=colour,
            marker=class_marker(number),
            markersize=8,
            capsize=3,
            linewidth=1.2,
            linestyle="",
            label=f"{one.name}: {one.size_in_words}",
        )
    _finish(ax, max(one.size for one in comparison.results))
    return ax


def _finish(ax: Any, largest: float) -> None:
    ax.set_xscale("log")
    powers = [10.0**power for power in range(1 + math.ceil(math.log10(max(largest, 10.0))))]
    ticks = [step * power for power in powers for step in ((1, 2, 5) if len(powers) < 4 else (1,))]
    ax.set_xticks(ticks, [f"{tick:,.0f}" for tick in ticks])
    ax.set_xticks([], minor=True)
    ax.set_xlim(0.8 * SMALLEST, 2 * max(largest, 5.0))
    ax.set_xlabel("size, in each method's own unit")
    ax.set_ylabel("cross-validated accuracy (%)")
    ax.grid(color=GREY, alpha=0.15)
    open_frame(ax)
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False, fontsize=9, borderaxespad=0.0)
    ax.set_title("Lines are 90 % intervals", fontsize=9, color=GREY)
