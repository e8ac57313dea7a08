"""What regressions propose: laws that no chain of single changes need lead to, and nothing beyond the space."""

from __future__ import annotations

from dataclasses import replace
from math import gcd

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from node_data import node
from upper_level import allowed, node_task, row_set, space, spaces

from nldt.search.fast import regressions
from nldt.search.fast.archive import Archive
from nldt.search.fast.regressions import MOST_ROWS, regressed
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


def test_a_law_that_the_space_holds_one_way_up_only_is_found():
    """x1 may be near 0, so that nothing is divided by it."""
    rows = a_law(lambda x: x[0] / x[1] ** 2, 4)
    values = {0: (1, 2), 1: EXPONENTS, 2: EXPONENTS, 3: EXPONENTS}
    assert ((1, -2, 0, 0),) in [row_set(one) for one in proposed(node_task(rows, space(4, values))).exponents]


def test_a_column_without_a_first_power_spoils_no_sum():
    rows = a_law(lambda x: 1 / x[0] + x[1] + x[2], 4, n_rows=2000)
    chosen = space(4, {0: (-1, -2), 1: (1,), 2: (1,), 3: (1,)})
    law = tuple(sorted([(-1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0)]))
    assert law in [row_set(one) for one in proposed(node_task(rows, chosen)).exponents]


def test_several_classes_are_told_apart_as_the_best_structure_parts_them():
    """Two of four classes lie above a law, which no single class tells from the three others."""
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 3.0, (2000, 4))
    above = X[:, 0] ** 2 * X[:, 1] ** 3 > 10
    classes = 2 * above + (random.random(2000) < 0.5)
    found = proposed(node_task(rows_of(X, classes.astype(int)), space(4, EXPONENTS)))
    assert ((2, 3, 0, 0),) in [row_set(one) for one in found.exponents]


def test_of_many_rows_some_are_looked_at(monkeypatch):
    seen = []
    given = regressions.LeastSquares.of
    spy = lambda columns, is_in, *rest: seen.append(columns.shape[1]) or given(columns, is_in, *rest)  # noqa: E731
    monkeypatch.setattr(regressions.LeastSquares, "of", spy)
    task = node_task(a_law(lambda x: x[0] * x[1] ** 2, 4, n_rows=9000), space(4, EXPONENTS))
    found = [row_set(one) for one in proposed(task).exponents]
    assert ((1, 2, 0, 0),) in found
    assert len(seen) == 3 and all(0.9 * MOST_ROWS < n_rows < 1.1 * MOST_ROWS for n_rows in seen)


def test_rows_count_by_their_evidence():
    """What rows of no evidence say of another law is not heard."""
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 3.0, (1000, 4))
    laws = X[:, 0] ** 2 * X[:, 1] ** 3, X[:, 2] / X[:, 3] ** 3
    values = np.concatenate([laws[0][:500] > np.median(laws[0]), laws[1][500:] > np.median(laws[1])])
    order = np.argsort(values, kind="stable")
    evidence = np.where(np.arange(1000) < 500, 1.0, 1e-6)[order]
    rows = node([X[order][: np.sum(~values)], X[order][np.sum(~values) :]], mass=evidence)
    products = {term for one in proposed(node_task(rows, space(4, EXPONENTS))).exponents for term in row_set(one)}
    assert (2, 3, 0, 0) in products and not products & {(0, 0, 1, -3), (0, 0, -1, 3)}


@pytest.mark.parametrize("longest", [1, 2, 3])
def test_no_proposal_is_longer_than_a_rule_may_be(longest):
    chosen = replace(space(6, EXPONENTS, max_terms=6), max_complexity=longest)
    found = proposed(node_task(a_law(lambda x: x[0] * x[1] + x[2], 6), chosen))
    sums = [one for one in map(row_set, found.exponents) if all(np.count_nonzero(term) == 1 for term in one)]
    assert all(len(one) <= longest for one in sums)
    assert sums or longest == 1
    assert all(np.count_nonzero(one[0]) <= longest for one in map(row_set, found.exponents) if len(one) == 1)


def test_where_no_structure_parts_the_classes_nothing_is_proposed():
    rows = node([np.ones((20, 3)), np.ones((30, 3)), np.ones((40, 3))])
    assert len(proposed(node_task(rows, space(3)))) == 0
