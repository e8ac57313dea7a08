"""The lower level's operators (paper, Sec. IV-C) against their twins and the distributions they promise."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import naive
import numpy as np
import pytest
from distributions import has_distribution, has_even_frequencies, has_frequencies, has_share, is_uniform
from hypothesis import given, settings
from hypothesis import strategies as st
from node_data import UINT64, node, nodes, same_bits
from scipy import stats

from nldt import _core

some = settings(max_examples=60, deadline=None)
ETA_C, ETA_M = 2.0, 15.0  # supplement: (eta_c, eta_m) = (2, 15)
seeds = st.integers(0, UINT64)

# --- uniform numbers ---


def test_uniform_numbers_are_uniform():
    values = _core.random_uniform(7, 400_000)
    assert values.min() >= 0.0
    assert values.max() < 1.0
    assert is_uniform(values)
    assert has_even_frequencies(np.bincount((values * 256).astype(int), minlength=256))


def test_uniform_numbers_use_24_fair_bits():
    whole = _core.random_uniform(8, 100_000).astype(np.float64) * 2**24
    assert (whole == np.floor(whole)).all()
    for bit in range(24):
        assert has_share(np.count_nonzero(whole.astype(np.int64) >> bit & 1), len(whole), 0.5)


@pytest.mark.parametrize("lag", [1, 2, 8, 15, 16, 17, 32, 64])
def test_uniform_numbers_do_not_depend_on_earlier_ones(lag):
    values = _core.random_uniform(9, 100_000)
    assert stats.pearsonr(values[:-lag], values[lag:]).pvalue > 1e-5
    pairs, _, _ = np.histogram2d(values[:-lag], values[lag:], bins=10, range=[[0, 1], [0, 1]])
    assert has_even_frequencies(pairs)


def test_streams_of_neighbouring_seeds_are_independent():
    assert is_uniform([_core.random_uniform(seed, 1)[0] for seed in range(20_000)])
    first, second = _core.random_uniform(1, 50_000), _core.random_uniform(2, 50_000)
    assert stats.pearsonr(first, second).pvalue > 1e-5


@some
@given(seeds, st.integers(0, 50))
def test_a_shorter_draw_is_the_beginning_of_a_longer_one(seed, count):
    assert same_bits(_core.random_uniform(seed, count), _core.random_uniform(seed, 64)[:count])


# --- SBX ---

genes = st.one_of(st.sampled_from([-1.0, 1.0, 0.0, 1e-30, -1e-8]), st.floats(-1, 1, width=32))
unit = st.integers(0, 2**24 - 1).map(lambda whole: whole / 2**24)  # as the core draws them
pairings = st.lists(st.tuples(genes, genes, unit, unit), min_size=1, max_size=20)
# Up to here float32 has the digits that the spread's long tail needs.
not_near_one = unit.map(lambda u: 0.99 * u).map(np.float32).map(float)


def cross(first, second, spread, swap, eta=ETA_C):
    return _core.crossover_genes(*(np.array(a, dtype=np.float32) for a in (first, second, spread, swap)), eta)


def spread_cdf(spread, reach=np.inf, eta=ETA_C):
    """Distribution function of SBX's spread factor beside a bound at this reach."""
    alpha = 2.0 - (1.0 + reach) ** -(eta + 1.0)
    inner = spread ** (eta + 1.0)
    outer = 2.0 - np.maximum(spread, 1e-9) ** -(eta + 1.0)
    return np.clip(np.where(spread <= 1.0, inner, outer) / alpha, 0.0, 1.0)


@pytest.mark.parametrize("eta", [2.0, 15.0])
@some
@given(pairs=st.lists(st.tuples(genes, genes, not_near_one, unit), min_size=1, max_size=20))
def test_crossover_equals_its_twin(eta, pairs):
    first, second, spread, swap = zip(*pairs, strict=True)
    children = np.array(cross(first, second, spread, swap, eta))
    for child, (a, b, u, s) in zip(children.T, pairs, strict=True):
        low, high = naive.sbx_children(a, b, u, eta)
        np.testing.assert_allclose(child, (high, low) if s < 0.5 else (low, high), atol=4e-6)


@some
@given(pairings)
def test_crossed_genes_stay_within_their_bounds(pairs):
    children = np.array(cross(*zip(*pairs, strict=True)))
    assert (np.abs(children) <= 1.0).all()


