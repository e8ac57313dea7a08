"""Description length: the mixture code against writing one class after the other, the price of rules by hand."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from upper_level import rule_bits, space, spaces_and_structures

from nldt import NLDTClassifier
from nldt.search.fast.selection import label_bits, split_bits

some = settings(max_examples=100, deadline=None)
counts = st.lists(st.integers(0, 12), min_size=2, max_size=5)


def sequential_bits(class_counts):
    """Bits of the classes written row by row, each foretold from those before; all classes count as one row."""
    n_classes = len(class_counts)
    probability = Fraction(1)
    seen = [0] * n_classes
    for c, count in enumerate(class_counts):
        for _ in range(count):
            probability *= (seen[c] + Fraction(1, n_classes)) / (sum(seen) + 1)
            seen[c] += 1
    return math.log2(probability.denominator) - math.log2(probability.numerator)


# --- classes ---


@some
@given(counts)
def test_bits_of_classes_are_those_of_writing_them_row_by_row(class_counts):
    assert label_bits(np.array(class_counts, dtype=float)) == pytest.approx(sequential_bits(class_counts), abs=1e-9)


@some
@given(counts, st.randoms(use_true_random=False))
def test_the_order_of_the_classes_does_not_matter(class_counts, random):
    shuffled = random.sample(class_counts, len(class_counts))
    assert label_bits(np.array(shuffled, float)) == pytest.approx(label_bits(np.array(class_counts, float)), abs=1e-9)


def test_no_rows_take_no_bits():
    assert label_bits(np.zeros(3)) == pytest.approx(0.0, abs=1e-12)


def test_many_nodes_at_once_are_each_by_itself():
    weights = np.random.default_rng(0).uniform(0, 50, (4, 5, 3))
    assert label_bits(weights).shape == (4, 5)
    assert label_bits(weights)[2, 3] == label_bits(weights[2, 3])


@pytest.mark.parametrize("shares", [[0.5, 0.5], [0.9, 0.1], [0.2, 0.3, 0.5]])
def test_many_rows_take_their_entropy_and_half_a_logarithm_a_free_share(shares):
    n = 1e6
    entropy = -sum(share * math.log2(share) for share in shares)
    extra = label_bits(n * np.array(shares)) - n * entropy
    assert extra == pytest.approx((len(shares) - 1) / 2 * math.log2(n), abs=3)


def test_classes_that_a_node_has_no_row_of_cost_it_little():
    few, many = (label_bits(np.array([60.0, 40.0] + [0.0] * absent)) for absent in (1, 13))
    assert many - few < 8  # with half a row a class before the first they would cost 30


@some
@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=2, max_size=5))
def test_bits_of_a_split_are_those_of_its_sides(pairs):
    left, right = np.array(pairs, dtype=float).T
    assert split_bits(left, left + right) == pytest.approx(label_bits(left) + label_bits(right), abs=1e-9)


def test_rounding_that_leaves_less_than_nothing_on_the_right_does_no_harm():
    parent = np.array([3.0, 2.0])
    assert split_bits(parent + 1e-13, parent) == pytest.approx(label_bits(parent), abs=1e-9)


# --- rules ---


def bits(matrix, chosen, n):
    return rule_bits(np.array(matrix, dtype=np.int8), chosen, n).tolist()


# Plainness of 1, 2, 3, -1, -2, -3 is 1/4, 1/16, 1/64, 1/16, 1/64, 1/256: 105/256 in all.
PLAIN, RECIPROCAL, SQUARE, RECIPROCAL_CUBE = (math.log2(105 / 256 * 4**power) for power in (1, 2, 2, 4))


def test_a_rule_costs_its_features_exponents_coefficients_and_a_flag():
    paper = space(4, max_terms=3)
    feature, coefficient = math.log2(4), math.log2(100)
    single = [[0, 0, 0, 0], [0, -3, 0, 0], [0, 0, 0, 0]]
    price = feature + RECIPROCAL_CUBE + 1
    assert bits(single, paper, 100) == pytest.approx([price + coefficient, price + 2 * coefficient])
    product = [[0, 1, 2, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    price = 2 * feature + PLAIN + SQUARE + 1 - math.log2(2)  # the order of the factors is free
    assert bits(product, paper, 100) == pytest.approx([price + coefficient, price + 2 * coefficient])
    total = [[0, 1, 0, 0], [0, 0, -1, 0], [1, 0, 0, 0]]
    price = 3 * feature + 2 * PLAIN + RECIPROCAL + 1 - math.log2(6)  # the order of the terms is free
    assert bits(total, paper, 100) == pytest.approx([price + 2 * coefficient, price + 3 * coefficient])  # two weights


def test_an_exponent_without_a_choice_is_free():
    uneven = space(3, {0: (0, 1), 1: (0, -3), 2: (-1, 0, 1)}, max_terms=1)
    feature = math.log2(3) + math.log2(64) + 1
    assert bits([[1, 0, 0]], uneven, 64)[0] == pytest.approx(feature)
    assert bits([[0, -3, 0]], uneven, 64)[0] == pytest.approx(feature)
    assert bits([[0, 0, 1]], uneven, 64)[0] == pytest.approx(feature + math.log2(5 / 4))
    assert bits([[0, 0, -1]], uneven, 64)[0] == pytest.approx(feature + math.log2(5))


@some
@given(spaces_and_structures())
def test_exponents_of_a_feature_are_a_code(case):
    """A code's shares sum to 1 (Kraft): no exponent is cheaper than it can be."""
    chosen, _, _ = case
    for j in chosen.usable:
        prices = []
        for exponent in np.unique(chosen.values[j][: chosen.counts[j]]):
            if exponent != 0:
                matrix = np.zeros((chosen.max_terms, chosen.n_columns), dtype=np.int8)
                matrix[0, j] = exponent
                prices.append(rule_bits(matrix, chosen, 2.0)[0] - math.log2(chosen.n_columns) - 2)
        assert sum(2.0 ** -np.array(prices)) == pytest.approx(1.0)


