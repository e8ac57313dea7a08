"""The first structures of the fast search belong to the space and hold what screening and the eye would propose."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from node_data import node
from upper_level import allowed, node_task, row_set, space, spaces

from nldt.search.fast.seeding import MOST_COLUMNS, promising_pairs, single_features, with_products
from nldt.search.structures import concatenate

some = settings(max_examples=80, deadline=None)


def random_rows(n_features, seed=0, n_classes=2, low=0.5):
    random = np.random.default_rng(seed)
    return node([random.uniform(low, 2.0, (20, n_features)) for _ in range(n_classes)])


def seeds_of(rows, chosen=None, pairs=6, **changes):
    task = node_task(rows, chosen, **changes)
    return concatenate([single_features(task), promising_pairs(task, pairs)])


def row_sets(structures):
    return {row_set(matrix) for matrix in structures.exponents}


@some
@given(chosen=spaces(), pairs=st.integers(0, 10), seed=st.integers(0, 2**32), n_classes=st.integers(2, 4))
def test_seeds_belong_to_the_space(chosen, pairs, seed, n_classes):
    seeds = seeds_of(random_rows(chosen.n_columns, seed, n_classes), chosen, pairs)
    assert seeds.exponents.shape[1:] == (chosen.max_terms, chosen.n_columns)
    assert seeds.exponents.dtype == np.int8
    assert allowed(seeds, chosen)
    assert not seeds.modulus.any()


@some
@given(chosen=spaces(), seed=st.integers(0, 2**32))
def test_every_usable_feature_comes_by_itself(chosen, seed):
    seeds = seeds_of(random_rows(chosen.n_columns, seed), chosen)
    alone = {tuple(np.flatnonzero(matrix.any(axis=0))) for matrix in seeds.exponents if np.count_nonzero(matrix) == 1}
    assert alone == {(j,) for j in chosen.usable}


def test_a_single_feature_takes_its_plainest_exponent():
    chosen = space(4, {0: (-3, 1, 2), 1: (-2, -1, 2), 2: (2, 3), 3: (0,)}, max_terms=1, most_features=1)
    assert row_sets(seeds_of(random_rows(4), chosen)) == {((1, 0, 0, 0),), ((0, -1, 0, 0),), ((0, 0, 2, 0),)}


def test_a_feature_with_both_signs_comes_with_an_even_power_too():
    chosen = space(2, (1, 2, 3), max_terms=1, most_features=1)
    rows = random_rows(2, low=-1.0)
    assert row_sets(seeds_of(rows, chosen)) == {((1, 0),), ((2, 0),), ((0, 1),), ((0, 2),)}


@pytest.mark.parametrize(("max_terms", "most_features"), [(1, 1), (1, None), (3, 1), (2, 2)])
def test_sums_need_terms_and_products_need_features(max_terms, most_features):
    seeds = seeds_of(random_rows(4), space(4, max_terms=max_terms, most_features=most_features))
    n_terms = np.count_nonzero(seeds.exponents.any(axis=2), axis=1)
    n_features = np.count_nonzero(seeds.exponents, axis=2).max(axis=1)
    assert (n_terms.max() == 2) == (max_terms > 1)
    assert (n_features.max() == 2) == (most_features != 1)
    assert not ((n_terms == 2) & (n_features == 2)).any()


def test_without_pairs_only_single_features_are_left():
    assert (seeds_of(random_rows(5), pairs=0).complexity == 1).all()


@pytest.mark.parametrize("pairs", [3, 9])
def test_each_list_gives_as_many_pairs(pairs):
    seeds = seeds_of(random_rows(8), pairs=pairs)
    n_terms = np.count_nonzero(seeds.exponents.any(axis=2), axis=1)
    products = (n_terms == 1) & (seeds.complexity == 2)
    assert np.count_nonzero(n_terms == 2) == 2 * pairs
    assert np.count_nonzero(products) == 2 * (pairs // 3) * 6


def test_a_thin_sum_is_among_the_seeds():
    random = np.random.default_rng(0)
    around = random.uniform(0.5, 2.0, (200, 10))
    on_curve = random.uniform(0.5, 2.0, (200, 10))
    on_curve[:, 7] = 3.0 - on_curve[:, 2] ** 2 / 4 + random.uniform(-1e-3, 1e-3, 200)
    seeds = row_sets(seeds_of(node([around, on_curve]), pairs=3))
    assert row_set([[0, 0, 2, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 1, 0, 0]]) in seeds


def test_a_thin_product_is_among_the_seeds():
    random = np.random.default_rng(0)
    around = random.uniform(0.5, 2.0, (200, 10))
    on_curve = random.uniform(0.5, 2.0, (200, 10))
    on_curve[:, 7] = 1.5 / on_curve[:, 2] ** 2 * random.uniform(0.999, 1.001, 200)
    seeds = row_sets(seeds_of(node([around, on_curve]), pairs=3))
    assert ((0, 0, 2, 0, 0, 0, 0, 1, 0, 0),) in seeds


@pytest.mark.parametrize("value", [1.0, 0.1])
def test_a_constant_feature_crowds_out_no_pair(value):
    rows = random_rows(5)
    constant = np.full((1, 40), value)
    features = np.concatenate([rows.features, constant])
    task = node_task(node([features[:, :20].T, features[:, 20:].T]))
    pairs = promising_pairs(task, 12).exponents
    assert len(pairs) > 0
    assert not any(matrix[:, 5].any() for matrix in pairs)


def test_many_features_are_paired_by_their_first_power_only():
    seeds = seeds_of(random_rows(MOST_COLUMNS // 6 + 1))
    n_terms = np.count_nonzero(seeds.exponents.any(axis=2), axis=1)
    assert set(np.unique(seeds.exponents[n_terms == 2])) == {0, 1}
    fewer = seeds_of(random_rows(MOST_COLUMNS // 6))
    n_terms = np.count_nonzero(fewer.exponents.any(axis=2), axis=1)
    assert set(np.unique(fewer.exponents[n_terms == 2])) - {0, 1}


def test_seeds_depend_on_the_rows_alone():
    a, b = (seeds_of(random_rows(6), seed=seed, n_threads=seed + 1) for seed in (0, 1))
    np.testing.assert_array_equal(a.exponents, b.exponents)


def signed_product(n_features=6):
    """The sign of x1·x2 + x3² − 1, of normal features: neither x1 nor x2 tells anything by itself."""
    X = np.random.default_rng(0).normal(size=(400, n_features))
    above = X[:, 0] * X[:, 1] + X[:, 2] ** 2 > 1.0
    return node([X[above], X[~above]])


def test_a_product_of_both_signs_comes_alone_and_beside_the_best():
    task = node_task(signed_product(), space(6, max_terms=2))
    square = np.zeros((2, 6), dtype=np.int8)
    square[0, 2] = 2
    found = row_sets(with_products(task, [square], pairs=6))
    product = (1, 1, 0, 0, 0, 0)
    assert (product,) in found
    assert tuple(sorted([product, (0, 0, 2, 0, 0, 0)])) in found
    assert allowed(with_products(task, [square], pairs=6), task.settings.space)


def test_products_come_beside_each_other():
    """The work of a force in the plane: neither of its two products leads to the other."""
    X = np.random.default_rng(0).uniform(-1, 1, (2, 300, 4))
    own = [x[side * (x[:, 0] * x[:, 1] + x[:, 2] * x[:, 3]) > 0.1] for side, x in zip((1, -1), X, strict=True)]
    found = row_sets(with_products(node_task(node(own), space(4, max_terms=2)), [], pairs=6))
    assert tuple(sorted([(1, 1, 0, 0), (0, 0, 1, 1)])) in found


def test_features_of_one_sign_need_no_such_products():
    assert len(with_products(node_task(random_rows(4)), [], pairs=6)) == 0


def test_products_beside_a_structure_that_has_all_its_terms_are_left_out():
    task = node_task(signed_product(), space(6, max_terms=1))
    square = np.zeros((1, 6), dtype=np.int8)
    square[0, 2] = 2
    assert all(len(rows) == 1 for rows in row_sets(with_products(task, [square], pairs=6)))
