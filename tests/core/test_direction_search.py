"""The fast lower level: what it reports is true, one term is solved exactly, and good directions are found."""

from __future__ import annotations

from itertools import permutations

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
    any_values,
    finite_values,
    fuses,
    node,
    nodes,
    overlapping,
    real_masses,
    same_solutions,
    solve_directions,
    structures,
    whole_masses,
)
from upper_level import node_task, space

from nldt import _core
from nldt.datasets import load
from nldt.search.fast.seeding import promising_pairs

CRITERIA = ["gini", "entropy"]
SEEDS = range(40)
NEARLY_ALL = 38
SHAPES = HALF_SPACE, BAND = range(2)
FUSED = [name for name in _core.available_instruction_sets() if fuses(name)]
both_criteria = pytest.mark.parametrize("criterion", CRITERIA)


def values_of(rows, exponents, weights):
    """The rule's value on each row, by its active terms."""
    active = np.asarray(exponents).any(axis=1)
    return naive.rule_values(rows.features.T, np.asarray(exponents)[active], weights[active])


def assert_splits_nothing(rows, solved, place, shape, criterion="gini"):
    parent = naive.class_mass(*rows.arrays[1:])
    assert not solved.weights[place, shape].any()
    assert (solved.low[place, shape], solved.high[place, shape]) == (-np.inf, np.inf)
    assert solved.impurity[place, shape] == pytest.approx(naive.impurity(parent, criterion), abs=1e-12)
    assert solved.relative_gap[place, shape] == 0.0
    assert not solved.left[place, shape].any()


def assert_reports_the_truth(rows, exponents, solved, criterion, place=0):
    parent = naive.class_mass(*rows.arrays[1:])
    for shape in SHAPES:
        weights, low, high = solved.weights[place, shape], solved.low[place, shape], solved.high[place, shape]
        if not weights.any():
            assert_splits_nothing(rows, solved, place, shape, criterion)
            continue
        assert np.abs(weights).max() == 1.0
        assert not weights[~np.asarray(exponents).any(axis=1)].any()
        assert np.isfinite(high) and np.isfinite(low) == (shape == BAND)
        values = values_of(rows, exponents, weights)
        left = naive.left_class_mass(values, low, high, *rows.arrays[1:])
        assert solved.left[place, shape].tolist() == left.tolist()
        assert 0 < left.sum() < parent.sum()
        assert solved.impurity[place, shape] == _core.split_impurity(left, parent, criterion)
        assert solved.impurity[place, shape] == pytest.approx(naive.split_impurity(left, parent, criterion), abs=1e-12)
        assert 0.0 <= solved.relative_gap[place, shape] <= 1.0


# --- the truth ---


@both_criteria
@pytest.mark.parametrize("thorough", [False, True])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_what_is_reported_is_what_the_rule_does(criterion, thorough, data):
    masses = data.draw(st.sampled_from([whole_masses, real_masses]))
    rows = data.draw(nodes(st.floats(-10, 10, allow_subnormal=False), masses=masses))
    exponents = data.draw(structures(len(rows.features)))
    seed = data.draw(st.integers(0, UINT64))
    solved = solve_directions(rows, exponents, [seed], criterion=criterion, thorough=thorough)
    assert_reports_the_truth(rows, exponents, solved, criterion)


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_ugly_values_are_solved_truly_or_not_at_all(data):
    rows = data.draw(nodes(st.one_of(any_values, finite_values)))
    exponents = data.draw(structures(len(rows.features)))
    assert_reports_the_truth(rows, exponents, solve_directions(rows, exponents), "gini")


@pytest.mark.parametrize("criterion", CRITERIA)
def test_many_rows_of_four_classes_are_reported_truly(criterion):
    random = np.random.default_rng(0)
    classes = [random.uniform(0.5, 2.0, (150, 3)) * (1 + 0.2 * c) for c in range(4)]
    rows = node(classes, random.uniform(0.1, 3.0, 600))
    exponents = random.integers(-3, 4, (30, 3, 3)).astype(np.int8)
    solved = solve_directions(rows, exponents, range(30), criterion=criterion)
    for place, structure in enumerate(exponents):
        assert solved.weights[place].any()
        assert_reports_the_truth(rows, structure, solved, criterion, place)


# --- one term ---


