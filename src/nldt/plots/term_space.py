"""A node's rows in the space of its rule's terms (the paper's B-space), where the rule is a line, a plane or a band."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nldt.errors import by_count
from nldt.model.basis import Column, DaysSince
from nldt.model.basis.whole_values import WholeValues
from nldt.model.rule import SplitRule
from nldt.palette import class_colour
from nldt.plots.data import label_axes
from nldt.plots.dates import date_axis
from nldt.plots.formulas import PictureFormulas, plain, wrap
from nldt.plots.limits import Range, central_range, full_range, within
from nldt.plots.models import Drawable, model_of, rule_of
from nldt.plots.points import Points, model_points, scatter, thin
from nldt.plots.style import (
    GREY,
    HOLDS,
    TITLE_SIZE,
    axes_for,
    class_legend,
    flow,
    pyplot,
    set_title,
    title_width,
)
from nldt.plots.surfaces import plane_in_box, viewpoint

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats = NDArray[np.float64]

BINS = 40
WIDE = 200.0  # times the least value: then an axis is logarithmic
MOST_AXES = 3
MOST_NAMED = 12  # values along an axis
LONGEST_IN_LABEL = 20


def plot_term_space(clf: Drawable, X: Any, y: Any, node: int = 0, ax: Axes | None = None) -> Axes:
    """The rows that reach a node, in the terms of its rule.

    One term is drawn as a histogram with its thresholds, two as a plane with the separating line or band, three as a
    space with the separating planes. A rule of more terms is drawn in a plane: its weightiest term beside the sum of
    all others. A few far points are left out where they would squeeze all others together, and the picture says so.

    Parameters
    ----------
    clf : NLDTClassifier or FittedModel
        Fitted, or read from a file.
    X : table
        Rows with the features of the model.
    y : labels
        One a row.
    node : int
        Number of a node with a rule.
    ax : matplotlib axes, optional
        New ones where None; 3-D ones for three terms.

    Examples
    --------
    >>> from nldt import NLDTClassifier
    >>> from nldt.datasets import load
    >>> data = load("ds4")
    >>> clf = NLDTClassifier(random_state=0).fit(data.X, data.y)
    >>> ax = plot_term_space(clf, data.X, data.y)
    >>> ax.get_xlabel(), ax.get_ylabel(), len(ax.lines)  # a band has two lines
    ('$x_{1}$', '$x_{2}$', 2)
    """
    caller = "plot_term_space"
    model = model_of(clf)
    pyplot()  # or the remedy for a missing matplotlib, before any formula is set
    rule = rule_of(caller, model, node)
    formulas = PictureFormulas(model)
    points = model_points(caller, model, X, y)
    reaching = model.tree.decision_path(points.rows)[:, [node]].toarray().ravel() > 0
    points = points.take(reaching)
    space, finite = _term_space(rule, points, formulas)
    ax = axes_for(caller, ax, MOST_AXES if len(space.weights) == MOST_AXES else 2)
    ranges = space.ranges()
    drawn, notes = thin(Points(space.places, points.codes[finite], points.classes, points.names))
    inside, far = within(drawn.rows, ranges)
    draw = {1: _draw_histogram, 2: _draw_plane, 3: _draw_space}[len(space.weights)]
    draw(ax, space, ranges, drawn.take(inside))
    for axis, column in zip("xyz", space.columns, strict=False):
        _name_values(ax, axis, column)
    width = title_width(ax)
    symbols = flow([*space.legend(), *formulas.legend([rule])], width)
    set_title(ax, wrap(formulas.pieces(rule), width, TITLE_SIZE), [*symbols, *_row_notes(node, finite), *notes, *far])
    return ax


@dataclass(frozen=True, eq=False)
class _TermSpace:
    """Coordinates of rows, and the rule as ``low <= weights . coordinates <= high``."""

    places: Floats
    labels: list[str]
    weights: Floats
    low: float
    high: float
    columns: list[Column | None]  # of an axis that shows one column alone

    @property
    def ends(self) -> list[float]:
        return [end for end in (self.low, self.high) if np.isfinite(end)]

    @property
    def logarithmic(self) -> bool:
        """Whether the values of a single term, such as a product, are positive and of many orders of magnitude."""
        if len(self.weights) > 1 or not len(self.places) or not self.places.min() > 0:
            return False
        if isinstance(self.columns[0], DaysSince):
            return False
        in_sight = all(end * self.weights[0] > 0 for end in self.ends)
        return in_sight and bool(self.places.max() > WIDE * self.places.min())

    def legend(self) -> list[str]:
        """What the axes of a space stand for: labels along slanted axes must be short."""
        if len(self.weights) < MOST_AXES:
            return []
        return [f"$T_{{{axis}}} = {label[1:]}" for axis, label in enumerate(self.labels, 1)]

    def ranges(self) -> list[Range]:
        """Limits of the axes: without far points if the ends of the rule are still in sight."""
        if not len(self.places):
            return [(0.0, 1.0)] * len(self.weights)
        if self.logarithmic:
            return [full_range(self.places[:, 0])]
        central = [central_range(column) for column in self.places.T]
        extremes = np.sort(self.weights[:, None] * np.array(central), axis=1).sum(axis=0)
        in_sight = all(extremes[0] < end < extremes[1] for end in self.ends)
        return central if in_sight else [full_range(column) for column in self.places.T]


def _term_space(rule: SplitRule, points: Points, formulas: PictureFormulas) -> tuple[_TermSpace, NDArray[np.bool_]]:
    """The coordinates of the rows in which all of them are finite, and which those are."""
    weights, labels = rule.weights, [f"${term}$" for term in formulas.terms(rule, LONGEST_IN_LABEL)]
    places = rule.term_values(points.rows)
    finite: NDArray[np.bool_] = np.all(np.isfinite(places), axis=1)
    places = places[finite]
    if len(weights) > MOST_AXES:
        weighted = places * weights
        first = int(np.argmax(np.ptp(weighted, axis=0))) if len(places) else 0
        rest = np.delete(weighted, first, axis=1).sum(axis=1)
        places = np.column_stack([places[:, first], rest])
        labels = [labels[first], f"the rule's other {len(weights) - 1} terms"]
        weights = np.array([weights[first], 1.0])
        return _TermSpace(places, labels, weights, rule.low, rule.high, [None, None]), finite
    alone = [_only_column(rule, exponents) for exponents in rule.exponents]
    return _TermSpace(places, labels, weights, rule.low, rule.high, alone), finite


def _only_column(rule: SplitRule, exponents: NDArray[np.int8]) -> Column | None:
    """The column that a term is, where it is nothing more."""
    factors = np.flatnonzero(exponents)
    return rule.basis.columns[factors[0]] if exponents[factors].tolist() == [1] else None


def _name_values(ax: Any, axis: str, column: Column | None) -> None:
    """Dates along the axis of a date, names along that of months and the like, while there is room for them."""
    if isinstance(column, DaysSince):
        date_axis(ax, axis, 1.0, column.first)
    elif isinstance(column, WholeValues) and len(column.names) <= MOST_NAMED:
        low, high = getattr(ax, f"get_{axis}lim")()
        shown = {value: plain(name) for value, name in column.names.items() if low <= value <= high}
        getattr(ax, f"set_{axis}ticks")(list(shown), list(shown.values()))


def _row_notes(node: int, finite: NDArray[np.bool_]) -> list[str]:
    reached = [f"{len(finite):,} rows reach node {node}"] if node else []
    missing = int(np.count_nonzero(~finite))
    have = by_count(missing, "has", "have")
    return [*reached, f"{missing:,} of {len(finite):,} rows {have} no finite terms"] if missing else reached


def _holds_patch() -> Any:
    from matplotlib.patches import Patch

    return Patch(facecolor=HOLDS, alpha=0.25, label="the rule holds")


def _draw_histogram(ax: Any, space: _TermSpace, ranges: list[Range], points: Points) -> None:
    """One term: bins that end at the thresholds, so that no bar stands on both sides."""
    from matplotlib.ticker import MaxNLocator

    weight = float(space.weights[0])
    thresholds = sorted(end / weight for end in space.ends) if weight else []
    low, high = ranges[0]
    ruler, back = (np.log, np.exp) if space.logarithmic else (np.asarray, np.asarray)
    knots = ruler([low, *(t for t in thresholds if low < t < high), high])
    lengths = np.diff(knots)
    counts = [max(1, round(BINS * length / lengths.sum())) for length in lengths]
    parts = [back(np.linspace(a, b, n + 1))[:-1] for a, b, n in zip(knots[:-1], knots[1:], counts, strict=True)]
    present = range(len(points.classes))
    ax.hist(
        [points.rows[points.codes == code, 0] for code in present],
        bins=np.concatenate([*parts, [high]]),
        stacked=True,
        color=[class_colour(code) for code in present],
        edgecolor="white",
        linewidth=0.3,
        zorder=2,
    )
    for threshold in thresholds:
        ax.axvline(threshold, color="black", linewidth=1.2, zorder=3)
    held = sorted([space.low / weight, space.high / weight]) if weight else [low, high]
    ax.axvspan(max(held[0], low), min(held[1], high), color=HOLDS, alpha=0.25, linewidth=0, zorder=1)
    if space.logarithmic:
        ax.set_xscale("log")
    label_axes(ax, space.labels, ranges)
    ax.set_ylabel("rows")
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    class_legend(ax, points.classes, [_holds_patch()])


def _draw_plane(ax: Any, space: _TermSpace, ranges: list[Range], points: Points) -> None:
    """Two terms: a line for each end, and shade where the rule holds."""
    box = np.array(ranges)
    x, y = np.meshgrid(*box)
    values = space.weights[0] * x + space.weights[1] * y  # linear, so that four corners are enough
    lowest, highest = values.min() - 1.0, values.max() + 1.0
    held = [max(space.low, lowest), min(space.high, highest)]
    if held[0] < held[1]:
        ax.contourf(x, y, values, levels=held, colors=[HOLDS], alpha=0.25, zorder=1)
    for end in space.ends:
        ax.plot(*_line(space.weights, end, box), color="black", linewidth=1.2, zorder=2)
    scatter(ax, points.rows, points.codes)
    label_axes(ax, space.labels, ranges)
    class_legend(ax, points.classes, [_holds_patch()])


def _line(weights: Floats, end: float, box: Floats) -> Floats:
    """Two points of the line ``weights . x = end``, where it crosses opposite sides of the box."""
    along = int(np.argmin(np.abs(weights) * np.ptp(box, axis=1)))  # the axis on which the line is flatter
    across = 1 - along
    line = np.empty((2, 2))
    line[along] = box[along]
    line[across] = (end - weights[along] * box[along]) / weights[across]
    return line


def _draw_space(ax: Any, space: _TermSpace, ranges: list[Range], points: Points) -> None:
    """Three terms: a plane for each end, seen nearly from its side so that it parts the points."""
    from matplotlib.patches import Patch
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    box = np.array(ranges)
    for end in space.ends:
        polygon = plane_in_box(space.weights, end, box)
        if len(polygon):
            ax.add_collection3d(Poly3DCollection([polygon], facecolor=GREY, edgecolor="black", alpha=0.3))
    scatter(ax, points.rows, points.codes)
    label_axes(ax, [f"$T_{{{axis}}}$" for axis in (1, 2, 3)], ranges)
    ax.view_init(*viewpoint(space.weights * np.ptp(box, axis=1)))
    n_planes = len(space.ends)
    label = "separating plane" if n_planes == 1 else "the rule holds in between"
    class_legend(ax, points.classes, [Patch(facecolor=GREY, alpha=0.3, edgecolor="black", label=label)])
