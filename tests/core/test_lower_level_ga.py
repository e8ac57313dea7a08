"""The lower level as a whole: what it returns, what that depends on, and when it ends."""

from __future__ import annotations

import subprocess
import sys

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from node_data import (
    LINEAR,
    PAPER_SETTINGS,
    UINT64,
    Node,
    node,
    nodes,
    overlapping,
    same_bits,
    same_solutions,
    solve,
    structures,
)

from nldt import _core

CRITERIA = ["gini", "entropy"]
SHORT = {"population": 12, "generations": 8}

search_values = st.one_of(
    st.integers(-3, 3).map(float),
    st.floats(-9, 9),
    st.sampled_from([0.0, 1e-300, 1e300, -1e300, np.inf, np.nan]),
)


@st.composite
def problems(draw, values=search_values):
    rows = draw(nodes(values, max_features=3, max_rows=30))
    exponents = draw(structures(rows.features.shape[0]).filter(np.any))
    return rows, exponents, draw(st.booleans()), draw(st.integers(0, UINT64))


# --- what it returns ---


@pytest.mark.parametrize("criterion", CRITERIA)
@settings(max_examples=50, deadline=None)
@given(problem=problems())
def test_the_impurity_is_that_of_the_returned_rule(criterion, problem):
    rows, exponents, modulus, seed = problem
    weights, low, high, impurity, _ = (
        part[0] for part in solve(rows, exponents, modulus, [seed], criterion=criterion, **SHORT)
    )
    values = naive.rule_values(rows.features.T, exponents, weights)
    left = naive.left_class_mass(values, low, high, rows.class_begin, rows.mass)
    parent = naive.class_mass(rows.class_begin, rows.mass)
    assert impurity == _core.split_impurity(left, parent, criterion)
    assert impurity == pytest.approx(naive.split_impurity(left, parent, criterion), abs=1e-12)


@settings(max_examples=50, deadline=None)
@given(problem=problems())
def test_the_largest_weight_has_magnitude_one_and_inactive_terms_have_none(problem):
    rows, exponents, modulus, seed = problem
    solved = solve(rows, exponents, modulus, [seed], **SHORT)
    assert np.abs(solved.weights[0]).max() == 1.0
    assert (solved.weights[0][~exponents.any(axis=1)] == 0.0).all()


@settings(max_examples=30, deadline=None)
@given(problem=problems())
def test_without_the_modulus_a_half_space_with_it_a_band(problem):
    rows, exponents, modulus, seed = problem
    solved = solve(rows, exponents, modulus, [seed], **SHORT)
    assert np.isfinite(solved.high[0])
    assert np.isfinite(solved.low[0]) == modulus
    assert solved.low[0] <= solved.high[0]


@settings(max_examples=30, deadline=None)
@given(problem=problems())
def test_the_impurity_never_exceeds_the_parents(problem):
    rows, exponents, modulus, seed = problem
    parent = naive.class_mass(rows.class_begin, rows.mass)
    impurity = solve(rows, exponents, modulus, [seed], **SHORT).impurity[0]
    assert 0.0 <= impurity <= naive.impurity(parent, "gini") + 1e-12


def separable(name):
    """Two classes that a rule of the returned structure parts, with a gap between them."""
    random = np.random.default_rng(1)
    X = random.uniform(1.0, 2.0, (500, 3)) - (1.0 if name == "band" else 0.0)
    exponents, modulus = {
        "line": ([[1, 0, 0], [0, 1, 0]], False),
        "one term of three": ([[0, 0, 0], [0, 0, 3], [0, 0, 0]], False),
        "ratio": ([[2, -1, 0], [0, 0, 1]], False),
        "band": ([[1, 0, 0], [0, 1, 0]], True),
    }[name]
    value = {
        "line": X[:, 0] + 0.7 * X[:, 1] - 2.6,
        "one term of three": X[:, 2] - 1.4,
        "ratio": X[:, 0] ** 2 / X[:, 1] - X[:, 2] + 0.1,
        "band": np.abs(X[:, 0] + X[:, 1] - 1.0) - 0.2,
    }[name]
    clear = np.abs(value) > 0.05
    return node([X[clear & (value < 0)], X[clear & (value > 0)]]), exponents, modulus


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("name", ["line", "one term of three", "ratio", "band"])
def test_separable_classes_are_parted_in_nearly_all_runs(name, criterion):
    solved = solve(*separable(name), range(50), criterion=criterion)
    assert np.count_nonzero(solved.impurity == 0.0) >= 45


