from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from hand_made import NASTY_NAMES
from legible import assert_legible

from nldt import InputError
from nldt.datasets import load
from nldt.datasets.modified_benchmarks import objectives
from nldt.palette import PALETTE, class_colour
from nldt.plots import plot_dataset, plot_objectives
from nldt.plots.limits import central_range, full_range
from nldt.plots.points import Points, thin
from nldt.plots.style import class_marker


def notes(ax) -> str:
    return " ".join(text.get_text() for text in ax.texts)


def drawn(ax) -> int:
    return sum(len(c.get_offsets()) for c in ax.collections)


def test_every_class_has_its_colour_and_marker():
    looks = [(class_colour(code), class_marker(code)) for code in range(64)]
    assert len(set(looks)) == 64
    assert len({colour for colour, _ in looks[:8]}) == len({marker for _, marker in looks[:8]}) == len(PALETTE) == 8


def test_dataset_of_two_three_and_more_features():
    data = load("iris")
    ax = plot_dataset(data.X, data.y)
    assert (ax.get_xlabel(), ax.get_ylabel()) == tuple(data.X.columns[:2]) and drawn(ax) == 150
    assert [text.get_text() for text in ax.get_legend().get_texts()] == sorted(set(data.y))
    assert_legible(ax)
    space = plot_dataset(data.X.iloc[:, 1:], data.y)
    assert space.name == "3d" and space.get_zlabel() == "petal width (cm)"
    assert_legible(space)
    named = plot_dataset(data.X.to_numpy(), data.y.to_numpy(), features=[3, "x1"])
    assert (named.get_xlabel(), named.get_ylabel()) == ("x4", "x1")


def test_points_of_a_class_are_its_rows():
    data = load("ds1")
    ax = plot_dataset(data.X, data.y)
    for code, label in enumerate(sorted(set(data.y))):
        shown = [c for c in ax.collections if np.allclose(c.get_facecolor()[0][:3], _rgb(class_colour(code)))]
        assert len(shown) == 1
        rows = data.X[data.y == label].to_numpy()
        np.testing.assert_allclose(np.sort(shown[0].get_offsets(), axis=0), np.sort(rows, axis=0))


def _rgb(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))


@pytest.mark.filterwarnings("ignore:Glyph")
@pytest.mark.parametrize("first", range(0, len(NASTY_NAMES), 2))
def test_nasty_names_of_features_and_classes(first):
    names = [NASTY_NAMES[first], NASTY_NAMES[(first + 1) % len(NASTY_NAMES)]]
    X = pd.DataFrame(np.random.default_rng(0).random((30, 2)), columns=names)
    ax = plot_dataset(X, np.array([*NASTY_NAMES[:2], "_hidden"] * 10))
    assert len(ax.get_legend().get_texts()) == 3
    assert_legible(ax)


def test_thinning_is_repeatable_and_keeps_rare_classes():
    codes = np.repeat([0, 1, 2], [90_000, 9_970, 30])
    points = Points(np.arange(len(codes), dtype=float)[:, None], codes, ["a", "b", "c"], ["x1"])
    few, note = thin(points)
    assert np.bincount(few.codes).tolist() == [4500, 498, 30]
    assert note == ["5,028 of 100,000 points drawn"]
    assert (thin(points)[0].rows == few.rows).all()
    assert thin(few.take(np.arange(5000)))[1] == []


def test_rows_that_are_not_finite_are_counted():
    X = np.array([[0.0, 1.0], [np.nan, 1.0], [2.0, np.inf], [1.0, 1.0]])
    ax = plot_dataset(X, ["a", "b", "a", "b"])
    assert "2 of 4 rows are not finite" in notes(ax) and drawn(ax) == 2


@pytest.mark.parametrize(("name", "count"), [("m-zdt1-30", 2), ("m-dtlz1-30", 3)])
def test_objectives_of_the_benchmarks(name, count):
    data = load(name)
    values = objectives(name, data.X.to_numpy())
    ax = plot_objectives(values, data.y)
    assert ax.name == ("3d" if count == 3 else "rectilinear")
    assert ax.get_xlabel() == "$f_{1}$"
    missing = int((~np.isfinite(values).all(axis=1)).sum())
    assert (f"{missing} of 2,000 rows are not finite" in notes(ax)) == (missing > 0)
    assert_legible(ax)


def test_objectives_by_name():
    values = np.random.default_rng(0).random((20, 2))
    assert plot_objectives(values, [0, 1] * 10, names=["volume", "stress"]).get_ylabel() == "stress"
    assert plot_objectives(pd.DataFrame(values, columns=["a", "b"]), [0, 1] * 10).get_xlabel() == "a"


def test_limits():
    assert full_range(np.array([0.1, 10.0])) == pytest.approx((0.05, 10.495))
    assert full_range(np.array([3.0, 3.0])) == pytest.approx((2.85, 3.15))
    assert full_range(np.array([0.0, 0.0])) == (-1.0, 1.0)
    even = np.linspace(0, 1, 1000)
    assert central_range(even) == full_range(even)
    low, high = central_range(np.append(even, 1e6))
    assert low == -0.0 or low < 0.01
    assert 1 < high < 4
    assert central_range(np.append(np.zeros(999), 5.0)) == full_range(np.array([0.0, 5.0]))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: plot_dataset([["a", "b"]], [1]), "plot_dataset: the table must hold numbers only"),
        (lambda: plot_dataset([1.0, 2.0], [1, 2]), "must have rows and columns"),
        (lambda: plot_dataset(np.ones((2, 1)), [1, 2]), "1 is no feature; the features are 'x1'"),
        (lambda: plot_dataset(np.ones((2, 2)), [1]), "one label for each of the 2 rows"),
        (lambda: plot_dataset(np.ones((2, 2)), np.array(["a", 1], dtype=object)), "labels of one type"),
        (lambda: plot_objectives(np.ones((2, 4)), [1, 2]), r"objectives of shape \(2, 4\) must have two or three"),
        (lambda: plot_objectives(np.ones((2, 2)), [1, 2], names=["a"]), "1 names for 2 columns"),
        (lambda: plot_objectives(np.ones((2, 3)), [1, 2], ax=plt.figure().add_subplot()), "3-D axes"),
    ],
)
def test_mistakes_are_one_line(call, message):
    with pytest.raises(InputError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)
