"""Gaps go to the side that is cheaper, and count there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from nldt import SplitRule
from nldt.data.training_rows import TrainingRows
from nldt.description import leaf_bits
from nldt.model.target import Classes
from nldt.tree.last_rule import last_rule
from nldt.tree.missing_side import cheaper_side
from nldt.tree.node_split import NodeSplit, goes_left, split_impurity
from nldt.tree.rounding import round_rule


def rows_with_gaps(seed, count=80, n_classes=2):
    random = np.random.default_rng(seed)
    X = random.normal(size=(count, 3)).round(1)
    X[random.random(X.shape) < 0.2] = np.nan
    evidence = random.integers(1, 4, count).astype(float)
    return TrainingRows.canonical(
        X, random.integers(0, n_classes, count), evidence, Classes.alike(np.arange(n_classes))
    )


def rule_of(seed, missing_left=False):
    random = np.random.default_rng(seed)
    exponents = random.integers(0, 3, (2, 3))
    exponents[0, 0], exponents[1, 1] = 1, 1
    return SplitRule(exponents, random.normal(size=2), -np.inf, random.normal(), missing_left=missing_left)


def bits(rule, rows):
    side = goes_left(rule, rows)
    return sum(float(leaf_bits(rows.sums_of(part))) for part in (side, ~side))


@pytest.mark.parametrize("seed", range(12))
def test_the_side_is_the_cheaper_one(seed):
    rows, rule = rows_with_gaps(seed, n_classes=2 + seed % 2), rule_of(seed)
    chosen = cheaper_side(rule, rows)
    both = {left: bits(replace(rule, missing_left=left), rows) for left in (False, True)}
    assert both[chosen.missing_left] == min(both.values())
    assert cheaper_side(replace(rule, missing_left=True), rows) == chosen


def test_without_gaps_it_is_the_right_one():
    rows = rows_with_gaps(0)
    known = rows.take(~np.isnan(rows.X).any(axis=1))
    assert not cheaper_side(rule_of(0, missing_left=True), known).missing_left


@pytest.mark.parametrize("seed", range(8))
def test_rows_of_a_node_go_where_the_rule_sends_them(seed):
    rows = rows_with_gaps(seed)
    for left in (False, True):
        rule = rule_of(seed, left)
        assert goes_left(rule, rows).tolist() == rule.goes_left(np.ascontiguousarray(rows.X)).tolist()


@pytest.mark.parametrize("seed", range(8))
def test_the_end_for_two_leaves_is_best_with_either_side(seed):
    rows, rule = rows_with_gaps(seed), rule_of(seed)
    found = last_rule(rule, rows, 1.0)
    side = goes_left(found.rule, rows)
    assert np.allclose(found.sides, [rows.sums_of(side), rows.sums_of(~side)])
    ends = np.unique(rule.value(np.ascontiguousarray(rows.X)))
    tried = [
        replace(rule, high=end, missing_left=left) for end in ends[np.isfinite(ends)][:-1] for left in (False, True)
    ]
    assert bits(found.rule, rows) <= min(bits(other, rows) for other in tried) + 1e-9


@pytest.mark.parametrize("seed", range(8))
def test_rounding_counts_gaps_where_they_are(seed):
    rows = rows_with_gaps(seed, 200)
    rule = cheaper_side(rule_of(seed), rows)
    split = NodeSplit.of(rule, rows, "gini")
    assert split is None or np.isclose(split.impurity, split_impurity(rule, rows, "gini"))
    rounded = round_rule(rule, rows, "gini")
    assert rounded.missing_left == rule.missing_left
    assert split_impurity(rounded, rows, "gini") <= split_impurity(rule, rows, "gini") + 1e-12


def test_equal_rows_with_gaps_are_one():
    X = np.array([[np.nan, 1.0], [2.0, 1.0], [np.nan, 1.0]])
    rows = TrainingRows.canonical(X, np.zeros(3, dtype=int), np.ones(3), Classes.alike(np.arange(2)))
    assert sorted(rows.evidence.tolist()) == [1.0, 2.0]