@pytest.mark.parametrize("criterion", CRITERIA)
def test_of_three_classes_the_best_one_is_split_off(criterion):
    x = np.linspace(0.0, 1.0, 40)[:, None]
    rows = node([x[:20], x[20:30], x[30:]])
    best = naive.split_impurity([20, 0, 0], [20, 10, 10], criterion)
    solved = solve(rows, [[1]], False, range(30), criterion=criterion)
    assert np.count_nonzero(np.isclose(solved.impurity, best)) >= 29


@pytest.mark.parametrize("scale", [1e-40, 1e-30, 1e-10, 1e10, 1e30, 1e37])
def test_huge_and_tiny_terms_are_parted_too(scale):
    rows, exponents, modulus = separable("one term of three")
    scaled = Node(rows.features * scale, rows.class_begin, rows.mass)
    first_powers = np.sign(exponents)
    assert np.count_nonzero(solve(scaled, first_powers, modulus, range(20)).impurity == 0.0) >= 18


def test_rows_whose_terms_are_not_finite_go_right():
    x = np.concatenate([np.linspace(1.0, 2.0, 20), np.zeros(15), [np.nan, np.inf]])
    rows = node([x[:20, None], x[20:, None]])
    solved = solve(rows, [[-1]], False, range(20))
    assert (solved.impurity[np.isclose(solved.weights[:, 0], 1.0) & (solved.high >= 1.0)] == 0.0).all()
    assert np.count_nonzero(solved.impurity == 0.0) >= 15


def test_one_row_is_a_pure_node():
    solved = solve(node([np.array([[3.0]])]), [[1]], False, range(5))
    np.testing.assert_array_equal(solved.impurity, 0.0)


def test_constant_terms_part_nothing():
    rows = node([np.full((30, 1), 2.0), np.full((10, 1), 2.0)])
    solved = solve(rows, [[1]], True, range(5))
    np.testing.assert_allclose(solved.impurity, naive.impurity([30, 10], "gini"))


# --- what it does not depend on ---


def mixed_structures(n_features=2, count=24):
    random = np.random.default_rng(2)
    exponents = random.integers(-2, 3, (count, 3, n_features)).astype(np.int8)
    exponents[:, 0, 0] = 1
    return exponents, random.random(count) < 0.5, random.integers(0, UINT64, count, dtype=np.uint64)


def solve_mixed(rows, keep=slice(None), **changes):
    arrays = (np.ascontiguousarray(array[keep]) for array in mixed_structures())
    return _core.solve_lower_level(*rows.arrays, *arrays, **PAPER_SETTINGS | changes)


@pytest.mark.parametrize("n_threads", [2, 3, 100])
def test_the_number_of_threads_does_not_matter(n_threads):
    rows = overlapping()
    assert same_solutions(solve_mixed(rows, n_threads=1), solve_mixed(rows, n_threads=n_threads))


def test_a_structure_is_solved_the_same_alone_and_among_others():
    rows = overlapping()
    together = solve_mixed(rows)
    for i in range(8):
        alone = solve_mixed(rows, slice(i, i + 1))
        assert same_solutions(alone, [part[i : i + 1] for part in together])


def test_the_seed_alone_makes_the_difference():
    rows = overlapping()
    solved = solve(rows, LINEAR, True, [5, 5, 6])
    assert same_bits(solved.weights[0], solved.weights[1])
    assert not same_bits(solved.weights[0], solved.weights[2])


def test_inactive_terms_do_not_matter():
    rows = overlapping()
    short = solve(rows, LINEAR, True, range(10))
    long = solve(rows, [LINEAR[0], [0, 0], LINEAR[1], [0, 0]], True, range(10))
    assert same_bits(short.weights, np.ascontiguousarray(long.weights[:, [0, 2]]))
    assert same_bits(short.impurity, long.impurity)


@settings(max_examples=25, deadline=None)
@given(problem=problems(), times=st.integers(2, 3))
def test_a_mass_of_k_and_a_row_given_k_times_are_the_same(problem, times):
    rows, exponents, modulus, seed = problem
    heavy = Node(rows.features, rows.class_begin, rows.mass * times)
    copies = heavy.repeated(times)
    assert same_solutions(*(solve(r, exponents, modulus, [seed], **SHORT) for r in (heavy, copies)))


@settings(max_examples=25, deadline=None)
@given(problem=problems(), power=st.integers(-300, 300))
def test_the_unit_of_mass_does_not_matter(problem, power):
    rows, exponents, modulus, seed = problem
    scaled = Node(rows.features, rows.class_begin, rows.mass * 2.0**power)
    assert same_solutions(*(solve(r, exponents, modulus, [seed], **SHORT) for r in (rows, scaled)))


