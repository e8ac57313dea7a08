"""Two leaves may have a shorter rule than the one that a node was grown with."""

from __future__ import annotations

import numpy as np
import pytest

from nldt import FastSearch, NLDTClassifier
from nldt.estimators.growing import chosen_search, make_grower
from nldt.estimators.training_set import make_training_set, read_class_rows
from nldt.progress import Deadline, SilentMonitor
from nldt.tree.node_split import goes_left
from nldt.tree.price_path import grow_path, path_cuts

QUICK = FastSearch(patience=1, children=20, generations=3, pairs=4)


def grower_of(X, y, **parameters):
    known = NLDTClassifier(**{"search": QUICK, "random_state": 0, "n_jobs": 1, **parameters}).get_params(deep=False)
    training = make_training_set(*read_class_rows("test", X, y, None, known), known, "raw")
    return make_grower(known, chosen_search("test", known), training, SilentMonitor(), Deadline(None)), training.rows


@pytest.fixture(scope="module", params=[0.0, 0.1])
def rows(request):
    """Three classes; a share of the numbers is missing."""
    random = np.random.default_rng(5)
    X = random.uniform(1, 3, (200, 4))
    score = X[:, 0] * X[:, 1] - X[:, 2] + 0.3 * X[:, 3] + random.normal(0, 0.6, 200)
    X[random.uniform(size=X.shape) < request.param] = np.nan
    return X, np.digitize(score, [1.5, 3.0])


def noted(grower, training):
    tree = grower.trees(training)[0]
    grower.note_shorter_ends(tree, training)
    return tree


def nodes_with_rows(root, training):
    waiting = [(root, training)]
    while waiting:
        node, own = waiting.pop()
        if node.children is not None:
            yield node, own
            side = goes_left(node.rule, own)
            waiting += zip(node.children, (own.take(side), own.take(~side)), strict=True)


def test_they_are_shorter_and_their_sides_are_what_they_say(rows):
    grower, training = grower_of(*rows)
    n_found = 0
    for node, own in nodes_with_rows(noted(grower, training).root, training):
        for last in node.shorter:
            n_found += 1
            assert last.rule.complexity < node.rule.complexity
            assert last.given.chosen.rule.complexity == last.rule.complexity
            assert last.given.rule_bits > 0
            powers = [np.abs(rule.exponents).max() for rule in (last.rule, node.rule)]
            terms = [len(rule.weights) for rule in (last.rule, node.rule)]  # each more has a weight
            assert last.given.rule_bits < node.rule_bits or powers[0] > powers[1] or terms[0] >= terms[1]
            left = goes_left(last.rule, own)
            assert last.sides[0].tolist() == own.sums_of(left).tolist()
            assert last.sides[1].tolist() == own.sums_of(~left).tolist()
    assert n_found


def numbers_with_rows(grown, training):
    """The nodes of a finished tree, each with the rows that get there."""
    waiting = [(0, training)]
    while waiting:
        number, own = waiting.pop()
        yield number, own
        rule = grown.tree.rules[number]
        if rule is not None:
            side = goes_left(rule, own)
            children = int(grown.tree.left[number]), int(grown.tree.right[number])
            waiting += zip(children, (own.take(side), own.take(~side)), strict=True)


def test_trees_that_have_them_count_their_leaves_right(rows):
    grower, training = grower_of(*rows)
    path = grow_path(grower, training, path_cuts([0.5, 1.0, 2.0, 4.0]), all_lengths=True)
    for grown in path.values():
        for number, own in numbers_with_rows(grown, training):
            assert grown.tree.sums[number].tolist() == own.sums.tolist()
            assert own.evidence.sum() > 0
        assert set(grown.fronts) == set(grown.alternatives)
        for number, front in grown.fronts.items():
            assert any(point.rule is grown.tree.rules[number] for point in front), "the rule is on its front"


def test_trees_of_a_path_that_share_a_rule_count_their_own_leaves():
    """Above two leaves shorter numbers may move rows; the same rule may be above leaves in one tree, not in another."""
    random = np.random.default_rng(1)
    X = random.uniform(1, 3, (300, 4)).round(2)
    score = X[:, 0] * X[:, 1] - X[:, 2] + 0.3 * X[:, 3] + random.normal(0, 0.8, 300)
    grower, training = grower_of(X, np.digitize(score, [1.5, 3.0]), random_state=1)
    path = grow_path(grower, training, path_cuts([0.25, 0.5, 1.0, 2.0, 4.0]), all_lengths=True)
    for grown in path.values():
        for number, own in numbers_with_rows(grown, training):
            assert grown.tree.sums[number].tolist() == own.sums.tolist()


def test_nodes_that_the_user_has_fixed_have_none(rows):
    grower, training = grower_of(*rows)
    tree = grower.trees(training)[0]
    tree.root.is_fixed = True
    grower.note_shorter_ends(tree, training)
    assert tree.root.shorter == ()


def test_where_directions_are_wished_there_are_none(rows):
    X, y = rows
    grower, training = grower_of(X, y > 0, monotone={"x1": 1})
    assert all(node.shorter == () for node, _ in nodes_with_rows(noted(grower, training).root, training))
