"""Numbers that pay for their digits: never a longer description, laws of round numbers found, user's rules kept."""

from __future__ import annotations

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_nodes import nodes, rows_of

from nldt import NLDTClassifier, SplitRule
from nldt.tree import plain_numbers
from nldt.tree.plain_numbers import plain_rule

INF = np.inf
CASES = settings(max_examples=60, database=None, deadline=None)


def bits(rule, rows, digit_bits, start) -> float:
    """The description of a rule, in which leaves take no fewer bits than those of the rule at the start."""
    given = rows.X.tolist(), rows.values.tolist(), rows.evidence.tolist(), rows.target.n_sums
    return naive.description(rule, *given, digit_bits, start)


@CASES
@given(nodes(), st.sampled_from([0.5, 3.3, 10.0]))
def test_a_description_never_gets_longer(node, digit_bits):
    rule, rows, _ = node
    if not rule.basis.is_plain:
        return
    plain = plain_rule(rule, rows, 1.0, digit_bits)
    assert np.array_equal(plain.exponents, rule.exponents)
    assert plain.is_band == rule.is_band
    if plain is not rule:
        assert bits(plain, rows, digit_bits, rule) < bits(rule, rows, digit_bits, rule) + 1e-6


@pytest.mark.parametrize("seed", range(6))
def test_an_end_is_the_best_of_all_that_lie_near(seed):
    random = np.random.default_rng(seed)
    x = random.uniform(0, 1, 150)
    rows = rows_of(x[:, None], (x > 0.37) ^ (random.random(150) < 0.1))
    ranked = np.sort(x)
    start = SplitRule([[1]], [1.0], -INF, float(np.mean(ranked[60:62])))
    near = range(61 - 8, 61 + 8 + 1)
    options = [
        SplitRule([[1]], [1.0], -INF, plain_numbers.short_between(*ranked[i - 1 : i + 1].tolist())) for i in near
    ]
    assert bits(plain_rule(start, rows, 1.0, 3.3), rows, 3.3, start) == pytest.approx(
        min(bits(option, rows, 3.3, start) for option in (start, *options))
    )


@pytest.mark.slow
def test_a_law_of_round_numbers_is_found_in_rows_with_wrong_labels():
    """Five loads of equal weight: rows with wrong labels hold no weight to two digits, so that none is bought."""
    found = []
    for seed in range(8):
        random = np.random.default_rng(seed)
        X = random.uniform(20, 200, (500, 5))
        y = (X.sum(axis=1) >= 550) ^ (random.random(500) < 0.1)
        clf = NLDTClassifier(random_state=0).fit(X, y)
        found.append(clf.n_rules_ == 1 and set(np.abs(clf.rules_[0].weights)) == {1.0})
    assert np.mean(found) >= 0.5


def test_where_rows_hold_digits_digits_stay():
    random = np.random.default_rng(0)
    X = random.uniform(0, 1, (3000, 2))
    rows = rows_of(X, X[:, 0] + 0.73 * X[:, 1] > 0.812)
    rule = plain_rule(SplitRule([[1, 0], [0, 1]], [1.0, 0.7302], -INF, 0.81203), rows, 1.0, 3.3)
    assert rule.weights[1] == pytest.approx(0.73, abs=0.002)
    assert rule.high == pytest.approx(0.812, abs=0.002)


def test_leaves_count_what_the_rule_sends_to_them():
    random = np.random.default_rng(3)
    X = random.uniform(20, 200, (400, 4))
    y = (X.sum(axis=1) >= 440) ^ (random.random(400) < 0.1)
    clf = NLDTClassifier(random_state=0).fit(X, y)
    tree, leaves = clf.model_.tree, clf.apply(X)
    for leaf in np.unique(leaves):
        assert tree.sums[leaf].sum() == np.count_nonzero(leaves == leaf)


def test_a_rule_that_the_user_takes_keeps_its_numbers():
    random = np.random.default_rng(1)
    X = random.uniform(20, 200, (300, 3))
    y = (X.sum(axis=1) >= 330) ^ (random.random(300) < 0.1)
    clf = NLDTClassifier(random_state=0).fit(X, y)
    for point in clf.fronts_[0]:
        taken = clf.with_rule(0, point.complexity)
        assert np.array_equal(taken.rules_[0].weights, point.rule.weights)
        assert taken.rules_[0].high == point.rule.high
