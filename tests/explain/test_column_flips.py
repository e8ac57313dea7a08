"""Suggestions know their columns: categories as a whole, whole numbers, what training rows had."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from made_trees import made_model, made_tree
from mixed_tables import mixed_table

from nldt import NLDTClassifier, SplitRule, load_model
from nldt.explain import Flip, explain_row
from nldt.explain.wording import change, reached
from nldt.model.feature import Feature
from nldt.model.fitted_model import FittedModel

INF = np.inf
WHOLE = Feature(is_whole=True)


def one_rule(exponents, weights, low, high, **others) -> FittedModel:
    rule = SplitRule(exponents, weights, low, high)
    names = ["a", "b"][: rule.exponents.shape[1]]
    return made_model(made_tree((rule, 0, 1), 2), names, ["left", "right"], **others)


def flips_of(model: FittedModel, row) -> dict[str, Flip]:
    return {flip.name: flip for flip in explain_row(model, np.array(row, dtype=float)).flips}


# ------------------------------------------------------------- whole numbers


@pytest.mark.parametrize(
    ("low", "high", "start", "value"),
    [
        (-INF, 2.45, 1.0, 3.0),
        (-INF, 2.45, 5.0, 2.0),
        (-INF, 3.0, 5.0, 3.0),  # on the end itself: it goes left
        (-INF, 3.0, 3.0, 4.0),
        (-INF, -0.5, 4.0, -1.0),
        (2.5, 3.5, 9.0, 3.0),
        (2.5, INF, 2.25, 3.0),  # from a fraction
        (2.0, 2.0, 2.0, 3.0),  # as near as 1: the larger one
    ],
)
def test_a_whole_number_goes_to_the_next_one_beyond_the_boundary(low, high, start, value):
    flip = flips_of(one_rule([[1]], [1.0], low, high, features=(WHOLE,)), [start])["a"]
    assert (flip.value, flip.change) == (value, value - start)


def test_a_band_without_a_whole_number_is_passed_over():
    """Below 2.2 and in 7.1 … 7.9 it is left: from 5 the band is no way, though it is nearer."""
    inner = SplitRule([[1]], [1.0], 7.1, 7.9)
    tree = made_tree((SplitRule([[1]], [1.0], -INF, 2.2), 0, (inner, 0, 1)), 2)
    model = made_model(tree, ["a"], ["left", "right"])
    assert flips_of(model, [5.0])["a"].value == pytest.approx(7.1, abs=0.03)
    assert flips_of(replace(model, features=(WHOLE,)), [5.0])["a"].value == 2.0


def test_where_no_whole_number_flips_it_is_said():
    model = one_rule([[1]], [1.0], 2.25, 2.75, features=(WHOLE,))
    flip = flips_of(model, [5.0])["a"]
    assert not flip.possible and math.isinf(flip.effort)
    assert "no whole number changes the class" in str(explain_row(model, np.array([5.0])))
    assert "no whole number changes the class" in explain_row(model, np.array([5.0])).to_html()


def test_a_row_at_a_pole_leaves_it_by_a_whole_step():
    assert flips_of(one_rule([[1, -1]], [1.0], -INF, 1.0, features=(WHOLE,) * 2), [5.0, 0.0])["b"].value == -1.0


def test_a_fit_knows_which_columns_are_whole(tmp_path):
    random = np.random.default_rng(0)
    X = pd.DataFrame(
        {
            "age": random.integers(18, 81, 300),
            "visits": random.integers(0, 9, 300).astype(float),
            "dose": random.integers(0, 5, 300) + np.where(np.arange(300) == 7, 0.5, 0.0),
            "huge": random.integers(1, 9, 300) * 1e17,
        }
    )
    X.loc[3, "visits"] = np.nan
    clf = NLDTClassifier(random_state=0).fit(X, np.where(X["age"] * X["dose"] > 80, "ill", "well"))
    assert [feature.is_whole for feature in clf.model_.features] == [True, True, False, False]
    clf.save(tmp_path / "model.json")
    assert load_model(tmp_path / "model.json").model_.features == clf.model_.features
    for i in range(0, 300, 30):
        explanation = clf.explain(X.iloc[i])
        for flip in explanation.flips:
            changed = X.iloc[[i]].assign(**{flip.name: flip.value})
            assert not flip.possible or clf.predict(changed)[0] == flip.to_class != explanation.prediction
            assert flip.name != "age" or not flip.possible or flip.value == round(flip.value)


def test_codes_of_categories_are_no_whole_numbers():
    X, y = mixed_table()
    assert not any(feature.is_whole for feature in NLDTClassifier(random_state=0).fit(X, y).model_.features)


# ---------------------------------------------------------- the training range


def ranged(low, high, **others) -> FittedModel:
    """The rule a + b ≤ 10, of training rows from low to high."""
    limits = np.array(low, dtype=float), np.array(high, dtype=float)
    return one_rule([[1, 0], [0, 1]], [1.0, 1.0], -INF, 10.0, feature_range=limits, **others)


def test_a_suggestion_outside_the_training_range_says_so_in_text_and_html():
    explanation = explain_row(ranged([0, 0], [4, 90]), np.array([3.0, 2.0]))
    by_name = {flip.name: flip for flip in explanation.flips}
    assert by_name["a"].is_outside and not by_name["b"].is_outside
    note = "right (outside the training data: 0 to 4)"
    assert str(explanation).count("outside the training data") == 1 and note in str(explanation)
    assert explanation.to_html().count("outside the training data") == 1 and note in explanation.to_html()


def test_ends_of_the_training_range_are_inside():
    model = ranged([0, 0], [8, 8], features=(WHOLE,) * 2)
    assert flips_of(model, [3.0, 3.0])["a"].value == 8.0
    assert not flips_of(model, [3.0, 3.0])["a"].is_outside
    assert flips_of(model, [3.0, 2.0])["a"].is_outside


@pytest.mark.parametrize("kind", [Feature(), WHOLE])
def test_a_value_that_training_rows_had_is_preferred_to_a_nearer_one_across_the_pole(kind):
    """a/b ≤ 0.01: b may rise to 10,000, within the range, or fall below 0, which is nearer."""
    limits = np.array([1.0, 150.0]), np.array([200.0, 20_000.0])
    model = one_rule([[1, -1]], [1.0], -INF, 0.01, feature_range=limits, features=(Feature(), kind))
    flip = flips_of(model, [100.0, 2900.0])["b"]
    assert flip.value == 10_000.0 and not flip.is_outside
    far = limits[0], np.array([200.0, 9000.0])
    flip = flips_of(replace(model, feature_range=far), [100.0, 2900.0])["b"]
    assert flip.value < 0.0 and flip.is_outside  # no value within the range will do


def test_a_row_from_outside_the_range_is_sent_into_it():
    """Left up to 5: a row at 0 would be right at 6 already, where no training row was."""
    model = one_rule([[1]], [1.0], -INF, 5.0, feature_range=(np.array([10.0]), np.array([20.0])))
    flip = flips_of(model, [0.0])["a"]
    assert (flip.value, flip.boundary) == (10.0, 10.0)
    assert flips_of(replace(model, features=(WHOLE,)), [0.0])["a"].value == 10.0
    below = flips_of(replace(model, feature_range=(np.array([-9.0]), np.array([2.0]))), [7.0])["a"]
    assert below.value == 2.0 and not below.is_outside


def test_a_short_number_does_not_leave_the_range():
    model = one_rule([[1]], [1.0], -INF, 7.9912, feature_range=(np.array([0.0]), np.array([7.995])))
    flip = flips_of(model, [1.0])["a"]
    assert 7.9912 < flip.value <= 7.995 and not flip.is_outside


def test_a_model_that_knows_no_range_claims_nothing():
    flip = flips_of(one_rule([[1, 0], [0, 1]], [1.0, 1.0], -INF, 10.0), [3.0, 2.0])["a"]
    assert flip.training_range is None and not flip.is_outside and flip.effort == flip.change / flip.value


def test_both_notes_of_a_flip_are_told():
    flip = Flip(0, "a", 1.0, 0.0, -1.0, 0.0, "yes", at_pole=True, training_range=(0.5, 2.0))
    assert reached(flip, {"yes": "yes"}) == "yes (divides by zero; outside the training data: 0.5 to 2)"
    assert change(flip) == "−1 (−100 %)"


# -------------------------------------------------------------------- the order


def test_changes_compare_by_their_share_of_the_training_range():
    """Both must change by 5: of 1,000 that is little, though b would be six times what it is."""
    flips = explain_row(ranged([0, 0], [20, 1000]), np.array([4.0, 1.0])).flips
    assert [flip.name for flip in flips] == ["b", "a"]
    assert [flip.effort for flip in flips] == [flip.change / span for flip, span in zip(flips, (1000, 20), strict=True)]


def test_what_training_rows_had_comes_first():
    """One would change by a tenth of its range, and leave it; the other by half of its own."""
    flips = explain_row(ranged([-50, 0], [5, 10]), np.array([5.0, 0.0])).flips
    assert [(flip.name, flip.is_outside) for flip in flips] == [("b", False), ("a", True)]
    assert flips[0].effort > flips[1].effort


def test_a_column_without_a_range_compares_by_its_values():
    flips = flips_of(ranged([4, 0], [4, 10]), [4.0, 2.0])
    assert flips["a"].effort == flips["a"].change / flips["a"].value


# ------------------------------------------------------------------- categories


def test_a_category_changes_as_a_whole_and_predict_agrees():
    X, y = mixed_table(600)
    clf = NLDTClassifier(random_state=0).fit(X, y)
    seen = 0
    for i in range(0, 600, 10):
        row = X.iloc[[i]]
        explanation = clf.explain(row)
        for flip in explanation.flips:
            if flip.name == "colour" and flip.possible:
                seen += 1
                assert flip.change is None and flip.effort == 1.0 and not flip.is_outside
                assert clf.predict(row.assign(colour=flip.value))[0] == flip.to_class != explanation.prediction
    assert seen > 20


def test_a_missing_category_can_be_another_one():
    X, y = mixed_table(600)
    clf = NLDTClassifier(random_state=0).fit(X, y)
    row = pd.DataFrame({"colour": [None], "size": [3.5], "smoker": [True]})
    explanation = clf.explain(row)
    (flip,) = [flip for flip in explanation.flips if flip.name == "colour"]
    assert (flip.current, explanation.prediction) == ("missing", "no")
    assert clf.predict(row.assign(colour=flip.value))[0] == flip.to_class == "yes"


def test_ordered_categories_move_by_steps():
    grades = pd.CategoricalDtype(["F", "E", "D", "C", "B", "A"], ordered=True)
    random = np.random.default_rng(0)
    X = pd.DataFrame({"grade": pd.Series(random.choice(list("ABCDEF"), 300)).astype(grades)})
    clf = NLDTClassifier(random_state=0).fit(X, np.where(X["grade"] >= "C", "pass", "fail"))
    (flip,) = clf.explain(X[X["grade"] == "F"].iloc[[0]]).flips
    assert (flip.current, flip.value, flip.to_class, flip.effort) == ("F", "C", "pass", 3 / 5)


def test_a_category_that_can_do_nothing_says_so():
    X, y = mixed_table(600)
    clf = NLDTClassifier(random_state=0).fit(X, y)
    told = str(clf.explain(pd.DataFrame({"colour": ["red"], "size": [0.25], "smoker": [True]})))
    assert "no category changes the class" in told
