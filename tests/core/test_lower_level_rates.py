"""How often the operators act inside a run of the lower level, seen from outside through very short runs."""

from __future__ import annotations

import naive
import numpy as np
import pytest
from distributions import has_even_frequencies, has_share, have_one_distribution, is_uniform
from node_data import LINEAR, NO_MUTATION, UINT64, Node, node, overlapping, solve

from nldt import _core


def rule_of(genes, modulus):
    """Weights and ends of an individual."""
    genes = genes.astype(np.float64)
    n_terms = len(genes) - (2 if modulus else 1)
    largest = np.abs(genes[:n_terms]).max()
    half_width = abs(genes[-1] / largest) if modulus else np.inf
    theta_1 = genes[n_terms] / largest
    return [*genes[:n_terms] / largest, -theta_1 - half_width, -theta_1 + (half_width if modulus else 0.0)]


def first_genes(rows, exponents, modulus, seed, population):
    """The first population of a run: one row an individual."""
    active = np.array([term for term in exponents if any(term)], dtype=np.int8)
    terms = Node(_core.power_terms(rows.features, active), rows.class_begin, rows.mass)
    return _core.initial_genes(*terms.arrays, modulus, ~seed & UINT64, population).T


def first_rules(*arguments):
    return [rule_of(genes, arguments[2]) for genes in first_genes(*arguments)]


def returned_rules(rows, exponents, modulus, seeds, **changes):
    solved = solve(rows, exponents, modulus, seeds, **changes)
    active = np.any(exponents, axis=1)
    return [
        [*weights[active], low, high]
        for weights, low, high in zip(solved.weights, solved.low, solved.high, strict=True)
    ]


# One class: all individuals are equally good, children go first among equals, and so one generation returns
# the first child of the first pair.
FLAT = node([np.random.default_rng(3).uniform(-1.0, 1.0, (200, 3))])
THREE_TERMS = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
ONE_OF_THREE = [[0, 0, 0], [0, 1, 0], [0, 0, 0]]


def test_without_a_generation_the_best_dipole_is_returned():
    rows = overlapping(n=40)
    parent = naive.class_mass(rows.class_begin, rows.mass)
    solved = solve(rows, LINEAR, False, range(20), generations=0)
    returned = returned_rules(rows, LINEAR, False, range(20), generations=0)
    for seed in range(20):
        impurities = []
        rules = first_rules(rows, LINEAR, False, seed, 50)
        for *weights, low, high in rules:
            values = naive.rule_values(rows.features.T, LINEAR, weights)
            left = naive.left_class_mass(values, low, high, rows.class_begin, rows.mass)
            impurities.append(naive.split_impurity(left, parent, "gini"))
        assert returned[seed] in rules
        assert solved.impurity[seed] == pytest.approx(min(impurities), abs=1e-6)


def test_equally_good_individuals_are_parents_equally_often():
    seeds = range(6000)
    still = {"crossover_probability": 0.0, "mutation_probability": NO_MUTATION}
    returned = returned_rules(FLAT, THREE_TERMS, True, seeds, population=6, generations=1, **still)
    chosen = [first_rules(FLAT, THREE_TERMS, True, seed, 6).index(returned[seed]) for seed in seeds]
    assert has_even_frequencies(np.bincount(chosen, minlength=6))


def runs_with_two_unequal_individuals(rows, n_seeds=200):
    """Seeds of runs whose first two individuals differ in impurity, with the better one's rule."""
    alone = {"population": 2, "generations": 0}
    best = returned_rules(rows, LINEAR, False, range(n_seeds), **alone)
    cases = []
    for seed in range(n_seeds):
        impurities = []
        rules = first_rules(rows, LINEAR, False, seed, 2)
        for *weights, low, high in rules:
            values = _core.rule_values(
                np.ascontiguousarray(rows.features.T), np.array(LINEAR, np.int8), np.array(weights)
            )
            left = _core.left_class_mass(values, low, high, rows.class_begin, rows.mass)
            impurities.append(_core.split_impurity(left, np.array([100.0, 100.0]), "gini"))
        if abs(impurities[0] - impurities[1]) > 0.02:
            assert best[seed] == rules[int(np.argmin(impurities))]
            cases.append((seed, best[seed]))
    assert len(cases) > n_seeds / 2
    return cases


def test_of_two_individuals_the_better_one_is_both_mother_and_father():
    # Then crossover changes nothing; were the worse one ever a parent, some child would take over.
    rows = overlapping()
    seeds, best = zip(*runs_with_two_unequal_individuals(rows), strict=True)
    crossing = {"crossover_probability": 1.0, "mutation_probability": NO_MUTATION}
    assert returned_rules(rows, LINEAR, False, seeds, population=2, generations=20, **crossing) == list(best)