def test_rows_of_mass_zero_do_not_matter():
    rows = overlapping()
    without = Node(np.ascontiguousarray(rows.features[:, 20:]), rows.class_begin - [0, 20, 20], rows.mass[20:])
    ignored = Node(rows.features, rows.class_begin, np.where(np.arange(200) < 20, 0.0, 1.0))
    assert same_solutions(*(solve(r, LINEAR, True, range(10)) for r in (without, ignored)))


# --- when it ends ---


def test_a_run_evaluates_its_population_once_a_generation():
    solved = solve(overlapping(), LINEAR, True, range(5), population=30, generations=7)
    np.testing.assert_array_equal(solved.evaluations, 30 * 8)


def test_no_generations_evaluate_the_first_population_alone():
    np.testing.assert_array_equal(solve(overlapping(), LINEAR, generations=0).evaluations, 50)


@pytest.mark.parametrize("patience", [1, 4, 10])
def test_a_run_that_starts_perfect_ends_when_its_patience_does(patience):
    rows = node([np.full((20, 1), 1.0), np.full((20, 1), 2.0)])
    solved = solve(rows, [[1]], False, range(10), patience=patience)
    np.testing.assert_array_equal(solved.impurity, 0.0)
    np.testing.assert_array_equal(solved.evaluations, 50 * (patience + 1))


def history(rows, seeds, generations=50):
    """The best impurity of each run after each generation: shorter runs are the beginnings of longer ones."""
    runs = [solve(rows, LINEAR, False, seeds, generations=g, patience=1000) for g in range(generations + 1)]
    return np.array([run.impurity for run in runs]).T


def test_the_best_never_gets_worse():
    best = history(overlapping(), range(10))
    assert (np.diff(best, axis=1) <= 1e-6).all()
    assert (best[:, -1] < best[:, 0]).all()


@pytest.mark.parametrize(("tolerance", "patience"), [(1e-4, 10), (1e-4, 3), (0.05, 5)])
def test_a_run_ends_when_the_best_changed_too_little_over_its_patience(tolerance, patience):
    rows, seeds = overlapping(), range(20)
    expected = []
    for best in history(rows, seeds):
        generation = 0
        while generation < 50:
            before = best[max(generation - patience, 0)]
            if generation >= patience and before - best[generation] <= tolerance * before:
                break
            generation += 1
        expected.append(50 * (generation + 1))
    solved = solve(rows, LINEAR, False, seeds, tolerance=tolerance, patience=patience)
    np.testing.assert_array_equal(solved.evaluations, expected)
    assert len(set(expected)) > 1


# --- what it refuses ---


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"population": 1}, "population must be at least 2"),
        ({"patience": 0}, "patience at least 1"),
        ({"criterion": "variance"}, "criterion must be 'gini' or 'entropy'"),
        ({"instruction_set": "mmx"}, "can't run the instruction set 'mmx'"),
    ],
)
def test_settings_out_of_range_are_refused(changes, message):
    with pytest.raises(ValueError, match=message):
        solve(overlapping(), LINEAR, **changes)


@pytest.mark.parametrize(
    ("place", "array", "message"),
    [
        (0, np.ones((1, 2, 3), np.int8), "exponents must have one column a feature"),
        (1, np.zeros(2, bool), "modulus and seed must have one entry a structure"),
        (2, np.zeros(2, np.uint64), "modulus and seed must have one entry a structure"),
    ],
)
def test_structures_that_do_not_fit_together_are_refused(place, array, message):
    arrays = [np.ones((1, 2, 2), np.int8), np.zeros(1, bool), np.zeros(1, np.uint64)]
    arrays[place] = array
    with pytest.raises(ValueError, match=message):
        _core.solve_lower_level(*overlapping().arrays, *arrays, **PAPER_SETTINGS)


def test_weights_are_numbers_where_terms_fill_the_range_of_float32():
    rows = node([np.full((9, 1), -3e38), np.full((9, 1), 3e38)])
    assert np.isfinite(solve(rows, [[1]], True, range(10)).weights).all()


NO_CRASH = """
import numpy as np
from nldt import _core
rows, exponents = {rows}, {exponents}
try:
    _core.solve_lower_level(
        rows, np.array([0, rows.shape[1]]), np.ones(rows.shape[1]),
        exponents.astype(np.int8), np.array([False]), np.zeros(1, np.uint64), **{settings!r})
except ValueError:
    pass
"""


@pytest.mark.parametrize(
    ("rows", "exponents"),
    [("np.ones((1, 5))", "np.zeros((1, 2, 1))"), ("np.ones((1, 0))", "np.ones((1, 2, 1))")],
    ids=["no active term", "no rows"],
)
def test_an_empty_problem_is_solved_or_refused(rows, exponents):
    code = NO_CRASH.format(rows=rows, exponents=exponents, settings=PAPER_SETTINGS)
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
