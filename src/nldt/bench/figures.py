"""The pictures of the experiments, as PNG and SVG."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from nldt import NLDTClassifier, datasets, plots
from nldt.bench.comparison import Row
from nldt.bench.experiments import MODIFIED, NLDT, ZDT_METHODS, Experiment
from nldt.bench.methods import Method, fit_cart, fit_nldt, fit_svm
from nldt.bench.splits import Split, load_data, split
from nldt.extras import require

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Draw = Callable[[bool], "Figure"]  # told whether the bench is a quick one

SEED = 0  # of the split whose models are drawn
RESOLUTION = 100
COLOURS = 128  # of a PNG
FEW_POINTS = 500  # more are an image inside the SVG
STYLE = {"svg.hashsalt": "nldt", "font.size": 9}  # the same picture is the same file
PANEL = 3.6  # inches
NOTE_ROOM = 16.0  # points
CROWDED = 0.05  # of an axis: nearer points share their name
LINEAR_MODELS = {"ds1": ("llga", "linear-svm"), "ds2": ("llga", "linear-svm", "linear-svm-smote")}
# Of 30 or 500 features, two that a relation of the Pareto set joins.
DRAWN_FEATURES = {"m-zdt": ["x2", "x3"], "m-dtlz": ["x4", "x5"], "zdt": ["x1", "x2"]}
TREES = ("ds3", "ds4", "truss-6", "wdbc", "iris", *MODIFIED)


def draw_figures(
    experiments: list[Experiment], rows: dict[str, list[Row]], quick: bool, folder: Path, jobs: int, svg: bool
) -> tuple[int, list[str]]:
    """Draw the pictures of some experiments into a folder; returns how many, and what went wrong with others."""
    joblib = require("joblib", "nldt bench", "bench")
    pictures = {name: draw for each in experiments for name, draw in pictures_of(each.name, rows).items()}
    endings = ("png", "svg") if svg else ("png",)
    paths = [[folder / f"{name}.{ending}" for ending in endings] for name in pictures]
    work = zip(pictures.values(), paths, strict=True)
    outcomes = joblib.Parallel(n_jobs=jobs)(joblib.delayed(_try_to_save)(draw, to, quick) for draw, to in work)
    failures = [failure for failure in outcomes if failure is not None]
    return len(pictures) - len(failures), failures


def pictures_of(experiment: str, rows: dict[str, list[Row]]) -> dict[str, Draw]:
    """The pictures of an experiment, by file name."""
    measured = [row for row in rows.get(experiment, []) if row.is_measured]
    if experiment == "target-impurity":
        return {experiment: partial(_target_impurity, measured)} if measured else {}
    return PICTURES.get(experiment, {})


def _try_to_save(draw: Draw, paths: list[Path], quick: bool) -> str | None:
    """Why a picture can't be drawn; it must not end the others."""
    try:
        _save(draw, paths, quick)
    except Exception as error:
        return f"{paths[0].stem}: {type(error).__name__}: {' '.join(str(error).split())}"
    return None


def _save(draw: Draw, paths: list[Path], quick: bool) -> None:
    matplotlib = require("matplotlib", "nldt bench", "bench")
    with matplotlib.rc_context(STYLE):
        figure = draw(quick)
        for ax in figure.axes:
            for points in ax.collections:
                points.set_rasterized(np.size(points.get_offsets()) > 2 * FEW_POINTS)
        for path in paths:
            if path.suffix == ".svg":
                figure.savefig(path, dpi=RESOLUTION, metadata={"Date": None}, bbox_inches="tight")
            else:
                _save_small_png(figure, path)
    require("matplotlib.pyplot", "nldt bench", "bench").close(figure)


def _save_small_png(figure: Figure, path: Path) -> None:
    """A palette is enough for a drawing and takes a third of the space."""
    from PIL import Image  # comes with matplotlib

    pixels = io.BytesIO()
    figure.savefig(pixels, format="png", dpi=RESOLUTION, bbox_inches="tight")
    with Image.open(pixels) as image:
        image.convert("RGB").quantize(COLOURS).save(path, optimize=True)


# ------------------------------------------------------------------ models


@lru_cache(maxsize=4)
def _rows(name: str, quick: bool) -> Split:
    return split(load_data(name, SEED, quick), SEED)


@lru_cache(maxsize=4)
def _tree(name: str, quick: bool) -> NLDTClassifier:
    """The model that the experiment's first split gives."""
    method = ZDT_METHODS[0] if name.startswith("zdt") else NLDT
    classifier = fit_nldt(method, _rows(name, quick), SEED, quick)
    return classifier if method.pruned_at is None else classifier.pruned(method.pruned_at)


