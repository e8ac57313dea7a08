"""The three shapes of rule of a structure, and what each takes to write down."""

from __future__ import annotations

import math

import numpy as np
import pytest
from deadlines import Countdown
from hypothesis import given, settings
from hypothesis import strategies as st
from node_data import node, overlapping
from sklearn.model_selection import train_test_split
from upper_level import node_task, rule_bits, space

from nldt import FastSearch, NLDTClassifier
from nldt.datasets import load
from nldt.search.fast.rule_shapes import SHARPNESS_BITS, left_group, member_bits, random_streams, solve_shapes
from nldt.search.fast.selection import label_bits, split_bits, structure_bits
from nldt.solve import NATIVE, CurveSettings, DirectionSettings, RuleShape

LINEAR = np.eye(2, dtype=np.int8)[None]
some = settings(max_examples=40, deadline=None)


def three_classes(seed=0, n=40):
    random = np.random.default_rng(seed)
    return node([random.normal(3.0 + 0.9 * c, 0.5, (n, 2)) for c in range(3)])


def ring():
    """Two classes, one of them about a line."""
    random = np.random.default_rng(0)
    X = random.uniform(1.0, 2.0, (300, 2))
    inside = np.abs(X[:, 0] + X[:, 1] - 3.0) < 0.2
    return node([X[inside], X[~inside]])


def solved(rows, exponents=LINEAR, chosen=None):
    return solve_shapes(node_task(rows, chosen), exponents, steps=10, thorough=True)


@pytest.mark.parametrize("rows", [overlapping(0, 50), three_classes(), ring()], ids=["two classes", "three", "ring"])
def test_sharp_shapes_cost_their_sides_their_coefficients_and_their_sharpness(rows):
    task = node_task(rows)
    shapes = solved(rows)
    terms = rows.features
    for shape in (RuleShape.HALF_SPACE, RuleShape.BAND):
        if np.isinf(shapes.high[0, shape]):  # no band is better than the half-space
            assert shapes.bits[0, shape] == np.inf
            continue
        values = shapes.weights[0, shape] @ terms
        inside = (shapes.low[0, shape] <= values) & (values <= shapes.high[0, shape])
        left = np.array([inside[a:b].sum() for a, b in zip(rows.class_begin[:-1], rows.class_begin[1:], strict=True)])
        price = rule_bits(LINEAR, task.settings.space, len(values))[0, shape]
        bits = split_bits(left.astype(float), task.class_mass) + price
        assert shapes.split_bits[0, shape] == pytest.approx(bits)
        assert shapes.bits[0, shape] == pytest.approx(bits + SHARPNESS_BITS)
        assert shapes.side_bits[0, shape].sum() == pytest.approx(bits - price)


def test_a_curve_costs_its_evidence_its_members_and_its_structure():
    rows = three_classes()
    task = node_task(rows)
    shapes = solved(rows)
    seeds = random_streams(LINEAR, task.salt("breeding"))
    sharp = NATIVE.solve_directions(
        task.rows, LINEAR, seeds, DirectionSettings(criterion="gini", steps=10, thorough=True)
    )
    group = left_group(sharp.left_mass[:, RuleShape.HALF_SPACE], 40.0)
    curve = NATIVE.fit_curves(task.rows, LINEAR, group, CurveSettings(criterion="gini", precision=0.3, thorough=True))
    members = member_bits(task.class_mass, group[0])
    expected = curve.bits[0] + 2 + members + structure_bits(LINEAR, task.settings.space)[0]
    assert shapes.bits[0, RuleShape.CURVE] == pytest.approx(expected)
    assert shapes.low[0, RuleShape.CURVE] == -np.inf
    sides = np.array([curve.left_mass[0], task.class_mass - curve.left_mass[0]])
    assert shapes.side_bits[0, RuleShape.CURVE] == pytest.approx(curve.side_bits[0] + member_bits(sides, group[0]))


def test_a_sharp_boundary_is_taken_for_one_and_a_gradual_one_for_a_curve():
    random = np.random.default_rng(0)
    X = random.uniform(1.0, 2.0, (300, 2))
    sharp = X[:, 0] + X[:, 1] > 3.0
    flipped = sharp ^ (random.random(300) < 0.2)  # as many errors far from the boundary as near it
    gradual = random.random(300) < 1 / (1 + np.exp(-8 * (X[:, 0] + X[:, 1] - 3.0)))
    for is_second, best in ((sharp, RuleShape.HALF_SPACE), (flipped, RuleShape.HALF_SPACE), (gradual, RuleShape.CURVE)):
        shapes = solved(node([X[~is_second], X[is_second]]))
        assert shapes.bits[0].argmin() == best


def test_a_band_is_no_curve():
    assert solved(ring()).bits[0].argmin() == RuleShape.BAND
    assert solved(ring(), chosen=space(2, modulus=False)).bits[0, RuleShape.BAND] == np.inf