@some
@given(pairings)
def test_genes_that_are_not_crossed_stay_as_they_are(pairs):
    first, second, _, swap = zip(*pairs, strict=True)
    child_a, child_b = cross(first, second, [-1.0] * len(first), swap)
    assert same_bits(child_a, np.array(first, dtype=np.float32))
    assert same_bits(child_b, np.array(second, dtype=np.float32))


@some
@given(pairings)
def test_equal_parents_have_children_like_themselves(pairs):
    first, _, spread, swap = zip(*pairs, strict=True)
    for child in cross(first, first, spread, swap):
        assert same_bits(child, np.array(first, dtype=np.float32))


def test_the_order_of_the_parents_does_not_matter():
    random = np.random.default_rng(0)
    first, second, (spread, swap) = *random.uniform(-1, 1, (2, 1000)), random.random((2, 1000))
    assert same_bits(cross(first, second, spread, swap), cross(second, first, spread, swap))


def test_children_have_the_mean_of_their_parents_far_from_the_bounds():
    random = np.random.default_rng(1)
    first, second = random.uniform(-0.002, 0.002, (2, 20_000))
    child_a, child_b = cross(first, second, *random.random((2, 20_000)))
    np.testing.assert_allclose(child_a + child_b, first + second, atol=2e-7)


def test_the_spread_of_children_has_the_distribution_of_eta_2():
    random = np.random.default_rng(2)
    n = 200_000
    children = cross(np.full(n, -1e-3), np.full(n, 1e-3), random.random(n), random.random(n))
    spread = np.abs(children[1] - children[0]) / np.float32(2e-3)
    assert has_distribution(spread, spread_cdf)
    assert has_share(np.count_nonzero(spread < 1.0), n, 0.5)  # contracting and expanding are equally likely


@pytest.mark.parametrize(("a", "b"), [(-0.9, 0.3), (0.5, 0.99), (-1.0, 1.0)])
def test_the_spread_beside_a_bound_has_the_bounded_distribution(a, b):
    random = np.random.default_rng(3)
    n = 100_000
    high, low = cross(np.full(n, a), np.full(n, b), random.random(n), np.zeros(n))
    half, middle = (b - a) / 2, (a + b) / 2
    assert has_distribution((middle - low) / half, lambda s: spread_cdf(s, (a + 1) / half))
    assert has_distribution((high - middle) / half, lambda s: spread_cdf(s, (1 - b) / half))


def test_lists_of_different_length_are_refused():
    with pytest.raises(ValueError, match="lengths differ"):
        cross([0.0, 0.0], [0.0, 0.0], [0.5, 0.5], [0.5])
    with pytest.raises(ValueError, match="lengths differ"):
        mutate([0.0, 0.0], [0.0], [0.5, 0.5])


# --- polynomial mutation ---


def mutate(values, chosen, uniform, probability=1.0, eta=ETA_M):
    return _core.mutate_genes(*(np.array(a, dtype=np.float32) for a in (values, chosen, uniform)), probability, eta)


def mutation_cdf(moved, gene, eta=ETA_M):
    """Distribution function of a mutated gene: the inverse of the polynomial mutation."""
    step = (np.asarray(moved, dtype=np.float64) - gene) / 2.0
    below, above = (1.0 - (gene + 1.0) / 2.0) ** (eta + 1.0), (1.0 - (1.0 - gene) / 2.0) ** (eta + 1.0)
    down = 0.5 * ((1.0 - np.abs(step)) ** (eta + 1.0) - below) / (1.0 - below)
    up = 1.0 - 0.5 * ((1.0 - np.abs(step)) ** (eta + 1.0) - above) / (1.0 - above)
    return np.where(step < 0, down, up)


@pytest.mark.parametrize("eta", [2.0, 15.0])
@some
@given(cases=st.lists(st.tuples(genes, unit), min_size=1, max_size=20))
def test_mutation_equals_its_twin(eta, cases):
    values, uniform = zip(*cases, strict=True)
    mutated = mutate(values, np.zeros(len(values)), uniform, eta=eta)
    expected = [naive.polynomial_mutation(gene, u, eta) for gene, u in cases]
    np.testing.assert_allclose(mutated, expected, atol=4e-6)
    assert (np.abs(mutated) <= 1.0).all()


@pytest.mark.parametrize("gene", [0.0, 0.9, -0.97])
def test_mutated_genes_have_the_distribution_of_eta_15(gene):
    n = 200_000
    mutated = mutate(np.full(n, gene), np.zeros(n), np.random.default_rng(4).random(n))
    assert has_distribution(mutated, lambda moved: mutation_cdf(moved, gene))


