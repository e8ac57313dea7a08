"""Raw units and shifted units."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from nldt import InputError, NLDTClassifier, PaperSearch
from nldt.model.feature_scaling import RawScaling, ShiftScaling, fit_scaling
from nldt.solve import power_terms, rule_values

positive_rows = arrays.arrays(np.float64, (6, 3), elements=st.floats(1e-3, 1e3))


@given(positive_rows, arrays.arrays(np.int8, (2, 3), elements=st.integers(-3, 3)), st.floats(-2, 2))
def test_a_raw_rule_splits_as_the_rule_in_search_units_does(X, exponents, end):
    exponents[:, 0] = 1  # no inactive term
    scaling = RawScaling.fit(X)
    weights = np.array([1.0, -0.5])
    in_search_units = rule_values(scaling.to_search(X), exponents, weights)
    rule = scaling.rule(exponents, weights, -np.inf, end)
    far = np.abs(in_search_units - end) > 1e-9 * np.maximum(np.abs(in_search_units).max(), 1)
    assert np.array_equal(rule.goes_left(X)[far], (in_search_units <= end)[far])
    assert np.abs(rule.weights).max() == 1.0


@given(positive_rows)
def test_powers_of_two_put_raw_features_between_a_half_and_one_in_magnitude(X):
    scaled = RawScaling.fit(X).to_search(X)
    assert ((np.abs(scaled).max(axis=0) >= 0.5) & (np.abs(scaled).max(axis=0) < 1)).all()
    assert np.array_equal(np.ldexp(scaled, RawScaling.fit(X).power), X)


@pytest.mark.parametrize(
    ("smallest", "exponent", "allowed"),
    [(0.5, -3, True), (0.0011, -1, True), (0.001, -1, False), (0.0, -1, False), (-1.0, -2, False), (-1.0, 3, True)],
)
def test_a_feature_divides_only_when_it_keeps_clear_of_zero(smallest, exponent, allowed):
    assert RawScaling.fit(np.array([[smallest], [1.0]])).allows(0, exponent) is allowed


@pytest.mark.parametrize("size", [1e100, 1e-100])
def test_high_powers_of_very_large_or_small_features_are_not_used(size):
    scaling = RawScaling.fit(np.array([[size], [2 * size]]))
    assert [e for e in range(-3, 4) if scaling.allows(0, e)] == [-1, 0, 1]


@pytest.mark.parametrize("size", [1e-100, 1e-30, 1e30, 1e100])
def test_units_hardly_change_what_is_found(size):
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 2, (200, 3))
    y = (X[:, 0] > X[:, 1]).astype(int)
    search = PaperSearch(population=30, generations=10)
    fitted = NLDTClassifier(search, scaling="raw", random_state=0).fit(X * size, y)
    assert fitted.score(X * size, y) > 0.95


@given(arrays.arrays(np.float64, (5, 2), elements=st.floats(-1e6, 1e6)))
def test_shifted_features_lie_between_one_and_two(X):
    shifted = ShiftScaling.fit(X).to_search(X)
    assert ((shifted >= 1) & (shifted <= 2)).all()


def test_a_constant_feature_is_shifted_to_one():
    scaling = fit_scaling("shift", np.array([[3.0], [3.0]]), ["x1"])
    assert scaling.to_search(np.array([[3.0], [4.0]])).tolist() == [[1.0], [2.0]]


def test_a_shifted_rule_takes_raw_rows():
    X = np.array([[0.0, 5.0], [10.0, 7.0], [5.0, 6.0]])
    scaling = ShiftScaling.fit(X)
    rule = scaling.rule(np.array([[2, -1]], dtype=np.int8), np.array([1.0]), -np.inf, 1.5)
    shifted = np.ascontiguousarray(scaling.to_search(X).T)
    assert np.array_equal(rule.value(X), power_terms(shifted, rule.exponents)[0])


@pytest.mark.parametrize("size", [1e110, 1e-110])
def test_units_beyond_what_products_can_be_written_in_are_refused_by_name(size):
    with pytest.raises(InputError, match="column 'b' holds values of size"):
        fit_scaling("raw", np.array([[1.0, size], [2.0, 2 * size]]), ["a", "b"])


def test_a_column_that_hardly_varies_beside_its_size_is_named_in_a_warning():
    X = np.column_stack([1.7e9 + np.arange(20.0), np.arange(20.0)])
    with pytest.warns(UserWarning, match="column 'x1' varies little"):
        NLDTClassifier(PaperSearch(population=4, generations=1), random_state=0).fit(X, np.arange(20) > 9)
