"""What a tree predicts over two or three features."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nldt.errors import InputError, by_count
from nldt.model.feature import Feature, level_text
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.palette import class_colour, tint
from nldt.plots.data import label_axes
from nldt.plots.dates import feature_axis
from nldt.plots.formulas import PictureFormulas, plain, wrap
from nldt.plots.limits import Range, full_range
from nldt.plots.models import Drawable, model_of
from nldt.plots.points import columns, model_points, scatter, thin
from nldt.plots.style import (
    GREY,
    TITLE_SIZE,
    axes_for,
    class_legend,
    flow,
    set_title,
    title_width,
    wrap_words,
)
from nldt.plots.surfaces import level_surface, main_normal, viewpoint

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats = NDArray[np.float64]

REGION_CELLS = 300  # along each axis of a plane
SURFACE_CELLS = 18  # along each axis of a space
MOST_NUMBERS = 4_000_000  # of full rows that are held at once
MOST_HELD_NAMES = 3
MOST_NAMED = 12  # categories along an axis


def plot_feature_space(
    clf: Drawable, X: Any, y: Any, features: Sequence[Any] | None = None, ax: Axes | None = None
) -> Axes:
    """What the tree predicts over two features, or the surfaces of its rules over three, with the rows on top.

    Features that rules use but the picture does not show are held at their median, and the picture says so.

    Parameters
    ----------
    clf : NLDTClassifier or FittedModel
        Fitted, or read from a file.
    X : table
        Rows with the features of the model.
    y : labels
        One a row.
    features : two or three names or numbers, optional
        None: the two most important features of the rules.
    ax : matplotlib axes, optional
        New ones where None; 3-D ones for three features.

    Examples
    --------
    >>> from nldt import NLDTClassifier
    >>> from nldt.datasets import load
    >>> data = load("ds4")
    >>> clf = NLDTClassifier(random_state=0).fit(data.X, data.y)
    >>> ax = plot_feature_space(clf, data.X, data.y)
    >>> ax.get_xlabel(), ax.get_ylabel(), len(ax.images)
    ('x1', 'x2', 1)
    """
    caller = "plot_feature_space"
    model = model_of(clf)
    points = model_points(caller, model, X, y)
    chosen = columns(caller, points, _default_features(caller, model) if features is None else features)
    section = _Slice(_middle(model, points.rows), chosen)
    known = np.asarray(np.isfinite(points.rows[:, chosen]).all(axis=1))
    shown, notes = thin(points.take(known))
    if not known.all():
        n_gaps = int(np.count_nonzero(~known))
        notes = [*notes, f"{n_gaps:,} of {len(known):,} rows {by_count(n_gaps, 'has', 'have')} gaps here"]
    ranges = [full_range(points.rows[known, j]) if known.any() else (0.0, 1.0) for j in chosen]
    ax = axes_for(caller, ax, len(chosen))
    if len(chosen) == 2:
        _draw_regions(ax, model, section, ranges)
    else:
        _draw_surfaces(ax, model, section, ranges)
    scatter(ax, shown.rows[:, chosen], shown.codes)
    label_axes(ax, [plain(points.names[j]) for j in chosen], ranges)
    _name_categories(ax, [model.features[j] for j in chosen])
    class_legend(ax, points.classes)
    formulas = PictureFormulas(model)
    set_title(ax, _title(ax, formulas), [*_held_note(ax, formulas, section), *notes])
    return ax


@dataclass(frozen=True, eq=False)
class _Slice:
    """The rows that differ from one row in a few features only."""

    row: Floats
    features: list[int]

    def evaluate(self, function: Callable[[Floats], Any], places: Floats) -> NDArray[Any]:
        """A function of full rows, at places in the chosen features; wide tables a part at a time."""
        batch = max(1, MOST_NUMBERS // len(self.row))
        parts = []
        for start in range(0, len(places), batch):
            part = places[start : start + batch]
            rows = np.tile(self.row, (len(part), 1))
            rows[:, self.features] = part
            parts.append(function(rows))
        return np.concatenate(parts)


def _middle(model: FittedModel, rows: Floats) -> Floats:
    """The median of each feature; of categories the most frequent one."""
    middle = np.zeros(rows.shape[1])
    for j, (feature, values) in enumerate(zip(model.features, rows.T, strict=True)):
        known = values[np.isfinite(values)]
        if len(known) and feature.is_date:
            middle[j] = np.floor(np.median(known))
        elif len(known) and feature.is_number:
            middle[j] = np.median(known)
        elif len(known):
            codes, counts = np.unique(known, return_counts=True)
            middle[j] = codes[np.argmax(counts)]
    return middle


def _name_categories(ax: Any, features: list[Feature]) -> None:
    """Names of categories on the axes, while there is room for them; and dates."""
    for axis, feature in zip("xyz", features, strict=False):
        if feature.is_date:
            feature_axis(ax, axis, feature)
        elif feature.has_names and len(feature.levels) <= MOST_NAMED:
            names = [plain(level_text(level)) for level in feature.levels]
            getattr(ax, f"set_{axis}ticks")(range(len(names)), names)


def _default_features(caller: str, model: FittedModel) -> list[int]:
    """The two features that matter most; the first unused ones where rules use fewer."""
    if model.n_features < 2:
        raise InputError(f"{caller}: the model has one feature only; plot_term_space draws its rules")
    return np.argsort(-model.feature_importances, kind="stable")[:2].tolist()


def _draw_regions(ax: Any, model: FittedModel, section: _Slice, ranges: list[Range]) -> None:
    from matplotlib.colors import ListedColormap

    axes = [_cell_centres(limits, REGION_CELLS) for limits in ranges]
    places = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
    shape = (REGION_CELLS, REGION_CELLS)
    leaves = section.evaluate(model.tree.apply, places).reshape(shape)
    n_classes = len(model.classes)
    ax.imshow(
        model.tree.answers[leaves],
        extent=[*ranges[0], *ranges[1]],
        origin="lower",
        aspect="auto",
        interpolation="nearest",
        cmap=ListedColormap([tint(class_colour(code)) for code in range(n_classes)]),
        vmin=-0.5,
        vmax=n_classes - 0.5,
    )
    for node, rule in _rules(model):
        below = model.tree.descendants(node)
        reached = (leaves >= below.start) & (leaves < below.stop)
        values = np.where(reached, section.evaluate(rule.value, places).reshape(shape), np.nan)
        for end in _ends(rule):
            if np.nanmin(values, initial=np.inf) < end < np.nanmax(values, initial=-np.inf):
                finite = np.ma.masked_invalid(values)
                ax.contour(*axes, finite, levels=[end], colors="black", linewidths=1.2, linestyles="solid")


def _draw_surfaces(ax: Any, model: FittedModel, section: _Slice, ranges: list[Range]) -> None:
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    x, y, z = (np.linspace(*limits, SURFACE_CELLS) for limits in ranges)
    places = np.stack(np.meshgrid(x, y, z, indexing="ij"), axis=-1).reshape(-1, 3)
    shape = (SURFACE_CELLS, SURFACE_CELLS, SURFACE_CELLS)
    leaves = section.evaluate(model.tree.apply, places).reshape(shape)
    found = [np.empty((0, 3, 3))]
    for node, rule in _rules(model):
        below = model.tree.descendants(node)
        reached = (leaves >= below.start) & (leaves < below.stop)
        values = np.where(reached, section.evaluate(rule.value, places).reshape(shape), np.nan)
        for end in _ends(rule):
            triangles = level_surface((x, y, z), values, end)
            if len(triangles):
                found.append(triangles)
                ax.add_collection3d(Poly3DCollection(triangles, facecolor=GREY, edgecolor="none", alpha=0.22))
    surface = np.concatenate(found)
    if len(surface):
        ax.view_init(*viewpoint(main_normal(surface, np.array(ranges))))


def _cell_centres(limits: Range, count: int) -> Floats:
    low, high = limits
    return low + (high - low) * (np.arange(count) + 0.5) / count


def _rules(model: FittedModel) -> list[tuple[int, SplitRule]]:
    return [(node, rule) for node, rule in enumerate(model.tree.rules) if rule is not None]


def _ends(rule: SplitRule) -> list[float]:
    return [end for end in (rule.low, rule.high) if np.isfinite(end)]


def _title(ax: Any, formulas: PictureFormulas) -> list[str]:
    """The rule, where there is only one."""
    rules = formulas.model.rules
    return wrap(formulas.pieces(rules[0]), title_width(ax), TITLE_SIZE) if len(rules) == 1 else []


def _held(model: FittedModel, section: _Slice, feature: int) -> str:
    known, value = model.features[feature], float(section.row[feature])
    return f"{value:.4g}" if known.is_number else plain(known.label(value))


def _held_note(ax: Any, formulas: PictureFormulas, section: _Slice) -> list[str]:
    """Which features of the rules are not shown and where they are held."""
    model = formulas.model
    legend = flow(formulas.legend(model.rules) if len(model.rules) == 1 else [], title_width(ax))
    held = [j for j in model.used_features if j not in section.features]
    if not held:
        return legend
    named = [f"{plain(model.feature_names[j])} = {_held(model, section, j)}" for j in held[:MOST_HELD_NAMES]]
    more = [f"{len(held) - MOST_HELD_NAMES} more"] if len(held) > MOST_HELD_NAMES else []
    return [*legend, *wrap_words(f"held at the median: {', '.join(named + more)}", title_width(ax))]
