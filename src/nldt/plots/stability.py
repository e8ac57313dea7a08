"""How often features and structures of a model come back, and how many rows keep their answer."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np

from nldt.palette import MAIN
from nldt.plots.formulas import plain
from nldt.plots.style import GREY, HOLDS, axes_for, open_frame

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from nldt.model.stability import Recurrence, Stability

MOST_BARS = 8
LINE = 44  # letters of a name on a line,
LONGEST_NAMES = (2 * LINE, 4 * LINE, 8 * LINE)  # and of all of it: as few as tell names apart
FIGURE_SIZE = (8.0, 5.6)  # inches


def plot_stability(stability: Stability, ax: Axes | None = None) -> Axes:
    """Bars for the most frequent features and structures; those of the model are coloured.

    Parameters
    ----------
    stability : Stability
        What ``nldt.stability`` found.
    ax : matplotlib axes, optional
        New ones where None.

    Examples
    --------
    >>> from nldt import NLDTClassifier, stability
    >>> from nldt.datasets import load
    >>> data = load("iris")
    >>> ax = plot_stability(stability(NLDTClassifier(random_state=0), data.X, data.y, n_refits=3))
    >>> ax.get_xlabel()
    'refits (of 3)'
    """
    from matplotlib.ticker import MaxNLocator

    ax = axes_for("plot_stability", ax, 2, FIGURE_SIZE)
    features, structures = stability.features[:MOST_BARS], stability.structures[:MOST_BARS]
    places = np.concatenate([np.arange(len(features)), len(features) + 1 + np.arange(len(structures))])
    _draw_bars(ax, [*features, *structures], places)
    ax.axhline(len(features), color=GREY, linewidth=0.6)
    ax.set_xlim(0, stability.n_refits * 1.08)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel(f"refits (of {stability.n_refits})")
    ax.invert_yaxis()
    open_frame(ax)
    ax.set_title(
        f"Features, and below them structures of rules; the model's own in colour.\n"
        f"The formula itself came back {stability.formula_count} times, "
        f"{100 * float(stability.agreement.mean()):.1f} % of answers are the same",
        fontsize=10,
    )
    return ax


def _draw_bars(ax: Any, entries: Sequence[Recurrence], places: Any) -> None:
    colours = [MAIN if entry.in_model else HOLDS for entry in entries]
    bars = ax.barh(places, [entry.count for entry in entries], color=colours, height=0.7)
    ax.bar_label(bars, padding=3, fontsize=8)
    ax.set_yticks(places, _names([entry.what for entry in entries]), fontsize=8)


def _names(texts: Sequence[str]) -> list[str]:
    """Names on a few short lines; what is left out of long ones leaves them different."""
    for longest in LONGEST_NAMES:
        shown = [plain(text, longest) for text in texts]
        if len(set(shown)) == len(set(texts)):
            break
    return [fill(text, LINE, break_long_words=False) for text in shown]
