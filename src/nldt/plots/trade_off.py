"""The rules that a node could have: complexity against impurity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nldt.model.rule import SplitRule
from nldt.model.tree import FrontPoint
from nldt.palette import HIGHLIGHT, MAIN
from nldt.plots.formulas import PictureFormulas, measure, wrap
from nldt.plots.models import Drawable, model_of, rule_of
from nldt.plots.style import GREY, axes_for, flow, open_frame, pyplot, set_title, title_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FIGURE_SIZE = (8.0, 4.8)  # inches
CURVE_SHARE = 0.4  # of the width; the formulas have the rest
LARGEST_TEXT, SMALLEST_TEXT = 9.0, 3.0
NAME_LENGTHS = (24, 16, 10)
LINE_GAP, LABEL_GAP = 0.35, 1.1  # in units of the font size


def plot_trade_off(clf: Drawable, node: int = 0, ax: Axes | None = None) -> Axes:
    """The purest rule met at each complexity, with its formula; the tree's own is marked.

    ``clf.with_rule(node, complexity)`` gives the tree with another of them.

    Parameters
    ----------
    clf : NLDTClassifier or FittedModel
        Fitted, or read from a file.
    node : int
        Number of a node with a rule.
    ax : matplotlib axes, optional
        New ones where None.

    Examples
    --------
    >>> from nldt import NLDTClassifier
    >>> from nldt.datasets import load
    >>> data = load("ds4")
    >>> clf = NLDTClassifier(random_state=0).fit(data.X, data.y)
    >>> ax = plot_trade_off(clf)
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('complexity (non-zero exponents)', 'impurity (gini)')
    """
    caller = "plot_trade_off"
    model = model_of(clf)
    rule = rule_of(caller, model, node)
    front = model.fronts[node]
    ax = pyplot().figure(figsize=FIGURE_SIZE, layout="constrained").add_subplot() if ax is None else ax
    ax = axes_for(caller, ax, 2)
    chosen = chosen_point(front, rule)
    complexity = np.array([point.complexity for point in front])
    impurity = np.array([point.impurity for point in front])
    _draw_curve(ax, complexity, impurity, chosen)
    ax.set_xlabel("complexity (non-zero exponents)")
    ax.set_ylabel(f"impurity ({model.criterion})")
    formulas = PictureFormulas(model)
    set_title(ax, [], flow(formulas.legend([point.rule for point in front]), title_width(ax)))
    _write_formulas(ax, front, formulas, chosen)
    return ax


def chosen_point(front: Sequence[FrontPoint], rule: SplitRule) -> int | None:
    """The place of the tree's rule on the front: its complexity's, since its numbers may have been rounded."""
    return next((place for place, point in enumerate(front) if point.complexity == rule.complexity), None)


def _draw_curve(ax: Any, complexity: NDArray[np.int64], impurity: NDArray[np.float64], chosen: int | None) -> None:
    ax.plot(complexity, impurity, color=MAIN, marker="o", linewidth=1.2, zorder=2)
    if chosen is not None:
        ax.plot(
            complexity[chosen],
            impurity[chosen],
            color=HIGHLIGHT,
            marker="D",
            markersize=10,
            linestyle="",
            zorder=3,
            label="the tree's rule",
        )
        ax.legend(loc="upper right", frameon=False, fontsize=9, borderaxespad=0.2)
    span = max(complexity[-1] - complexity[0], 1)
    low = complexity[0] - 0.15 * span
    ax.set_xlim(low, low + 1.3 * span / CURVE_SHARE)
    highest = impurity.max() or 1.0
    ax.set_ylim(-0.06 * highest, 1.12 * highest)
    ax.set_xticks(complexity)
    open_frame(ax)


@dataclass(frozen=True)
class _Label:
    lines: list[str]
    heights: list[tuple[float, float]]  # above and below the baseline of each line, in points
    size: float

    @property
    def height(self) -> float:
        return sum(above + below for above, below in self.heights) + LINE_GAP * self.size * (len(self.lines) - 1)


def _write_formulas(ax: Any, front: Sequence[FrontPoint], formulas: PictureFormulas, chosen: int | None) -> None:
    """A column of formulas beside the curve, in its order, each with a line to its point."""
    ax.figure.draw_without_rendering()  # so that the layout, and with it the room for the formulas, is known
    room = ax.get_window_extent()
    width, height = room.width * 72 / ax.figure.dpi, room.height * 72 / ax.figure.dpi
    legend = 20.0  # points at the top that the legend takes
    left = CURVE_SHARE + 0.06
    labels = _fitting_labels(front, formulas, width * (1 - left), height - legend)
    low, high = ax.get_ylim()
    wanted = [height * (point.impurity - low) / (high - low) for point in front]
    gap = LABEL_GAP * labels[0].size
    centres = _spread(wanted, [label.height + gap for label in labels], height - legend)
    for place, (point, label, centre) in enumerate(zip(front, labels, centres, strict=True)):
        colour = HIGHLIGHT if place == chosen else "black"
        ax.annotate(
            "",
            (point.complexity, point.impurity),
            xytext=(left - 0.01, centre / height),
            textcoords="axes fraction",
            arrowprops={"arrowstyle": "-", "color": GREY, "linewidth": 0.6, "shrinkA": 0, "shrinkB": 5},
        )
        baseline = centre + label.height / 2
        for line, (above, below) in zip(label.lines, label.heights, strict=True):
            baseline -= above
            ax.text(
                left,
                baseline / height,
                line,
                transform=ax.transAxes,
                fontsize=label.size,
                color=colour,
                ha="left",
                va="baseline",
            )
            baseline -= below + LINE_GAP * label.size


def _fitting_labels(
    front: Sequence[FrontPoint], formulas: PictureFormulas, width: float, height: float
) -> list[_Label]:
    """The formulas as large as their column allows; names are cut before the text becomes small."""
    for size in np.arange(LARGEST_TEXT, SMALLEST_TEXT - 0.1, -0.5):
        for longest in NAME_LENGTHS if size < 7 else NAME_LENGTHS[:2]:
            labels = [_label(point.rule, formulas, width, float(size), longest) for point in front]
            too_wide = any(measure(line, size)[0] > width for label in labels for line in label.lines)
            if not too_wide and sum(label.height + LABEL_GAP * size for label in labels) <= height:
                return labels
    return labels


def _label(rule: SplitRule, formulas: PictureFormulas, width: float, size: float, longest: int) -> _Label:
    lines = wrap(formulas.pieces(rule, longest), width, size)
    return _Label(lines, [measure(line, size)[1:] for line in lines], size)


def _spread(wanted: Sequence[float], heights: Sequence[float], room: float) -> list[float]:
    """Centres as near as may be to the wanted ones, from the highest to the lowest, that keep labels apart."""
    centres = list(wanted)
    ceiling = room
    for i, height in enumerate(heights):  # push down from the top
        centres[i] = min(centres[i], ceiling - height / 2)
        ceiling = centres[i] - height / 2
    floor = 0.0
    for i in reversed(range(len(heights))):  # and up from the bottom
        centres[i] = max(centres[i], floor + heights[i] / 2)
        floor = centres[i] + heights[i] / 2
    return centres
