"""Path, values, margins and contributions of one row."""

from __future__ import annotations

import dataclasses
import math

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from made_trees import made_model, shifted_basis
from quick_models import quick, tangled
from random_trees import models_and_rows

from nldt import SplitRule
from nldt.explain import explain_row
from nldt.model.tree import FittedTree

INF = np.inf


def explain_rule(rule: SplitRule, row) -> object:
    """The only step of a tree of one rule."""
    weights = np.array([[1.0, 1], [1, 0], [0, 1]])
    tree = FittedTree(np.array([1, -1, -1]), np.array([2, -1, -1]), weights, (rule, None, None))
    names = [f"x{j + 1}" for j in range(rule.exponents.shape[1])]
    (step,) = explain_row(made_model(tree, names, ["left", "right"]), np.array(row, dtype=float)).path
    return step


@settings(max_examples=30)
@given(models_and_rows())
def test_the_path_is_the_decision_path(model_and_row):
    model, row = model_and_row
    explanation = explain_row(model, row)
    with np.errstate(all="ignore"):
        passed = model.tree.decision_path(row[None, :]).indices.tolist()
        leaf = int(model.tree.apply(row[None, :])[0])
    assert sorted([*(step.node for step in explanation.path), explanation.leaf]) == sorted(passed)
    assert explanation.leaf == leaf
    assert list(explanation.probabilities.values()) == model.tree.shares[leaf].tolist()
    assert explanation.prediction == max(explanation.probabilities, key=explanation.probabilities.get)
    assert explanation.row == dict(zip(model.feature_names, row.tolist(), strict=True))


@settings(max_examples=30)
@given(models_and_rows())
def test_values_margins_and_sides_are_those_of_the_rules(model_and_row):
    model, row = model_and_row
    for step in explain_row(model, row).path:
        assert step.rule is model.tree.rules[step.node]
        with np.errstate(all="ignore"):
            assert np.array_equal(step.value, step.rule.value(row[None, :])[0], equal_nan=True)
        assert (step.low, step.high) == (step.rule.low, step.rule.high)
        assert step.goes_left == naive.goes_left(step.value, step.low, step.high)
        distances = [abs(step.value - end) for end in (step.low, step.high) if math.isfinite(end)]
        if math.isfinite(step.value):
            assert step.margin == min(distances) == abs(step.value - step.deciding_end)
        else:
            assert step.deciding_end is None and math.isnan(step.margin) and math.isnan(step.relative_margin)


@settings(max_examples=30)
@given(models_and_rows())
def test_contributions_add_up_to_the_value_bit_for_bit(model_and_row):
    model, row = model_and_row
    for step in explain_row(model, row).path:
        total = step.contributions[0].contribution
        for part in step.contributions[1:]:
            total += part.contribution
        assert np.array_equal(total, step.value, equal_nan=True)
        for part, weight in zip(step.contributions, step.rule.weights, strict=True):
            assert part.weight == weight
            assert np.array_equal(part.contribution, part.weight * part.term_value, equal_nan=True)


@pytest.mark.parametrize(
    ("value", "end", "margin", "left"),
    [
        (1.0, 2.0, 1.0, False),
        (2.25, 2.0, 0.25, True),
        (3.5, 4.0, 0.5, True),
        (5.0, 4.0, 1.0, False),
        (2.0, 2.0, 0, True),
    ],
)
def test_the_nearest_end_of_a_band_decides(value, end, margin, left):
    step = explain_rule(SplitRule([[1]], [1.0], 2.0, 4.0), [value])
    assert (step.deciding_end, step.margin, step.goes_left) == (end, margin, left)
    assert step.relative_margin == margin / value


def test_the_relative_margin_is_a_share_of_all_terms():
    step = explain_rule(SplitRule([[1, 0], [0, 2]], [1.0, -2.0], -INF, -1.0), [3.0, 1.5])  # 3 - 4.5 = -1.5
    assert (step.margin, step.relative_margin) == (0.5, 0.5 / 7.5)
    assert [(part.term, part.contribution) for part in step.contributions] == [("x1", 3.0), ("x2²", -4.5)]


def test_a_row_of_zeros_has_a_margin_without_measure():
    assert explain_rule(SplitRule([[1]], [1.0], -INF, 1.0), [0.0]).relative_margin == INF
    assert explain_rule(SplitRule([[1]], [1.0], -INF, 0.0), [0.0]).relative_margin == 0.0


def test_shifted_units_come_with_what_they_stand_for():
    rule = SplitRule([[0, 2]], [1.0], -INF, 3.0, shifted_basis([0.0, 10.0], [1.0, 4.0]))
    tree = FittedTree(np.array([1, -1, -1]), np.array([2, -1, -1]), np.eye(2)[[0, 0, 1]], (rule, None, None))
    explanation = explain_row(made_model(tree, ["a", "b"], [0, 1]), np.array([7.0, 12.0]))
    (entry,) = explanation.shifted
    assert (entry.unit, entry.name, entry.minimum, entry.span, entry.value) == ("u2", "b", 10.0, 4.0, 1.5)
    assert explanation.path[0].formula == "u2² ≤ 3" and explanation.path[0].value == 2.25


def test_a_tree_without_rules_has_nothing_to_tell():
    tree = FittedTree(np.array([-1]), np.array([-1]), np.array([[3.0, 5.0]]), (None,))
    explanation = explain_row(made_model(tree, ["a"], ["no", "yes"]), np.array([1.0]))
    assert (explanation.prediction, explanation.path, explanation.flips, explanation.leaf) == ("yes", (), (), 0)
    assert str(explanation).startswith("Class: yes\n") and "yes" in explanation._repr_html_()


def test_an_explanation_can_not_be_changed():
    X, y = tangled(60)
    explanation = quick().fit(X, y).explain(X[0])
    with pytest.raises(dataclasses.FrozenInstanceError):
        explanation.prediction = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        explanation.path[0].margin = 0.0