@both_criteria
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_rule_of_one_term_is_the_best_there_is(criterion, data):
    # Values of one feature are parted however near they are: none so near that the twin below takes them for one.
    values_apart = st.floats(0.125, 8.0).map(lambda value: round(value, 6))
    rows = data.draw(nodes(values_apart, max_rows=14))
    term = np.array(data.draw(st.lists(st.integers(-3, 3), min_size=len(rows.features), max_size=len(rows.features))))
    exponents = np.array([np.zeros_like(term), term], dtype=np.int8)
    solved = solve_directions(rows, exponents, criterion=criterion)
    # What differs in the last digits alone, as a²b² and b²a² may, is not parted.
    values = np.array([float(f"{value:.12g}") for value in naive.power_terms(rows.features, [term])[0]])
    if not solved.weights.any():
        # One value up to rounding; or nothing but halves of the same make-up.
        parent = naive.impurity(naive.class_mass(*rows.arrays[1:]), criterion)
        assert np.ptp(values) <= 1e-12 * values.max() or parent == 0.0
        return
    splits = naive.interval_impurities(values, *rows.arrays[1:], criterion)
    half_spaces = naive.half_space_impurities(values, *rows.arrays[1:], criterion)
    assert solved.impurity[0, HALF_SPACE] == pytest.approx(min(half_spaces), abs=1e-11)
    assert solved.impurity[0].min() == pytest.approx(min(splits.values()), abs=1e-11)
    assert solved.weights[0, HALF_SPACE].tolist() == [0.0, 1.0]


# --- directions ---


def oblique(seed, n_terms=2, n_rows=300):
    """Two classes that a hyperplane parts, with a small margin."""
    random = np.random.default_rng(seed)
    X = random.uniform(-1.0, 1.0, (n_rows, n_terms))
    value = X @ random.normal(size=n_terms)
    margin = 0.03 * np.ptp(value)
    return node([X[value < -margin], X[value > margin]])


