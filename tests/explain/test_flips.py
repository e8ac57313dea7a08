"""The smallest flips: they flip, half of them does not, and a scan finds none that is nearer."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from made_trees import made_model, shifted_basis
from quick_models import quick
from random_trees import models_and_rows

from nldt import NLDTClassifier, SplitRule
from nldt.datasets import load
from nldt.explain import Flip, explain_row
from nldt.model.feature import Feature
from nldt.model.fitted_model import FittedModel
from nldt.model.tree import FittedTree

INF = np.inf
FAR = 1e12
WHOLE_REACH = 300
# Where a value only just reaches its end, rounding decides, and it may do so over a tiny range to and fro.
NEARER = 1 - 1e-4


def predictions(model: FittedModel, row: np.ndarray, feature: int, values: np.ndarray) -> np.ndarray:
    rows = np.tile(row, (len(values), 1))
    rows[:, feature] = values
    with np.errstate(all="ignore"):
        leaves = model.tree.apply(rows)
    return np.array(model.classes)[model.tree.answers[leaves]]


def scan(row: np.ndarray, feature: int, model: FittedModel, distance: float) -> np.ndarray:
    """Many values nearer to the row's own than a distance: even steps, ever smaller ones to both ends, 0."""
    own = row[feature]
    fine = np.geomspace(1e-9, 1.0, 200)
    steps = np.concatenate([np.linspace(0, 1, 1500), fine, 1 - fine])
    values = [own + distance * steps, own - distance * steps, [0.0], np.sinh(np.linspace(-28, 28, 500))]
    for rule in model.tree.conditional_rules:
        columns = [rule.basis.columns[place] for place in rule.basis.columns_of(feature)]
        values += [column.feature_at(np.zeros(1)) for column in columns]
    together = np.concatenate(values)
    return together[np.abs(together - own) < distance * NEARER]


def assert_is_nearest_flip(flip: Flip, model: FittedModel, row: np.ndarray, prediction: object) -> None:
    """The named check: what is judged of a flip."""
    distance = FAR
    if flip.possible:
        assert flip.change == flip.value - row[flip.feature]
        at_value, at_boundary = predictions(model, row, flip.feature, np.array([flip.value, flip.boundary]))
        assert at_value == flip.to_class != prediction
        assert at_boundary != prediction
        last = np.nextafter(flip.boundary, row[flip.feature])
        assert predictions(model, row, flip.feature, np.array([last]))[0] == prediction
        distance = abs(flip.boundary - row[flip.feature])
        if is_beside_pole(flip, model, row):
            assert abs(flip.change) <= 0.001 * max(1.0, abs(flip.current)) * (1 + 1e-9)
        else:
            assert_half_does_not_flip(flip, model, row, prediction)
            assert abs(flip.change) <= 1.0100001 * distance
    values = scan(row, flip.feature, model, distance)
    assert values[predictions(model, row, flip.feature, values) != prediction].tolist() == []


def assert_is_nearest_whole_flip(flip: Flip, model: FittedModel, row: np.ndarray, prediction: object) -> None:
    """Every whole number at hand is tried: none that is nearer flips, and the suggested one does."""
    own = row[flip.feature]
    reach = WHOLE_REACH if flip.value is None else abs(flip.value - own)
    values = np.rint(own) + np.arange(-WHOLE_REACH, WHOLE_REACH + 1)
    nearer = values[np.abs(values - own) < reach]
    assert nearer[predictions(model, row, flip.feature, nearer) != prediction].tolist() == []
    if flip.possible:
        assert flip.value == np.rint(flip.value) and flip.change == flip.value - own
        assert predictions(model, row, flip.feature, np.array([flip.value]))[0] == flip.to_class != prediction
        ends = sorted([flip.boundary, flip.value])
        between = np.linspace(*ends, 9)
        assert (predictions(model, row, flip.feature, between) == flip.to_class).all()


def assert_half_does_not_flip(flip: Flip, model: FittedModel, row: np.ndarray, prediction: object) -> None:
    half = row[flip.feature] + flip.change / 2
    if half not in (row[flip.feature], flip.value):  # there is a float between the two
        assert predictions(model, row, flip.feature, np.array([half]))[0] == prediction


