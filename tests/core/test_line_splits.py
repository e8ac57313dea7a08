"""The best split of rows by one number each, against every split there is."""

from __future__ import annotations

from itertools import pairwise

import naive
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from node_data import Node, finite_values, node, real_masses, whole_masses

from nldt import _core

CRITERIA = ["gini", "entropy"]
some = settings(max_examples=150, deadline=None)
both_criteria = pytest.mark.parametrize("criterion", CRITERIA)


# Gaps between denormals are too narrow to be compared: tests of their own.
ordinary = finite_values.filter(lambda value: value == 0.0 or abs(value) > 1e-280)


@st.composite
def lines(draw, n_classes=None, masses=whole_masses, max_rows=14):
    """Rows of two to five classes with one value each, many of them tied."""
    count = draw(st.integers(2, 5)) if n_classes is None else n_classes
    sizes = draw(st.lists(st.integers(0, 6), min_size=count, max_size=count).filter(lambda s: 2 <= sum(s) <= max_rows))
    n_rows = sum(sizes)
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    pool = draw(st.lists(ordinary, min_size=2, max_size=max_rows, unique=True))
    values = random.choice(pool, n_rows)
    assume(np.ptp(values) > 1e-290)
    chosen = random.choice(draw(st.lists(masses, min_size=1, max_size=4)), n_rows)
    return Node(values[None], np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64), chosen.astype(np.float64))


def line(*classes, mass=None):
    """A line from one list of values a class."""
    return node([np.reshape(values, (-1, 1)) for values in classes], mass)


def split(rows, criterion="gini", band=False, thorough=True):
    return _core.best_line_split(rows.features[0], *rows.arrays[1:], criterion, band, thorough)


def left_of(rows, low, high):
    return naive.left_class_mass(rows.features[0], low, high, *rows.arrays[1:])


def recomputed(rows, low, high, criterion):
    """The impurity that the ends give, by the core's own formula."""
    return _core.split_impurity(left_of(rows, low, high), naive.class_mass(*rows.arrays[1:]), criterion)


def parent_impurity(rows, criterion):
    return naive.impurity(naive.class_mass(*rows.arrays[1:]), criterion)


def twin(function, rows, criterion):
    return function(rows.features[0], *rows.arrays[1:], criterion)


def neighbours(rows, end):
    """The values below (or at) and above an end."""
    values = np.unique(rows.features[0])
    return values[values <= end].max(), values[values > end].min()


# --- half-spaces ---


@both_criteria
@some
@given(rows=st.one_of(lines(), lines(masses=real_masses)))
def test_the_half_space_is_the_best_there_is(criterion, rows):
    low, high, impurity, _ = split(rows, criterion)
    assert low == -np.inf
    assert impurity == pytest.approx(min(twin(naive.half_space_impurities, rows, criterion)), abs=1e-11)
    assert recomputed(rows, low, high, criterion) == pytest.approx(impurity, abs=1e-11)


@some
@given(rows=lines())
def test_the_impurity_of_a_half_space_is_exactly_that_of_its_rows(rows):
    low, high, impurity, _ = split(rows)
    assert impurity == recomputed(rows, low, high, "gini")


@some
@given(rows=lines())
def test_the_wider_gap_wins_among_equal_half_spaces(rows):
    _, high, impurity, relative_gap = split(rows)
    values = np.unique(rows.features[0])
    gaps = [b - a for a, b in pairwise(values) if recomputed(rows, -np.inf, a, "gini") == impurity]
    inside, outside = neighbours(rows, high)
    assert outside - inside == pytest.approx(max(gaps), rel=1e-12)
    assert relative_gap == pytest.approx(max(gaps) / (values[-1] - values[0]), abs=1e-300)


@both_criteria
def test_the_middle_of_the_wider_of_two_mirrored_gaps_is_taken(criterion):
    rows = line([0.0, 4.0], [1.0, 3.5])  # A B B A: one row of A off on either side; the gap 0 to 1 is the wider
    assert split(rows, criterion)[1] == 0.5
    assert split(line([0.0, 4.0], [0.5, 3.0]), criterion)[1] == 3.5


@both_criteria
@some
@given(rows=lines())
def test_ends_lie_in_the_middle_of_their_gap(criterion, rows):
    _, high, _, _ = split(rows, criterion)
    inside, outside = neighbours(rows, high)
    assert inside <= high < outside
    assert high == pytest.approx(inside / 2 + outside / 2, rel=1e-12) or np.nextafter(inside, np.inf) == outside


@pytest.mark.parametrize("zeros", [(0.0, -0.0), (-0.0, 0.0)])
def test_both_zeros_are_one_value(zeros):
    assert split(line([*zeros, -0.0], [2.0, 3.0])) == (-np.inf, 1.0, 0.0, pytest.approx(2 / 3))


def test_values_that_crowd_far_from_an_outlier_are_sorted():
    random = np.random.default_rng(0)
    values = 1e9 + random.uniform(0.0, 1.0, 2000)
    rows = line(np.r_[0.0, values[values < 1e9 + 0.5]], values[values >= 1e9 + 0.5])
    _, high, impurity, _ = split(rows)
    assert impurity == 0.0
    assert high == pytest.approx(1e9 + 0.5, abs=0.01)


