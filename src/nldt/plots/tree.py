"""The tree with its formulas and class shares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nldt.palette import class_colour, tint
from nldt.plots.models import Drawable, model_of
from nldt.plots.style import GREY, axes_for, pyplot
from nldt.plots.tree_layout import Box, TreeLayout, lay_out

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARGIN = 8.0  # points around the tree
LARGEST_FIGURE = (20.0, 15.0)  # inches
SMALLEST_FIGURE = (4.0, 2.0)


def plot_tree(clf: Drawable, ax: Axes | None = None) -> Axes:
    """The tree: formulas in its nodes, classes in its leaves, and in both a bar of class shares with the counts.

    Rows for which a formula holds follow the branch "yes", or "if so" where a class is called yes or no. Counts are
    training rows, each counted as often as its ``sample_weight`` says, in the order of the legend.

    Parameters
    ----------
    clf : NLDTClassifier or FittedModel
        Fitted, or read from a file.
    ax : matplotlib axes, optional
        Where None, axes of a new figure that is as large as the tree needs; given axes are filled, with smaller letters
        where the tree does not fit.

    Examples
    --------
    >>> from nldt import NLDTClassifier
    >>> from nldt.datasets import load
    >>> data = load("ds4")
    >>> clf = NLDTClassifier(random_state=0).fit(data.X, data.y)
    >>> ax = plot_tree(clf)
    >>> sorted(text.get_text() for text in ax.texts if text.get_text() in ("yes", "no"))
    ['no', 'yes']
    """
    model = model_of(clf)
    pyplot()
    if ax is None:
        layout = lay_out(model, *(72 * side for side in pyplot().rcParams["figure.figsize"]))
        ax = _new_axes(layout)
    ax = axes_for("plot_tree", ax, 2)
    room = ax.get_window_extent()
    width, height = (side * 72 / ax.figure.dpi - 2 * MARGIN for side in (room.width, room.height))
    layout = lay_out(model, width, height)
    scale = min(1.0, width / layout.width, height / layout.height)
    _Painter(ax, layout, scale).draw()
    return ax


def _new_axes(layout: TreeLayout) -> Any:
    wanted = ((side + 2 * MARGIN + 1) / 72 for side in (layout.width, layout.height))
    size = [
        min(max(side, least), most) for side, least, most in zip(wanted, SMALLEST_FIGURE, LARGEST_FIGURE, strict=True)
    ]
    return pyplot().figure(figsize=size).add_axes((0, 0, 1, 1))


class _Painter:
    """Draws a layout in the middle of axes, whose unit becomes the point."""

    def __init__(self, ax: Any, layout: TreeLayout, scale: float) -> None:
        self._ax, self._layout, self._scale = ax, layout, scale
        room = ax.get_window_extent()
        width, height = room.width * 72 / ax.figure.dpi, room.height * 72 / ax.figure.dpi
        self._left = (width - scale * layout.width) / 2
        self._bottom = (height - scale * layout.height) / 2
        ax.set_axis_off()
        ax.set_xlim(0, width)
        ax.set_ylim(0, height)

    def draw(self) -> None:
        layout = self._layout
        for swatch in layout.legend:
            self._rectangle(swatch.x, swatch.y, swatch.side, swatch.side, class_colour(swatch.code), "none")
            self._text(swatch.x + swatch.side + 4, swatch.y + 1, swatch.text, swatch.size, ha="left")
        for box in layout.boxes:
            for child, answer in zip(box.children, layout.branch_words, strict=False):
                self._branch(box, layout.boxes[child], answer)
        for box in layout.boxes:
            self._box(box)
        for note in layout.notes:
            self._text(layout.width / 2, note.y, note.text, note.size)

    def _box(self, box: Box) -> None:
        colour = GREY if box.code is None else class_colour(box.code)
        face: Any = "white" if box.code is None else tint(colour)
        self._rectangle(box.x - box.width / 2, box.y, box.width, box.height, face, colour, zorder=2)
        for line in box.lines:
            self._text(box.x, line.y, line.text, line.size)
        left = box.x - box.bar_width / 2
        for code, share in enumerate(box.shares):
            if share > 0:
                self._rectangle(left, box.bar_y, share * box.bar_width, box.bar_height, class_colour(code), "none", 3)
                left += share * box.bar_width

    def _branch(self, box: Box, child: Box, answer: str) -> None:
        x = [self._x(box.x), self._x(child.x)]
        y = [self._y(box.y), self._y(child.y + child.height)]
        self._ax.plot(x, y, color=GREY, linewidth=1.0, zorder=1)
        self._ax.text(
            sum(x) / 2,
            sum(y) / 2,
            answer,
            fontsize=9 * self._scale,
            ha="center",
            va="center",
            zorder=2,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5 * self._scale},
        )

    def _rectangle(
        self, x: float, y: float, width: float, height: float, face: Any, edge: str, zorder: float = 2
    ) -> None:
        from matplotlib.patches import Rectangle

        corner = (self._x(x), self._y(y))
        size = (width * self._scale, height * self._scale)
        self._ax.add_patch(Rectangle(corner, *size, facecolor=face, edgecolor=edge, linewidth=1.0, zorder=zorder))

    def _text(self, x: float, y: float, text: str, size: float, ha: str = "center") -> None:
        self._ax.text(
            self._x(x), self._y(y), text, fontsize=size * self._scale, ha=ha, va="baseline", color="black", zorder=4
        )

    def _x(self, x: float) -> float:
        return self._left + self._scale * x

    def _y(self, y: float) -> float:
        return self._bottom + self._scale * y