def is_beside_pole(flip: Flip, model: FittedModel, row: np.ndarray) -> bool:
    """Whether the row is at a pole, beside which every change flips: then the value is one that can be read."""
    if abs(flip.change) <= 1.0100001 * abs(flip.boundary - flip.current):
        return False
    rows = np.tile(row, (2, 1))
    rows[:, flip.feature] = np.nextafter(flip.boundary, flip.current), flip.boundary
    with np.errstate(all="ignore"):
        values = [np.isfinite(rule.value(rows)).tolist() for rule in model.tree.conditional_rules]
    return [False, True] in values


def explained(model: FittedModel, row) -> dict[str, Flip]:
    """The flips of a row by feature, each checked."""
    row = np.array(row, dtype=float)
    explanation = explain_row(model, row)
    for flip in explanation.flips:
        assert_is_nearest_flip(flip, model, row, explanation.prediction)
    return {flip.name: flip for flip in explanation.flips}


def one_rule(exponents, weights, low, high, basis=None, classes=("left", "right")) -> FittedModel:
    rule = SplitRule(exponents, weights, low, high, basis)
    tree = FittedTree(
        np.array([1, -1, -1]), np.array([2, -1, -1]), np.array([[1.0, 1], [1, 0], [0, 1]]), (rule, None, None)
    )
    return made_model(tree, [f"x{j + 1}" for j in range(rule.exponents.shape[1])], list(classes))


# ------------------------------------------------------------------- any tree


@given(models_and_rows())
def test_flips_of_any_tree_are_the_nearest(model_and_row):
    explained(*model_and_row)


@settings(max_examples=30)
@given(models_and_rows(), st.booleans())
def test_a_row_on_the_boundary_flips_by_the_last_bit(model_and_row, beyond):
    model, row = model_and_row
    explanation = explain_row(model, row)
    for flip in explanation.flips:
        if flip.possible and abs(flip.boundary) > 1e-60:
            moved = row.copy()
            moved[flip.feature] = flip.boundary if beyond else math.nextafter(flip.boundary, flip.current)
            again = explain_row(model, moved)
            (back,) = [other for other in again.flips if other.feature == flip.feature]
            assert back.possible and abs(back.boundary - back.current) < 1e-6 * max(1.0, abs(flip.boundary))
            values = np.array([back.value, back.boundary])
            assert again.prediction not in predictions(model, moved, flip.feature, values)
            if not is_beside_pole(back, model, moved):
                assert abs(back.change) < 1e-6 * max(1.0, abs(flip.boundary))
                assert_half_does_not_flip(back, model, moved, again.prediction)


@settings(max_examples=30)
@given(models_and_rows())
def test_every_feature_of_any_rule_is_there_once_the_easiest_first(model_and_row):
    model, row = model_and_row
    flips = explain_row(model, row).flips
    used = np.any([rule.exponents.any(axis=0) for rule in model.tree.conditional_rules], axis=0)
    assert sorted(flip.feature for flip in flips) == np.flatnonzero(used).tolist()
    assert all(flip.current == row[flip.feature] for flip in flips)
    order = [
        (not flip.possible, abs(flip.change) / max(abs(flip.current), abs(flip.value)) if flip.possible else 0.0)
        for flip in flips
    ]
    assert order == sorted(order)


@given(models_and_rows())
def test_whole_flips_of_any_tree_are_the_nearest_whole_numbers(model_and_row):
    """From a fraction, too: rows that are explained may have what training rows had not."""
    model, row = model_and_row
    model = replace(model, features=(Feature(is_whole=True),) * model.n_features)
    explanation = explain_row(model, row)
    for flip in explanation.flips:
        assert flip.is_whole
        assert_is_nearest_whole_flip(flip, model, row, explanation.prediction)


# --------------------------------------------------------------- known places


def test_a_threshold_is_passed_by_a_short_number():
    flip = explained(one_rule([[1]], [1.0], -INF, 2.45), [1.4])["x1"]
    assert (flip.value, flip.boundary, flip.to_class) == (2.46, math.nextafter(2.45, 3), "right")
    assert explained(one_rule([[1]], [1.0], -INF, 2.45), [4.0])["x1"].value == 2.45