def test_a_node_of_hardly_any_weight_has_a_price_too():
    assert bits([[1]], space(1, (0, 1), max_terms=1), 0.01) == pytest.approx([1 + 1, 2 + 1])


@some
@given(spaces_and_structures(), st.floats(3, 1e6))
def test_what_is_added_to_a_rule_costs_more(case, n):
    chosen, members, random = case
    before = rule_bits(members.exponents, chosen, n)
    assert before.shape == (len(members), 2)
    assert (before[:, 1] > before[:, 0]).all()
    for matrix, price in zip(members.exponents, before, strict=True):
        places = np.argwhere(matrix != 0)
        if 0 < len(places) <= chosen.n_columns:  # of more, all orders together may outweigh the choice
            less = matrix.copy()
            less[tuple(random.choice(places))] = 0
            assert (rule_bits(less, chosen, n) <= price + 1e-9).all()
            assert (rule_bits(matrix, chosen, 2 * n) > price).all()


@some
@given(spaces_and_structures())
def test_the_order_of_rows_does_not_matter(case):
    chosen, members, _ = case
    price = rule_bits(members.exponents, chosen, 50.0)
    np.testing.assert_allclose(rule_bits(members.exponents[:, ::-1], chosen, 50.0), price)


# --- what it is for ---


@pytest.mark.slow  # thirty fits, to count a share
def test_classes_that_have_nothing_to_do_with_the_features_get_no_rule():
    leaves = 0
    for seed in range(30):
        random = np.random.default_rng(seed)
        X, y = random.random((100, 5)), random.integers(2, size=100)
        leaves += NLDTClassifier(random_state=seed).fit(X, y).n_rules_ == 0
    assert leaves >= 28


@pytest.mark.parametrize("n_classes", [2, 3])
def test_few_rows_of_classes_far_apart_get_a_rule(n_classes):
    y = np.repeat(np.arange(n_classes), 20)
    X = y[:, None] + np.random.default_rng(0).uniform(1.0, 1.5, (len(y), 4))
    assert NLDTClassifier(random_state=0).fit(X, y).score(X, y) == 1.0