def test_the_mean_step_of_eta_15_is_a_seventeenth_of_the_range():
    n = 200_000
    mutated = mutate(np.zeros(n), np.zeros(n), np.random.default_rng(5).random(n))
    assert np.abs(mutated).mean() / 2.0 == pytest.approx(1 / 17, rel=0.01)
    assert mutated.mean() == pytest.approx(0.0, abs=0.003)


@some
@given(st.lists(st.tuples(genes, unit, unit), min_size=1, max_size=20), st.floats(0, 1))
def test_only_genes_whose_draw_falls_below_the_probability_mutate(cases, probability):
    values, chosen, uniform = (np.array(a, dtype=np.float32) for a in zip(*cases, strict=True))
    mutated = mutate(values, chosen, uniform, probability)
    everywhere = mutate(values, np.zeros(len(values)), uniform, 1.0)
    assert same_bits(mutated, np.where(chosen < np.float32(probability), everywhere, values))


# --- dipoles ---

POINTS_A = np.array([[2.0, 1.0], [0.5, 3.0], [1.0, -1.0]])
POINTS_B = np.array([[-1.0, 0.5], [4.0, 4.0]])


def dipoles(rows, modulus, seed, n_individuals):
    """One row of genes an individual."""
    return _core.initial_genes(*rows.arrays, modulus, seed, n_individuals).T.astype(np.float64)


def place_on_dipole(genes, point_a, point_b):
    """Delta of the individual's hyperplane: 0 at x_A, 1 at x_B."""
    n_terms = len(point_a)
    at_a, at_b = (genes[:n_terms] @ point + genes[n_terms] for point in (point_a, point_b))
    return at_a / (at_a - at_b)


def find_dipole(genes, points_a, points_b, modulus):
    """Numbers of the two points whose dipole gives these genes, and Delta."""
    found = []
    for i, a in enumerate(points_a):
        for j, b in enumerate(points_b):
            delta = place_on_dipole(genes, a, b)
            if 0 <= delta <= 1 and np.allclose(naive.dipole_genes(a, b, delta, modulus), genes, atol=1e-5):
                found.append((i, j, delta))
    assert len(found) == 1, "the points must tell all dipoles apart"
    return found[0]


@pytest.mark.parametrize("modulus", [False, True])
def test_first_genes_are_dipoles_drawn_evenly_and_cut_at_a_uniform_place(modulus):
    population = dipoles(node([POINTS_A, POINTS_B]), modulus, 3, 3000)
    found = [find_dipole(genes, POINTS_A, POINTS_B, modulus) for genes in population]
    pairs = Counter((i, j) for i, j, _ in found)
    assert has_even_frequencies([pairs[i, j] for i in range(3) for j in range(2)])
    assert is_uniform([delta for _, _, delta in found])


def test_ends_of_dipoles_are_drawn_by_mass():
    mass_a, mass_b = [1.0, 5.0, 2.0], [3.0, 1.0]
    population = dipoles(node([POINTS_A, POINTS_B], mass_a + mass_b), False, 4, 3000)
    pairs = Counter(find_dipole(genes, POINTS_A, POINTS_B, False)[:2] for genes in population)
    counts = [[pairs[i, j] for j in range(2)] for i in range(3)]
    assert has_frequencies(counts, np.outer(mass_a, mass_b))


def test_rows_of_mass_zero_are_never_an_end():
    population = dipoles(node([POINTS_A, POINTS_B], [0.0, 1.0, 0.0, 1.0, 0.0]), False, 5, 500)
    assert {find_dipole(genes, POINTS_A, POINTS_B, False)[:2] for genes in population} == {(1, 0)}


def test_with_three_classes_each_ordered_pair_of_classes_is_as_likely():
    corners = np.array([[0.0, 3.0], [5.0, 1.0], [-2.0, -2.0]])
    sizes = [1, 20, 300]  # the classes' sizes must not matter
    rows = node([np.repeat(corners[[c]], size, axis=0) for c, size in enumerate(sizes)])
    weights = dipoles(rows, False, 6, 20_000)[:, :2]
    direction = weights / np.linalg.norm(weights, axis=1, keepdims=True)
    counts = []
    for a, b in permutations(range(3), 2):
        along = (corners[a] - corners[b]) / np.linalg.norm(corners[a] - corners[b])
        counts.append(np.count_nonzero(direction @ along > 1 - 1e-6))
    assert sum(counts) == len(weights)
    assert has_even_frequencies(counts)


