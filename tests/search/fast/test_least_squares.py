"""Columns that least squares keep or take, beside a twin that fits each set of columns to the rows by itself."""

from __future__ import annotations

import numpy as np
import pytest
from naive import squared_error

from nldt.search.fast.least_squares import LeastSquares


def a_case(seed):
    """Columns of very different scales, some that tell of the group; rows of different mass."""
    random = np.random.default_rng(seed)
    n_columns, n_rows = int(random.integers(3, 8)), 60
    columns = random.normal(size=(n_columns, n_rows)) * 10.0 ** random.integers(-3, 4, (n_columns, 1)) + 5.0
    is_in = columns[0] / columns[0].std() + 2 * random.normal(size=n_rows) > 5.0 / columns[0].std()
    return columns, is_in, random.integers(1, 5, n_rows).astype(float)


@pytest.mark.parametrize("seed", range(30))
def test_the_column_goes_that_is_missed_least(seed):
    columns, is_in, mass = a_case(seed)
    left, expected = list(range(len(columns))), []
    while len(left) >= 2:
        expected.append(tuple(left))
        without = [[j for j in left if j != gone] for gone in left]
        left = min(without, key=lambda places: squared_error(columns, is_in, mass, places))
    squares = LeastSquares.of(columns, is_in, mass, len(columns))
    assert list(squares.backward(len(columns))) == expected
    assert list(squares.backward(3)) == [places for places in expected if len(places) <= 3]


@pytest.mark.parametrize("seed", range(30))
def test_the_column_that_leaves_the_least_error_comes(seed):
    columns, is_in, mass = a_case(seed)
    alone = [squared_error(columns, is_in, mass, [j]) for j in range(len(columns))]
    kept = sorted(np.argsort(alone)[:-1].tolist())  # without the one that tells least
    expected = []
    for first in np.argsort(alone)[:2].tolist():
        chosen = [first]
        while len(chosen) < len(kept):
            others = [j for j in kept if j not in chosen]
            chosen.append(min(others, key=lambda j, own=chosen: squared_error(columns, is_in, mass, [*own, j])))
            expected.append(tuple(chosen))
    squares = LeastSquares.of(columns, is_in, mass, len(kept))
    assert squares.kept.tolist() == kept
    assert list(squares.forward(2, len(columns))) == expected


def test_constant_columns_copies_and_sums_tell_nothing():
    columns, is_in, mass = a_case(1)
    columns = np.array([columns[0], np.full(columns.shape[1], 3.0), 2 * columns[0] + 1, columns[1], columns[:2].sum(0)])
    squares = LeastSquares.of(columns, is_in, mass, 5)
    assert squares.kept.tolist() == [0, 2, 3, 4]
    longest = max(len(places) for places in squares.forward(4, 4))
    assert longest == 2  # beside two of them, all others are sums of both
    assert all(1 not in places for places in squares.backward(5))


def test_of_many_columns_those_that_tell_most_are_regressed_on():
    columns, is_in, mass = a_case(2)
    alone = [squared_error(columns, is_in, mass, [j]) for j in range(len(columns))]
    best = sorted(np.argsort(alone)[:2].tolist())
    squares = LeastSquares.of(columns, is_in, mass, 2)
    assert squares.kept.tolist() == squares.most_telling(5).tolist() == best


@pytest.mark.parametrize("seed", range(20))
def test_two_columns_that_are_nearly_one_do_not_outlive_those_that_tell(seed):
    random = np.random.default_rng(seed)
    columns = random.normal(size=(5, 500))
    columns[4] = columns[3] + 0.03 * columns[4]
    is_in = columns[:3].sum(axis=0) + random.normal(size=500) > 0
    squares = LeastSquares.of(columns, is_in, np.ones(500), 5)
    assert (0, 1, 2) in list(squares.backward(3))


@pytest.mark.parametrize("seed", range(20))
def test_copies_and_complements_are_chosen_by_their_place_whatever_the_order_of_rows(seed):
    random = np.random.default_rng(seed)
    flags = (random.random((3, 200)) < 0.4).astype(float)
    columns = np.concatenate([flags, 1 - flags, flags[:1]])
    is_in = random.random(200) < 0.2 + 0.3 * flags[0] + 0.2 * flags[1]
    order = random.permutation(200)
    here, there = (
        LeastSquares.of(np.ascontiguousarray(columns[:, own]), is_in[own], np.ones(200), 7)
        for own in (np.arange(200), order)
    )
    assert list(here.backward(7)) == list(there.backward(7))
    assert list(here.forward(4, 4)) == list(there.forward(4, 4))
