"""What a report says, beside obvious recounts."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from made_trees import made_model
from report_subjects import rows, subject

from nldt import SplitRule
from nldt.model.tree import FittedTree, FrontPoint
from nldt.report import describe, summarise
from nldt.report.summarise import MOST_LISTED


@pytest.fixture(scope="module")
def data():
    return rows(300)


@pytest.fixture(scope="module")
def summary(data):
    return summarise(subject(), *data)


def test_rows_are_counted_at_every_node(summary, data):
    X, truth = data
    tree = subject().tree
    passed = tree.decision_path(X).toarray().astype(bool)
    for node, counted in enumerate(summary.node_rows):
        assert counted.class_counts == tuple(np.bincount(truth[passed[:, node]], minlength=3))
        assert counted.share == passed[:, node].mean()
    assert summary.node_rows[0].share_of_parent == 1.0
    assert summary.node_rows[3].share_of_parent == passed[:, 3].sum() / passed[:, 2].sum()


def test_measures_are_those_of_the_tree(summary, data):
    X, truth = data
    tree = subject().tree
    answer = tree.answers[tree.apply(X)]
    assert summary.measures.accuracy == np.mean(answer == truth)


def accuracies(front):
    return [accuracy for point in front.points for accuracy in (point.split_accuracy, point.tree_accuracy)]


def test_evidence_counts_rows(data):
    """Whole evidence: all shares and counts are those of rows that are there so many times."""
    X, truth = data
    counts = np.random.default_rng(0).integers(0, 4, len(X))
    weighted = summarise(subject(), X, truth, counts.astype(float))
    repeated = summarise(subject(), X.repeat(counts, axis=0), truth.repeat(counts))
    assert weighted.measures.is_weighted and not repeated.measures.is_weighted
    assert weighted.node_rows == repeated.node_rows
    told = replace(repeated.measures, n_rows=300, n_wrong=weighted.measures.n_wrong, is_weighted=True)
    assert weighted.measures == told
    for front, other in zip(weighted.fronts, repeated.fronts, strict=True):
        assert accuracies(front) == pytest.approx(accuracies(other))


def test_the_own_rule_of_a_front_has_the_accuracy_of_the_tree(summary):
    for front in summary.fronts:
        assert front.chosen == 1
        assert front.points[1].tree_accuracy == summary.measures.accuracy


def test_the_own_rule_is_judged_as_it_is_even_where_its_branches_would_better_be_swapped(data):
    X, _ = data
    leaf = subject().tree.apply(X)
    truth = np.choose(leaf, [0, 0, 0, 2, 1])  # the answers of leaves 3 and 4 swapped
    summary = summarise(subject(), X, truth)
    assert summary.fronts[1].points[1].tree_accuracy == summary.measures.accuracy == np.mean(leaf == 1)


def test_an_alternative_rule_is_judged_with_the_rest_of_the_tree(summary, data):
    X, truth = data
    tree = subject().tree
    here = ~tree.rules[0].goes_left(X)
    alternative, own = subject().fronts[2][0].rule.goes_left(X), tree.rules[2].goes_left(X)
    agrees = np.mean(alternative[here] == own[here]) >= 0.5  # else the branches below change places
    leaf = np.where(~here, 1, np.where(alternative == agrees, 3, 4))
    accuracy = np.mean(tree.answers[leaf] == truth)
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
    told = replace(subject(), feature_range=(np.zeros(4), np.full(4, 9.0)))
    wide = summarise(told, X, truth)
    assert wide.ranges_from_training
    assert [(entry.low, entry.high) for entry in wide.ranges] == [(0.0, 9.0)] * 4


def test_shifted_rules_tell_their_training_range(full_grown, tangled_rows):
    summary = summarise(replace(full_grown.model_, feature_range=None), *tangled_rows)
    if full_grown.scaling == "raw":
        assert not summary.ranges_from_training and summary.tree.definitions == []
    else:
        X = tangled_rows[0]
        assert summary.ranges_from_training
        assert np.allclose([entry.high for entry in summary.ranges], X.max(axis=0))
        symbols = [re.match("<math[^>]*>(.*?)<mo>=", legend.markup)[1] for legend in summary.tree.definitions]
        assert symbols == [f"<msub><mi>u</mi><mn>{j}</mn></msub>" for j in (1, 2, 3)]


def test_only_features_and_columns_of_the_tree_are_told():
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
    model = made_model(tree, [f"f{j}" for j in range(50)], [0, 1], full_fronts=fronts)
    told = describe(model)
    assert (told.features, told.column_numbers, told.n_features) == (["f31"], [31], 50)
    assert told.nodes[0].printed.text == "f31² ≤ 0.5"
    summary = summarise(model, np.full((4, 50), 0.3), np.array([0, 1, 0, 1]))
    assert summary.fronts[0].points[0].printed.text == "f7 ≤ 0.5"


def test_misclassified_rows_are_listed_up_to_a_limit():
    X, truth = rows(5000)
    summary = summarise(subject(), X, truth)
    tree = subject().tree
    wrong = np.flatnonzero(tree.answers[tree.apply(X)] != truth)
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
