"""Makes the pictures of docs/images: ``make pictures``.

Every picture is drawn from a model fitted with random_state=0, so that the same versions of nldt and matplotlib give
the same bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
from report_pictures import draw_report_pictures

from nldt import NLDTClassifier, NLDTClassifierCV, datasets, plots

FOLDER = Path(__file__).parent / "images"
MODELS = ["wdbc", "iris", "ds4", "truss-6"]
OBJECTIVES = {"truss-6": ["volume", "stress"]}  # names of the objectives that a dataset was made by
DPI = 110


def model_pictures(name: str) -> Iterator[tuple[str, Any]]:
    """Pictures of one model, each with its name."""
    data = datasets.load(name)
    clf = NLDTClassifier(random_state=0).fit(data.X, data.y)
    yield f"{name}_tree", plots.plot_tree(clf)
    yield f"{name}_feature_space", plots.plot_feature_space(clf, data.X, data.y)
    node = int(clf.tree_.conditional_nodes[-1])  # the root, or the last of several rules
    yield f"{name}_term_space", plots.plot_term_space(clf, data.X, data.y, node)
    yield f"{name}_trade_off", plots.plot_trade_off(clf, node)
    yield f"{name}_progress", plots.plot_progress(clf)
    if clf.n_features_in_ == 3:
        yield f"{name}_feature_space_3d", plots.plot_feature_space(clf, data.X, data.y, features=[0, 1, 2])
    if name in OBJECTIVES:
        values = datasets.objectives(name, data.X)
        yield f"{name}_objectives", plots.plot_objectives(values, data.y, OBJECTIVES[name])


def path_picture() -> Iterator[tuple[str, Any]]:
    """Accuracy against length."""
    data = datasets.load("iris")
    yield "path", plots.plot_path(NLDTClassifierCV(random_state=0).fit(data.X, data.y))


def data_pictures() -> Iterator[tuple[str, Any]]:
    """Pictures of data: features and objectives."""
    from nldt.datasets.modified_benchmarks import objectives

    curve = datasets.load("ds4")
    yield "ds4_data", plots.plot_dataset(curve.X, curve.y)
    benchmark = datasets.load("m-dtlz2-30")
    yield (
        "m-dtlz2-30_objectives",
        plots.plot_objectives(objectives(benchmark.name, benchmark.X.to_numpy()), benchmark.y),
    )


def save(name: str, ax: Any) -> Path:
    """Write a picture without a date or a version, so that nothing but the picture decides its bytes."""
    path = FOLDER / f"{name}.png"
    figure = ax.get_figure()
    figure.savefig(path, dpi=DPI, metadata={"Software": None}, pil_kwargs={"optimize": True})
    plt.close(figure)
    return path


def tell(path: Path) -> None:
    print(f"{path.relative_to(FOLDER.parent.parent)}  {path.stat().st_size / 1024:.0f} KB", flush=True)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    matplotlib.rcdefaults()  # a reader's own style must not change the pictures
    sources = [data_pictures(), path_picture(), *(model_pictures(name) for name in MODELS)]
    for source in sources:
        for name, ax in source:
            tell(save(name, ax))
    for path in draw_report_pictures(FOLDER):
        tell(path)


if __name__ == "__main__":
    sys.exit(main())