@pytest.mark.parametrize("value", [1.0, -1.0, 0.1, 1e300, -1e-280, 1e16])
def test_neighbouring_floats_are_parted(value):
    above = float(np.nextafter(value, np.inf))
    assert split(line([value], [above])) == (-np.inf, value, 0.0, 1.0)
    far = value + max(abs(value), 1e-290)
    low, high, impurity, _ = split(line([value - max(abs(value), 1e-290), far], [above, above]), band=True)
    assert impurity == 0.0
    assert value - max(abs(value), 1e-290) < low <= above <= high < far


def test_a_band_of_one_float_between_its_neighbours_holds_it_alone():
    below, value, above = np.nextafter(1.0, 0.0), 1.0, np.nextafter(1.0, 2.0)
    assert split(line([below, above], [value]), band=True) == (1.0, 1.0, 0.0, pytest.approx(1 / 3))


def test_minus_zero_and_zero_are_one_value():
    assert split(line([-0.0, 0.0], [0.0, 1.0]))[:3] == (-np.inf, 0.5, pytest.approx(3 / 4 * (1 - 5 / 9)))


@pytest.mark.parametrize("scale", [1e-290, 1e-30, 1.0, 1e30, 1e300])
def test_the_unit_of_the_values_does_not_matter(scale):
    random = np.random.default_rng(0)
    classes = [random.normal(c, 1.0, 40) for c in range(3)]
    for band in (False, True):
        plain, scaled = split(line(*classes), band=band), split(line(*[scale * c for c in classes]), band=band)
        assert scaled == (*(pytest.approx(scale * end) for end in plain[:2]), plain[2], pytest.approx(plain[3]))


def test_values_from_end_to_end_of_the_floats_are_parted():
    low, high, impurity, _ = split(line([-1.7e308, -1e308], [1e308, 1.7e308]))
    assert (low, impurity) == (-np.inf, 0.0)
    assert -1e308 <= high < 1e308


def test_the_gap_of_values_from_end_to_end_of_the_floats_is_a_number():
    assert np.isfinite(split(line([-1.7e308, -1e308], [1e308, 1.7e308]))[3])


def test_values_a_few_denormals_apart_are_sorted():
    tiny = 5e-324
    assert split(line([0.0, tiny], [2 * tiny, 3 * tiny]))[2] == 0.0


# --- bands ---


@both_criteria
@pytest.mark.parametrize("n_classes", [2, 3, 4, 5])
@settings(max_examples=80, deadline=None)
@given(data=st.data())
def test_no_interval_beats_the_better_of_half_space_and_thorough_band(criterion, n_classes, data):
    rows = data.draw(lines(n_classes, masses=data.draw(st.sampled_from([whole_masses, real_masses]))))
    best = min(twin(naive.interval_impurities, rows, criterion).values())
    assert min(split(rows, criterion)[2], split(rows, criterion, band=True)[2]) == pytest.approx(best, abs=1e-9)


@both_criteria
@some
@given(rows=st.one_of(lines(), lines(2)))
def test_a_thorough_band_is_the_best_band(criterion, rows):
    low, high, impurity, _ = split(rows, criterion, band=True)
    proper = twin(naive.proper_band_impurities, rows, criterion)
    if np.isfinite(high):
        assert np.isfinite(low)
        assert impurity == pytest.approx(min(proper), abs=1e-11)
    else:  # an interval at an end, which a half-space does as well, is no worse than any band
        assert split(rows, criterion)[2] <= min([*proper, np.inf]) + 1e-11


@both_criteria
@pytest.mark.parametrize("thorough", [False, True])
@some
@given(rows=st.one_of(lines(), lines(masses=real_masses)))
def test_the_impurity_of_a_band_is_that_of_its_rows(criterion, thorough, rows):
    low, high, impurity, relative_gap = split(rows, criterion, band=True, thorough=thorough)
    assert impurity == pytest.approx(recomputed(rows, low, high, criterion), rel=1e-14, abs=1e-14)
    if np.isfinite(high):
        values = np.unique(rows.features[0])
        below, above = values[values < low], values[values > high]
        inside = values[(values >= low) & (values <= high)]
        assert len(below) > 0 and len(inside) > 0 and len(above) > 0
        gaps = inside[0] - below[-1], above[0] - inside[-1]
        assert relative_gap == pytest.approx(min(gaps) / (values[-1] - values[0]), abs=1e-300)
    else:
        assert (low, high, relative_gap) == (-np.inf, np.inf, 0.0)


@both_criteria
@pytest.mark.parametrize("wider", [1.0, 1.5, 4.0])  # each class than the one before: the best band is about the first
@pytest.mark.parametrize("n_classes", [3, 5])
def test_pairs_that_are_not_compared_are_no_better(criterion, wider, n_classes):
    random = np.random.default_rng(n_classes)
    classes = [random.normal(0.0, wider**c, 37 + 11 * c).round(2) for c in range(n_classes)]
    rows = line(*classes, mass=random.choice([0.3, 1.0, 4.0], sum(len(one) for one in classes)))
    least = _least_of_all_bands(rows, criterion)
    assert split(rows, criterion, band=True)[2] == pytest.approx(least, rel=1e-12, abs=1e-15)


