"""Methods on the same folds: accuracy against size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nldt.plots.style import GREY, PALETTE, axes_for, class_marker

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from nldt.validate import Comparison


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
    ax = axes_for("plot_comparison", ax, 2)
    for number, one in enumerate(comparison.results):
        value, colour = 100 * one.accuracy.value, PALETTE[number % len(PALETTE)]
        low, high = (100 * (end if end is not None else one.accuracy.value) for end in (one.accuracy.low, one.accuracy.high))
        ax.errorbar(
            max(one.size, 1.0),
            value,
            [[value - low], [high - value]],
            color=colour,
            marker=class_marker(number),
            markersize=8,
            capsize=3,
            linewidth=1.2,
            linestyle="",
            label=f"{one.name} ({one.size:.0f} {one.size_unit})",
        )
    _finish(ax)
    return ax


def _finish(ax: Any) -> None:
    ax.set_xscale("log")
    ax.set_xlabel("size (rule length, splits, coefficients, support vectors, …)")
    ax.set_ylabel("cross-validated accuracy (%)")
    ax.grid(color=GREY, alpha=0.15)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False, fontsize=9, borderaxespad=0.0)
    ax.set_title("Lines are 90 % intervals", fontsize=9, color=GREY)
