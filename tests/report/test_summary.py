"""What a report says, beside obvious recounts."""

from __future__ import annotations

import numpy as np
import pytest
from report_subjects import rows, subject

from nldt import SplitRule
from nldt.model.fitted_model import TreeModel
from nldt.model.tree import FittedTree, FrontPoint
from nldt.report import Subject, describe, summarise
from nldt.report.summarise import MOST_LISTED
from nldt.report.summary import FeatureSummary


@pytest.fixture(scope="module")
def data():
    return rows(300)


@pytest.fixture(scope="module")
def summary(data):
    return summarise(subject(), *data)


def test_rows_are_counted_at_every_node(summary, data):
    X, truth = data
    tree = subject().model.tree
    passed = tree.decision_path(X).toarray().astype(bool)
    for node, counted in enumerate(summary.node_rows):
        assert counted.class_counts == tuple(np.bincount(truth[passed[:, node]], minlength=3))
        assert counted.share == passed[:, node].mean()
    assert summary.node_rows[0].share_of_parent == 1.0
    assert summary.node_rows[3].share_of_parent == passed[:, 3].sum() / passed[:, 2].sum()


def test_figures_are_those_of_the_tree(summary, data):
    X, truth = data
    tree = subject().model.tree
    answer = tree.class_weights.argmax(axis=1)[tree.apply(X)]
    assert summary.figures.accuracy == np.mean(answer == truth)


def test_the_own_rule_of_a_front_has_the_accuracy_of_the_tree(summary):
    for front in summary.fronts:
        assert front.chosen == 1
        assert front.points[1].tree_accuracy == summary.figures.accuracy


def test_the_own_rule_is_judged_as_it_is_even_where_its_branches_would_better_be_swapped(data):
    X, _ = data
    leaf = subject().model.tree.apply(X)
    truth = np.choose(leaf, [0, 0, 0, 2, 1])  # the answers of leaves 3 and 4 swapped
    summary = summarise(subject(), X, truth)
    assert summary.fronts[1].points[1].tree_accuracy == summary.figures.accuracy == np.mean(leaf == 1)


def test_an_alternative_rule_is_judged_with_the_rest_of_the_tree(summary, data):
    X, truth = data
    tree = subject().model.tree
    here = ~tree.rules[0].goes_left(X)
    alternative, own = subject().fronts[2][0].rule.goes_left(X), tree.rules[2].goes_left(X)
    agrees = np.mean(alternative[here] == own[here]) >= 0.5  # else the branches below change places
    leaf = np.where(~here, 1, np.where(alternative == agrees, 3, 4))
    accuracy = np.mean(tree.class_weights.argmax(axis=1)[leaf] == truth)
    assert summary.fronts[1].points[0].tree_accuracy == accuracy


def test_a_split_alone_answers_the_most_frequent_class_of_each_side(summary, data):
    X, truth = data
    left = subject().fronts[0][1].rule.goes_left(X)
    right_answers = sum(np.bincount(truth[side]).max() for side in (left, ~left))
    assert summary.fronts[0].points[1].split_accuracy == right_answers / len(X)


def test_ranges_are_those_of_training_where_known(data):
    X, truth = data
    plain = summarise(subject(), X, truth)
    assert not plain.ranges_from_training
    assert [(entry.low, entry.high, entry.median) for entry in plain.ranges] == [
        (column.min(), column.max(), np.median(column)) for column in X.T
    ]
    what = subject()
    told = Subject(what.model, what.fronts, what.criterion, (np.zeros(4), np.full(4, 9.0)))
    wide = summarise(told, X, truth)
    assert wide.ranges_from_training
    assert [(entry.low, entry.high) for entry in wide.ranges] == [(0.0, 9.0)] * 4


def test_shifted_rules_tell_their_training_range(full_grown, tangled_rows):
    what = Subject(full_grown._model(), full_grown.fronts_, "gini")
    summary = summarise(what, *tangled_rows)
    if full_grown.scaling == "raw":
        assert not summary.ranges_from_training and summary.tree.features[0].shift is None
    else:
        X = tangled_rows[0]
        assert summary.ranges_from_training
        assert np.allclose([entry.high for entry in summary.ranges], X.max(axis=0))
        assert [feature.symbol for feature in summary.tree.features] == ["u1", "u2", "u3"]


def test_only_mentioned_features_are_told_those_of_the_tree_first():
    exponents = np.zeros((1, 50), dtype=np.int8)
    exponents[0, 31] = 2
    other = np.zeros((1, 50), dtype=np.int8)
    other[0, 7] = 1
    tree = FittedTree(
        np.array([1, -1, -1]),
        np.array([2, -1, -1]),
        np.array([[5.0, 5.0], [5.0, 0.0], [0.0, 5.0]]),
        (SplitRule(exponents, [1.0], -np.inf, 0.5), None, None),
    )
    fronts = {0: [FrontPoint(1, 0.2, SplitRule(other, [1.0], -np.inf, 0.5))]}
    told = describe(Subject(TreeModel(tree, [f"f{j}" for j in range(50)], [0, 1]), fronts, "gini"))
    assert [(feature.name, feature.in_tree) for feature in told.features] == [("f31", True), ("f7", False)]
    assert told.nodes[0].printed.text == "f31² ≤ 0.5"


def test_misclassified_rows_are_listed_up_to_a_limit():
    X, truth = rows(5000)
    summary = summarise(subject(), X, truth)
    tree = subject().model.tree
    wrong = np.flatnonzero(tree.class_weights.argmax(axis=1)[tree.apply(X)] != truth)
    listed = summary.rows.number[summary.rows.listed]
    assert len(listed) == MOST_LISTED < len(wrong)
    assert np.isin(listed, wrong).all()
    assert summary.rows.is_sample
    assert np.array_equal(summary.rows.values, X[summary.rows.number])
    assert np.array_equal(summary.rows.truth, truth[summary.rows.number])


def test_a_node_that_no_row_reaches():
    X = np.full((3, 4), 1.0)  # the band holds for all of them
    summary = summarise(subject(), X, np.array([0, 1, 2]))
    assert summary.node_rows[2].n_rows == 0
    assert summary.node_rows[3].share_of_parent is None
    assert summary.fronts[1].points[0].split_accuracy is None


@pytest.mark.parametrize(
    ("name", "letter", "index"),
    [
        ("x12", "x", "12"),
        ("µ", "µ", ""),
        ("x_1", "", ""),
        ("3a", "", ""),
        ("width", "", ""),
        ("_1", "", ""),
        ("x1\n", "", ""),
    ],
)
def test_a_letter_with_a_number_is_a_symbol_with_an_index(name, letter, index):
    feature = FeatureSummary(name, name, in_tree=True, shift=None)
    assert (feature.letter, feature.index) == (letter, index)
