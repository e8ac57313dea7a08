"""Structures that one step leads to: all of the space, all that single changes make, and laws in disguise."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from upper_level import space, spaces_and_structures

from nldt.search.fast.neighbours import neighbours

some = settings(max_examples=60, deadline=None)


def terms_of(matrix):
    return frozenset(tuple(term) for term in matrix.tolist() if any(term))


def around(matrix, chosen):
    """The neighbours with all columns, as sets of terms."""
    found = neighbours(np.array(matrix, dtype=np.int8), chosen, range(chosen.n_columns))
    return [terms_of(exponents) for exponents in found.exponents]


@some
@given(spaces_and_structures())
def test_neighbours_are_in_the_space_and_each_comes_once(case):
    chosen, members, _ = case
    for matrix in members.exponents:
        found = around(matrix, chosen)
        assert len(found) == len(set(found))
        for terms in found:
            assert 0 < len(terms) <= chosen.max_terms
            for term in terms:
                assert np.count_nonzero(term) <= chosen.max_features_per_term
                assert all(e in chosen.values[j, : chosen.counts[j]] for j, e in enumerate(term))


@some
@given(spaces_and_structures())
def test_every_change_of_one_exponent_is_among_them(case):
    chosen, members, _ = case
    for matrix in members.exponents:
        found = set(around(matrix, chosen))
        for row, j in product(range(len(matrix)), range(chosen.n_columns)):
            for exponent in chosen.values[j, : chosen.counts[j]]:
                changed = matrix.copy()
                changed[row, j] = exponent
                is_step = terms_of(changed) not in (terms_of(matrix), frozenset()) and matrix.any()
                fits = (np.count_nonzero(changed, axis=1) <= chosen.max_features_per_term).all()
                assert not (is_step and fits) or terms_of(changed) in found


@pytest.mark.parametrize(
    ("disguise", "law"),
    [
        ([[1, 1, 0], [1, 0, 0]], [[0, 1, 0], [-1, 0, 0]]),  # x1·x2 + x1 ≤ c is x2 - c/x1 ≤ -1
        ([[2, 0, 0], [0, 1, 0]], [[2, 1, 0]]),  # two terms for a product
        ([[2, -2, 0], [0, 0, 1]], [[1, -1, 0], [0, 0, 1]]),  # the root of a term
        ([[1, -1, 0], [0, 0, 1]], [[-1, 1, 0], [0, 0, 1]]),  # its reciprocal
        ([[2, 1, 0]], [[2, 0, 0], [0, 1, 0]]),  # and a product for two terms
        ([[1, 0, 0]], [[0, 0, 1]]),  # another column
    ],
)
def test_a_law_is_one_step_from_its_disguise(disguise, law):
    chosen = space(3, max_terms=2)
    padded = np.zeros((2, 3), dtype=np.int8)
    padded[: len(disguise)] = disguise
    assert terms_of(np.array(law)) in around(padded, chosen)


def test_columns_that_are_not_given_do_not_come_in():
    found = neighbours(np.array([[1, 0, 0, 0]], dtype=np.int8), space(4, max_terms=1), [2])
    assert not found.exponents[:, :, [1, 3]].any() and found.exponents[:, :, 2].any()


def test_a_column_of_two_values_has_no_powers_and_few_ends():
    counted = space(2, max_terms=1).counting(np.array([2.0, np.inf]))
    assert counted.values[0, : counted.counts[0]].tolist() == [0, 1]
    assert counted.counts[1] == space(2, max_terms=1).counts[1]
