"""Columns that least squares keep or take, beside a twin that fits each set of columns to the rows by itself."""

from __future__ import annotations

import numpy as np
import pytest

from nldt.search.fast.least_squares import LeastSquares


def a_case(seed):
    """Columns of very different scales, some that tell of the group; rows of different mass."""
    random = np.random.default_rng(seed)
    n_columns, n_rows = int(random.integers(3, 8)), 60
    columns = random.normal(size=(n_columns, n_rows)) * 10.0 ** random.integers(-3, 4, (n_columns, 1)) + 5.0
    is_in = columns[0] / columns[0].std() + 2 * random.normal(size=n_rows) > 5.0 / columns[0].std()
    return columns, is_in, random.integers(1, 5, n_rows).astype(float)


def fitted(columns, is_in, mass, places):
    """The weights, for columns of deviation 1, and the squared error of these columns alone."""
    mean = np.average(columns, axis=1, weights=mass)
    deviation = np.sqrt(np.average((columns - mean[:, None]) ** 2, axis=1, weights=mass))
    design = (((columns - mean[:, None]) / deviation[:, None])[list(places)] * np.sqrt(mass)).T
    wanted = (is_in - np.average(is_in, weights=mass)) * np.sqrt(mass)
    weights = np.linalg.lstsq(design, wanted, rcond=None)[0]
    return weights, float(((wanted - design @ weights) ** 2).sum())


@pytest.mark.parametrize("seed", range(30))
def test_the_column_of_the_least_weight_goes(seed):
    columns, is_in, mass = a_case(seed)
    left, expected = list(range(len(columns))), []
    while len(left) >= 2:
        expected.append(tuple(left))
        left.pop(int(np.abs(fitted(columns, is_in, mass, left)[0]).argmin()))
    squares = LeastSquares.of(columns, is_in, mass, len(columns))
    assert list(squares.backward(len(columns))) == expected
    assert list(squares.backward(3)) == [places for places in expected if len(places) <= 3]


@pytest.mark.parametrize("seed", range(30))
def test_the_column_that_leaves_the_least_error_comes(seed):
    columns, is_in, mass = a_case(seed)
    first, expected = seed % len(columns), []
    chosen = [first]
    while len(chosen) < len(columns):
        others = [j for j in range(len(columns)) if j not in chosen]
        chosen.append(min(others, key=lambda j: fitted(columns, is_in, mass, [*chosen, j])[1]))
        expected.append(tuple(chosen))
    squares = LeastSquares.of(columns, is_in, mass, len(columns))
    assert list(squares.forward(first, len(columns))) == expected


def test_constant_columns_copies_and_sums_tell_nothing():
    columns, is_in, mass = a_case(1)
    columns = np.array([columns[0], np.full(columns.shape[1], 3.0), 2 * columns[0] + 1, columns[1], columns[:2].sum(0)])
    squares = LeastSquares.of(columns, is_in, mass, 5)
    assert squares.kept.tolist() == [0, 2, 3, 4]
    assert [len(places) for places in squares.forward(0, 4)] == [2]  # beside one of two, what is left is a sum of both
    assert all(1 not in places for places in squares.backward(5))


def test_of_many_columns_those_that_tell_most_are_regressed_on():
    columns, is_in, mass = a_case(2)
    centred = is_in - np.average(is_in, weights=mass)
    telling = [abs(np.average(c * centred, weights=mass)) / np.sqrt(np.cov(c, aweights=mass)) for c in columns]
    best = sorted(np.argsort(telling)[-2:].tolist())
    squares = LeastSquares.of(columns, is_in, mass, 2)
    assert squares.kept.tolist() == squares.most_telling(5).tolist() == best