def test_the_short_number_stays_inside_a_thin_band():
    assert explained(one_rule([[1]], [1.0], 1.201234567, 1.2013), [0.0])["x1"].value == 1.2013
    assert explained(one_rule([[1]], [1.0], -1.2013, -1.201234567), [0.0])["x1"].value == -1.2013


def test_a_value_on_the_end_itself_goes_left():
    assert explained(one_rule([[1]], [1.0], -INF, 2.5), [3.0])["x1"].boundary == 2.5


@pytest.mark.parametrize(("x", "value"), [(10.0, 3.0), (2.0, 3.0), (-2.0, 0.0)])
def test_a_rule_that_only_touches_its_end_is_reached(x, value):
    """The rule x + 9/x ≤ 6 holds at 3 and, by rounding, within 1e-6 of it; and below 0."""
    flip = explained(one_rule([[1], [-1]], [1.0, 9.0], -INF, 6.0), [x])["x1"]
    assert flip.value == pytest.approx(value, abs=0.03)


@pytest.mark.parametrize("x", 1 + np.linspace(-1e-5, 1e-5, 21))
def test_where_rounding_decides_half_of_the_change_flips_nothing(x):
    """The rule (x − 1)³ ≤ 0 written out: within 1e-5 of 1 its value is on either side of 0 by rounding."""
    model, row = one_rule([[3], [2], [1]], [1.0, -3.0, 3.0], -INF, 1.0), np.array([x])
    explanation = explain_row(model, row)
    (flip,) = explanation.flips
    assert predictions(model, row, 0, np.array([flip.value]))[0] == flip.to_class != explanation.prediction
    assert_half_does_not_flip(flip, model, row, explanation.prediction)


def test_a_thin_band_far_away_is_found():
    flip = explained(one_rule([[3], [1]], [1.0, -1000.0], 1e6, 1e6 + 1e-6), [0.5])["x1"]
    assert flip.value**3 - 1000 * flip.value == pytest.approx(1e6, abs=1e-5)


def test_zero_under_a_quotient_is_a_flip_of_its_own():
    """1/x² ≥ 5 holds near 0 on either side, yet not at 0, where no value is finite."""
    flip = explained(one_rule([[-2]], [1.0], 5.0, INF), [0.1])["x1"]
    assert flip.value == 0.0 and flip.at_pole
    assert not explained(one_rule([[-2]], [1.0], 5.0, INF), [0.4])["x1"].at_pole


def test_the_other_side_of_a_pole_may_be_nearer_than_the_crossing():
    flip = explained(one_rule([[-3]], [1.0], -INF, 5.0), [0.1])["x1"]
    assert -0.0011 < flip.value < 0.0
    assert explained(one_rule([[-3]], [1.0], -INF, 5.0), [0.5])["x1"].value == pytest.approx(5 ** (-1 / 3), rel=1e-2)


def test_zero_of_a_shifted_feature_is_a_pole_too():
    shift = shifted_basis([10.0], [4.0])  # u is 0 at x = 6
    flip = explained(one_rule([[-2]], [1.0], 0.01, INF, shift), [7.0])["x1"]
    assert flip.value == 6.0
    away = explained(one_rule([[-2]], [1.0], -INF, 25.0, shift), [10.0])["x1"]
    assert away.value == pytest.approx(6.8, rel=1e-2)


def test_a_crossing_on_the_way_to_another_leaf_counts_only_if_the_class_changes():
    """x1 ≤ 1, else x1 ≤ 2, both of one class: the first other class begins beyond 2."""
    rules = (SplitRule([[1]], [1.0], -INF, 1.0), None, SplitRule([[1]], [1.0], -INF, 2.0), None, None)
    weights = np.array([[2.0, 1], [1, 0], [1, 1], [1, 0], [0, 1]])
    tree = FittedTree(np.array([1, -1, 3, -1, -1]), np.array([2, -1, 4, -1, -1]), weights, rules)
    flip = explained(made_model(tree, ["x1"], ["same", "other"]), [0.0])["x1"]
    assert flip.boundary == math.nextafter(2.0, 3.0)


