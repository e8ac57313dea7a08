"""What all pictures share: colours and markers of classes, new axes, notes and legends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nldt.errors import InputError
from nldt.extras import require
from nldt.palette import N_COLOURS, class_colour
from nldt.plots.formulas import measure, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKERS = ["o", "s", "^", "D", "v", "P", "X", "*"]
LINE_STYLES = ["-", "--", "-.", ":"]

GREY = "#666666"
HOLDS = "#8c8c8c"  # where a rule holds
NOTE_SIZE = 8.0
TITLE_SIZE = 11.0
LONGEST_LEGEND = 20
SPACE_SIZE = (7.0, 5.2)  # inches: 3-D axes use their place badly


def pyplot() -> Any:
    """``matplotlib.pyplot``; InputError where matplotlib is missing."""
    return require("matplotlib.pyplot", "drawing a picture", "report")


def class_marker(number: int) -> str:
    """Another marker for each class; beyond eight classes a colour comes back with another marker."""
    return MARKERS[(number + number // N_COLOURS) % len(MARKERS)]


def axes_for(caller: str, ax: Axes | None, dimensions: int, size: tuple[float, float] | None = None) -> Any:
    """The given axes if they have so many dimensions, or new ones; ``size`` of plain ones, in inches."""
    draw = pyplot()
    if ax is None:
        if dimensions == 3:
            return _calm(draw.figure(figsize=SPACE_SIZE, layout="constrained").add_subplot(projection="3d"))
        return draw.figure(figsize=size, layout="constrained").add_subplot()
    if (getattr(ax, "name", "") == "3d") != (dimensions == 3):
        needed = "3-D axes: ax=figure.add_subplot(projection='3d')" if dimensions == 3 else "plain axes, not 3-D ones"
        raise InputError(f"{caller}: {dimensions} axes to draw need {needed}")
    return ax


def open_frame(ax: Any) -> None:
    """No lines above and on the right, where there is nothing to read."""
    ax.spines[["top", "right"]].set_visible(False)


def _calm(ax: Any) -> Any:
    """Room for labels around 3-D axes, and ticks far enough apart to be read from any side."""
    ax.set_box_aspect(None, zoom=0.82)
    ax.locator_params(nbins=4)
    return ax


def set_title(ax: Any, lines: Sequence[str], notes: Sequence[str] = ()) -> None:
    """A title, and below it notes in small print."""
    pad = 6.0
    if notes:
        ax.annotate(
            "\n".join(notes),
            (0.5, 1.0),
            xycoords="axes fraction",
            xytext=(0, 4),
            textcoords="offset points",
            ha="center",
            va="bottom",
            fontsize=NOTE_SIZE,
            color=GREY,
            annotation_clip=False,
        )
        pad += sum(max(1.3 * NOTE_SIZE, sum(measure(note, NOTE_SIZE)[1:]) + 2) for note in notes)
    if lines:
        pad += max(measure(lines[-1], TITLE_SIZE)[2], 3.0)  # a title stands on its baseline: fractions reach below
        ax.set_title("\n".join(lines), fontsize=TITLE_SIZE, pad=pad)


def title_width(ax: Any) -> float:
    """Room for a title in points: the width of the axes, or of the figure where it holds no others."""
    figure = ax.figure
    figure.draw_without_rendering()  # so that the layout, and with it the place of the axes, is known
    place = ax.get_window_extent()
    width = place.width
    if figure.axes == [ax]:
        middle = (place.x0 + place.x1) / 2
        width = 2 * min(middle - figure.bbox.x0, figure.bbox.x1 - middle) - TITLE_SIZE
    return float(width * 72 / figure.dpi)


def wrap_words(text: str, width: float, size: float = NOTE_SIZE) -> list[str]:
    """Plain text in lines that fit a width in points."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or measure(longer, size)[0] <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def flow(entries: Sequence[str], width: float, size: float = NOTE_SIZE) -> list[str]:
    """Formulas or plain texts side by side, as many in a line as fit a width in points."""
    lines: list[str] = []
    used = width
    for entry in entries:
        length = measure(entry, size)[0] + size
        if used + length > width or not lines:
            lines.append(entry)
            used = length
        else:
            lines[-1] += f"    {entry}"
            used += size + length
    return lines


def class_legend(ax: Any, classes: Sequence[object], more: Sequence[Any] = ()) -> None:
    """The classes with their markers, and other labelled artists, beside the axes so that no point is hidden."""
    from matplotlib.lines import Line2D

    handles: list[Any] = [
        Line2D([], [], linestyle="", marker=class_marker(i), color=class_colour(i), markeredgecolor="white", label=text)
        for i, text in enumerate(plain(label, LONGEST_LEGEND) for label in classes)
    ]
    handles += more
    ax.legend(
        handles=handles,
        loc="upper left",
        bbox_to_anchor=(1.12 if ax.name == "3d" else 1.01, 1.0),
        frameon=False,
        fontsize=9,
        handletextpad=0.4,
        borderaxespad=0.0,
        ncols=1 + len(handles) // 20,
    )
