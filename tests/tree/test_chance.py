"""Chance is asked of shuffled classes: noise stays a leaf, and what is more than chance gets its tree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from deadlines import Countdown
from node_data import node
from sklearn.tree import DecisionTreeClassifier
from upper_level import node_task

from nldt import NLDTClassifier
from nldt.description import label_bits
from nldt.tree import chance
from nldt.tree.chance import LEAVES, NOTHING, Excess, excess

N_CLASSES = 3


def noise(seed, n_rows=100, n_columns=5, rare=0.5):
    random = np.random.default_rng(seed)
    return random.normal(size=(n_rows, n_columns)), (random.random(n_rows) < rare).astype(int)


def repeated(seed):
    """60 kinds of rows, most of them several times; each kind has one of three classes, whatever its features are."""
    random = np.random.default_rng(seed)
    kinds, classes = random.integers(0, 12, (60, 4)).astype(float), random.integers(0, N_CLASSES, 60)
    picks = random.integers(0, 60, 240)
    return kinds[picks], classes[picks]


def task_of(X, y, **changes):
    return replace(node_task(node([X[y == label] for label in np.unique(y)])), **changes)


def naive_told(X, y):
    """Bits that trees of so many leaves save, and rows that they answer right, each tree grown by itself."""
    told = []
    for n_leaves in LEAVES:
        tree = DecisionTreeClassifier(criterion="entropy", max_leaf_nodes=int(n_leaves), random_state=0).fit(X, y)
        counts = [np.bincount(y[tree.apply(X) == leaf], minlength=y.max() + 1) for leaf in np.unique(tree.apply(X))]
        bits = label_bits(np.bincount(y).astype(float)) - sum(label_bits(c.astype(float)) for c in counts)
        told.append([bits, sum(c.max() for c in counts) - np.bincount(y).max()])
    return np.array(told).T


@pytest.mark.parametrize("seed", range(5))
def test_smaller_trees_are_the_beginning_of_the_largest(seed):
    X, y = noise(seed)
    order = np.argsort(y, kind="stable")
    X, y = X[order], y[order]
    plain = chance._PlainTrees(task_of(X, y).in_rows(), np.arange(X.shape[1]))
    assert plain.told(None) == pytest.approx(naive_told(X, y))


def test_chance_is_exceeded_by_noise_about_as_often_as_is_said():
    """Bits are above 3 deviations in some 2 of 100 tables, and both bits and answers in fewer."""
    found = [excess(task_of(*noise(seed))) for seed in range(100)]
    assert sum(one.bits > 3 for one in found) <= 5
    assert sum(one.is_enough for one in found) <= 3
    assert abs(np.mean([one.mean[0, 0] for one in found])) < 0.5  # in bits: real classes are as shuffled ones


def test_columns_that_tell_alike_or_hardly_anything_make_no_difference():
    """Shuffling keeps what columns tell of each other: no account of their number is needed."""
    for seed in range(10):
        X, y = noise(seed, n_columns=3)
        copies = np.hstack([X, X + 1e-3 * np.random.default_rng(seed).normal(size=X.shape), np.round(X)])
        assert not excess(task_of(copies, y)).is_enough


@pytest.mark.parametrize("seed", range(3))
def test_rows_that_repeat_show_more_than_chance(seed):
    assert excess(task_of(*repeated(seed))).is_enough


def test_a_row_that_counts_for_two_is_two_rows():
    X, y = repeated(0)
    kinds, first, count = np.unique(np.column_stack([X, y]), axis=0, return_index=True, return_counts=True)
    once = task_of(X[first], y[first])
    by_class = np.argsort(y[first], kind="stable")
    counted = replace(once, evidence=count[by_class].astype(float))
    assert len(kinds) < len(X) and not excess(once).is_enough and excess(counted).is_enough


def test_rules_that_change_no_answer_are_not_enough():
    """The rare class follows the first column, but nowhere is it the common one."""
    random = np.random.default_rng(0)
    X = random.uniform(size=(1500, 3))
    y = (random.random(1500) < 0.12 * X[:, 0]).astype(int)
    found = excess(task_of(X, y))
    assert found.bits > chance.ENOUGH_BITS and not found.is_enough


def test_what_single_nodes_can_not_show_they_show_together():
    one = Excess(np.full((2, len(LEAVES)), 2.0), np.ones((2, len(LEAVES))))
    assert not one.is_enough and (one + one + one).is_enough
    assert not (NOTHING + NOTHING).is_enough


def test_nothing_is_asked_of_large_nodes_nor_after_the_deadline(monkeypatch):
    X, y = repeated(0)
    assert excess(task_of(X, y, deadline=Countdown(2))) is NOTHING
    monkeypatch.setattr(chance, "MOST_ROWS", len(X) - 1)
    assert excess(task_of(X, y)) is NOTHING


# --- trees ---


def test_a_table_of_repeated_rows_gets_its_tree():
    X, y = repeated(0)
    known = NLDTClassifier(random_state=0).fit(X[:160], y[:160])
    common = np.bincount(y[:160]).max() / 160
    assert known.n_rules_ > 3 and known.score(X[160:], y[160:]) > common + 0.2
    shuffled = np.random.default_rng(1).permutation(y[:160])
    assert NLDTClassifier(random_state=0).fit(X[:160], shuffled).n_rules_ == 0


@pytest.mark.parametrize("class_weight", [None, "balanced"])
def test_noise_stays_a_leaf(class_weight):
    tables = [noise(seed, rare=0.5 if class_weight is None else 0.15) for seed in range(6)]
    rules = [NLDTClassifier(class_weight=class_weight, random_state=0).fit(X, y).n_rules_ for X, y in tables]
    assert not any(rules)


def test_threads_and_the_order_of_rows_do_not_matter():
    X, y = repeated(1)
    first = NLDTClassifier(random_state=0, n_jobs=1).fit(X, y)
    other = NLDTClassifier(random_state=0, n_jobs=2).fit(X[::-1], y[::-1])
    assert first.n_rules_ > 1 and first.to_text() == other.to_text()
