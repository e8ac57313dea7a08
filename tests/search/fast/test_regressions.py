"""What regressions propose: laws that no chain of single changes need lead to, and nothing beyond the space."""

from __future__ import annotations

from math import gcd

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from node_data import node
from upper_level import allowed, node_task, row_set, space, spaces

from nldt.search.fast.archive import Archive
from nldt.search.fast.regressions import regressed
from nldt.search.fast.seeding import single_features

EXPONENTS = (-3, -2, -1, 1, 2, 3)


def proposed(task):
    """The structures that regressions propose beside single features."""
    archive = Archive(task, 1, 40)
    archive.add(single_features(task))
    return regressed(task, archive.ranked[:8])


def rows_of(X, values):
    return node([X[values == value] for value in np.unique(values)])


def a_law(law, n_columns, wrong=0.1, n_rows=500, low=0.5, seed=0):
    """Rows of a law of the first columns, some on the wrong side."""
    random = np.random.default_rng(seed)
    X = random.uniform(low, 3.0, (n_rows, n_columns))
    value = law(X.T)
    return rows_of(X, (value > np.median(value)) ^ (random.random(n_rows) < wrong))


@pytest.mark.parametrize(
    ("law", "terms"),
    [
        (lambda x: x[0] ** 2 * x[1] ** 3, {(2, 3, 0, 0, 0, 0)}),
        (lambda x: x[0] * x[1] / (x[2] * x[3] ** 2), {(1, 1, -1, -2, 0, 0), (-1, -1, 1, 2, 0, 0)}),
    ],
)
def test_powers_of_a_product(law, terms):
    task = node_task(a_law(law, 6), space(6, EXPONENTS))
    assert terms & {term for one in proposed(task).exponents for term in row_set(one)}


@pytest.mark.parametrize(
    ("law", "terms"),
    [
        (lambda x: x[0] / x[1] + x[2] / x[3], {(1, -1, 0, 0, 0, 0), (0, 0, 1, -1, 0, 0)}),
        (lambda x: x[0] * x[1] + x[2] ** 2, {(1, 1, 0, 0, 0, 0), (0, 0, 2, 0, 0, 0)}),
        (lambda x: x[0] + x[1] + x[2] + x[3] + x[4], set(map(tuple, np.eye(6, dtype=int)[:5].tolist()))),
    ],
)
def test_terms_of_a_sum(law, terms):
    task = node_task(a_law(law, 6, n_rows=2000), space(6, EXPONENTS, max_terms=6))
    assert row_set([*terms]) in [row_set(one) for one in proposed(task).exponents]


@settings(max_examples=60, deadline=None)
@given(chosen=spaces(), seed=st.integers(0, 2**32), n_classes=st.integers(2, 4), low=st.sampled_from([0.5, -1.0]))
def test_all_is_of_the_space(chosen, seed, n_classes, low):
    random = np.random.default_rng(seed)
    rows = node([random.uniform(low, 2.0, (20, chosen.n_columns)) + k / 2 for k in range(n_classes)])
    found = proposed(node_task(rows, chosen))
    assert allowed(found, chosen)
    for one in found.exponents:
        terms = row_set(one)
        assert len(terms) > 1 or np.count_nonzero(one) > 1
        if len(terms) == 1:
            assert gcd(*np.ravel(terms[0]).tolist()) == 1  # of powers the plainest


@pytest.mark.parametrize("shown", ["gaps", "copies", "constants", "huge"])
def test_ugly_columns_do_no_harm(shown):
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 3.0, (300, 5))
    values = X[:, 0] / X[:, 1] > 1
    if shown == "gaps":
        X[random.random(X.shape) < 0.3] = np.nan
    elif shown == "copies":
        X[:, 2:] = X[:, :1]
    elif shown == "constants":
        X[:, 2:] = 7.0
    else:
        X[:, 2] *= 1e300
    found = proposed(node_task(rows_of(X, values), space(5, EXPONENTS)))
    assert found.exponents.any(axis=(1, 2)).all()
    products = [one[0] for one in map(row_set, found.exponents) if len(one) == 1]
    assert any(one[1] and sum(one) == 0 for one in products) or shown == "gaps"  # x1/x2, whichever copy is x1


def test_rows_beyond_some_two_thousand_are_left_out_in_turn():
    """Four times the same rows are told of as they are once: the same ones are looked at."""
    rows = a_law(lambda x: x[0] * x[1] ** 2, 4, n_rows=2000, wrong=0.0)
    X, values = rows.features.T, np.repeat([0, 1], np.diff(rows.class_begin))
    often = rows_of(np.repeat(X, 4, axis=0), np.repeat(values, 4))
    once, repeated = (proposed(node_task(own, space(4, EXPONENTS))) for own in (rows, often))
    assert [row_set(one) for one in once.exponents] == [row_set(one) for one in repeated.exponents]