@pytest.mark.parametrize("scale", [1e-30, 1e-3, 1.0, 1e3, 1e15])
@settings(max_examples=20, deadline=None)
@given(seed=seeds)
def test_the_hyperplane_passes_between_the_points_and_the_second_class_is_left(scale, seed):
    a, b = np.array([2.0, 1.0, -1.0]) * scale, np.array([-1.0, 0.5, 3.0]) * scale
    for *weights, theta_1, theta_2 in dipoles(node([[a], [b]]), True, seed, 20):
        at_a, at_b = weights @ a + theta_1, weights @ b + theta_1
        rounding = 1e-6 * max(abs(theta_1), np.abs(weights @ a), np.abs(weights @ b))
        assert at_b - rounding <= 0.0 <= at_a + rounding
        # min(Delta, 1 - Delta)·|w·(x_A − x_B)|: the band ends at the nearer of the two points.
        assert theta_2 == pytest.approx(min(at_a, -at_b), abs=rounding)


@settings(max_examples=40, deadline=None)
@given(nodes(st.one_of(st.floats(-9, 9, width=32), st.sampled_from([1e30, 1e-40, np.nan, np.inf]))), seeds)
def test_first_genes_are_finite_and_their_largest_magnitude_is_at_most_one(rows, seed):
    for modulus in (False, True):
        population = dipoles(rows, modulus, seed, 10)
        assert np.isfinite(population).all()
        assert (np.abs(population) <= 1.0).all()


@pytest.mark.parametrize("modulus", [False, True])
def test_the_largest_magnitude_among_a_dipoles_genes_is_one(modulus):
    random = np.random.default_rng(5)
    for scale in (0.01, 1.0, 100.0):
        rows = node([random.normal(size=(20, 3)) * scale, random.normal(size=(20, 3)) * scale])
        largest = np.abs(dipoles(rows, modulus, 1, 200)).max(axis=1)
        np.testing.assert_allclose(largest, 1.0, rtol=2.0**-23)


def test_a_constant_term_has_no_weight_in_a_dipole():
    random = np.random.default_rng(6)
    classes = [np.column_stack([random.normal(size=9), np.full(9, 7.0)]) for _ in range(2)]
    population = dipoles(node(classes), False, 1, 100)
    assert (population[:, 1] == 0.0).all()
    assert (population[:, 0] != 0.0).all()


@pytest.mark.parametrize("rows", [node([np.ones((1, 2))]), node([np.ones((5, 2)), np.ones((4, 2))])])
def test_where_all_points_coincide_the_genes_are_uniform(rows):
    population = dipoles(rows, True, 7, 20_000)
    for gene in population.T:
        assert is_uniform(gene, -1.0, 1.0)


def test_points_that_are_not_finite_are_never_an_end():
    rows = node([[[2.0], [np.inf], [np.nan]], [[-1.0], [1e39]]])
    population = dipoles(rows, False, 8, 20_000)
    is_dipole = np.abs(population).max(axis=1) == 1.0  # random genes stay below 1
    # One pair in six is finite; eight tries.
    assert has_share(np.count_nonzero(is_dipole), len(population), 1 - (5 / 6) ** 8)
    assert is_uniform((2.0 + population[is_dipole, 1] / population[is_dipole, 0]) / 3.0)
    assert is_uniform(population[~is_dipole].ravel(), -1.0, 1.0)


@some
@given(seeds, st.integers(1, 30))
def test_fewer_individuals_are_the_first_of_more(seed, count):
    rows = node([POINTS_A, POINTS_B])
    assert same_bits(dipoles(rows, True, seed, count), dipoles(rows, True, seed, 40)[:count])


@settings(max_examples=30, deadline=None)
@given(nodes(st.floats(-9, 9, width=32)), seeds, st.integers(2, 4))
def test_a_row_of_mass_k_is_drawn_like_k_rows(rows, seed, times):
    mass = np.floor(rows.mass) * times
    heavy = type(rows)(rows.features, rows.class_begin, mass)
    copies = heavy.repeated(times)
    assert same_bits(dipoles(heavy, True, seed, 20), dipoles(copies, True, seed, 20))


def test_a_dipole_wider_than_float32_has_finite_genes():
    population = dipoles(node([[[-3e38]], [[3e38]]]), True, 1, 10)
    assert (np.abs(population).max(axis=1) == 1.0).all()
