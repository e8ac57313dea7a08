"""Which rows go left, how much mass that is, and the impurity that is left: the core against its twins."""

from __future__ import annotations

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from node_data import (
    Node,
    any_values,
    finite_values,
    fuses,
    node,
    nodes,
    real_masses,
    same_bits,
    whole_masses,
)

from nldt import _core

some = settings(max_examples=60, deadline=None)
CRITERIA = ["gini", "entropy"]
SETS = _core.available_instruction_sets()

search_values = st.one_of(
    st.integers(-3, 3).map(float),
    st.floats(-2, 2, width=32),
    st.sampled_from([np.inf, -np.inf, np.nan, 1e39, 3e38, -3e38, 1e-40, 1e-300, 1e-30, 0.1, 1 / 3]),
)
either = st.booleans()
gene_values = st.one_of(st.sampled_from([0.0, -0.0, 1.0, -1.0, 0.5, 1e-38]), st.floats(-1, 1, width=32))


@st.composite
def counting_cases(draw, values=search_values, masses=whole_masses, flags=either):
    terms = draw(nodes(values, max_features=5, max_rows=60, masses=masses))
    modulus = draw(flags)
    n_variables = len(terms.features) + (2 if modulus else 1)
    individual = st.lists(gene_values, min_size=n_variables, max_size=n_variables)
    genes = draw(st.lists(individual, min_size=1, max_size=4))
    return terms, np.array(genes, dtype=np.float32), modulus


def count_left(terms, genes, modulus, instruction_set=""):
    counts = _core.count_left(*terms.arrays, genes, modulus, instruction_set)
    return counts[:, : len(genes)]


def twin_counts(terms, genes, modulus, fused):
    return np.array([naive.count_left(*terms.arrays, one, modulus, fused) for one in genes]).T


# --- the search's counts, in float32 ---


@pytest.mark.parametrize("instruction_set", SETS)
@some
@given(counting_cases(masses=st.one_of(whole_masses, real_masses)))
def test_counts_equal_their_twin(instruction_set, case):
    terms, genes, modulus = case
    expected = twin_counts(terms, genes, modulus, fuses(instruction_set))
    assert same_bits(count_left(terms, genes, modulus, instruction_set), expected)


@some
@given(counting_cases(values=st.integers(-8, 8).map(float)))
def test_counts_on_exact_arithmetic_equal_plain_numpy(case):
    terms, genes, modulus = case
    genes = np.round(genes * 8) / 8
    value = genes[:, : len(terms.features)] @ terms.features + genes[:, [len(terms.features)]]
    left = np.abs(value) <= np.abs(genes[:, [-1]]) if modulus else value <= 0
    scaled = terms.mass * naive.mass_scale(terms.mass)
    by_class = [
        (left * scaled)[:, begin:end].sum(axis=1)
        for begin, end in zip(terms.class_begin[:-1], terms.class_begin[1:], strict=True)
    ]
    for instruction_set in SETS:
        np.testing.assert_array_equal(count_left(terms, genes, modulus, instruction_set), by_class)


@some
@given(counting_cases())
def test_counts_never_exceed_the_class_mass(case):
    terms, genes, modulus = case
    most = naive.class_mass(terms.class_begin, terms.mass)
    counts = count_left(terms, genes, modulus) / naive.mass_scale(terms.mass)
    assert (counts >= 0).all()
    assert (counts <= most[:, None]).all()


@some
@given(counting_cases(flags=st.just(False)))
def test_a_split_and_its_negation_share_all_finite_rows_and_only_ties_twice(case):
    terms, genes, _ = case
    with np.errstate(over="ignore"):
        finite = np.isfinite(terms.features.astype(np.float32)).all(axis=0)
    fused = fuses(SETS[0])
    both = count_left(terms, genes, False) + count_left(terms, -genes, False)
    scale = naive.mass_scale(terms.mass)
    for i, one in enumerate(genes):
        value = np.array([naive.split_value(column, one, fused) for column in terms.features.T])
        times = np.where(finite & ~np.isnan(value), 1 + (value == 0), 0)
        expected = naive.class_mass(terms.class_begin, terms.mass * times) * scale
        np.testing.assert_array_equal(both[:, i], expected)


@some
@given(counting_cases())
def test_an_individual_is_counted_the_same_alone_and_among_others(case):
    terms, genes, modulus = case
    together = count_left(terms, genes, modulus)
    alone = [count_left(terms, genes[[i]], modulus)[:, 0] for i in range(len(genes))]
    assert same_bits(together, np.array(alone).T)


@some
@given(counting_cases(), st.integers(2, 3))
def test_a_mass_counts_like_so_many_copies_of_the_row(case, times):
    terms, genes, modulus = case
    heavy = Node(terms.features, terms.class_begin, np.full(len(terms.mass), float(times)))
    copies = heavy.repeated(times)
    assert same_bits(count_left(heavy, genes, modulus), count_left(copies, genes, modulus))


