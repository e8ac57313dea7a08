"""Limits of structures against an obvious twin, and every operator's children against the limits."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from upper_level import allowed, space, structures

from nldt.search import operators
from nldt.search.fast.neighbours import neighbours
from nldt.search.limits import Limits, features_apart
from nldt.search.structures import Structures
from nldt.search.term_pool import MOST_TERMS, plain_terms

some = settings(max_examples=60, deadline=None)
random_seeds = st.integers(0, 2**32)

N_COLUMNS = 4


@st.composite
def limits(draw):
    """Some columns kept apart, and units of one or two dimensions or none at all."""
    groups = draw(st.lists(st.sets(st.integers(0, N_COLUMNS - 1), min_size=2, max_size=3), max_size=2))
    n_dimensions = draw(st.integers(0, 2))
    small = st.sampled_from([0.0, 1.0, 2.0, -1.0, 0.5])
    units = draw(st.lists(st.lists(small, min_size=n_dimensions, max_size=n_dimensions), min_size=4, max_size=4))
    apart = features_apart([sorted(group) for group in groups], np.arange(N_COLUMNS))
    return Limits(apart, np.array(units) if n_dimensions else None)


def naive_holds(matrix, limits):
    """Factor by factor, term by term."""
    terms = [{j: int(e) for j, e in enumerate(row) if e} for row in matrix]
    terms = [term for term in terms if term]
    for term in terms:
        for a, b in combinations(term, 2):
            if any((one[a] and two[b]) or (one[b] and two[a]) for one, two in limits.apart):
                return False
    if limits.units is None:
        return True
    units = [sum(e * limits.units[j] for j, e in term.items()) for term in terms]
    return all(np.allclose(unit, units[0]) for unit in units)


@some
@given(random_seeds, limits())
def test_what_holds_is_what_the_twin_says(seed, chosen):
    random = np.random.default_rng(seed)
    exponents = random.integers(-2, 3, size=(60, 3, N_COLUMNS)).astype(np.int8)
    exponents[random.random(exponents.shape) < 0.6] = 0
    assert chosen.hold(exponents).tolist() == [naive_holds(matrix, chosen) for matrix in exponents]


@some
@given(random_seeds, limits(), st.permutations(range(N_COLUMNS)), st.integers(1, N_COLUMNS))
def test_the_limits_of_some_columns_are_those_of_all(seed, chosen, order, count):
    columns = np.array(sorted(order[:count]))
    narrow = np.random.default_rng(seed).integers(-1, 2, size=(40, 2, count)).astype(np.int8)
    wide = np.zeros((40, 2, N_COLUMNS), dtype=np.int8)
    wide[:, :, columns] = narrow
    assert chosen.narrowed(columns).hold(narrow).tolist() == chosen.hold(wide).tolist()


@some
@given(limits())
def test_columns_share_a_term_where_a_term_of_both_may_be_used(chosen):
    able = chosen.shareable(np.arange(N_COLUMNS))
    for a, b in combinations(range(N_COLUMNS), 2):
        term = np.isin(np.arange(N_COLUMNS), [a, b]).astype(np.int8)
        assert able[a, b] == able[b, a] == chosen.terms_hold(term[None])[0]


# ------------------------------------------------------------- what searches make


@some
@given(random_seeds, limits(), st.integers(1, N_COLUMNS), st.integers(1, 3))
def test_all_that_the_operators_make_keeps_the_limits(seed, chosen, most_features, max_terms):
    random = np.random.default_rng(seed)
    within = replace(space(N_COLUMNS, max_terms=max_terms, most_features=most_features), limits=chosen)
    first = operators.initialise(random, 40, within)
    children = operators.mutate(
        random, operators.crossover(random, first, np.ones((40, max_terms)), 0.9), within, 0.3, 3.0, 0.5
    )
    for made in (
        first,
        children,
        operators.make_unique(random, children, within),
        operators.change_one(random, children, within, 40),
    ):
        assert chosen.hold(made.exponents).all()
        assert allowed(made, within)


@some
@given(random_seeds, limits())
def test_neighbours_keep_the_limits_and_lose_none_that_does(seed, chosen):
    plain = space(N_COLUMNS, exponents=(-1, 0, 1, 2), max_terms=3)
    within = replace(plain, limits=chosen)
    start = operators.initialise(np.random.default_rng(seed), 60, within)[-1].exponents
    found = {matrix.tobytes() for matrix in neighbours(start, within, range(N_COLUMNS)).canonical().exponents}
    every = neighbours(start, plain, range(N_COLUMNS)).canonical().exponents
    assert found >= {matrix.tobytes() for matrix in every[chosen.hold(every)]}
    assert chosen.hold(neighbours(start, within, range(N_COLUMNS)).exponents).all()


def test_another_term_of_the_same_unit_is_one_step_away():
    metres = Limits((), np.array([[1.0], [1.0], [2.0]]))
    within = replace(space(3, exponents=(0, 1, 2)), limits=metres)
    found = neighbours(structures([[[1, 1, 0], [0, 0, 0], [0, 0, 0]]])[0].exponents, within, range(3))
    area = structures([[[1, 1, 0], [0, 0, 1], [0, 0, 0]]]).canonical().exponents[0]
    assert any((area == matrix).all() for matrix in found.canonical().exponents)


def test_without_wishes_nothing_is_drawn():
    random = np.random.default_rng(0)
    operators.keep_limits(random, np.ones((3, 2, 4), dtype=np.int8), space(4))
    assert random.random() == np.random.default_rng(0).random()
    assert space(4).pool is None


# ------------------------------------------------------------------ pools of terms


def test_a_small_space_has_all_its_terms_in_the_pool():
    terms = plain_terms([(-1, 0, 1, 2), (0, 1), (0, 2, 3)], 3)
    assert {tuple(term) for term in terms.tolist()} == {
        (a, b, c) for a in (-1, 0, 1, 2) for b in (0, 1) for c in (0, 2, 3) if (a, b, c) != (0, 0, 0)
    }


@pytest.mark.parametrize(("n_columns", "most_factors"), [(5, 1), (30, 2), (30, 4), (400, 4)])
def test_a_large_space_has_terms_of_all_its_columns_in_the_pool(n_columns, most_factors):
    terms = plain_terms([tuple(range(-3, 4))] * n_columns, most_factors)
    assert len(np.unique(terms, axis=0)) == len(terms) <= MOST_TERMS
    factors = np.count_nonzero(terms, axis=1)
    assert factors.max() <= most_factors and (np.diff(factors) >= 0).all()
    assert terms.any(axis=0).all()
    if most_factors > 1:
        assert (terms[factors == 2]).any(axis=0).mean() > 0.9


@some
@given(random_seeds, limits())
def test_terms_of_the_pool_are_alike_where_they_have_the_same_unit(seed, chosen):
    if chosen.units is None:
        return
    pool = replace(space(N_COLUMNS, exponents=(-1, 0, 1)), limits=chosen).pool
    assert pool is not None
    term = pool.terms[np.random.default_rng(seed).integers(len(pool.terms))]
    unit = term @ chosen.units
    alike = [other.tolist() for other in pool.terms if np.allclose(other @ chosen.units, unit)]
    assert pool.alike(term).tolist() == alike
    some_terms = pool.terms[:20]
    for a, b in combinations(range(len(some_terms)), 2):
        pair = Structures(np.array([[some_terms[a], some_terms[b]]]), np.array([False]))
        assert pool.addable(some_terms)[a, b] == chosen.hold(pair.exponents)[0]
