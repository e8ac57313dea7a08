"""Shorter numbers for a whole tree, on trees made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from nldt import SplitRule
from nldt.data.training_rows import TrainingRows
from nldt.model.target import Classes
from nldt.model.tree import FittedTree, FrontPoint
from nldt.progress import Deadline
from nldt.tree import shorten

INF = np.inf


def rows_of(values, y) -> TrainingRows:
    X, y = np.asarray(values, dtype=np.float64)[:, None], np.asarray(y, dtype=np.int64)
    return TrainingRows.of(X, y, np.ones(len(X)), Classes.alike(np.arange(int(y.max()) + 1)))


def chain(ends, rows) -> tuple[FittedTree, dict[int, list[FrontPoint]]]:
    """A rule x ≤ end after the other, each on the right of the one before."""
    n_nodes = 2 * len(ends) + 1
    left, right = np.full(n_nodes, -1), np.full(n_nodes, -1)
    left[0 : n_nodes - 1 : 2], right[0 : n_nodes - 1 : 2] = np.arange(1, n_nodes, 2), np.arange(2, n_nodes, 2)
    rules = [
        SplitRule([[1]], [1.0], -INF, ends[i // 2]) if i % 2 == 0 and i < n_nodes - 1 else None for i in range(n_nodes)
    ]
    tree = FittedTree(left, right, np.zeros((n_nodes, rows.target.n_sums)), tuple(rules))
    weights = tree.decision_path(rows.X).T @ np.eye(rows.target.n_sums)[rows.values]
    fronts = {i: [FrontPoint(1, 0.0, rule)] for i, rule in enumerate(rules) if rule is not None}
    return FittedTree(left, right, weights, tuple(rules)), fronts


def short_ends(ends, rows, max_loss, deadline=None) -> list[float]:
    tree, _ = shorten(*chain(ends, rows), rows, max_loss, "gini", deadline or Deadline(None))
    return [rule.high for rule in tree.conditional_rules]


def test_numbers_that_need_many_digits_keep_all_sides():
    rows = rows_of([1.0, 1.234567, 1.234568, 2.0], [0, 0, 1, 1])
    assert short_ends([1.23456745678], rows, 0.0) == [1.2345675]


def test_without_loss_no_row_changes_its_class_though_others_may_change_back():
    """One row of each class could change sides for an end of 1.2, and the accuracy would stay: it must not be so."""
    rows = rows_of([0.0, 1.0, 1.21, 1.235, 1.245, 2.0, 3.0], [0, 0, 1, 0, 1, 1, 1])
    assert short_ends([1.2404], rows, 0.0) == [1.24]
    assert short_ends([1.2404], rows, 1e-9) == [1.2]


def test_a_row_whose_value_overflows_keeps_its_side():
    """With the weights of the search its value is infinite, and it goes right; with rounded ones it would go left."""
    rows = rows_of([-1.7e308, 1.0, 2.0, 3.0, 4.0], [1, 0, 0, 1, 1])
    left, right = np.array([1, -1, -1]), np.array([2, -1, -1])
    rule = SplitRule([[1]], [1.2345], -INF, 3.0)
    sides = rule.goes_left(rows.X)
    assert sides.tolist() == [False, True, True, False, False]
    tree = FittedTree(left, right, np.array([[2.0, 3.0], [2.0, 0.0], [0.0, 3.0]]), (rule, None, None))
    shorter, _ = shorten(tree, {0: [FrontPoint(1, 0.0, rule)]}, rows, 0.0, "gini", Deadline(None))
    assert shorter.rules[0].goes_left(rows.X).tolist() == sides.tolist()


def test_a_loss_buys_characters():
    rows = rows_of([*np.arange(100) / 100, 1.234, 1.236, *(2 + np.arange(100) / 100)], [0] * 101 + [1] * 101)
    assert short_ends([1.2349], rows, 0.0) == [1.235]
    assert short_ends([1.2349], rows, 1 / 202) == [1.0]


def test_the_node_that_saves_the_most_goes_first():
    """One row may be lost: the second rule saves three characters by it, the first rule one."""
    values = [0.0, 0.42, 0.44, 1.0, 2.9, 3.14, 3.142, 4.0]
    rows = rows_of(values, [0, 0, 1, 1, 1, 1, 0, 0])
    assert short_ends([0.43, 3.1411111], rows, 0.0) == [0.43, 3.141]
    assert short_ends([0.43, 3.1411111], rows, 1 / 8) == [0.43, 3.0]


def test_no_row_lies_on_an_end():
    assert short_ends([1.7654321], rows_of([1.0, 1.5, 2.0, 2.5], [0, 0, 1, 1]), 0.0) == [1.8]


def test_a_deadline_that_has_passed_leaves_what_changes_no_side():
    rows = rows_of([*np.arange(100) / 100, 1.234, 1.236, *(2 + np.arange(100) / 100)], [0] * 101 + [1] * 101)
    assert short_ends([1.2349], rows, 0.1, Deadline(0.0)) == [1.235]


@pytest.mark.parametrize("max_loss", [0.0, 0.5, 1.0])
def test_no_node_is_left_empty(max_loss):
    rows = rows_of([0.123, 0.124, 0.125, 0.126], [0, 1, 0, 1])
    tree, fronts = shorten(*chain([0.1235, 0.1245, 0.1255], rows), rows, max_loss, "gini", Deadline(None))
    assert tree.evidence.sum(axis=1).min() > 0
    assert tree.evidence.tolist() == (tree.decision_path(rows.X).T @ np.eye(2)[rows.values]).tolist()
    assert {node: front[0].rule for node, front in fronts.items()} == {
        node: rule for node, rule in enumerate(tree.rules) if rule is not None
    }
