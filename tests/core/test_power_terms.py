"""Power-law terms and values of rules: the core against its twin, bit for bit."""

from __future__ import annotations

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from node_data import any_values, finite_values, nodes, same_bits, structures

from nldt import _core

some = settings(max_examples=80, deadline=None)
weights_of_rules = st.one_of(st.floats(-1, 1), finite_values)


@st.composite
def nodes_and_structures(draw, values=any_values):
    rows = draw(nodes(values, max_rows=20))
    return rows.features, draw(structures(len(rows.features)))


@st.composite
def rules(draw, values=any_values):
    features, exponents = draw(nodes_and_structures(values))
    weights = draw(st.lists(weights_of_rules, min_size=len(exponents), max_size=len(exponents)))
    return np.ascontiguousarray(features.T), exponents, np.array(weights)


@some
@given(nodes_and_structures())
def test_terms_equal_their_twin(case):
    features, exponents = case
    assert same_bits(_core.power_terms(features, exponents), naive.power_terms(features, exponents))


@some
@given(rules())
def test_rule_values_equal_their_twin(case):
    assert same_bits(_core.rule_values(*case), naive.rule_values(*case))


@pytest.mark.parametrize("scale", [1.0, 1e-90, 1e90])
def test_terms_and_rules_equal_their_twins_on_many_ordinary_rows(scale):
    random = np.random.default_rng(2)
    rows = random.normal(size=(300, 4)) * scale
    exponents = np.array([[1, -2, 0, 1], [0, 3, -1, -1], [-3, 0, 0, 0], [2, 0, 0, -3]], np.int8)
    weights = random.uniform(-1, 1, 4)
    assert same_bits(_core.rule_values(rows, exponents, weights), naive.rule_values(rows, exponents, weights))
    features = np.ascontiguousarray(rows.T)
    assert same_bits(_core.power_terms(features, exponents), naive.power_terms(features, exponents))


@some
@given(rules())
def test_a_rule_is_the_weighted_sum_of_its_terms_in_order(case):
    rows, exponents, weights = case
    terms = _core.power_terms(np.ascontiguousarray(rows.T), exponents)
    with np.errstate(all="ignore"):
        total = weights[0] * terms[0]
        for weight, term in zip(weights[1:], terms[1:], strict=True):
            total = total + weight * term
    assert same_bits(_core.rule_values(rows, exponents, weights), total)


@some
@given(rules())
def test_values_of_a_row_do_not_depend_on_the_other_rows(case):
    rows, exponents, weights = case
    together = _core.rule_values(rows, exponents, weights)
    alone = [_core.rule_values(rows[[i]], exponents, weights)[0] for i in range(len(rows))]
    assert same_bits(together, np.array(alone))


@some
@given(rules())
def test_negated_weights_negate_the_value(case):
    rows, exponents, weights = case
    value = _core.rule_values(rows, exponents, weights)
    negated = _core.rule_values(rows, exponents, -weights)
    assert np.array_equal(negated, -value, equal_nan=True)


@some
@given(nodes_and_structures(st.floats(0.5, 2.0)))
def test_the_reciprocal_structure_gives_the_reciprocal_terms(case):
    features, exponents = case
    product = _core.power_terms(features, exponents) * _core.power_terms(features, -exponents)
    np.testing.assert_allclose(product, 1.0, rtol=1e-14)


def test_a_term_with_no_exponent_is_one_everywhere():
    features = np.array([[2.0, np.nan, np.inf], [0.0, 1.0, -1.0]])
    assert same_bits(_core.power_terms(features, np.zeros((1, 2), np.int8)), np.ones((1, 3)))


def test_powers_are_repeated_products_not_the_library_pow():
    x = np.random.default_rng(0).uniform(0.5, 2.0, size=(1, 2000))
    cubes = _core.power_terms(x, np.array([[3]], np.int8))
    assert same_bits(cubes, x * x * x)
    assert not same_bits(cubes, x**3.0)  # else this test could not tell


def test_negative_powers_divide_once_by_the_product():
    x, y = np.random.default_rng(1).uniform(0.5, 2.0, size=(2, 2000))
    term = _core.power_terms(np.array([x, y]), np.array([[-2, -1]], np.int8))[0]
    assert same_bits(term, 1.0 / (x * x * y))
    assert not same_bits(term, 1.0 / x / x / y)


def test_values_are_not_contracted_to_fused_multiply_add():
    # 1/3·3 rounds to 1; a fused multiply-add would leave its rounding error, -2^-54, behind.
    rows = np.array([[3.0, -1.0]])
    value = _core.rule_values(rows, np.array([[0, 1], [1, 0]], np.int8), np.array([1.0, 1.0 / 3.0]))
    assert value[0] == 0.0


def test_overflow_underflow_and_division_by_zero_follow_ieee():
    features = np.array([[1e200, 1e-200, 0.0, -0.0, 1e200]])
    square, reciprocal = _core.power_terms(features, np.array([[2], [-1]], np.int8))
    np.testing.assert_array_equal(square, [np.inf, 0.0, 0.0, 0.0, np.inf])
    np.testing.assert_array_equal(reciprocal, [1e-200, 1e200, np.inf, -np.inf, 1e-200])


def test_zero_over_zero_is_not_a_number():
    assert np.isnan(_core.power_terms(np.zeros((2, 1)), np.array([[1, -1]], np.int8)))[0, 0]


def test_no_rows_give_no_values():
    exponents = np.ones((2, 3), np.int8)
    assert _core.power_terms(np.zeros((3, 0)), exponents).shape == (2, 0)
    assert _core.rule_values(np.zeros((0, 3)), exponents, np.ones(2)).shape == (0,)


def test_long_products_count_every_factor():
    # 2^127 by 127 factors of 2, over 2^127: exponents use the whole of int8.
    term = _core.power_terms(np.array([[2.0], [4.0]]), np.array([[127, -63], [-127, 63], [127, 0]], np.int8))
    np.testing.assert_array_equal(term[:, 0], [2.0, 0.5, 2.0**127])


@pytest.mark.parametrize(
    "call",
    [
        lambda: _core.power_terms(np.ones((2, 5)), np.ones((1, 3), np.int8)),
        lambda: _core.rule_values(np.ones((5, 2)), np.ones((1, 3), np.int8), np.ones(1)),
        lambda: _core.rule_values(np.ones((5, 2)), np.ones((1, 2), np.int8), np.ones(2)),
    ],
)
def test_shapes_that_do_not_match_are_refused(call):
    with pytest.raises(ValueError, match="must have one"):
        call()