def test_a_feature_of_a_rule_beside_the_path_is_told_too():
    """The row goes left at the root; x2 is asked on the right."""
    rules = (SplitRule([[1, 0]], [1.0], -INF, 1.0), None, SplitRule([[0, 1]], [1.0], -INF, 2.0), None, None)
    weights = np.array([[2.0, 1], [1, 0], [1, 1], [1, 0], [0, 1]])
    tree = FittedTree(np.array([1, -1, 3, -1, -1]), np.array([2, -1, 4, -1, -1]), weights, rules)
    flips = explained(made_model(tree, ["x1", "x2"], ["low", "high"]), [0.0, 3.0])
    assert flips["x1"].possible and not flips["x2"].possible


@pytest.mark.parametrize(
    ("high", "row", "value"),
    [
        (2.0, [0.0, 0.0], 0.001),  # 0/x2 is 0 but at 0
        (1.0, [5.0, 0.0], -0.001),
        (-2e8, [5.0, 0.0], -2e-8),  # the class ends before −0.001
    ],
)
def test_a_row_at_a_pole_leaves_it_by_a_number_that_can_be_read(high, row, value):
    flip = explained(one_rule([[1, -1]], [1.0], -INF, high), row)["x2"]
    assert flip.value == value and abs(flip.boundary) < 1e-300 and not flip.at_pole


def test_a_row_at_a_pole_that_must_go_far_goes_no_farther():
    """1/x² ≤ 5 and 1/x² ≤ 5e20 begin where the value is finite already: half of the way does not do."""
    assert explained(one_rule([[-2]], [1.0], -INF, 5.0), [0.0])["x1"].value == 0.45
    assert explained(one_rule([[-2]], [1.0], -INF, 5e20), [0.0])["x1"].value == 4.5e-11


def test_a_row_at_the_pole_of_a_shifted_feature_leaves_it_readably():
    shift = shifted_basis([10.0], [4.0])  # u is 0 at x = 6
    flip = explained(one_rule([[-1]], [1.0], 5.0, INF, shift), [6.0])["x1"]
    assert (flip.value, flip.boundary) == (6.006, math.nextafter(6.0, 7.0))


def test_a_feature_that_is_zero_is_not_always_the_hardest():
    """From 0 to 1 is as much as any change that keeps the sign can be, and less than one that turns it."""
    model = one_rule([[1, 0], [0, 1]], [1.0, 1.0], -INF, 1.0)
    flips = explain_row(model, np.array([0.0, 3.0])).flips
    assert [flip.name for flip in flips] == ["x2", "x1"]
    flips = explain_row(model, np.array([0.0, 20.0])).flips
    assert [flip.name for flip in flips] == ["x2", "x1"]
    flips = explain_row(model, np.array([5.0, 0.0])).flips
    assert [(flip.name, flip.effort) for flip in flips] == [("x1", 0.8), ("x2", 1.0)]
    flips = explain_row(one_rule([[1, 0], [0, 1]], [1.0, 1.0], -INF, -1.0), np.array([0.0, 0.5])).flips
    assert [(flip.name, flip.effort) for flip in flips] == [("x1", 1.0), ("x2", 1.5)]


def test_a_feature_that_can_do_nothing_says_so():
    flips = explained(one_rule([[2, 0], [0, 1]], [1.0, 1.0], 3.0, INF), [1.0, 4.0])
    assert not flips["x1"].possible and flips["x2"].possible
    assert (flips["x1"].value, flips["x1"].change, flips["x1"].boundary, flips["x1"].to_class) == (None,) * 4
    assert flips["x1"].relative_change == INF


def test_a_zero_under_a_quotient_elsewhere_leaves_other_features_powerless():
    flips = explained(one_rule([[1, -1]], [1.0], -INF, 1.0), [5.0, 0.0])
    assert not flips["x1"].possible and flips["x2"].possible
    assert not flips["x2"].at_pole


def test_a_pole_of_another_feature_is_not_blamed_on_this_one():
    """A root that is finite nowhere for its 0, then x1 ≤ 2."""
    rules = (SplitRule([[1, -1]], [1.0], -INF, 1.0), None, SplitRule([[1, 0]], [1.0], -INF, 2.0), None, None)
    weights = np.array([[2.0, 1], [1, 0], [1, 1], [1, 0], [0, 1]])
    tree = FittedTree(np.array([1, -1, 3, -1, -1]), np.array([2, -1, 4, -1, -1]), weights, rules)
    flip = explained(made_model(tree, ["x1", "x2"], ["low", "high"]), [1.0, 0.0])["x1"]
    assert flip.possible and not flip.at_pole