@some
@given(counting_cases(), st.permutations(range(4)))
def test_the_order_of_classes_orders_the_counts_and_changes_nothing_else(case, order):
    terms, genes, modulus = case
    begin = terms.class_begin
    order = [c for c in order if c < len(begin) - 1]
    rows = np.concatenate([np.arange(begin[c], begin[c + 1]) for c in order])
    sizes = [begin[c + 1] - begin[c] for c in order]
    moved = Node(
        np.ascontiguousarray(terms.features[:, rows]),
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        terms.mass[rows],
    )
    assert same_bits(count_left(moved, genes, modulus), count_left(terms, genes, modulus)[order])


def test_terms_that_are_not_finite_go_right_whatever_the_genes():
    terms = node([np.array([[np.nan], [np.inf], [-np.inf], [1e39], [-1e39], [1.0]])])
    for gene in (-1.0, 0.0, 1.0):
        half_space = count_left(terms, np.array([[gene, -1.0]], np.float32), False)
        band = count_left(terms, np.array([[gene, 0.0, 1.0]], np.float32), True)
        assert half_space[0, 0] * 4 == 1.0  # six rows: the scale is 1/4
        assert band[0, 0] * 4 == 1.0


def test_rows_on_the_boundary_go_left():
    terms = node([np.array([[-1.0], [0.0], [0.5], [1.0]])])
    assert count_left(terms, np.array([[1.0, -0.5]], np.float32), False)[0, 0] * 4 == 3
    assert count_left(terms, np.array([[1.0, 0.0, -1.0]], np.float32), True)[0, 0] * 4 == 4
    assert count_left(terms, np.array([[1.0, 0.0, 0.5]], np.float32), True)[0, 0] * 4 == 2


def test_the_sign_of_theta_2_does_not_matter():
    random = np.random.default_rng(0)
    terms = node([random.normal(size=(50, 2)), random.normal(size=(30, 2))])
    genes = random.uniform(-1, 1, size=(20, 4)).astype(np.float32)
    mirrored = genes * np.float32([1, 1, 1, -1])
    assert same_bits(count_left(terms, genes, True), count_left(terms, mirrored, True))


@pytest.mark.parametrize("n_rows", [1, 15, 16, 17, 31, 32, 33, 1000])
@pytest.mark.parametrize("n_terms", [1, 2, 3, 4, 5])
def test_every_row_is_counted_once_whatever_the_padding(n_rows, n_terms):
    random = np.random.default_rng(n_rows)
    terms = node([random.normal(size=(n_rows, n_terms)), random.normal(size=(3, n_terms))])
    scale = naive.mass_scale(terms.mass)
    everything = np.float32([[0.0] * n_terms + [-1.0]])
    np.testing.assert_array_equal(count_left(terms, everything, False)[:, 0], [n_rows * scale, 3 * scale])
    nothing = -everything
    np.testing.assert_array_equal(count_left(terms, nothing, False)[:, 0], [0.0, 0.0])


@pytest.mark.parametrize("factor", [2.0**-100, 2.0**100, 1e-200, 1e200])
def test_masses_far_outside_the_range_of_float32_still_count(factor):
    random = np.random.default_rng(4)
    terms = node([random.normal(size=(40, 1)), random.normal(size=(7, 1))])
    heavy = Node(terms.features, terms.class_begin, terms.mass * factor)
    genes = random.uniform(-1, 1, size=(8, 2)).astype(np.float32)
    counts = count_left(heavy, genes, False).astype(np.float64)
    counts /= naive.mass_scale(heavy.mass) * factor
    expected = count_left(terms, genes, False) / naive.mass_scale(terms.mass)
    np.testing.assert_allclose(counts, expected, rtol=1e-6)


# --- the exact split, in float64 ---


@st.composite
def value_cases(draw, values=any_values, masses=real_masses):
    rows = draw(nodes(values, max_features=1, masses=masses))
    ends = st.one_of(values, st.sampled_from(rows.features[0].tolist()))
    return rows, draw(ends), draw(ends)


@some
@given(value_cases())
def test_the_left_class_mass_equals_its_twin(case):
    rows, low, high = case
    arguments = (rows.features[0], low, high, rows.class_begin, rows.mass)
    assert same_bits(_core.left_class_mass(*arguments), naive.left_class_mass(*arguments))


@some
@given(value_cases(finite_values, whole_masses))
def test_a_half_space_and_its_negation_swap_children(case):
    rows, end, _ = case
    values = rows.features[0]
    beyond = np.nextafter(end, np.inf)
    left = _core.left_class_mass(values, -np.inf, end, rows.class_begin, rows.mass)
    right = _core.left_class_mass(-values, -np.inf, -beyond, rows.class_begin, rows.mass)
    np.testing.assert_array_equal(left + right, naive.class_mass(rows.class_begin, rows.mass))


@some
@given(value_cases(finite_values, whole_masses))
def test_a_band_is_what_two_half_spaces_share(case):
    rows, low, high = case
    low, high = min(low, high), max(low, high)
    below = np.nextafter(low, -np.inf)
    ends = [(low, high), (-np.inf, high), (-np.inf, below)]
    inside, up_to_high, up_to_low = (
        _core.left_class_mass(rows.features[0], *end, rows.class_begin, rows.mass) for end in ends
    )
    np.testing.assert_array_equal(inside, up_to_high - up_to_low)


