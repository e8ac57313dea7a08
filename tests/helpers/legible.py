"""Whether a picture can be read: no text over another, nothing beyond the edge of the figure."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Affine2D

SLACK = 0.5  # pixels


def written(figure: Any) -> list[Text]:
    """All texts that the figure shows."""
    figure.canvas.draw()
    hidden = {id(label) for axes in figure.axes for label in _ticks_not_drawn(axes)}
    figure.canvas.draw()  # asking an axis for its ticks has moved them
    texts = {id(text): text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()}
    unframed = {
        id(text) for axes in figure.axes if axes.name != "3d" and not axes.axison for text in axes.findobj(Text)
    }
    own = {id(text) for axes in figure.axes for text in axes.texts}
    return [text for key, text in texts.items() if key not in hidden and (key not in unframed or key in own)]


def _ticks_not_drawn(axes: Any) -> list[Text]:
    """Labels of ticks beyond the limits: they exist but are not drawn."""
    labels = []
    for name in ("x", "y", "z"):
        if not hasattr(axes, f"{name}axis"):
            continue
        axis = getattr(axes, f"{name}axis")
        low, high = sorted(axis.get_view_interval())
        drawn = {id(tick) for tick in axis._update_ticks()}
        for tick in [*axis.get_major_ticks(), *axis.get_minor_ticks()]:
            slack = 1e-9 * (high - low)
            if id(tick) not in drawn or not low - slack <= tick.get_loc() <= high + slack:
                labels += [tick.label1, tick.label2]
    return labels


def overlaps(figure: Any) -> list[tuple[str, str]]:
    """Pairs of texts that lie over each other."""
    outlines = [(text.get_text(), outline(text)) for text in written(figure)]
    return [(a, b) for (a, first), (b, second) in combinations(outlines, 2) if first.intersects_path(second)]


def outline(text: Text) -> Path:
    """The rectangle of a text, turned as the text is, around the middle of what it covers."""
    covered = text.get_window_extent()
    angle = text.get_rotation()
    text.set_rotation(0)
    straight = text.get_window_extent()
    text.set_rotation(angle)
    half = np.array([straight.width, straight.height]) / 2 - SLACK
    middle = [(covered.x0 + covered.x1) / 2, (covered.y0 + covered.y1) / 2]
    corners = half * [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]]
    return Path(Affine2D().rotate_deg(angle).translate(*middle).transform(corners), closed=True)


def cut_off(figure: Any) -> list[str]:
    """Texts that reach beyond the figure."""
    whole = figure.bbox.padded(SLACK)
    return [
        text.get_text()
        for text in written(figure)
        if not (
            whole.x0 <= (box := text.get_window_extent()).x0
            and whole.y0 <= box.y0
            and box.x1 <= whole.x1
            and box.y1 <= whole.y1
        )
    ]


def assert_legible(ax: Any) -> None:
    figure = ax.get_figure(root=True)
    assert len(written(figure)) > 1
    assert overlaps(figure) == []
    assert cut_off(figure) == []