def test_of_two_individuals_the_better_one_has_the_children():
    # Tiny mutations mostly keep the impurity, and children go first among equals: the best moves very little.
    rows = overlapping()
    seeds, best = zip(*runs_with_two_unequal_individuals(rows), strict=True)
    creeping = {"crossover_probability": 0.0, "mutation_probability": 1.0, "mutation_eta": 1e5}
    returned = returned_rules(rows, LINEAR, False, seeds, population=2, generations=1, **creeping)
    assert np.mean([a != b for a, b in zip(returned, best, strict=True)]) > 0.9
    difference = np.array(returned)[:, [0, 1, 3]] - np.array(best)[:, [0, 1, 3]]
    assert np.quantile(np.abs(difference), 0.95) < 1e-3


@pytest.mark.parametrize(
    ("exponents", "modulus", "probability", "n_variables", "rate"),
    [
        (THREE_TERMS, False, 0.0, 4, 1 / 4),  # supplement: 1/n_var, of the active terms
        (THREE_TERMS, True, 0.0, 5, 1 / 5),
        (ONE_OF_THREE, False, 0.0, 2, 1 / 2),
        (ONE_OF_THREE, True, 0.0, 3, 1 / 3),
        (THREE_TERMS, False, 0.1, 4, 0.1),
    ],
)
def test_each_variable_mutates_with_its_probability(exponents, modulus, probability, n_variables, rate):
    seeds = range(4000)
    changes = {"crossover_probability": 0.0, "mutation_probability": probability, "population": 2}
    returned = returned_rules(FLAT, exponents, modulus, seeds, generations=1, **changes)
    same = sum(returned[seed] in first_rules(FLAT, exponents, modulus, seed, 2) for seed in seeds)
    # A weight or bias of magnitude 1 stays where it is when it would leave the range: half of its mutations.
    assert has_share(same, len(seeds), (1 - rate) ** (n_variables - 1) * (1 - rate / 2))


@pytest.mark.parametrize("exponents", [THREE_TERMS, ONE_OF_THREE])
@pytest.mark.parametrize("probability", [0.9, 0.3, 1.0])
def test_two_parents_are_crossed_with_their_probability_and_each_variable_with_one_half(exponents, probability):
    seeds = range(6000)
    changes = {"crossover_probability": probability, "mutation_probability": NO_MUTATION, "population": 2}
    returned = returned_rules(FLAT, exponents, True, seeds, generations=1, **changes)
    same, expected = 0, 0.0
    for seed in seeds:
        first, second = first_genes(FLAT, exponents, True, seed, 2)
        differing = np.count_nonzero(first != second)
        # Half of the time both parents are the same individual.
        expected += 0.5 + 0.5 * (1 - probability + probability * 0.5**differing)
        same += returned[seed] in (rule_of(first, True), rule_of(second, True))
    assert has_share(same, len(seeds), expected / len(seeds))


@pytest.mark.parametrize("eta", [2.0, 15.0])
def test_crossed_biases_spread_by_eta_to_either_side(eta):
    draws, below = [], 0
    seeds = range(12_000)
    changes = {"crossover_probability": 1.0, "mutation_probability": NO_MUTATION, "crossover_eta": eta}
    solved = solve(FLAT, ONE_OF_THREE, False, seeds, population=2, generations=1, **changes)
    for seed in seeds:
        (weight_1, bias_1), (weight_2, bias_2) = first_genes(FLAT, ONE_OF_THREE, False, seed, 2).astype(float)
        child = -solved.high[seed]
        if weight_1 == weight_2 and abs(weight_1) == 1.0 and child not in (bias_1, bias_2):
            low, high = min(bias_1, bias_2), max(bias_1, bias_2)
            half, middle = (high - low) / 2, (low + high) / 2
            reach = (low + 1) / half if child < middle else (1 - high) / half
            alpha = 2.0 - (1.0 + reach) ** -(eta + 1.0)
            spread = abs(child - middle) / half
            draws.append((spread ** (eta + 1) if spread <= 1 else 2 - spread ** -(eta + 1)) / alpha)
            below += child < middle
    assert len(draws) > 1000
    assert is_uniform(draws)
    assert has_share(below, len(draws), 0.5)


def test_mutated_biases_step_by_eta_15():
    random = np.random.default_rng(4)
    seeds = range(6000)
    changes = {"crossover_probability": 0.0, "mutation_probability": 1.0, "population": 2}
    solved = solve(FLAT, ONE_OF_THREE, False, seeds, generations=1, **changes)
    steps, expected = [], []
    for seed in seeds:
        parents = first_genes(FLAT, ONE_OF_THREE, False, seed, 2).astype(float)
        if parents[0, 0] == parents[1, 0] == 1.0:
            weight, bias = parents[random.integers(2)]
            moved = [naive.polynomial_mutation(gene, random.random(), 15.0) for gene in (weight, bias)]
            expected.append(-moved[1] / moved[0])
            steps.append(solved.high[seed])
    assert len(steps) > 1000
    assert have_one_distribution(steps, expected)