def _least_of_all_bands(rows, criterion):
    """The least impurity of a band, by a sum for each pair of cells."""
    cells, masses = naive.line_cells(rows.features[0], *rows.arrays[1:])
    before = np.concatenate([np.zeros((1, len(masses[0]))), np.cumsum(masses, axis=0)])
    parent = naive.class_mass(*rows.arrays[1:])
    pairs = ((begin, end) for begin in range(1, len(cells)) for end in range(begin + 1, len(cells)))
    return min(naive.split_impurity(before[end] - before[begin], parent, criterion) for begin, end in pairs)


@both_criteria
@some
@given(rows=st.one_of(lines(), lines(2)))
def test_a_quick_band_is_no_better_than_a_thorough_one_and_no_worse_than_the_parent(criterion, rows):
    quick = split(rows, criterion, band=True, thorough=False)
    thorough = split(rows, criterion, band=True)
    assert quick[2] <= parent_impurity(rows, criterion) + 1e-12
    assert quick[2] >= min(thorough[2], split(rows, criterion)[2]) - 1e-12
    if np.isfinite(thorough[1]):
        assert quick[2] >= thorough[2] - 1e-12


@both_criteria
@pytest.mark.parametrize("thorough", [False, True])
def test_a_class_in_the_middle_is_parted_by_a_band(criterion, thorough):
    random = np.random.default_rng(0)
    outside = [random.uniform(0, 1, 30), random.uniform(3, 4, 20)]
    rows = line(np.concatenate(outside), random.uniform(1.5, 2.5, 25))
    low, high, impurity, _ = split(rows, criterion, True, thorough)
    assert impurity == 0.0
    assert outside[0].max() < low < 1.6 and 2.4 < high < outside[1].min()


@pytest.mark.parametrize("thorough", [False, True])
def test_without_a_row_on_either_side_there_is_no_band(thorough):
    assert split(line([0.0], [1.0]), band=True, thorough=thorough) == (-np.inf, np.inf, 0.5, 0.0)


@pytest.mark.parametrize("thorough", [False, True])
def test_no_band_is_given_where_a_half_space_helps_more(thorough):
    rows = line([0.0, 1.0, 2.0, 4.0], [3.0, 5.0])  # A A A B A B
    assert split(rows)[2] < min(twin(naive.proper_band_impurities, rows, "gini"))
    assert split(rows, band=True, thorough=thorough)[:2] == (-np.inf, np.inf)


def alternating(n_rows, n_classes=3, seed=0):
    random = np.random.default_rng(seed)
    labels = random.integers(n_classes, size=n_rows)
    labels[n_rows // 3 : n_rows // 2] = random.integers(2, size=n_rows // 2 - n_rows // 3)
    return line(*[np.flatnonzero(labels == c).astype(float) for c in range(n_classes)])


def test_beyond_the_most_boundaries_a_thorough_band_of_three_classes_is_the_quick_one():
    rows = alternating(4000)
    thorough, quick = (split(rows, "gini", True, effort) for effort in (True, False))
    assert thorough == quick
    assert np.isfinite(thorough[1])
    assert thorough[2] == pytest.approx(recomputed(rows, *thorough[:2], "gini"), rel=1e-14)


@pytest.mark.parametrize("power", [-20, 30, 200])
def test_the_unit_of_mass_does_not_matter(power):
    assert_unit_of_mass_does_not_matter(power)


@pytest.mark.parametrize("power", [-30, -40, -200])
def test_a_tiny_unit_of_mass_does_not_matter(power):
    assert_unit_of_mass_does_not_matter(power)


def assert_unit_of_mass_does_not_matter(power):
    for seed in range(30):
        rows = alternating(24, 2, seed)
        scaled = Node(rows.features, rows.class_begin, rows.mass * 2.0**power)
        assert split(scaled, band=True)[:3] == split(rows, band=True)[:3]


# --- what is refused ---


@pytest.mark.parametrize("values", [[1.0, 1.0], [0.0, -0.0], [np.inf, 1.0], [np.nan, 1.0], [2.0]])
@pytest.mark.parametrize("band", [False, True])
def test_values_that_cannot_be_parted_are_refused(values, band):
    with pytest.raises(ValueError, match="values must be finite and at least two different ones"):
        split(line(values[:1], values[1:]), band=band)


def test_rows_that_do_not_fit_together_are_refused():
    with pytest.raises(ValueError, match="mass must have one number a row"):
        _core.best_line_split(np.arange(4.0), np.array([0, 2, 4]), np.ones(3), "gini", False)
    with pytest.raises(ValueError, match="class_begin must end at the number of rows"):
        _core.best_line_split(np.arange(4.0), np.array([0, 2, 5]), np.ones(4), "gini", False)
    with pytest.raises(ValueError, match="criterion must be 'gini' or 'entropy'"):
        _core.best_line_split(np.arange(4.0), np.array([0, 2, 4]), np.ones(4), "variance", False)
