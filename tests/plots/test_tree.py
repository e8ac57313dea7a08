from __future__ import annotations

import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from hand_made import NASTY_NAMES, classifier_with
from legible import assert_legible, cut_off, overlaps
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

from nldt import NLDTClassifier, SplitRule, load_model
from nldt.palette import class_colour
from nldt.plots import plot_tree
from nldt.write.mathtext import rule_mathtext
from nldt.write.printed_rule import print_rule


def texts(ax) -> list[str]:
    return [text.get_text() for text in ax.texts]


def filled(ax, colour: str) -> list[Rectangle]:
    return [patch for patch in ax.patches if to_hex(patch.get_facecolor()) == colour.lower()]


@pytest.mark.parametrize("name", ["wdbc", "iris", "ds4"])
def test_tree_shows_formulas_classes_and_branches(name, request):
    clf, *_ = request.getfixturevalue(name)
    ax = plot_tree(clf)
    shown = " ".join(texts(ax)).replace(r"\;", " ")
    for rule in clf.rules_:
        for piece in rule_mathtext(print_rule(rule), clf.feature_names_in_):
            assert piece in shown
    for label in clf.classes_:
        assert str(label) in texts(ax)
    assert texts(ax).count("yes") == texts(ax).count("no") == clf.n_rules_
    assert_legible(ax)


def test_counts_and_bars_are_the_rows(iris):
    clf, *_ = iris
    ax = plot_tree(clf)
    assert "n = 150 (50 / 50 / 50)" in texts(ax)
    drawn = []
    for code in range(3):
        legend, *bars = sorted(filled(ax, class_colour(code)), key=lambda bar: -bar.get_y())  # the legend is on top
        assert legend.get_width() == legend.get_height()
        drawn.append([bar.get_width() for bar in bars])
        assert len(bars) == np.count_nonzero(clf.tree_.evidence[:, code])
    assert drawn[0][0] == pytest.approx(drawn[1][0]) == pytest.approx(drawn[2][0])  # the root's thirds
    mixed = np.flatnonzero((clf.tree_.shares > 0).sum(axis=1) == 2)[-1]  # a leaf with rows of two classes
    shares = clf.tree_.shares[mixed]
    pairs = [(bar.get_x() + bar.get_width(), bar.get_width()) for bar in filled(ax, class_colour(1))]
    ratios = [
        width / (width + other.get_width())
        for end, width in pairs
        for other in filled(ax, class_colour(2))
        if other.get_x() == pytest.approx(end)
    ]
    assert min(ratios) == pytest.approx(shares[1] / (shares[1] + shares[2]))


def test_every_text_of_a_box_is_inside_a_box(wdbc):
    clf, *_ = wdbc
    ax = plot_tree(clf)
    ax.figure.canvas.draw()
    boxes = [patch.get_window_extent() for patch in ax.patches if to_hex(patch.get_edgecolor()) != "#000000"]
    formulas = [text for text in ax.texts if re.search(r"\\[lg]eq|^n = ", text.get_text())]
    assert len(formulas) >= 4
    for text in formulas:
        place = text.get_window_extent()
        assert any(b.x0 <= place.x0 and place.x1 <= b.x1 and b.y0 <= place.y0 and place.y1 <= b.y1 for b in boxes)


def test_yes_leads_to_the_left_child(ds4):
    clf, *_ = ds4
    ax = plot_tree(clf)
    place = {text.get_text(): text.get_position()[0] for text in ax.texts}
    left, right = (str(clf.classes_[clf.tree_.answers[node]]) for node in (1, 2))
    legend_y = max(text.get_position()[1] for text in ax.texts)
    leaves = {t.get_text(): t.get_position()[0] for t in ax.texts if t.get_position()[1] < legend_y - 20}
    assert leaves[left] < leaves[right] and place["yes"] < place["no"]


def many_rules(names: list[str] | None = None) -> tuple[NLDTClassifier, np.ndarray, np.ndarray]:
    """Eight leaves, ten classes, long formulas."""
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 2.0, (2000, 11))
    y = random.integers(0, 10, 2000)
    rules: dict[int, SplitRule] = {}

    def add(node: int, depth: int) -> int:
        if depth == 3:
            return node + 1
        exponents = random.integers(-2, 3, (3, 11)) * (random.random((3, 11)) < 0.2)
        exponents[:, depth] = 1
        weights = random.uniform(-1, 1, 3)
        reached = X
        rule = SplitRule(
            exponents, weights, -np.inf, float(np.median(SplitRule(exponents, weights, 0, 0).value(reached)))
        )
        rules[node] = rule
        return add(add(node + 1, depth + 1), depth + 1)

    add(0, 0)
    return classifier_with(rules, X, y, names), X, y


@pytest.mark.filterwarnings("ignore:Glyph")
@pytest.mark.parametrize("names", [None, NASTY_NAMES], ids=["plain", "nasty"])
def test_large_tree_is_legible_in_a_figure_of_its_own(names):
    clf, *_ = many_rules(names)
    ax = plot_tree(clf)
    assert len(clf.rules_) == 7
    assert_legible(ax)


def test_large_tree_shrinks_to_given_axes():
    clf, *_ = many_rules()
    figure, axes = plt.subplots(1, 2)
    assert plot_tree(clf, ax=axes[0]) is axes[0]
    figure.canvas.draw()
    place = axes[0].get_window_extent().padded(1)
    for text in axes[0].texts:
        box = text.get_window_extent()
        assert place.x0 <= box.x0 and box.x1 <= place.x1 and place.y0 <= box.y0 and box.y1 <= place.y1
    assert cut_off(figure) == []


def test_single_leaf():
    X, y = np.ones((20, 2)), np.repeat([0, 1], [15, 5])
    ax = plot_tree(classifier_with({}, X, y))
    assert "n = 20 (15 / 5)" in texts(ax) and "yes" not in texts(ax)
    assert_legible(ax)


def test_shifted_features_are_explained(tmp_path):
    from quick_models import quick, tangled

    clf = quick(scaling="shift", max_depth=1).fit(*tangled())
    clf.save(tmp_path / "model.json")
    for model in (clf, load_model(tmp_path / "model.json")):
        ax = plot_tree(model)
        assert any(text.startswith("$u_{") and "= 1 + (" in text for text in texts(ax))
        assert overlaps(ax.figure) == []