def thin_band(seed, n_rows=300):
    """One class on the line x1 + x2 = 1, up to a thousandth; the other anywhere but near it."""
    random = np.random.default_rng(seed)
    first = random.uniform(0.0, 1.0, n_rows // 2)
    on_line = np.column_stack([first, 1.0 - first + random.uniform(-1e-3, 1e-3, n_rows // 2)])
    around = random.uniform(0.0, 1.0, (n_rows, 2))
    return node([on_line, around[np.abs(around.sum(axis=1) - 1.0) > 0.01]])


@pytest.mark.parametrize("n_terms", [2, 3])
def test_separable_classes_are_parted_by_a_half_space(n_terms):
    solved = [solve_directions(oblique(seed, n_terms), np.eye(n_terms), [seed], steps=100) for seed in SEEDS]
    assert sum(one.impurity[0, HALF_SPACE] == 0.0 for one in solved) >= NEARLY_ALL


def test_a_thin_band_is_found():
    solved = [solve_directions(thin_band(seed), LINEAR, [seed]) for seed in SEEDS]
    assert sum(one.impurity[0, BAND] == 0.0 for one in solved) >= NEARLY_ALL
    for one in solved:
        assert one.weights[0, BAND] == pytest.approx(np.sign(one.weights[0, BAND, 0]) * np.ones(2), abs=0.05)


def test_a_band_of_three_classes_is_found():
    for seed in SEEDS:
        two = thin_band(seed)
        classes = [two.features[:, a:b].T for a, b in zip(two.class_begin, two.class_begin[1:], strict=False)]
        above = classes[1].sum(axis=1) > 1.0
        rows = node([classes[0], classes[1][above], classes[1][~above]])
        solved = solve_directions(rows, LINEAR, [seed])
        # The class on the line by itself is pure; or one of the others is, by a half-space.
        assert solved.impurity[0].min() < 0.7 * naive.impurity(naive.class_mass(*rows.arrays[1:]), "gini")
        assert solved.left[0, BAND, 0] in (0.0, 150.0)


def correlated(seed, n_terms):
    """A random covariance with one thin direction, and that direction."""
    random = np.random.default_rng(seed)
    basis = np.linalg.qr(random.normal(size=(n_terms, n_terms)))[0]
    return random, basis, basis[:, 0]


@pytest.mark.parametrize("n_terms", [2, 3, 4, 6])
def test_fishers_direction_needs_no_search(n_terms):
    for seed in SEEDS:
        random, basis, thin = correlated(seed, n_terms)
        along = np.r_[0.01, np.ones(n_terms - 1)]
        classes = [random.uniform(-1, 1, (100, n_terms)) * along @ basis.T + shift * thin for shift in (-0.02, 0.02)]
        solved = solve_directions(node(classes), np.eye(n_terms), [seed], steps=0)
        # Classes lie in parallel slabs, 0.02 thick and 0.02 apart, while they are about 1 wide.
        assert solved.impurity[0, HALF_SPACE] == 0.0
        weights = solved.weights[0, HALF_SPACE]
        assert abs(weights @ thin) / np.linalg.norm(weights) > 0.999


@pytest.mark.parametrize("thickness", [0.0, 1e-6, 1e-3])
@pytest.mark.parametrize("n_terms", [2, 3, 4, 6])
def test_the_thinnest_direction_of_a_class_needs_no_search(n_terms, thickness):
    for seed in SEEDS:
        random, basis, thin = correlated(seed, n_terms)
        slab = random.uniform(-1, 1, (100, n_terms)) * np.r_[thickness, np.ones(n_terms - 1)] @ basis.T
        around = random.uniform(-1, 1, (300, n_terms)) @ basis.T
        around = around[np.abs(around @ thin) > 0.05]
        for classes in ([slab, around], [around, slab]):
            solved = solve_directions(node(classes), np.eye(n_terms), [seed], steps=0)
            assert solved.impurity[0, BAND] == 0.0
            weights = solved.weights[0, BAND]
            assert abs(weights @ thin) / np.linalg.norm(weights) > 0.999


@both_criteria
def test_more_steps_are_seldom_worse_and_sometimes_better(criterion):
    few, many = (
        np.array(
            [
                solve_directions(overlapping(seed, 60), LINEAR, [seed], steps=steps, criterion=criterion).impurity[0]
                for seed in SEEDS
            ]
        )[:, HALF_SPACE]
        for steps in (0, 100)
    )
    assert np.count_nonzero(many <= few) >= NEARLY_ALL
    assert np.count_nonzero(many < few) >= 3


def in_the_middle(values, end):
    """Whether an end lies in the middle of the gap around it."""
    gap = values[values <= end].max(), values[values > end].min()
    return end == pytest.approx(sum(gap) / 2, rel=1e-9)


def test_quick_ends_lie_in_the_middle_of_their_gaps():
    for rows in (overlapping(1), three_classes()):
        exponents, solved = many(rows, thorough=False)
        for place, structure in enumerate(exponents):
            for shape in SHAPES:
                weights = solved.weights[place, shape]
                if weights.any():
                    values = values_of(rows, structure, weights)
                    assert in_the_middle(values, solved.high[place, shape])
                    assert shape == HALF_SPACE or in_the_middle(values, solved.low[place, shape])


@both_criteria
def test_it_is_seldom_worse_than_the_genetic_algorithm(criterion):
    rows = three_classes()
    exponents, fast = many(rows, steps=20, thorough=False, criterion=criterion)
    used = exponents.any(axis=2).sum(axis=1) > 1
    paper = np.min(
        [
            _core.solve_lower_level(
                *rows.arrays,
                np.ascontiguousarray(exponents[used]),
                np.full(np.count_nonzero(used), modulus),
                np.arange(np.count_nonzero(used), dtype=np.uint64),
                **PAPER_SETTINGS | {"criterion": criterion},
            )[3]
            for modulus in (False, True)
        ],
        axis=0,
    )
    assert np.mean(fast.impurity[used].min(axis=1) <= paper + 1e-12) >= 0.9


@pytest.mark.parametrize("sizes", [(1, 1), (1, 2000), (2000, 1), (700, 0, 1)])
def test_tied_rows_and_tiny_classes_are_solved(sizes):
    random = np.random.default_rng(0)
    rows = node([random.integers(0, 2, (size, 2)).astype(float) + c for c, size in enumerate(sizes)])
    solved = solve_directions(rows, LINEAR, range(10), thorough=False)
    for place in range(10):
        assert_reports_the_truth(rows, LINEAR, solved, "gini", place)


# --- one result ---


def many(rows, n_structures=40, **changes):
    random = np.random.default_rng(1)
    exponents = random.integers(-2, 3, (n_structures, 3, len(rows.features))).astype(np.int8)
    seeds = random.integers(0, UINT64, n_structures, dtype=np.uint64)
    return exponents, solve_directions(rows, exponents, seeds, **changes)


def three_classes(seed=0):
    random = np.random.default_rng(seed)
    return node([random.uniform(0.5, 2.0, (60, 3)) + 0.3 * c for c in range(3)], random.uniform(0.1, 3.0, 180))


@both_criteria
def test_the_number_of_threads_does_not_matter(criterion):
    expected = many(three_classes(), criterion=criterion)[1]
    for n_threads in (2, 5):
        assert same_solutions(many(three_classes(), criterion=criterion, n_threads=n_threads)[1], expected)


@pytest.mark.skipif(len(FUSED) < 2, reason="this machine runs one fusing instruction set only")
@both_criteria
def test_all_fusing_sets_solve_alike_to_the_last_bit(criterion):
    expected = many(three_classes(), criterion=criterion, instruction_set=FUSED[0])[1]
    for name in FUSED[1:]:
        assert same_solutions(many(three_classes(), criterion=criterion, instruction_set=name)[1], expected)


@pytest.mark.parametrize("instruction_set", _core.available_instruction_sets())
def test_every_set_reports_the_truth_and_finds_the_band(instruction_set):
    exponents, solved = many(three_classes(), instruction_set=instruction_set)
    for place, structure in enumerate(exponents):
        assert_reports_the_truth(three_classes(), structure, solved, "gini", place)
    found = [solve_directions(thin_band(s), LINEAR, [s], instruction_set=instruction_set).impurity for s in SEEDS]
    assert sum(impurity[0, BAND] == 0.0 for impurity in found) >= NEARLY_ALL


def test_structures_solved_together_or_alone_are_the_same():
    rows = three_classes()
    exponents, together = many(rows)
    seeds = np.random.default_rng(1)
    seeds.integers(-2, 3, exponents.shape)
    for place, seed in enumerate(seeds.integers(0, UINT64, len(exponents), dtype=np.uint64)):
        alone = solve_directions(rows, exponents[place], [seed])
        assert same_solutions([part[0] for part in alone], [part[place] for part in together])


def test_structures_solved_together_or_alone_are_the_same_where_a_thousand_rows_share_a_value():
    data = load("m-zdt1-30", 0)
    rows = node([data.X.to_numpy()[data.y == label] for label in np.unique(data.y)])
    exponents = promising_pairs(node_task(rows, space(30)), 24).canonical().exponents
    seeds = np.arange(len(exponents))
    together = solve_directions(rows, exponents, seeds, steps=50, thorough=False)
    for place, seed in enumerate(seeds):
        alone = solve_directions(rows, exponents[place], [seed], steps=50, thorough=False)
        assert same_solutions([part[0] for part in alone], [part[place] for part in together])


def test_a_mass_of_two_is_a_row_given_twice():
    random = np.random.default_rng(5)
    classes = [random.uniform(0.5, 2.0, (40, 2)) + 0.3 * c for c in range(2)]
    twice = node([np.repeat(c, 2, axis=0) for c in classes])
    heavy = node(classes, np.full(80, 2.0))
    for exponents in ([[1, 0]], [[2, -1]]):
        assert same_solutions(solve_directions(heavy, exponents), solve_directions(twice, exponents))
    # Moments are sums whose rounding differs: the same rules, up to that.
    a, b = (solve_directions(rows, LINEAR, SEEDS) for rows in (heavy, twice))
    same = np.isclose(a.weights, b.weights, rtol=1e-6).all(axis=2) & (a.left == b.left).all(axis=2)
    assert np.count_nonzero(same) >= 2 * NEARLY_ALL


@pytest.mark.parametrize("n_rows", [300, 4000])
def test_rows_of_a_class_with_the_same_fraction_of_mass_are_added_up_one_by_one(n_rows):
    random = np.random.default_rng(n_rows)
    classes = [random.normal(mean, 1.0, (n_rows // 3, 2)) for mean in (0.0, 1.0, 2.0)]
    rows = node(classes, np.repeat([0.1, 1 / 3, 1.7], n_rows // 3))
    assert_reports_the_truth(rows, LINEAR, solve_directions(rows, LINEAR, steps=1, thorough=False), "gini")


@pytest.mark.parametrize("n_pairs", [6, 20])
def test_half_of_many_classes_are_parted_from_the_others_without_a_search(n_pairs):
    random = np.random.default_rng(0)
    centres = [(at, at + side) for at in range(0, 4 * n_pairs, 4) for side in (-1, 1)]
    rows = node([random.normal(centre, 0.1, (300, 2)) for centre in centres])
    solved = solve_directions(rows, LINEAR, steps=0, thorough=False, criterion="entropy")
    assert sorted(solved.left[0, HALF_SPACE]) == [0.0] * n_pairs + [300.0] * n_pairs


def test_a_common_factor_of_the_masses_does_not_matter():
    rows = three_classes()
    scaled = Node(rows.features, rows.class_begin, rows.mass * 4.0)
    (_, a), (_, b) = many(rows, thorough=False), many(scaled, thorough=False)
    assert same_solutions((a.weights, a.low, a.high), (b.weights, b.low, b.high))


# --- what splits nothing ---


@pytest.mark.parametrize(
    ("second", "exponents"),
    [
        (np.ones(100), [[0, 1]]),  # constant
        (np.ones(100), [[1, 0], [0, 1]]),
        (np.full(100, 0.1), [[0, 1]]),
        (np.linspace(1e199, 1e200, 100), [[0, 2], [1, 0]]),  # infinite
        (np.linspace(0.0, 1.0, 100), [[0, -1], [1, 0]]),
        (np.zeros(100), [[0, -1], [1, 0]]),  # not a number
        (np.linspace(0.0, 1.0, 100), [[0, 0], [0, 0]]),  # no term
    ],
)
def test_terms_that_are_constant_or_overflow_split_nothing(second, exponents):
    first = np.random.default_rng(0).random(100)
    rows = node([np.column_stack([first, second])[:50], np.column_stack([first, second])[50:]])
    solved = solve_directions(rows, exponents)
    for shape in SHAPES:
        assert_splits_nothing(rows, solved, 0, shape)


def test_a_constant_that_is_no_binary_fraction_beside_another_term_splits_nothing():
    first = np.random.default_rng(0).random(100)
    order = np.argsort(first)
    rows = node([np.column_stack([first[half], np.full(50, 0.1)]) for half in (order[:50], order[50:])])
    solved = solve_directions(rows, LINEAR)
    for shape in SHAPES:
        assert_splits_nothing(rows, solved, 0, shape)


def rows_equal_but_for_rounding():
    """Rows of three features whose product does not depend on their order, but for its last bit, and a fourth feature.

    The class is that last bit, nearly, and a little of the product: parting equals would pay.
    """
    random = np.random.default_rng(0)
    rows, groups = [], []
    for group in range(60):
        fourth = random.uniform(1.0, 2.0)
        for three in permutations(random.integers(11, 30, 3) / 9):
            rows.append([*three, fourth])
            groups.append(group)
    rows, groups = np.array(rows), np.array(groups)
    products = naive.rule_values(rows, [[1, 1, 1, 0]], [1.0])
    greatest = np.array([products[groups == group].max() for group in groups])
    second = (products == greatest) & (products > np.median(products))
    order = np.argsort(second, kind="stable")
    return node([rows[~second], rows[second]]), groups[order]


@pytest.mark.parametrize("thorough", [False, True])
@pytest.mark.parametrize("exponents", [[[1, 1, 1, 0]], [[2, 2, 2, 0]], [[1, 1, 1, 0], [0, 0, 0, 1]]])
def test_rows_that_differ_by_rounding_alone_are_not_parted(exponents, thorough):
    rows, groups = rows_equal_but_for_rounding()
    solved = solve_directions(rows, exponents, seeds=SEEDS, steps=10, thorough=thorough)
    for place in SEEDS:
        for shape in SHAPES:
            values = values_of(rows, exponents, solved.weights[place, shape])
            left = (solved.low[place, shape] <= values) & (values <= solved.high[place, shape])
            shares = np.bincount(groups, left) / np.bincount(groups)
            assert np.isin(shares, [0.0, 1.0]).all()
            assert shape == BAND or 0.0 < shares.mean() < 1.0


def test_rows_of_one_class_are_pure_already():
    random = np.random.default_rng(0)
    solved = solve_directions(node([random.random((30, 2)), np.empty((0, 2))]), LINEAR)
    assert solved.impurity.tolist() == [[0.0, 0.0]]


# --- what is refused ---


def test_problems_that_do_not_fit_together_are_refused():
    rows = overlapping()
    with pytest.raises(ValueError, match="one column a feature"):
        solve_directions(rows, [[1, 0, 0]])
    with pytest.raises(ValueError, match="seed must have one entry a structure"):
        solve_directions(rows, np.ones((2, 1, 2), dtype=np.int8), [0])
    with pytest.raises(ValueError, match="criterion must be 'gini' or 'entropy'"):
        solve_directions(rows, LINEAR, criterion="variance")
    with pytest.raises(ValueError, match="can't run the instruction set 'sse9'"):
        solve_directions(rows, LINEAR, instruction_set="sse9")
