from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from hand_made import NASTY_NAMES, classifier_with
from legible import assert_legible
from matplotlib.colors import to_hex, to_rgb
from matplotlib.text import Text
from mixed_tables import COLOURS, mixed_table

from nldt import InputError, NLDTClassifier, SplitRule, load_model
from nldt.palette import class_colour, tint
from nldt.plots import plot_feature_space


def cell_rows(ax, row: np.ndarray, features: list[int]) -> np.ndarray:
    """A full row for the centre of each cell of the picture's regions."""
    image = ax.images[0]
    left, right, bottom, top = image.get_extent()
    height, width = image.get_array().shape
    x = left + (right - left) * (np.arange(width) + 0.5) / width
    y = bottom + (top - bottom) * (np.arange(height) + 0.5) / height
    rows = np.tile(row, (height * width, 1))
    rows[:, features] = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    return rows


@pytest.mark.parametrize("name", ["iris", "ds4", "wdbc"])
def test_colours_are_what_the_tree_predicts(name, request):
    clf, X, y = request.getfixturevalue(name)
    features = np.argsort(-clf.feature_importances_, kind="stable")[:2].tolist()
    ax = plot_feature_space(clf, X, y)
    rows = cell_rows(ax, np.median(X, axis=0), features)
    predicted = clf.predict(pd.DataFrame(rows, columns=X.columns))
    codes = ax.images[0].get_array().ravel()
    assert clf.classes_[codes].tolist() == predicted.tolist()
    for code in range(len(clf.classes_)):
        drawn = ax.images[0].cmap(ax.images[0].norm(code))
        assert to_hex(drawn) == tint(class_colour(code))
    assert_legible(ax)


def test_points_are_the_rows_and_lines_are_on_the_boundary(iris):
    clf, X, y = iris
    ax = plot_feature_space(clf, X, y, features=["petal length (cm)", "petal width (cm)"])
    points = [c for c in ax.collections if len(c.get_offsets()) and c.get_facecolor().size]
    assert sum(len(c.get_offsets()) for c in points) == len(X)
    rows = np.median(X, axis=0)
    lines = [c for c in ax.collections if c not in points]
    assert len(lines) == 2
    for contour, rule in zip(lines, clf.rules_, strict=True):
        vertices = contour.get_paths()[0].vertices
        line = np.tile(rows, (len(vertices), 1))
        line[:, 2:] = vertices
        np.testing.assert_allclose(rule.value(line), rule.high, rtol=1e-3)


def test_second_rule_is_drawn_only_where_the_first_sends_rows():
    X = np.random.default_rng(0).uniform(0.0, 2.0, (100, 2))
    rules = {0: SplitRule([[1, 0]], [1.0], -np.inf, 1.0), 2: SplitRule([[0, 1]], [1.0], -np.inf, 0.7)}
    y = (X[:, 0] > 1) * (1 + (X[:, 1] > 0.7))
    ax = plot_feature_space(classifier_with(rules, X, y), X, y)
    first, second = (contour.get_paths()[0].vertices for contour in ax.collections[:2])  # drawn before the points
    np.testing.assert_allclose(first[:, 0], 1.0)
    np.testing.assert_allclose(second[:, 1], 0.7)
    assert second[:, 0].min() >= 1 - 0.01 and second[:, 0].max() > 1.9


def test_pixels_have_the_colour_of_the_predicted_class(iris):
    clf, X, y = iris
    ax = plot_feature_space(clf, X, y)
    ax.figure.canvas.draw()
    pixels = np.asarray(ax.figure.canvas.buffer_rgba())
    row = np.median(X, axis=0)
    for place in [(2.2, 2.0), (6.5, 0.4), (6.9, 1.7), (1.2, 0.9)]:  # where no point or line is near
        row[2:] = place
        predicted = clf.tree_.answers[clf.tree_.apply(row[None])[0]]
        x, above = ax.transData.transform(place)
        drawn = pixels[len(pixels) - round(above), round(x), :3] / 255
        np.testing.assert_allclose(drawn, to_rgb(tint(class_colour(int(predicted)))), atol=0.01)


def test_hidden_feature_is_held_at_its_median_and_named(wdbc):
    clf, X, y = wdbc
    hidden = next(iter(np.flatnonzero(clf.feature_importances_)))  # of many the note names the first
    shown = [j for j in range(3) if j != hidden][:2]
    ax = plot_feature_space(clf, X, y, features=shown)
    note = " ".join(text.get_text().replace("\n", " ") for text in ax.texts)
    assert "held at the median" in note
    assert f"{X.columns[hidden]} = {np.median(X.iloc[:, hidden]):.4g}" in note


def test_nothing_is_said_where_nothing_is_held(ds4):
    clf, X, y = ds4
    assert len(plot_feature_space(clf, X, y).texts) == 0


