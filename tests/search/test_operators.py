"""The upper level's operators (paper, Sec. IV-B) against the numbers of the paper and its supplement."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest
from distributions import has_even_frequencies, has_frequencies, has_share
from hypothesis import given, settings
from hypothesis import strategies as st
from upper_level import PAPER_EXPONENTS, allowed, row_set, space, spaces, spaces_and_structures, structures

from nldt.search import operators

some = settings(max_examples=100, deadline=None)
random_seeds = st.integers(0, 2**32)
BETA, P_ZERO = 3.0, 0.75  # supplement, "Parameter Setting for Upper Level GA"


# --- first population (Sec. IV-B.1) ---


def split_by_complexity(population):
    return population[population.complexity == 1], population[population.complexity > 1]


def single_genes(population):
    """(feature, modulus) of structures with one active exponent."""
    features = np.nonzero(population.exponents)[2].tolist()
    return list(zip(features, population.modulus.tolist(), strict=True))


@some
@given(random_seeds, st.integers(2, 6), st.booleans())
def test_each_feature_stands_alone_once_with_each_flag_and_the_rest_have_two_exponents(seed, d, modulus):
    population = operators.initialise(np.random.default_rng(seed), 10 * d, space(d, modulus=modulus))
    singles, rest = split_by_complexity(population)
    flags = [False, True] if modulus else [False]
    assert sorted(single_genes(singles)) == sorted((j, m) for j in range(d) for m in flags)
    assert (rest.complexity == 2).all()
    assert len(singles) + len(rest) == 10 * d


@some
@given(random_seeds, spaces(), st.integers(1, 30))
def test_the_first_population_has_its_size_and_belongs_to_the_space(seed, chosen, size):
    population = operators.initialise(np.random.default_rng(seed), size, chosen)
    assert len(population) == size
    assert allowed(population, chosen)
    assert (population.complexity <= 2).all()


@some
@given(random_seeds, st.integers(1, 9))
def test_with_fewer_places_all_structures_are_distinct_singles(seed, size):
    population = operators.initialise(np.random.default_rng(seed), size, space(5))
    assert (population.complexity == 1).all()
    assert len(set(single_genes(population))) == size


def test_with_fewer_places_each_single_is_as_likely():
    random = np.random.default_rng(0)
    counts = Counter()
    for _ in range(3000):
        counts.update(single_genes(operators.initialise(random, 3, space(4))))
    assert has_even_frequencies([counts[j, m] for j in range(4) for m in (False, True)])


def test_single_exponents_take_any_value_in_any_row():
    random = np.random.default_rng(1)
    population = [operators.initialise(random, 8, space(4)) for _ in range(1500)]
    exponents = np.concatenate([p.exponents for p in population])
    _, row, feature = np.nonzero(exponents)
    assert has_even_frequencies(np.bincount(row, minlength=3))
    values = exponents[exponents != 0]
    for j in range(4):
        counts = Counter(values[feature == j].tolist())
        assert has_even_frequencies([counts[e] for e in PAPER_EXPONENTS if e != 0])


def test_two_exponents_take_any_two_places_any_values_and_either_flag():
    chosen = space(2)
    population = operators.initialise(np.random.default_rng(2), 30_000, chosen)[4:]
    flat = population.exponents.reshape(len(population), -1)
    pairs = Counter(tuple(np.flatnonzero(row)) for row in flat)
    assert has_even_frequencies([pairs[pair] for pair in combinations(range(6), 2)])
    values = Counter(flat[flat != 0].tolist())
    assert has_even_frequencies([values[e] for e in PAPER_EXPONENTS if e != 0])
    assert has_share(population.modulus.sum(), len(population), 0.5)


def test_with_one_place_only_the_rest_have_one_exponent():
    population = operators.initialise(np.random.default_rng(3), 20, space(1, max_terms=1))
    assert (population.complexity == 1).all()


def test_two_exponents_stand_in_two_terms_where_a_term_holds_one_feature():
    population = operators.initialise(np.random.default_rng(4), 200, space(4, most_features=1))
    singles, rest = split_by_complexity(population)
    assert len(singles) == 8
    assert (rest.complexity == 2).all()


@pytest.mark.parametrize("exponents", [PAPER_EXPONENTS, (-3, 0, 2), (0, 1), (-2, -1)])
def test_random_exponents_are_never_zero_and_all_others_as_likely(exponents):
    chosen = space(2, {1: exponents})
    drawn = operators.random_nonzero(np.random.default_rng(5), chosen, np.ones(6000, dtype=int))
    counts = Counter(drawn.tolist())
    nonzero = [e for e in exponents if e != 0]
    assert set(counts) == set(nonzero)
    assert has_even_frequencies([counts[e] for e in nonzero])


# --- selection ---


@pytest.mark.parametrize("size", [2, 3, 10])
def test_the_better_of_two_distinct_individuals_wins(size):
    ranks = np.random.default_rng(6).permutation(size)
    winners = operators.tournament(np.random.default_rng(7), ranks, 100_000)
    # All pairs are as likely; rank r beats the size − 1 − r ranks behind it.
    assert has_frequencies(np.bincount(ranks[winners], minlength=size), np.arange(size)[::-1])


def test_equal_individuals_win_equally_often():
    winners = operators.tournament(np.random.default_rng(8), np.zeros(7, dtype=int), 70_000)
    assert has_even_frequencies(np.bincount(winners, minlength=7))


def test_a_population_of_one_chooses_itself():
    assert operators.tournament(np.random.default_rng(9), np.array([0]), 5).tolist() == [0] * 5


@some
@given(random_seeds, st.integers(2, 20), st.integers(0, 30))
def test_the_worst_never_wins_and_there_are_as_many_winners_as_asked_for(seed, size, winners):
    won = operators.tournament(np.random.default_rng(seed), np.arange(size), winners)
    assert len(won) == winners
    assert ((won >= 0) & (won < size - 1)).all()


# --- crossover (Alg. 4) ---


def naive_sorted_rows(matrix, weights):
    """Active rows by falling magnitude of their weight, then the inactive ones."""
    active = [i for i, row in enumerate(matrix) if any(row)]
    inactive = [i for i, row in enumerate(matrix) if not any(row)]
    order = sorted(active, key=lambda i: -abs(weights[i])) + inactive
    return [matrix[i].tolist() for i in order]


@some
@given(spaces_and_structures())
def test_rows_are_sorted_by_magnitude_of_weight_inactive_ones_last(case):
    _, members, random = case
    weights = np.round(random.uniform(-1, 1, members.exponents.shape[:2]), 1)
    sorted_members = operators.sort_rows(members, weights)
    for before, w, after in zip(members.exponents, weights, sorted_members.exponents, strict=True):
        assert after.tolist() == naive_sorted_rows(before, w)
    np.testing.assert_array_equal(sorted_members.modulus, members.modulus)


def test_an_inactive_row_comes_last_even_beside_a_weight_of_zero():
    members = structures([[[0, 0], [1, 0], [0, 2], [0, 0]]])
    sorted_members = operators.sort_rows(members, np.array([[1.0, 0.0, -0.5, 0.0]]))
    assert sorted_members.exponents[0].tolist() == [[0, 2], [1, 0], [0, 0], [0, 0]]


def numbered_parents(count, modulus, shape=(3, 10)):
    """Parent number i has i + 1 in every place: every exponent of a child tells where it comes from."""
    exponents = np.tile(np.arange(1, count + 1)[:, None, None], (1, *shape))
    return structures(exponents, modulus), np.tile(np.linspace(1.0, 0.5, shape[0]), (count, 1))


def parents_of(child):
    return sorted({int(number) - 1 for number in np.unique(child)})


@some
@given(spaces_and_structures(), st.floats(0, 1))
def test_place_by_place_two_children_have_what_their_parents_had(case, probability):
    _, members, random = case
    weights = random.uniform(-1, 1, members.exponents.shape[:2])
    children = operators.crossover(random, members, weights, probability)
    sorted_members = operators.sort_rows(members, weights)
    np.testing.assert_array_equal(children.modulus, members.modulus)
    for flag in (False, True):
        before = np.sort(sorted_members.exponents[members.modulus == flag], axis=0)
        after = np.sort(children.exponents[members.modulus == flag], axis=0)
        np.testing.assert_array_equal(before, after)


@pytest.mark.parametrize("count", [2, 7, 20, 31])
def test_children_come_from_two_parents_of_the_same_flag_and_complement_each_other(count):
    random = np.random.default_rng(10)
    members, weights = numbered_parents(count, random.random(count) < 0.5)
    children = operators.crossover(random, members, weights, 1.0)
    unmated = Counter()
    for i, child in enumerate(children.exponents):
        family = parents_of(child)
        assert i in family
        assert len(set(members.modulus[family].tolist())) == 1
        if len(family) == 1:
            unmated[bool(members.modulus[i])] += 1
            continue
        other = children.exponents[next(p for p in family if p != i)]
        assert (child.astype(int) + other == sum(family) + 2).all()
    sizes = Counter(members.modulus.tolist())
    assert unmated == {flag: 1 for flag in sizes if sizes[flag] % 2}


def test_each_exponent_comes_from_either_parent_with_even_chances():
    random = np.random.default_rng(11)
    members, weights = numbered_parents(2, False, (3, 4))
    swapped = np.zeros((3, 4), dtype=int)
    pairs_swapped = 0
    for _ in range(4000):
        child = operators.crossover(random, members, weights, 1.0).exponents[0]
        swapped += child == 2
        pairs_swapped += (child[0, 0] == 2) == (child[2, 3] == 2)
    for count in swapped.ravel():
        assert has_share(count, 4000, 0.5)
    assert has_share(pairs_swapped, 4000, 0.5)  # places are independent of each other


@pytest.mark.parametrize("probability", [0.9, 0.0, 1.0])
def test_two_parents_are_crossed_with_their_probability(probability):
    random = np.random.default_rng(12)
    members, weights = numbered_parents(100, False)
    crossed = 0
    for _ in range(200):
        children = operators.crossover(random, members, weights, probability)
        crossed += sum(len(parents_of(child)) == 2 for child in children.exponents) // 2
    assert has_share(crossed, 200 * 50, probability)


def test_all_mates_of_a_flag_are_as_likely():
    random = np.random.default_rng(13)
    members, weights = numbered_parents(8, [False] * 5 + [True] * 3)
    mates = np.zeros((8, 8), dtype=int)
    for _ in range(4000):
        for i, child in enumerate(operators.crossover(random, members, weights, 1.0).exponents):
            mates[i, parents_of(child)] += 1
    same_flag = members.modulus[:, None] == members.modulus
    others = ~np.eye(8, dtype=bool)
    assert not mates[~same_flag].any()
    assert has_even_frequencies(mates[:5, :5][others[:5, :5]])
    assert has_even_frequencies(mates[5:, 5:][others[5:, 5:]])


def test_parents_meet_row_by_row_in_the_order_of_their_weights():
    members = structures([[[1, 1], [2, 2], [0, 0]], [[0, 0], [3, 3], [4, 4]]])
    weights = np.array([[0.1, -1.0, 0.0], [0.0, 1.0, -0.2]])
    met = [set(), set(), set()]
    for seed in range(20):
        children = operators.crossover(np.random.default_rng(seed), members, weights, 1.0)
        for row in range(3):
            met[row].update(children.exponents[:, row].ravel().tolist())
    assert met == [{2, 3}, {1, 4}, {0}]


# --- mutation (Sec. IV-B.4) ---


def mutate(random, members, chosen, probability, zero_probability=P_ZERO, beta=BETA):
    return operators.mutate(random, members, chosen, probability, beta, zero_probability)


def step_probabilities(place, size, beta):
    """Of each place of E after a step from ``place``, clamped to the ends."""
    alpha = 1.0 / (2.0 * (1.0 + beta))
    probabilities = np.zeros(size)
    for step, probability in ((-2, alpha), (-1, beta * alpha), (1, beta * alpha), (2, alpha)):
        probabilities[min(max(place + step, 0), size - 1)] += probability
    return probabilities


# The second feature stays away from zero, so that no structure needs repair.
BESIDE = (0, 1, 2, 3, 4, 5)


@pytest.mark.parametrize("exponents", [PAPER_EXPONENTS, (-3, 0, 2), (0, 1)])
@pytest.mark.parametrize("beta", [3.0, 1.5])
def test_steps_have_the_papers_probabilities_and_stop_at_the_ends(exponents, beta):
    chosen = space(2, {0: exponents, 1: BESIDE}, max_terms=1)
    for place, start in enumerate(exponents):
        members = structures(np.tile([[[start, 5]]], (20_000, 1, 1)))
        mutated = mutate(np.random.default_rng(place), members, chosen, 1.0, 0.0, beta).exponents[:, 0, 0]
        counts = [np.count_nonzero(mutated == e) for e in exponents]
        assert has_frequencies(counts, step_probabilities(place, len(exponents), beta))


def test_one_step_is_three_times_as_likely_as_two():
    members = structures(np.tile([[[1, 5]]], (40_000, 1, 1)))
    chosen = space(2, {0: tuple(range(-9, 10)), 1: BESIDE}, max_terms=1)
    step = mutate(np.random.default_rng(14), members, chosen, 1.0, 0.0).exponents[:, 0, 0].astype(int) - 1
    assert has_frequencies([np.count_nonzero(step == s) for s in (-2, -1, 1, 2)], [1, 3, 3, 1])


@pytest.mark.parametrize("probability", [0.33, 0.05])
def test_an_exponent_becomes_zero_with_the_product_of_two_probabilities(probability):
    # From 3, no step leads to zero; half of the steps lead nowhere.
    members = structures(np.full((400, 3, 20), 3))
    mutated = mutate(np.random.default_rng(15), members, space(20), probability).exponents
    assert has_share(np.count_nonzero(mutated == 0), mutated.size, probability * P_ZERO)
    assert has_share(np.count_nonzero(np.isin(mutated, (1, 2))), mutated.size, probability * (1 - P_ZERO) / 2)


def test_exponents_mutate_independently_of_each_other():
    members = structures(np.full((20_000, 1, 8), 3))
    changed = mutate(np.random.default_rng(16), members, space(8, max_terms=1), 0.3, 1.0).exponents[:, 0] == 0
    both = np.count_nonzero(changed[:, 0] & changed[:, 7])
    assert has_share(both, len(changed), 0.3**2)


@pytest.mark.parametrize("flag", [False, True])
def test_the_flag_mutates_to_either_value_with_even_chances(flag):
    members = structures(np.full((20_000, 1, 2), 3), flag)
    mutated = mutate(np.random.default_rng(17), members, space(2, max_terms=1), 0.33)
    assert has_share(np.count_nonzero(mutated.modulus != flag), 20_000, 0.33 / 2)


def test_without_the_modulus_the_flag_never_mutates():
    members = structures(np.full((500, 1, 2), 3))
    chosen = space(2, max_terms=1, modulus=False)
    assert not mutate(np.random.default_rng(18), members, chosen, 1.0).modulus.any()


@some
@given(spaces_and_structures(), st.floats(0, 1), st.floats(0, 1))
def test_mutated_structures_belong_to_the_space_and_their_parents_stay(case, probability, zero_probability):
    chosen, members, random = case
    before = members.exponents.copy(), members.modulus.copy()
    assert allowed(mutate(random, members, chosen, probability, zero_probability), chosen)
    np.testing.assert_array_equal(members.exponents, before[0])
    np.testing.assert_array_equal(members.modulus, before[1])


@some
@given(spaces_and_structures())
def test_without_mutation_structures_of_the_space_stay_as_they_are(case):
    chosen, members, random = case
    operators.repair(random, members.exponents, chosen)
    mutated = mutate(random, members, chosen, 0.0)
    np.testing.assert_array_equal(mutated.exponents, members.exponents)
    np.testing.assert_array_equal(mutated.modulus, members.modulus)


# --- repair ---


def test_an_empty_structure_gets_one_random_exponent():
    exponents = np.zeros((36_000, 2, 3), dtype=np.int8)
    operators.repair(np.random.default_rng(19), exponents, space(3, max_terms=2))
    assert (np.count_nonzero(exponents, axis=(1, 2)) == 1).all()
    who, row, feature = np.nonzero(exponents)
    places = Counter(zip(row.tolist(), feature.tolist(), exponents[who, row, feature].tolist(), strict=True))
    assert len(places) == 2 * 3 * 6
    assert has_even_frequencies(list(places.values()))


def test_an_empty_structure_gets_a_feature_that_has_exponents():
    exponents = np.zeros((200, 1, 3), dtype=np.int8)
    operators.repair(np.random.default_rng(20), exponents, space(3, {0: (0,), 2: (0,)}, max_terms=1))
    assert exponents[:, 0, 1].all()


def test_a_term_that_is_too_long_keeps_a_random_choice_of_its_exponents():
    exponents = np.tile(np.array([1, 0, 2, 3, -1], dtype=np.int8), (12_000, 1, 1))
    operators.limit_features(np.random.default_rng(21), exponents, space(5, max_terms=1, most_features=2))
    kept = Counter(tuple(np.flatnonzero(row)) for row in exponents[:, 0])
    assert has_even_frequencies([kept[pair] for pair in combinations((0, 2, 3, 4), 2)])
    assert sum(kept.values()) == sum(kept[pair] for pair in combinations((0, 2, 3, 4), 2))
    for row in exponents[:, 0]:
        assert all(e in (0, full) for e, full in zip(row, (1, 0, 2, 3, -1), strict=True))


@some
@given(spaces_and_structures())
def test_repair_changes_only_what_is_not_allowed(case):
    chosen, members, random = case
    repaired = members.exponents.copy()
    operators.repair(random, repaired, chosen)
    for before, after in zip(members.exponents, repaired, strict=True):
        if not before.any():
            assert np.count_nonzero(after) == 1
            continue
        for row_before, row_after in zip(before, after, strict=True):
            if np.count_nonzero(row_before) <= chosen.max_features_per_term:
                np.testing.assert_array_equal(row_after, row_before)
            else:
                assert np.count_nonzero(row_after) == chosen.max_features_per_term
                assert ((row_after == 0) | (row_after == row_before)).all()


# --- duplicates (supplement, "Duplicate Update Operator") ---


def names(members):
    return [(row_set(matrix), bool(flag)) for matrix, flag in zip(members.exponents, members.modulus, strict=True)]


def test_children_are_unique_up_to_the_order_of_their_rows():
    random = np.random.default_rng(22)
    chosen = space(4)
    few = random.integers(-1, 2, (5, 3, 4)).astype(np.int8)
    members = structures(few[random.integers(5, size=100)], random.random(100) < 0.5)
    for matrix in members.exponents:
        random.shuffle(matrix, axis=0)
    unique = operators.make_unique(random, members, chosen)
    assert len(set(names(unique))) == 100
    assert allowed(unique, chosen)


def count_structures(chosen):
    """Distinct structures of a space, of one flag: multisets of rows, without the empty one."""
    rows = 0
    for size in range(chosen.max_features_per_term + 1):
        rows += sum(int(np.prod(chosen.counts[list(c)] - 1)) for c in combinations(range(chosen.n_columns), size))
    return comb(rows + chosen.max_terms - 1, chosen.max_terms) - 1


@some
@given(spaces_and_structures(max_size=20))
def test_unique_children_stay_and_duplicates_are_left_only_where_the_space_is_small(case):
    chosen, members, random = case
    operators.repair(random, members.exponents, chosen)
    unique = operators.make_unique(random, members, chosen)
    before, after = names(members), names(unique)
    assert allowed(unique, chosen)
    np.testing.assert_array_equal(unique.modulus, members.modulus)
    np.testing.assert_array_equal(unique.exponents, unique.canonical().exponents)
    for i, name in enumerate(before):
        if name not in after[:i]:
            assert after[i] == name
    if count_structures(chosen) >= 10 * len(members):
        assert len(set(after)) == len(after)


def test_rows_in_another_order_make_a_duplicate_another_flag_does_not():
    members = structures([[[1, 0], [0, 2]], [[0, 2], [1, 0]], [[1, 0], [0, 2]]], [False, False, True])
    unique = names(operators.make_unique(np.random.default_rng(23), members, space(2, max_terms=2)))
    assert unique[0] == (((0, 2), (1, 0)), False)
    assert unique[1] != unique[0]
    assert unique[2] == (((0, 2), (1, 0)), True)


def test_a_duplicate_gets_a_random_exponent_in_a_random_place():
    start = (1, 2, 3, -1)
    random = np.random.default_rng(24)
    chosen = space(4, max_terms=1)
    counts = Counter()
    for _ in range(3000):
        second = operators.make_unique(random, structures([[start], [start]]), chosen).exponents[1, 0]
        changed = np.flatnonzero(second != start)
        assert len(changed) == 1
        counts[int(changed[0]), int(second[changed[0]])] += 1
    expected = [(j, e) for j in range(4) for e in PAPER_EXPONENTS if e != start[j]]
    assert set(counts) == set(expected)
    assert has_even_frequencies([counts[change] for change in expected])


def test_a_space_that_is_too_small_keeps_some_duplicates_and_ends():
    chosen = space(1, (0, 1), max_terms=2, modulus=False)  # {x1}, {x1, x1}: two structures
    members = structures(np.ones((10, 2, 1)))
    unique = operators.make_unique(np.random.default_rng(25), members, chosen)
    assert len(unique) == 10
    assert set(names(unique)) == {(((1,),), False), (((1,), (1,)), False)}


def test_no_children_are_unique():
    empty = structures(np.zeros((0, 3, 4)))
    assert len(operators.make_unique(np.random.default_rng(26), empty, space(4))) == 0