def test_curves_are_fitted_to_what_is_nearly_as_good_without():
    rows, structures = three_classes(), np.array([[[1, 0], [0, 0]], [[0, 1], [0, 0]], [[1, 0], [0, 1]]], dtype=np.int8)
    full = solve_shapes(node_task(rows), structures, steps=1, thorough=False)
    sharp = full.bits[:, : RuleShape.CURVE].min(axis=1)
    for most in (sharp.min() - 1.0, *sharp.tolist(), sharp.max() + 1.0):
        few = solve_shapes(node_task(rows), structures, 1, False, most)
        fitted = sharp <= most
        np.testing.assert_array_equal(few.bits[:, RuleShape.CURVE], np.where(fitted, full.bits[:, 2], np.inf))
        np.testing.assert_array_equal(few.bits[:, : RuleShape.CURVE], full.bits[:, : RuleShape.CURVE])


def test_what_splits_nothing_takes_infinitely_many_bits():
    rows = overlapping(0, 20)
    rows.features[0] = 1.0
    shapes = solved(rows, np.array([[[1, 0]], [[0, 1]]], dtype=np.int8))
    assert np.isinf(shapes.bits[0]).all()
    assert np.isfinite(shapes.bits[1, [RuleShape.HALF_SPACE, RuleShape.CURVE]]).all()


def test_random_streams_depend_on_salt_and_structure_alone():
    exponents = np.random.default_rng(0).integers(-3, 4, (500, 3, 4)).astype(np.int8)
    seeds = random_streams(exponents, b"salt" * 4)
    assert len(set(seeds.tolist())) == len(np.unique(exponents, axis=0))
    assert (random_streams(exponents[7:9], b"salt" * 4) == seeds[7:9]).all()
    assert not (random_streams(exponents, b"tlas" * 4) == seeds).any()


# --- groups ---


def test_of_two_classes_that_are_left_the_first_is_the_group():
    left = np.array([[0.0, 1.0, 0.0, 30.0], [0.0, 9.0, 0.0, 2.0]])
    assert left_group(left, np.array([0.0, 10.0, 0.0, 40.0])).tolist() == [[False, True, False, False]] * 2


def test_of_more_classes_those_that_go_left():
    assert left_group(np.array([[8.0, 1.0, 6.0]]), np.full(3, 10.0)).tolist() == [[True, False, True]]


counts = st.lists(st.integers(0, 50), min_size=2, max_size=5)


@some
@given(counts, st.data())
def test_members_and_groups_make_the_classes(class_counts, data):
    """Bits of groups and of members within them differ from those of all classes by what is learned about shares."""
    weights = np.array(class_counts, dtype=float)
    flags = st.lists(st.booleans(), min_size=len(weights), max_size=len(weights))
    group = np.array(data.draw(flags if len(weights) > 2 else st.sampled_from([[True, False], [False, True]])))
    of_groups = label_bits(np.array([weights[group].sum(), weights[~group].sum()]))
    n = max(weights.sum(), 1.0)
    assert abs(of_groups + member_bits(weights, group) - label_bits(weights)) <= 2 * len(weights) * math.log2(4 * n)
    if len(weights) == 2:
        assert member_bits(weights, group) == label_bits(weights, group) + label_bits(weights, ~group) == 0.0


@some
@given(counts)
def test_bits_among_some_classes_are_those_of_a_table_of_them(class_counts):
    weights = np.array([*class_counts, 17.0, 3.0])
    among = np.array([True] * len(class_counts) + [False] * 2)
    assert label_bits(weights, among) == pytest.approx(label_bits(weights[:-2]), abs=1e-9)
    assert label_bits(weights, np.zeros(len(weights), dtype=bool)) == 0.0


# --- in a tree ---


def test_a_second_rule_must_tell_more_than_the_distance_from_the_first():
    """Without the bits of the rule above, each of these trees has a second one."""
    data = load("breast-cancer", seed=0)
    X = data.X.fillna(data.X.median())
    for seed in (0, 1, 6, 8, 9):
        X_train, _, y_train, _ = train_test_split(X, data.y, test_size=0.3, random_state=seed)
        assert NLDTClassifier(random_state=seed).fit(X_train, y_train).n_rules_ == 1


def test_the_bits_of_each_side_go_to_the_child():
    outcome = FastSearch(generations=2).find_split(node_task(overlapping(0, 100)))
    assert outcome.best is not None
    assert all(0 < bits < 200 for bits in outcome.best.side_bits)


def test_bits_of_a_sample_are_not_those_of_all_rows():
    task = node_task(overlapping(0, 400), deadline=Countdown(6))
    outcome = FastSearch(generations=2, sample_rows=100).find_split(task)
    assert outcome.best is not None and not outcome.complete
    assert outcome.best.side_bits == (np.inf, np.inf)


def test_a_few_rows_of_a_class_in_many_are_found():
    """On the first sample such a class has no row's weight."""
    random = np.random.default_rng(0)
    X = random.normal(size=(20_000, 4))
    rare = np.arange(20_000) < 12
    X[rare, 0] += 20
    classifier = NLDTClassifier(search=FastSearch(sample_rows=500, generations=3), random_state=0).fit(X, rare)
    assert classifier.n_rules_ == 1 and classifier.score(X, rare) == 1.0