def test_an_overflow_is_no_flip():
    assert not explained(one_rule([[2]], [1.0], -5.0, INF), [3.0])["x1"].possible
    assert explained(one_rule([[3]], [-1.0], -INF, -1.0), [2.0])["x1"].value == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize("scale", [1e-90, 1e-30, 1e30, 1e90])
def test_units_do_not_matter(scale):
    """x1 + s²/x1 + x2 with its turning points at ±s, in units in which products of others leave the floats."""
    model = one_rule([[1, 0], [-1, 2], [0, 1]], [1.0, 1.0, -2.5], 0.0, INF)
    row = np.array([0.4 * scale, scale])
    flip = next(flip for flip in explain_row(model, row).flips if flip.name == "x1")
    assert flip.value / scale == pytest.approx(0.5, rel=0.01)
    assert predictions(model, row, 0, np.array([flip.value]))[0] == flip.to_class == "right"


def test_turning_points_of_very_different_size_are_found():
    """9x − 1.5x² + x³/3e100 turns at 3 and at 3e100; near the second one it dips below −4.4e200."""
    model = one_rule([[1], [2], [3]], [9.0, -1.5, 1e-100 / 3], -4.4e200, INF)
    (flip,) = explain_row(model, np.array([1e100])).flips
    assert 2.7e100 < flip.value < 2.8e100


# --------------------------------------------------------------------- tables


@pytest.mark.parametrize("name", ["ds1", "ds2", "ds3", "ds4", "breast-cancer", "wdbc", "iris"])
def test_flips_on_real_rows_are_the_nearest(name):
    data = load(name, seed=0) if name.startswith("ds") else load(name)
    complete = np.isfinite(np.asarray(data.X, dtype=float)).all(axis=1)
    X, y = np.asarray(data.X, dtype=float)[complete], np.asarray(data.y)[complete]
    classifier = NLDTClassifier(random_state=0, max_terms=2).fit(X, y)
    for i in np.linspace(0, len(X) - 1, 5).astype(int):
        assert_predict_agrees(classifier, X[i])


def test_flips_of_a_large_tree_are_the_nearest(full_grown, tangled_rows):
    for row in tangled_rows[0][:4]:
        assert_predict_agrees(full_grown, row)


def test_flips_at_many_classes_name_the_class_reached():
    random = np.random.default_rng(0)
    X = random.uniform(1, 2, size=(200, 2))
    classifier = quick(prune_tolerance=0.0).fit(X, np.digitize(X[:, 0] * X[:, 1], [1.5, 2.0, 2.5, 3.0]))
    assert_predict_agrees(classifier, X[0])


def assert_predict_agrees(classifier: NLDTClassifier, row: np.ndarray) -> None:
    """The estimator's own predict, fed with a suggested value, with half of the change, and the scan's values."""
    explanation = classifier.explain(row)
    model = made_model(classifier.tree_, list(explanation.row), classifier.classes_.tolist())
    assert explanation.prediction == classifier.predict([row])[0]
    for flip in explanation.flips:
        if flip.is_whole:
            assert_is_nearest_whole_flip(flip, model, row, explanation.prediction)
        else:
            assert_is_nearest_flip(flip, model, row, explanation.prediction)
        if flip.possible:
            changed = row.copy()
            changed[flip.feature] = flip.value
            assert classifier.predict([changed])[0] == flip.to_class != explanation.prediction
            if not flip.is_whole:
                changed[flip.feature] = row[flip.feature] + flip.change / 2
                assert classifier.predict([changed])[0] == explanation.prediction


@settings(max_examples=30)
@example(np.array([1.0, 2.0]))
@given(st.lists(st.floats(0.1, 10.0), min_size=2, max_size=2).map(np.array))
def test_a_flip_there_and_back_ends_where_it_began(row):
    model = one_rule([[2, -1]], [1.0], -INF, 1.0)
    for flip in explained(model, row).values():
        moved = row.copy()
        moved[flip.feature] = flip.value
        back = explained(model, moved)[flip.name]
        assert back.to_class == explain_row(model, row).prediction