def test_values_that_are_not_finite_go_right_even_between_infinite_ends():
    values = np.array([np.nan, np.inf, -np.inf, 1e308])
    left = _core.left_class_mass(values, -np.inf, np.inf, np.array([0, 4]), np.ones(4))
    np.testing.assert_array_equal(left, [1.0])


# --- impurity ---


@st.composite
def class_counts(draw):
    parent = draw(st.lists(st.integers(0, 1000).map(float), min_size=1, max_size=6))
    shares = draw(st.lists(st.floats(0, 1), min_size=len(parent), max_size=len(parent)))
    left = [min(float(round(p * share)), p) for p, share in zip(parent, shares, strict=True)]
    return np.array(left), np.array(parent)


@pytest.mark.parametrize("criterion", CRITERIA)
@some
@given(counts=class_counts())
def test_split_impurity_equals_its_twin(criterion, counts):
    expected = naive.split_impurity(*counts, criterion)
    assert _core.split_impurity(*counts, criterion) == pytest.approx(expected, rel=1e-12, abs=1e-13)


@pytest.mark.parametrize("criterion", CRITERIA)
@some
@given(counts=class_counts())
def test_swapping_the_children_keeps_the_impurity(criterion, counts):
    left, parent = counts
    assert _core.split_impurity(left, parent, criterion) == pytest.approx(
        _core.split_impurity(parent - left, parent, criterion), rel=1e-14, abs=1e-15
    )


@pytest.mark.parametrize("criterion", CRITERIA)
@some
@given(counts=class_counts())
def test_a_split_never_raises_the_impurity(criterion, counts):
    left, parent = counts
    impurity = _core.split_impurity(left, parent, criterion)
    assert 0.0 <= impurity <= naive.impurity(parent, criterion) + 1e-12


@pytest.mark.parametrize("criterion", CRITERIA)
@some
@given(counts=class_counts(), power=st.integers(-60, 60))
def test_the_unit_of_mass_does_not_matter(criterion, counts, power):
    left, parent = (side * 2.0**power for side in counts)
    assert _core.split_impurity(left, parent, criterion) == pytest.approx(
        _core.split_impurity(*counts, criterion), rel=1e-12, abs=1e-13
    )


@pytest.mark.parametrize(("criterion", "expected"), [("gini", 0.5), ("entropy", 1.0)])
def test_a_split_that_parts_nothing_keeps_the_parents_impurity(criterion, expected):
    parent = np.array([8.0, 8.0])
    for left in (parent, parent * 0, parent / 2):
        assert _core.split_impurity(left, parent, criterion) == expected


@pytest.mark.parametrize(
    ("criterion", "expected"),
    [("gini", 0.5 * (1 - 2 / 4)), ("entropy", 0.5)],
)
def test_three_classes_split_off_one(criterion, expected):
    left, parent = np.array([8.0, 0.0, 0.0]), np.array([8.0, 4.0, 4.0])
    assert _core.split_impurity(left, parent, criterion) == expected


@pytest.mark.parametrize("criterion", CRITERIA)
def test_pure_sides_have_exactly_no_impurity(criterion):
    parent = np.array([0.1, 0.7, 0.2])
    assert _core.split_impurity(np.array([0.1, 0.0, 0.0]), parent * [1, 1, 0], criterion) == 0.0


# --- what is refused ---

GOOD = {"terms": np.ones((1, 4)), "begin": np.array([0, 2, 4]), "mass": np.ones(4)}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mass": np.ones(3)}, "mass must have one number a row"),
        ({"begin": np.array([1, 4])}, "class_begin must start at 0"),
        ({"begin": np.array([0])}, "class_begin must start at 0"),
        ({"begin": np.array([0, 3, 2, 4])}, "class_begin must not fall"),
        ({"begin": np.array([0, 2, 5])}, "class_begin must end at the number of rows"),
    ],
)
def test_rows_that_do_not_fit_together_are_refused(change, message):
    case = GOOD | change
    with pytest.raises(ValueError, match=message):
        _core.count_left(case["terms"], case["begin"], case["mass"], np.ones((1, 2), np.float32), False)
    with pytest.raises(ValueError, match=message):
        _core.left_class_mass(case["terms"][0], 0.0, 1.0, case["begin"], case["mass"])


def test_genes_of_the_wrong_number_are_refused():
    with pytest.raises(ValueError, match="genes must have a weight a term"):
        _core.count_left(GOOD["terms"], GOOD["begin"], GOOD["mass"], np.ones((1, 2), np.float32), True)


def test_an_unknown_criterion_is_refused():
    with pytest.raises(ValueError, match="criterion must be 'gini' or 'entropy'"):
        _core.split_impurity(np.ones(2), np.ones(2), "variance")


def test_sides_of_different_length_are_refused():
    with pytest.raises(ValueError, match="one number a class"):
        _core.split_impurity(np.ones(2), np.ones(3), "gini")
