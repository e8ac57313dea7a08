"""The tree as plain text, from trees made by hand."""

from __future__ import annotations

import numpy as np
import pytest
from made_trees import made_model, shifted_basis
from quick_models import quick, tangled

from nldt import InputError, SplitRule
from nldt.model.fitted_model import FittedModel
from nldt.model.tree import FittedTree
from nldt.write.text import to_text

INF = np.inf


def model(rules, evidence, classes=("no", "yes"), names=("x1", "x2")) -> FittedModel:
    """A tree whose every rule but the last has its next rule to the right."""
    n_nodes = 2 * len(rules) + 1
    left, right = np.full(n_nodes, -1), np.full(n_nodes, -1)
    left[0 : n_nodes - 1 : 2] = np.arange(1, n_nodes, 2)
    right[0 : n_nodes - 1 : 2] = np.arange(2, n_nodes, 2)
    at_node = [rules[i // 2] if i % 2 == 0 and i < n_nodes - 1 else None for i in range(n_nodes)]
    tree = FittedTree(left, right, np.array(evidence, dtype=float), tuple(at_node))
    return made_model(tree, list(names), list(classes))


def test_rules_and_leaves_stand_on_lines_of_their_own():
    rules = [
        SplitRule([[2, -1], [0, 1]], [0.61, -1.0], -INF, -0.24),
        SplitRule([[1, 0]], [1.0], 0.99, 1.01),
    ]
    weights = [[50, 50], [48, 2], [2, 48], [1, 47], [1, 1]]
    assert to_text(model(rules, weights)) == (
        "2 rules, rule length 4, 3 leaves\n"
        "0.61·x1²/x2 − x2 ≤ −0.24\n"
        "├─ if so:     no (96.0 % of 50)\n"
        "└─ otherwise: 0.99 ≤ x1 ≤ 1.01\n"
        "             ├─ if so:     yes (97.9 % of 48)\n"
        "             └─ otherwise: no (50.0 % of 2)\n"
    )


def test_rules_below_a_left_child_keep_the_line_of_their_parent():
    rule = SplitRule([[1, 0]], [1.0], -INF, 1.0)
    tree = FittedTree(
        np.array([1, 2, -1, -1, -1]),
        np.array([4, 3, -1, -1, -1]),
        np.array([[2.0, 1.0], [2.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]),
        (rule, rule, None, None, None),
    )
    assert to_text(made_model(tree, ["x1", "x2"], [0, 1])).splitlines()[1:] == [
        "x1 ≤ 1",
        "├─ yes: x1 ≤ 1",
        "│      ├─ yes: 0 (100.0 % of 1)",
        "│      └─ no:  0 (100.0 % of 1)",
        "└─ no:  1 (100.0 % of 1)",
    ]


def test_shifted_rules_come_with_a_legend_of_the_used_features():
    scaling = shifted_basis([6.98, -2.0, 0.0], [21.13, 4.0, 1.0])
    rule = SplitRule([[1, -2, 0]], [1.0], 0.4, 0.6, scaling)
    text = to_text(model([rule], [[1, 1], [1, 0], [0, 1]], names=["mean radius", "x2", "x3"]))
    assert text.splitlines()[1] == "0.4 ≤ u1/u2² ≤ 0.6"
    assert text.splitlines()[-3:] == [
        "where",
        "  u1 = 1 + ([mean radius] − 6.98)/21.13",
        "  u2 = 1 + (x2 + 2)/4",
    ]


def test_a_tree_without_rules_is_one_leaf():
    assert to_text(model([], [[3, 5]])) == "0 rules, rule length 0, 1 leaf\nyes (62.5 % of 8)\n"


def test_numbers_come_in_full_on_request():
    rule = SplitRule([[1, 0], [0, 1]], [1.0, 1 / 3], -INF, 2 / 3)
    lines = to_text(model([rule], [[1, 1], [1, 0], [0, 1]]), digits=None).splitlines()
    assert lines[1] == "x1 + 0.3333333333333333·x2 ≤ 0.6666666666666666"


def test_awkward_names_and_labels_stay_on_their_line():
    rule = SplitRule([[1, 1]], [1.0], -INF, 1.0)
    text = to_text(model([rule], [[1, 1], [1, 0], [0, 1]], ["a\nb", "c"], ["line\nbreak", "x·y"]))
    assert text.splitlines()[1:] == [
        "[line break]·[x·y] ≤ 1",
        "├─ yes: a b (100.0 % of 1)",
        "└─ no:  c (100.0 % of 1)",
    ]


def test_fitted_tree_prints_a_line_a_node(full_grown):
    lines = full_grown.to_text().splitlines()
    nodes = lines[1 : lines.index("where")] if "where" in lines else lines[1:]
    assert len(nodes) == len(full_grown.tree_)


def test_legend_is_for_shifted_rules_only():
    X, y = tangled(60)
    raw, shift = (quick(scaling=scaling).fit(X, y).to_text() for scaling in ("raw", "shift"))
    assert "where" not in raw and "x1" in raw and "u1" not in raw
    assert "where" in shift and " u" in shift.split("where")[0]


@pytest.mark.parametrize("digits", [1, 15, 16, 17, np.int64(4)])
def test_any_number_of_digits_that_a_float_has_can_be_asked_for(digits):
    made = model([SplitRule([[1, 0], [0, 1]], [1 / 3, -2 / 3], 0.1, 0.1 + 2.0**-50)], [[3, 3], [3, 0], [0, 3]])
    assert " ≤ " in to_text(made, digits)


@pytest.mark.parametrize("digits", [0, -1, 18, 2.5, "x", True])
def test_other_digits_are_refused_in_one_line(digits):
    made = model([SplitRule([[1, 0]], [1.0], -np.inf, 0.25)], [[3, 3], [3, 0], [0, 3]])
    with pytest.raises(InputError, match=r"digits=.* must be 'auto', None or a whole number from 1 to 17"):
        to_text(made, digits)
