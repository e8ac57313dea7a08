"""Pictures: every one has a name of its own, and those drawn here are what they should be."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from made_up_runs import made_up_store

from nldt.bench import figures
from nldt.bench.comparison import compare
from nldt.bench.experiments import EXPERIMENTS, Options


def picture(path: Path) -> np.ndarray:
    from PIL import Image

    return np.asarray(Image.open(path).convert("L"))


def drawn(name: str, draw, folder: Path) -> list[Path]:
    paths = [folder / f"{name}.{ending}" for ending in ("png", "svg")]
    figures._save(draw, paths, quick=True)
    return paths


def test_names_are_unique_and_the_issue_is_covered():
    named = [name for each in EXPERIMENTS for name in figures.pictures_of(each, {})]
    repeated = {name for name in named if named.count(name) > 1}
    assert repeated <= {"tree-wdbc"}  # the same picture of the same model
    for name in ("ds3", "ds4", "truss-6", "wdbc", "iris", "m-zdt2-500", "m-dtlz1-30"):
        assert {f"tree-{name}", f"cart-{name}"} <= set(named)
    for family in ("truss", "welded-beam", "zdt", "m-zdt", "m-dtlz"):
        assert {f"data-{family}-features", f"data-{family}-objectives"} <= set(named)


@pytest.mark.parametrize(
    ("experiment", "name"),
    [
        ("figures", "data-ds-features"),
        ("figures", "cart-iris"),
        ("ablation-lower", "boundaries-ds2"),
        ("ablation-upper", "features-ds3"),
        ("breast-cancer", "terms-breast-cancer"),
        ("figures", "tree-iris"),
    ],
)
def test_a_picture_is_drawn_small_and_the_same_again(experiment, name, tmp_path):
    draw = figures.pictures_of(experiment, {})[name]
    png, svg = drawn(name, draw, tmp_path)
    assert picture(png).std() > 5, "not blank"
    assert png.stat().st_size < 100_000
    assert "<svg" in svg.read_text(encoding="utf-8")[:2000]
    first = [png.read_bytes(), svg.read_bytes()]
    assert [path.read_bytes() for path in drawn(name, draw, tmp_path)] == first


def test_objectives_of_three_dimensions(tmp_path):
    figure = figures.pictures_of("figures", {})["data-m-dtlz-objectives"](True)
    assert [ax.name for ax in figure.axes] == ["3d"] * 4
    assert [ax.get_title() for ax in figure.axes] == ["m-dtlz1-30", "m-dtlz2-30", "m-dtlz1-500", "m-dtlz2-500"]


def test_boundaries_carry_their_errors():
    figure = figures.pictures_of("ablation-lower", {})["boundaries-ds2"](True)
    titles = [ax.get_title() for ax in figure.axes]
    assert [title.split(":")[0] for title in titles] == ["llga", "linear-svm", "linear-svm-smote"]
    assert titles[0] == "llga: (0 %, 0 %); (0 %, 0 %)"
    assert titles[1] == "linear-svm: (100 %, 0 %); (100 %, 0 %)", "as in the supplement"


def test_target_impurity_has_a_point_for_each_value(tmp_path):
    experiment, options = EXPERIMENTS["target-impurity"], Options(runs=2)
    numbers = {label: (80.0 + place, place) for place, label in enumerate(m.label for m in experiment.methods)}
    rows = compare(experiment, options, made_up_store(tmp_path, experiment.name, options, numbers))
    draw = figures.pictures_of("target-impurity", {"target-impurity": rows})["target-impurity"]
    (ax,) = draw(True).axes
    assert [text.get_text() for text in ax.texts] == ["0.01", "0.02", "0.03", "0.05", "0.075", "0.1", "0.15"] * 2
    assert ax.get_legend_handles_labels()[1] == ["nldt, mean ± standard error", "nldt-paper, mean ± standard error"]


def test_files_of_an_experiment(tmp_path):
    assert figures.draw_figures([EXPERIMENTS["ablation-lower"]], {}, True, tmp_path, 1, svg=False) == (2, [])
    assert {path.name for path in tmp_path.iterdir()} == {"boundaries-ds1.png", "boundaries-ds2.png"}


def test_a_picture_that_fails_is_told_and_the_others_are_drawn(tmp_path, monkeypatch):
    def fails(quick):
        raise ValueError("two\nlines")

    good = figures.PICTURES["figures"]["data-ds-features"]
    monkeypatch.setitem(figures.PICTURES, "iris", {"first": fails, "second": good})
    drawn_and_failed = figures.draw_figures([EXPERIMENTS["iris"]], {}, True, tmp_path, 1, svg=False)
    assert drawn_and_failed == (1, ["first: ValueError: two lines"])
    assert [path.name for path in tmp_path.iterdir()] == ["second.png"]
