"""Columns in the units of a search, and rules back from there."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from nldt import InputError, NLDTClassifier, PaperSearch
from nldt.model.basis import AsIs, Basis, Shifted
from nldt.model.basis.search_units import SearchUnits, fit_basis
from nldt.solve import power_terms, rule_values

positive_rows = arrays.arrays(np.float64, (6, 3), elements=st.floats(1e-3, 1e3))


def units_of(X, basis: Basis | None = None) -> SearchUnits:
    return SearchUnits.fit(basis or Basis.as_is(X.shape[1]), X.min(axis=0), X.max(axis=0))


def in_units(units: SearchUnits, X) -> np.ndarray:
    """The columns in the units of the search: (columns, rows)."""
    made = np.array(units.basis.values(X).T, order="C")
    return units.scale(made, range(len(units.basis)))


@given(positive_rows, arrays.arrays(np.int8, (2, 3), elements=st.integers(-3, 3)), st.floats(-2, 2), st.booleans())
def test_a_rule_splits_as_the_rule_in_search_units_does(X, exponents, end, mixed):
    exponents[:, 0] = 1  # no inactive term
    basis = Basis((AsIs(0), Shifted(1, 0.5, 3.0), AsIs(2)), 3) if mixed else Basis.as_is(3)
    units = units_of(X, basis)
    weights = np.array([1.0, -0.5])
    in_search_units = rule_values(np.ascontiguousarray(in_units(units, X).T), exponents, weights)
    rule = units.rule(exponents, weights, -np.inf, end)
    far = np.abs(in_search_units - end) > 1e-9 * np.maximum(np.abs(in_search_units).max(), 1)
    assert np.array_equal(rule.goes_left(X)[far], (in_search_units <= end)[far])
    assert np.abs(rule.weights).max() == 1.0


@given(positive_rows)
def test_powers_of_two_put_raw_features_between_a_half_and_one_in_magnitude(X):
    units = units_of(X)
    scaled = in_units(units, X)
    assert ((np.abs(scaled).max(axis=1) >= 0.5) & (np.abs(scaled).max(axis=1) < 1)).all()
    assert np.array_equal(np.ldexp(scaled, units.power[:, None]), X.T)


@pytest.mark.parametrize("size", [1e-100, 1e-30, 1e30, 1e100])
def test_units_hardly_change_what_is_found(size):
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 2, (200, 3))
    y = (X[:, 0] > X[:, 1]).astype(int)
    search = PaperSearch(population=30, generations=10)
    fitted = NLDTClassifier(search, scaling="raw", random_state=0).fit(X * size, y)
    assert fitted.score(X * size, y) > 0.95


def test_a_shifted_rule_takes_raw_rows_and_keeps_its_weights():
    X = np.array([[0.0, 5.0], [10.0, 7.0], [5.0, 6.0]])
    units = units_of(X, Basis.shifted(X.min(axis=0), X.max(axis=0)))
    rule = units.rule(np.array([[2, -1]], dtype=np.int8), np.array([0.5]), -np.inf, 1.5)
    assert np.array_equal(rule.value(X), 0.5 * power_terms(in_units(units, X), rule.exponents)[0])


def test_a_column_beyond_what_can_be_written_is_refused_by_name():
    with pytest.raises(InputError, match="column 'b' holds values of size"):
        fit_basis("raw", np.array([1.0, 1e110]), np.array([2.0, 2e110]), ["a", "b"])
    assert not fit_basis("shift", np.array([1.0, 1e110]), np.array([2.0, 2e110]), ["a", "b"]).is_plain


def test_a_column_that_hardly_varies_beside_its_size_is_named_in_a_warning():
    X = np.column_stack([1.7e9 + np.arange(20.0), np.arange(20.0)])
    with pytest.warns(UserWarning, match="column 'x1' varies little"):
        NLDTClassifier(PaperSearch(population=4, generations=1), random_state=0).fit(X, np.arange(20) > 9)
