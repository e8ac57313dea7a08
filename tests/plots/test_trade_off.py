from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pytest
from hand_made import NASTY_NAMES, classifier_with
from legible import assert_legible

from nldt import InputError, SplitRule, load_model
from nldt.plots import plot_trade_off
from nldt.plots.trade_off import NAME_LENGTHS, _spread
from nldt.write.mathtext import rule_mathtext
from nldt.write.printed_rule import print_rule


@pytest.mark.parametrize(("name", "node"), [("wdbc", 0), ("iris", 2), ("iris", 0), ("ds4", 0)])
def test_front_with_its_formulas_and_the_chosen_rule(name, node, request, tmp_path):
    clf, *_ = request.getfixturevalue(name)
    front = clf.fronts_[node]
    ax = plot_trade_off(clf, node)
    curve, chosen = ax.lines
    assert curve.get_xydata().tolist() == [[point.complexity, point.impurity] for point in front]
    rule = clf.tree_.rules[node]
    (mark,) = chosen.get_xydata().tolist()
    assert mark == next([p.complexity, p.impurity] for p in front if p.rule == rule)
    shown = " ".join(text.get_text() for text in ax.texts).replace(r"\;", " ")

    def is_shown(longest):
        pieces = (rule_mathtext(print_rule(point.rule), clf.feature_names_in_, longest) for point in front)
        return all(piece in shown for own in pieces for piece in own)

    assert any(map(is_shown, NAME_LENGTHS))  # names are cut, all alike, before the text becomes small
    assert_legible(ax)
    clf.save(tmp_path / "model.json")
    again = plot_trade_off(load_model(tmp_path / "model.json"), node)
    assert again.lines[0].get_xydata().tolist() == curve.get_xydata().tolist()


def test_another_choice_is_marked(wdbc):
    clf, X, y = wdbc
    simplest = clf.fronts_[0][0]
    rule = simplest.rule
    other = classifier_with(
        {0: rule}, X.to_numpy(), y.to_numpy(), list(X.columns), [point.rule for point in clf.fronts_[0]]
    )
    assert plot_trade_off(other).lines[1].get_xdata().tolist() == [simplest.complexity]


def test_rounded_rule_is_found():
    X = np.random.default_rng(0).uniform(0.5, 2, (50, 2))
    front = [SplitRule([[1, 0]], [1.0], -np.inf, 1.23456), SplitRule([[1, 1]], [1.0], -np.inf, 1.23456)]
    clf = classifier_with({0: SplitRule([[1, 1]], [1.0], -np.inf, 1.23)}, X, X[:, 0] > 1, front=front)
    assert plot_trade_off(clf).lines[1].get_xdata().tolist() == [2]


@pytest.mark.filterwarnings("ignore:Glyph")
@pytest.mark.parametrize("given_axes", [False, True])
def test_long_front_with_nasty_names(given_axes):
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 2.0, (60, len(NASTY_NAMES)))
    front = []
    for complexity in range(1, 9):
        exponents = np.zeros((3, len(NASTY_NAMES)), dtype=int)
        exponents.ravel()[random.choice(exponents.size, complexity, replace=False)] = random.choice(
            [-2, 1, 3], complexity
        )
        exponents = exponents[exponents.any(axis=1)]
        front.append(SplitRule(exponents, random.uniform(-1, 1, len(exponents)), -np.inf, 0.123456))
    rule = SplitRule(np.eye(len(NASTY_NAMES))[:1], [1.0], -np.inf, 1.2)
    clf = classifier_with({0: rule}, X, X[:, 0] > 1, NASTY_NAMES, front)
    ax = plt.subplots(1, 2, figsize=(13, 5), layout="constrained")[1][0] if given_axes else None
    assert_legible(plot_trade_off(clf, ax=ax))


@pytest.mark.parametrize("seed", range(5))
def test_labels_are_kept_apart_and_in_order(seed):
    random = np.random.default_rng(seed)
    heights = random.uniform(5, 20, 6)
    wanted = np.sort(random.uniform(0, 100, 6))[::-1]
    centres = np.array(_spread(wanted, heights, 130.0))
    assert (centres[:-1] - centres[1:] >= (heights[:-1] + heights[1:]) / 2 - 1e-9).all()
    assert centres[0] + heights[0] / 2 <= 130 + 1e-9 and centres[-1] - heights[-1] / 2 >= -1e-9
    np.testing.assert_allclose(_spread([90.0, 50.0, 10.0], [20.0, 20.0, 20.0], 100.0), [90, 50, 10])


def test_node_without_a_rule(iris):
    with pytest.raises(InputError, match=r"plot_trade_off: node=1 is a leaf; nodes with a rule are \[0, 2\]"):
        plot_trade_off(iris[0], node=1)