def test_three_features_show_the_surface_of_each_end():
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 2.0, (300, 3))
    rule = SplitRule([[1, 1, 0], [0, 0, 1]], [1.0, -1.0], -0.3, 0.4)
    clf = classifier_with({0: rule}, X, rule.goes_left(X).astype(int))
    ax = plot_feature_space(clf, X, rule.goes_left(X).astype(int), features=["x1", "x2", "x3"])
    surfaces = [c for c in ax.collections if type(c).__name__ == "Poly3DCollection"]
    assert len(surfaces) == 2
    for surface, end in zip(surfaces, (rule.low, rule.high), strict=True):
        corners = surface._vec[:3].T if hasattr(surface, "_vec") else np.concatenate(list(surface._faces))
        np.testing.assert_allclose(rule.value(np.ascontiguousarray(corners)), end, atol=0.02)
    assert_legible(ax)


@pytest.mark.filterwarnings("ignore:Glyph")
def test_nasty_names_and_many_rows():
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 2.0, (6000, len(NASTY_NAMES)))
    rule = SplitRule(np.eye(len(NASTY_NAMES))[:5], np.ones(5), -np.inf, 6.25)
    y = np.where(rule.goes_left(X), "_a$", "{b}")
    clf = classifier_with({0: rule}, X, y, NASTY_NAMES)
    ax = plot_feature_space(clf, pd.DataFrame(X, columns=NASTY_NAMES), y, features=[NASTY_NAMES[0], NASTY_NAMES[2]])
    drawn = sum(len(c.get_offsets()) for c in ax.collections if c.get_facecolor().size)
    notes = " ".join(text.get_text() for text in ax.texts)
    assert 4990 <= drawn <= 5000 and f"{drawn:,} of 6,000 points drawn" in notes
    assert_legible(ax)


def test_wide_table_is_evaluated_in_parts(monkeypatch):
    from nldt.plots import feature_space

    random = np.random.default_rng(0)
    X = random.uniform(0.5, 2.0, (50, 30))
    rule = SplitRule(np.eye(30)[:2], [1.0, 1.0], -np.inf, 2.5)
    clf = classifier_with({0: rule}, X, rule.goes_left(X))
    whole = plot_feature_space(clf, X, rule.goes_left(X)).images[0].get_array()
    monkeypatch.setattr(feature_space, "MOST_NUMBERS", 30 * 1000)
    assert (plot_feature_space(clf, X, rule.goes_left(X)).images[0].get_array() == whole).all()


def test_a_positive_axis_does_not_reach_zero(iris):
    clf, X, y = iris
    assert X["petal width (cm)"].min() == 0.1
    assert plot_feature_space(clf, X, y).get_ylim()[0] > 0


def test_tree_without_rules_has_one_region():
    X, y = np.random.default_rng(0).random((20, 2)), np.repeat(["a", "b"], [15, 5])
    ax = plot_feature_space(classifier_with({}, X, y), X, y)
    assert np.unique(ax.images[0].get_array()).tolist() == [0]


def test_model_from_a_file_and_given_axes(ds4, tmp_path):
    clf, X, y = ds4
    clf.save(tmp_path / "model.json")
    _, axes = plt.subplots(1, 2, layout="constrained", figsize=(11, 4))
    assert plot_feature_space(load_model(tmp_path / "model.json"), X, y, ax=axes[1]) is axes[1]
    expected = plot_feature_space(clf, X, y).images[0].get_array()
    assert (axes[1].images[0].get_array() == expected).all()
    assert_legible(axes[1])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"features": ["x1"]}, r"features=\['x1'\] must be two or three different features"),
        ({"features": ["x1", "x1"]}, "two or three different features"),
        ({"features": ["x1", "nope"]}, "'nope' is no feature; the features are 'x1', 'x2'"),
        ({"features": [0, 2]}, "2 is no feature"),
        ({"y": np.repeat(3, 200)}, "y holds '3', not a class of the model; its classes are '1', '2'"),
        ({"y": np.repeat(1, 3)}, r"y of shape \(3,\) must have one label for each of the 200 rows"),
    ],
)
def test_mistakes_are_one_line(ds4, change, message):
    clf, X, y = ds4
    with pytest.raises(InputError, match=message) as caught:
        plot_feature_space(clf, **{"X": X, "y": y, **change})
    assert "\n" not in str(caught.value) and str(caught.value).startswith("plot_feature_space: ")


def test_axes_of_the_wrong_kind(ds4):
    clf, X, y = ds4
    with pytest.raises(InputError, match="plain axes, not 3-D ones"):
        plot_feature_space(clf, X, y, ax=plt.figure().add_subplot(projection="3d"))


def test_one_feature_only():
    X = np.linspace(1, 2, 20)[:, None]
    clf = classifier_with({0: SplitRule([[1]], [1.0], -np.inf, 1.5)}, X, X[:, 0] > 1.5)
    with pytest.raises(InputError, match="one feature only; plot_term_space"):
        plot_feature_space(clf, X, X[:, 0] > 1.5)


def test_categories_are_named_and_rows_with_gaps_counted():
    table, y = mixed_table(200)
    classifier = NLDTClassifier(random_state=0).fit(table, y)
    ax = plot_feature_space(classifier, table, y, features=["colour", "size"])
    assert [tick.get_text() for tick in ax.get_xticklabels()] == COLOURS
    ax.figure.canvas.draw()
    texts = " ".join(text.get_text() for text in ax.figure.findobj(Text))
    plt.close(ax.figure)
    gaps = int(table[["colour", "size"]].isna().any(axis=1).sum())
    assert f"{gaps} of 200 rows have gaps here" in texts
