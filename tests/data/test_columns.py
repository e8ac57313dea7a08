"""Columns of a shared table: what they give is what indexing a copied table gives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from node_data import same_bits

from nldt.data.columns import Columns
from nldt.model.basis import AsIs, Basis, Shifted
from nldt.model.basis.search_units import SearchUnits

some = settings(max_examples=60, deadline=None)


@st.composite
def tables_and_parts(draw):
    """A table (rows, features), some of its rows taken once or twice, and some features."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    X = random.uniform(-3.0, 5.0, (draw(st.integers(1, 30)), draw(st.integers(1, 6))))
    rows = random.permutation(len(X))[: draw(st.integers(1, len(X)))]
    again = random.random(len(rows)) < 0.7
    features = random.permutation(X.shape[1])[: draw(st.integers(1, X.shape[1]))]
    return X, rows, again, features


@some
@given(tables_and_parts(), st.sampled_from(["features", "as it is", "mixed"]), st.booleans(), st.booleans())
def test_columns_are_those_of_the_basis(case, made_of, in_units, keep_all):
    X, rows, again, features = case
    kinds = [AsIs(j) if made_of == "as it is" or j % 2 else Shifted(j, -1.0, 3.0) for j in range(X.shape[1])]
    basis = Basis(tuple(kinds), X.shape[1])
    units = SearchUnits.fit(basis, X.min(axis=0), X.max(axis=0))
    columns = Columns(np.ascontiguousarray(X.T)).take(rows)
    expected = X[rows][again].T
    if made_of != "features":
        columns = columns.in_units(units) if in_units else columns.in_basis(basis)
        expected = basis.values(X[rows][again]).T
        expected = np.ldexp(expected, -units.power[:, None]) if in_units else expected
    columns = columns.take(again)
    assert columns.n_rows == expected.shape[1]
    if keep_all:
        assert same_bits(columns.all, expected)
    assert same_bits(columns.of(features), expected[features])


@some
@given(tables_and_parts(), st.booleans(), st.booleans())
def test_some_columns_are_numbered_anew(case, in_units, keep_all):
    X, rows, again, features = case
    basis = Basis.as_is(X.shape[1])
    columns = Columns(np.ascontiguousarray(X.T)).take(rows)
    columns = columns.in_units(SearchUnits.fit(basis, X.min(axis=0), X.max(axis=0))) if in_units else columns
    expected = columns.of(features)
    narrowed = columns.only(features)
    if keep_all:
        assert same_bits(narrowed.all, expected)
    assert same_bits(narrowed.of([0, len(features) - 1]), expected[[0, -1]])
    assert same_bits(narrowed.take(again).all, expected[:, again])
    assert same_bits(narrowed.only([len(features) - 1]).all, expected[-1:])
    assert len(narrowed.in_basis(basis).all) == X.shape[1]


@pytest.mark.parametrize("keep_all", [False, True])
@pytest.mark.parametrize("basis", [None, Basis((Shifted(0, 0.0, 1.0), AsIs(1)), 2)])
@pytest.mark.parametrize("rows", [None, np.array([2, 0])])
def test_what_is_given_out_can_be_changed_without_harm(rows, basis, keep_all):
    table = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    columns = Columns(table.copy(), rows, basis)
    if keep_all:
        assert columns.all.shape == (2, columns.n_rows)
    first = columns.of([1, 0])
    again = first.copy()
    first[:] = 0.0
    assert same_bits(columns.of([1, 0]), again)
    assert same_bits(columns.table, table)


def test_a_whole_raw_table_is_not_copied():
    table = np.ones((3, 4))
    assert Columns(table).all is table
