"""The best described part of a grown tree, against every part that there is; limits; ends for answers."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from sklearn.datasets import load_wine

from nldt import NLDTClassifier
from nldt.data.training_rows import TrainingRows
from nldt.description import Tariff, leaf_bits
from nldt.model.basis import Basis
from nldt.model.rule import SplitRule
from nldt.model.target import Classes
from nldt.search.monotone import Monotone
from nldt.tree.choice import Choice, Limits
from nldt.tree.growing_node import GrowingNode, LastRule
from nldt.tree.last_rule import last_rule

CLASSES = Classes.alike(np.arange(3))


def grown(random, path="root", depth=0, sums=None):
    """A random tree of up to three levels, with random rules of one to three factors."""
    sums = random.integers(0, 40, 3).astype(float) if sums is None else sums
    node = GrowingNode(path, depth, sums)
    if depth < 3 and random.random() < 0.8:
        left = np.floor(sums * random.random(3))
        node.rule = SplitRule([[1] * int(random.integers(1, 4)) + [0, 0]], [1.0], -np.inf, 1.0)
        node.rule_bits = float(random.uniform(2, 10))
        sides = (left, sums - left)
        node.children = tuple(
            grown(random, f"{path}.{s}", depth + 1, part) for s, part in zip("LR", sides, strict=True)
        )
        if random.random() < 0.5:
            other = np.floor(sums * random.random(3))
            node.last = LastRule(node.rule, (other, sums - other))
    return node


class Lucky(Tariff):
    """Nothing is put down to chance: so every part of a tree may stay."""

    def by_chance(self, bits, *, is_proven=False):
        return -np.inf


def all_trees(node, tariff):
    """(bits, rules, length, answer of a leaf) of everything that a node may become: a slow twin."""
    yield float(CLASSES.leaf_bits(node.sums, 1.0)), 0, 0, int(node.sums.argmax())
    if node.rule is None:
        return
    pairs = [list(all_trees(child, tariff)) for child in node.children or ()]
    options = [list(pair) for pair in product(*pairs)] if pairs else []
    if node.last is not None:
        leaves = [GrowingNode("", 0, side) for side in node.last.sides]
        options.append([next(all_trees(leaf, tariff)) for leaf in leaves])
    for left, right in options:
        k = node.rule.complexity
        if left[3] is None or left[3] != right[3] or tells_enough(node, left, right, tariff):
            bits = tariff.rule(node.rule_bits, k) + left[0] + right[0]
            yield bits, 1 + left[1] + right[1], k + left[2] + right[2], None


def tells_enough(node, left, right, tariff):
    """Whether a root with two leaves of the same answer may stay: what errors cost is the same on both accounts."""
    saved = float(CLASSES.leaf_bits(node.sums, 1.0)) - left[0] - right[0]
    return node.depth == 0 and node.path == "root" and saved > tariff.price * node.rule_bits


@pytest.mark.parametrize("limits", [Limits(), Limits(rules=2), Limits(length=4), Limits(3, 5)], ids=str)
@pytest.mark.parametrize("seed", range(12))
def test_the_chosen_tree_is_the_best_of_all_that_fit(seed, limits):
    tariff = Lucky(price=0.5, factor_bits=1.0)
    root = grown(np.random.default_rng(seed))
    fitting = [tree for tree in all_trees(root, tariff) if tree[1] <= limits.rules and tree[2] <= limits.length]
    choice = Choice(CLASSES, tariff, limits=limits)
    rules, length = choice.size(root)
    assert choice.make(root) == pytest.approx(min(tree[0] for tree in fitting))
    assert rules <= limits.rules and length <= limits.length
    kept = [node.rule for node in root.in_order() if node.children is not None]
    assert (len(kept), sum(rule.complexity for rule in kept)) == (rules, length)


TWO = Classes.alike(np.arange(2))
MONOTONE = Monotone.of(Basis.as_is(3), {0: 1, 1: -1})


def grown_of_columns(random, path="root", depth=0, sums=None):
    """A random tree of two classes, whose rules have one or two of three columns; some are bands."""
    sums = random.integers(1, 40, 2).astype(float) if sums is None else sums
    node = GrowingNode(path, depth, sums)
    if depth < 3 and random.random() < 0.8:
        left = np.clip(np.floor(sums * random.random(2)), 0, None)
        if 0 < left.sum() < sums.sum():
            exponents = np.zeros((2, 3), dtype=np.int8)
            exponents[[0, 1], random.choice(3, 2, replace=False)] = 1
            used = int(random.integers(1, 3))
            low = 0.0 if random.random() < 0.1 else -np.inf
            node.rule = SplitRule(exponents[:used], random.choice([-1.0, 1.0], used), low, 1.0)
            node.rule_bits = float(random.uniform(2, 10))
            node.children = tuple(
                grown_of_columns(random, f"{path}.{s}", depth + 1, part)
                for s, part in zip("LR", (left, sums - left), strict=True)
            )
    return node


def all_trees_of_columns(node, tariff):
    """(bits, features, shares of leaves, whether shares keep the order, answer of a leaf): a slow twin."""
    share = float(node.sums[1] / node.sums.sum())
    yield float(TWO.leaf_bits(node.sums, 1.0)), frozenset(), [share], True, int(node.sums.argmax())
    if node.children is None:
        return
    for left, right in product(*(list(all_trees_of_columns(child, tariff)) for child in node.children)):
        if left[4] is not None and left[4] == right[4]:
            continue
        leads = {
            int(np.sign(weight) * MONOTONE.direction[column])
            for weight, row in zip(node.rule.weights, node.rule.exponents, strict=True)
            for column in np.flatnonzero(row)
        } - {0}
        proper = len(leads) < 2 and not (leads and node.rule.is_band)
        upper, lower = (right, left) if leads == {1} else (left, right)
        ordered = proper and (not leads or max(lower[2]) <= min(upper[2])) and left[3] and right[3]
        bits = tariff.rule(node.rule_bits, node.rule.complexity) + left[0] + right[0]
        yield bits, left[1] | right[1] | set(node.rule.features), left[2] + right[2], ordered, None


@pytest.mark.parametrize("required", [frozenset(), frozenset({1}), frozenset({0, 2})], ids=str)
@pytest.mark.parametrize("monotone", [None, MONOTONE], ids=["free", "monotone"])
@pytest.mark.parametrize("seed", range(12))
def test_the_chosen_tree_is_the_best_of_all_that_are_as_wished(seed, monotone, required):
    tariff = Lucky(price=0.5, factor_bits=1.0)
    root = grown_of_columns(np.random.default_rng(seed))
    wished = [
        tree for tree in all_trees_of_columns(root, tariff) if tree[1] >= required and (tree[3] or monotone is None)
    ]
    best = min((tree[0] for tree in wished), default=np.inf)
    assert Choice(TWO, tariff, monotone=monotone, required=required).make(root) == pytest.approx(best)


def test_what_chance_would_save_does_not_stay():
    root = GrowingNode("root", 0, np.array([20.0, 20.0, 0.0]))
    root.rule, root.rule_bits = SplitRule([[1]], [1.0], -np.inf, 1.0), 12.0
    root.last = LastRule(root.rule, (np.array([14.0, 7.0, 0.0]), np.array([6.0, 13.0, 0.0])))
    assert Choice(CLASSES, Tariff()).size(root) == (0, 0)  # it saves 4 bits on the classes, and 52 on wrong answers
    assert Choice(CLASSES, Lucky()).size(root) == (1, 1)


@pytest.mark.parametrize("seed", range(5))
def test_an_end_for_two_leaves_is_the_best_of_all_ends(seed):
    random = np.random.default_rng(seed)
    X = random.integers(0, 30, (80, 1)).astype(float)
    values = np.sort((X[:, 0] + random.normal(0, 8, 80) > 20).astype(int))
    rows = TrainingRows.of(X, values, np.ones(80), Classes.alike(np.arange(2)))
    found = last_rule(SplitRule([[1]], [1.0], -np.inf, 3.0), rows, 1.0)
    every = []
    for end in np.unique(X)[:-1]:
        left = np.bincount(values[X[:, 0] <= end], minlength=2).astype(float)
        every.append(leaf_bits(left) + leaf_bits(np.bincount(values, minlength=2) - left))
    assert sum(leaf_bits(side) for side in found.sides) == pytest.approx(min(every))
    assert found.sides[0].sum() == np.count_nonzero(X[:, 0] <= found.rule.high)
    assert last_rule(SplitRule([[1]], [1.0], 1.0, 3.0), rows, 1.0) is None


@pytest.mark.parametrize("limit", [{"max_length": 1}, {"max_length": 2}, {"max_length": 4}, {"max_rules": 1}], ids=str)
def test_limits_of_a_whole_tree_are_kept_by_a_tree_that_fits(limit):
    X, y = load_wine(return_X_y=True)
    classifier = NLDTClassifier(random_state=0, **limit).fit(X, y)
    assert classifier.rule_length_ <= limit.get("max_length", np.inf)
    assert 1 <= classifier.n_rules_ <= limit.get("max_rules", np.inf)
    assert classifier.score(X, y) > {1: 0.65, 2: 0.85, 4: 0.95}[limit.get("max_length", 1)]


def test_a_higher_price_makes_a_plainer_tree():
    X, y = load_wine(return_X_y=True)
    fitted = [NLDTClassifier(random_state=0, price=price).fit(X, y) for price in (0.2, 1.0, 4.0)]
    lengths, scores = [c.rule_length_ for c in fitted], [c.score(X, y) for c in fitted]
    assert lengths == sorted(lengths, reverse=True) and scores == sorted(scores, reverse=True)
    assert lengths[0] > lengths[-1]


def test_a_single_threshold_is_written_as_one():
    X = np.arange(1.0, 61.0)[:, None]
    assert NLDTClassifier(random_state=0).fit(X, X[:, 0] > 30).rules_ == [SplitRule([[1]], [1.0], -np.inf, 30.5)]


def rare_class(seed, strength):
    """400 rows, 5 % of a class that becomes more likely with the third column, but never likely."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(400, 5))
    chance = np.exp(strength * X[:, 2])
    return X, random.random(400) < np.minimum(20 * chance / chance.sum(), 0.45)


def test_one_rule_that_changes_no_answer_stays_where_it_tells_enough():
    for seed in range(3):
        X, y = rare_class(seed, 1.0)
        model = NLDTClassifier(random_state=0).fit(X, y)
        assert model.n_rules_ == 1 and "x3" in model.to_text()
        assert not model.predict(X).any()
        assert model.predict_proba(X)[:, 1].std() > 0.01


def test_of_a_rare_class_that_nothing_tells_no_rule_stays():
    assert [NLDTClassifier(random_state=0).fit(*rare_class(seed, 0.0)).n_rules_ for seed in range(5)] == [0] * 5