def _linear_model(name: str, rows: Split, quick: bool) -> Any:
    if name == "llga":
        return fit_nldt(Method("llga", "llga"), rows, SEED, quick)
    return fit_svm(rows, "linear", SEED if name.endswith("smote") else None)


# ---------------------------------------------------------------- pictures


def _tree_picture(name: str, quick: bool) -> Figure:
    ax = plots.plot_tree(_tree(name, quick))
    return _titled(ax, name)


def _term_space_picture(name: str, quick: bool) -> Figure:
    rows = _rows(name, quick)
    return _titled(plots.plot_term_space(_tree(name, quick), rows.X_train, rows.y_train), name)


def _feature_space_picture(name: str, quick: bool) -> Figure:
    rows = _rows(name, quick)
    return _titled(plots.plot_feature_space(_tree(name, quick), rows.X_train, rows.y_train), name)


def _cart_picture(name: str, quick: bool) -> Figure:
    """CART's tree; the text of a very large one can't be read, as in the paper."""
    from sklearn.tree import plot_tree

    rows = _rows(name, quick)
    model = fit_cart(rows)
    leaves, depth = model.get_n_leaves(), model.get_depth()
    figure = _figure(min(0.9 * leaves + 2, 20), min(0.8 * depth + 1, 9))
    ax = figure.add_subplot()
    plot_tree(
        model,
        feature_names=list(rows.X_train.columns),
        class_names=[str(label) for label in model.classes_],
        impurity=False,
        filled=True,
        ax=ax,
        fontsize=max(2, min(8, 160 // leaves)),
    )
    return _titled(ax, f"{name}: CART, {leaves - 1} rules")


def _linear_picture(name: str, quick: bool) -> Figure:
    """Decision boundaries of linear rules in the plane, with their errors as the supplement prints them."""
    from nldt.bench.methods import Fitted, measure

    rows = _rows(name, quick)
    methods = LINEAR_MODELS[name]
    figure = _figure(PANEL * len(methods), PANEL)
    for ax, method in zip(figure.subplots(1, len(methods), squeeze=False)[0], methods, strict=True):
        model = _linear_model(method, rows, quick)
        plots.plot_dataset(rows.X_train, rows.y_train, ax=ax)
        _draw_boundary(ax, model, rows)
        errors = measure(Fitted(model.predict, 1, 2, 2), rows)
        parts = [tuple(errors[f"{part}_type_{kind}"] or 0.0 for kind in (1, 2)) for part in ("train", "test")]
        ax.set_title(f"{method}: " + "; ".join(f"({one:.0f} %, {two:.0f} %)" for one, two in parts))
    return figure


def _draw_boundary(ax: Axes, model: Any, rows: Split) -> None:
    """The line on which the prediction changes."""
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    x, y = np.meshgrid(np.linspace(left, right, 400), np.linspace(bottom, top, 400))
    grid = type(rows.X_train)(np.column_stack([x.ravel(), y.ravel()]), columns=rows.X_train.columns)
    first = (model.predict(grid) == model.classes_[0]).astype(float).reshape(x.shape)
    if first.min() < first.max():
        ax.contour(x, y, first, levels=[0.5], colors="black", linewidths=1.2)


def _dataset_grid(names: Sequence[str], space: str, quick: bool) -> Figure:
    """The data of a family of problems, in their features or in the objectives they come from."""
    tables = [load_data(name, SEED, quick) for name in names]
    columns = 2 if len(names) in (2, 4) else len(names)
    lines = math.ceil(len(names) / columns)
    figure = _figure(PANEL * columns, PANEL * lines)
    for place, (name, data) in enumerate(zip(names, tables, strict=True), start=1):
        drawn = _objectives(name, data) if space == "objectives" else data.X[_drawn_features(data)]
        ax: Any = figure.add_subplot(lines, columns, place, projection="3d" if drawn.shape[1] == 3 else None)
        if space == "objectives":
            plots.plot_objectives(drawn, data.y, ax=ax)
        else:
            plots.plot_dataset(drawn, data.y, ax=ax)
        if drawn.shape[1] == 3:
            ax.set_box_aspect(None, zoom=0.8)  # its corners must not leave the panel
        ax.set_title(name, pad=NOTE_ROOM if ax.texts else None)  # above a note on what is not drawn
    return figure


def _drawn_features(data: datasets.Dataset) -> list[str]:
    family = data.name.rstrip("0123456789-")
    chosen = DRAWN_FEATURES.get(family.rstrip("0123456789-"), list(data.X.columns))
    return chosen[:3] if len(chosen) <= 3 else chosen[:2]


def _objectives(name: str, data: datasets.Dataset) -> Any:
    return datasets.objectives(name, data.X.to_numpy())


def _target_impurity(rows: list[Row], quick: bool) -> Figure:
    """Complexity and accuracy for each tau_I (supplement, "Influence of Parameter tau_I")."""
    figure = _figure(2 * PANEL, PANEL)
    ax = figure.add_subplot()
    marks: list[tuple[str, float, float]] = []
    for method in dict.fromkeys(row.method.split(" ")[0] for row in rows):
        of_method = [row for row in rows if row.method.split(" ")[0] == method]
        length = [row.measures["rule_length"] for row in of_method]
        accuracy = [row.measures["test_accuracy"] for row in of_method]
        ax.errorbar(
            [value.mean for value in length],
            [value.mean for value in accuracy],
            [value.error for value in accuracy],
            [value.error for value in length],
            marker="o",
            capsize=2,
            label=f"{method}, mean ± standard error",
        )
        marks += [
            (row.method.split("=")[1], across.mean, up.mean)
            for row, across, up in zip(of_method, length, accuracy, strict=True)
        ]
    ax.set_xlabel("rule length")
    ax.set_ylabel("testing accuracy, %")
    ax.set_title("auto stand-in: each point is one target impurity τ_I")
    ax.legend(loc="lower right")
    _name_points(ax, marks)
    return figure


def _name_points(ax: Axes, marks: list[tuple[str, float, float]]) -> None:
    """A name at each point; points that all but coincide share one place: "0.01 to 0.1"."""
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    crowds: list[list[tuple[str, float, float]]] = []
    for name, x, y in marks:
        near = (
            crowd
            for crowd in crowds
            if abs(crowd[0][1] - x) < CROWDED * (right - left) and abs(crowd[0][2] - y) < CROWDED * (top - bottom)
        )
        crowd = next(near, None)
        if crowd is None:
            crowds.append([(name, x, y)])
        else:
            crowd.append((name, x, y))
    for crowd in crowds:
        names = [name for name, _, _ in crowd]
        text = names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
        ax.annotate(text, crowd[-1][1:], (8, 6), textcoords="offset points")


def _figure(width: float, height: float) -> Figure:
    figure: Figure = require("matplotlib.pyplot", "nldt bench", "bench").figure(
        figsize=(width, height), layout="constrained"
    )
    return figure


def _titled(ax: Axes, title: str) -> Figure:
    """The figure, with a line above the title that it may have. Its distance stays: there may be notes below it."""
    ax.title.set_text("\n".join(filter(None, [title, ax.get_title()])))
    figure: Any = ax.figure
    return figure


def _both_spaces(family: str, names: Sequence[str]) -> dict[str, Draw]:
    return {f"data-{family}-{space}": partial(_dataset_grid, names, space) for space in ("features", "objectives")}


def _named(draw: Callable[[str, bool], Figure], kind: str, names: Sequence[str]) -> dict[str, Draw]:
    return {f"{kind}-{name}": partial(draw, name) for name in names}


_CURVES = ("ds1", "ds2", "ds3", "ds4")
PICTURES: dict[str, dict[str, Draw]] = {
    name: {**_named(_tree_picture, "tree", [name]), **_named(_term_space_picture, "terms", [name])}
    for name in ("breast-cancer", "wdbc")
} | {
    "auto": _named(_tree_picture, "tree", ["auto-stand-in"]),
    "welded-beam": _named(_tree_picture, "tree", ["welded-beam-10"]),
    "zdt": _named(_tree_picture, "tree", ["zdt1", "zdt2", "zdt3"]),
    "ablation-lower": _named(_linear_picture, "boundaries", ["ds1", "ds2"]),
    "ablation-upper": _named(_feature_space_picture, "features", ["ds3", "ds4"]),
    "figures": {
        "data-ds-features": partial(_dataset_grid, _CURVES, "features"),
        **_both_spaces("truss", ["truss-6", "truss-9"]),
        **_both_spaces("welded-beam", ["welded-beam-1", "welded-beam-10"]),
        **_both_spaces("zdt", ["zdt1", "zdt2", "zdt3"]),
        **_both_spaces("m-zdt", [name for name in MODIFIED if "zdt" in name]),
        **_both_spaces("m-dtlz", [name for name in MODIFIED if "dtlz" in name]),
        **_named(_tree_picture, "tree", TREES),
        **_named(_cart_picture, "cart", TREES),
    },
}
