"""Every kind of column: what it computes, what it allows, what it says in other languages and in a document."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nldt.errors import InputError
from nldt.model.basis import KINDS, AsIs, Basis, Column, Shifted
from nldt.model.basis.search_units import fit_basis
from nldt.model.unit import PLAIN_NUMBER, Unit

KILOGRAM = Unit.of([("kg", 1)])

numbers = st.floats(-1e6, 1e6)
values = st.lists(numbers, min_size=1, max_size=8).map(np.array)
columns = st.builds(AsIs, st.integers(0, 3)) | st.builds(Shifted, st.integers(0, 3), numbers, st.floats(1e-3, 1e6))


class Arithmetic:
    """The algebra of NumPy's own numbers."""

    def number(self, value):
        return np.float64(value)

    def multiply(self, first, second):
        return first * second

    def divide(self, numerator, divisor):
        return numerator / divisor

    def add(self, first, second):
        return first + second

    def subtract(self, first, second):
        return first - second

    def negate(self, value):
        return -value

    def call(self, function, argument):
        return getattr(np, function)(argument)


@given(columns, values)
def test_the_expression_computes_the_values_to_the_last_bit(column: Column, feature):
    assert column.expression(feature, Arithmetic()).tolist() == column.values(feature).tolist()


@given(columns, values)
def test_values_leave_their_input_as_it_is(column: Column, feature):
    before = feature.copy()
    column.values(feature)
    assert feature.tolist() == before.tolist()


@given(columns, values)
def test_the_feature_is_found_again_from_the_column(column: Column, feature):
    span = getattr(column, "span", 1.0)
    again = column.feature_at(column.values(feature))
    assert np.allclose(again, feature, rtol=1e-9, atol=1e-9 * (span + np.abs(feature).max() + 1e6))


@given(columns)
def test_a_document_keeps_the_column(column: Column):
    entry = {"kind": column.kind, "feature": column.feature, **column.to_document()}
    assert set(column.to_document()) == set(column.document_schema)
    assert KINDS[entry["kind"]].from_document(entry["feature"], entry) == column


def test_every_kind_has_a_name_of_its_own():
    assert all(cls.kind == name for name, cls in KINDS.items())
    assert len({cls.letter for cls in KINDS.values()}) == len(KINDS)


# ------------------------------------------------------------------ as it is


@pytest.mark.parametrize(
    ("smallest", "exponent", "allowed"),
    [(0.5, -3, True), (0.0011, -1, True), (0.001, -1, False), (0.0, -1, False), (-1.0, -2, False), (-1.0, 3, True)],
)
def test_a_feature_divides_only_when_it_keeps_clear_of_zero(smallest, exponent, allowed):
    assert AsIs(0).allows(exponent, smallest, 1.0) is allowed


@pytest.mark.parametrize("size", [1e100, 1e-100])
def test_high_powers_of_very_large_or_small_features_are_not_used(size):
    assert [e for e in range(-3, 4) if AsIs(0).allows(e, size, 2 * size)] == [-1, 0, 1]


@pytest.mark.parametrize("size", [1e110, 1e-110])
def test_units_beyond_what_products_can_be_written_in_are_refused_by_name(size):
    assert "column 'b' holds values of size" in (AsIs(1).refusal("b", size, 2 * size) or "")
    assert AsIs(1).refusal("b", 1.0, 2.0) is None


@pytest.mark.parametrize(("low", "resolved"), [(1.7e9, False), (0.0, True), (-1e9, True), (1.7e9 + 19, True)])
def test_a_span_far_below_the_size_is_not_resolved(low, resolved):
    assert AsIs(0).is_resolved(low, 1.7e9 + 19) is resolved


def test_a_feature_as_it_is_is_called_by_its_name_and_keeps_its_unit():
    assert (AsIs(2).symbol("mean radius"), AsIs(2).unit(KILOGRAM)) == ("mean radius", KILOGRAM)


# ------------------------------------------------------------------- shifted


@given(st.tuples(numbers, numbers).map(sorted), st.floats(0, 1))
def test_shifted_features_lie_between_one_and_two(ends, share):
    low, high = ends
    inside = min(max(low + share * (high - low), low), high)
    assert 1 <= Shifted.of_range(0, low, high).values(np.array([inside]))[0] <= 2


def test_a_constant_feature_is_shifted_to_one():
    column = Shifted.of_range(0, 3.0, 3.0)
    assert column.values(np.array([3.0, 4.0])).tolist() == [1.0, 2.0]


def test_a_span_that_no_number_holds_is_refused():
    """Where it is not, the column no longer tells values apart."""
    column = Shifted.of_range(0, -1e308, 1.5e308)
    assert "'load' runs from -1e+308 to 1.5e+308" in column.refusal("load", -1e308, 1.5e308)
    assert column.refusal("load", 0.0, 1.7e308) is None
    with pytest.raises(InputError, match="'b' runs from"):
        fit_basis("shift", np.array([0.0, -1.2e308]), np.array([1.0, 1.2e308]), ["a", "b"])


def test_a_span_next_to_nothing_gives_what_is_not_finite_without_a_warning():
    with np.errstate(all="raise"):
        assert np.isinf(Shifted(0, 0.0, 5e-324).values(np.array([1e10, -1e10]))).all()


def test_a_shifted_feature_may_have_any_exponent_and_is_a_plain_number():
    column = Shifted(2, -5.0, 10.0)
    assert all(column.allows(e, -5.0, 5.0) for e in range(-20, 21))
    assert (column.symbol("mean radius"), column.unit(KILOGRAM)) == ("u3", PLAIN_NUMBER)


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"minimum": 0.0},
        {"minimum": "0", "span": 1.0},
        {"minimum": 0.0, "span": 0.0},
        {"minimum": math.nan, "span": 1.0},
        {"minimum": 0.0, "span": math.inf},
        {"minimum": 0.0, "span": True},
    ],
)
def test_a_damaged_entry_is_refused(entry):
    with pytest.raises((KeyError, TypeError, ValueError)):
        Shifted.from_document(0, entry)


# --------------------------------------------------------------------- basis


@given(st.lists(columns, min_size=1, max_size=5), st.integers(1, 6))
def test_a_basis_gives_its_columns_side_by_side(chosen, n_rows):
    X = np.random.default_rng(n_rows).uniform(-3, 3, (n_rows, 4))
    basis = Basis(tuple(chosen), 4)
    expected = np.column_stack([column.values(X[:, column.feature]) for column in chosen])
    assert basis.values(X).tolist() == expected.tolist()


def test_plain_rows_are_not_copied():
    X = np.ones((3, 4))
    assert Basis.as_is(4).values(X) is X
    assert not Basis((AsIs(1), AsIs(0)), 2).is_plain


def test_columns_and_features_of_a_basis_know_each_other():
    basis = Basis((Shifted(2, 0.0, 1.0), AsIs(0), AsIs(2)), 3)
    assert basis.columns_of(2) == [0, 2] and basis.columns_of(1) == []
    assert basis.features_of([0, 2]) == [2] and basis.features_of([2, 1]) == [0, 2]
    assert basis.symbols(["a", "b", "c"]) == ["u3", "a", "c"]


def test_some_columns_are_made_without_the_others():
    X = np.random.default_rng(0).uniform(1.0, 2.0, (4, 3))
    basis = Basis((Shifted(2, 0.0, 1.0), AsIs(0), Shifted(1, 1.0, 3.0)), 3)
    assert basis.values(X, [2, 0]).tolist() == basis.values(X)[:, [2, 0]].tolist()
