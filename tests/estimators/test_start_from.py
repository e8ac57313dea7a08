"""A rule of the user's: as the structure that the root's search starts from, or as the root itself."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from mixed_tables import mixed_table
from own_searches import BestThreshold
from sklearn.base import clone
from wished_tables import refusal, table

from nldt import FastSearch, Fixed, NLDTClassifier, PaperSearch, load_model

QUICK = FastSearch(generations=4, final_steps=10)


def root_text(classifier: NLDTClassifier) -> str:
    return classifier.to_text().splitlines()[1]


@pytest.mark.parametrize(
    "search", [QUICK, PaperSearch(population=10, generations=2), BestThreshold()], ids=["fast", "paper", "own"]
)
def test_a_fixed_root_is_the_root_whatever_the_search(search):
    X, y = table("positive", 0)
    classifier = NLDTClassifier(search=search, random_state=0, start_from=Fixed("a²/b - 0.7*c <= 1.234567")).fit(X, y)
    root = classifier.tree_.rules[0]
    assert root.weights.tolist() == [1.0, -0.7] and (root.low, root.high) == (-np.inf, 1.234567)
    value = X["a"] ** 2 / X["b"] - 0.7 * X["c"]
    left = classifier.decision_path(X)[:, 1].toarray().ravel() == 1
    assert np.array_equal(left, value <= 1.234567)


def test_without_a_relation_the_formula_is_at_most_zero():
    X, y = table("positive", 0)
    classifier = NLDTClassifier(search=QUICK, random_state=0, start_from=Fixed("a*a - 2*b - 3")).fit(X, y)
    assert root_text(classifier) == "a² − 2·b ≤ 3"


def test_only_what_is_below_a_fixed_root_is_grown():
    X, y = table("islands", 0, 600)
    classifier = NLDTClassifier(search=QUICK, random_state=0, start_from=Fixed("c*d <= 0"), price=0.4).fit(X, y)
    assert root_text(classifier) == "c·d ≤ 0"
    assert classifier.n_rules_ > 1
    assert [point.rule for point in classifier.fronts_[0]] == [classifier.rules_[0]]


def test_a_printed_root_can_be_pasted():
    X, y = mixed_table()
    first = NLDTClassifier(search=QUICK, random_state=0).fit(X, y)
    pasted = NLDTClassifier(search=QUICK, random_state=0, start_from=Fixed(root_text(first))).fit(X, y)
    assert root_text(pasted) == root_text(first)
    assert np.array_equal(pasted.predict(X), first.predict(X))


def test_a_fixed_root_of_categories_that_no_search_would_offer():
    X, y = mixed_table()
    rule = "[colour ∈ {black, green, white}]·size + [smoker] <= 1"
    classifier = NLDTClassifier(search=QUICK, random_state=0, start_from=Fixed(rule)).fit(X, y)
    holds = X["colour"].isin(["black", "green", "white"]) * X["size"] + X["smoker"] <= 1
    left = classifier.decision_path(X)[:, 1].toarray().ravel() == 1
    known = X["size"].notna()
    assert np.array_equal(left[known], holds[known])
    assert np.array_equal(classifier.predict(X), load_again(classifier).predict(X))


def load_again(classifier: NLDTClassifier) -> NLDTClassifier:
    import json

    return NLDTClassifier.from_document(json.loads(classifier.to_json()))


def test_gaps_go_where_the_rule_says():
    X, y = mixed_table()
    for side, expected in (("left", True), ("right", False)):
        rule = Fixed(f"size <= 1.5 (missing → {side})")
        classifier = NLDTClassifier(search=QUICK, random_state=0, start_from=rule).fit(X, y)
        assert classifier.rules_[0].missing_left == expected


def test_a_fixed_root_is_kept_in_files_and_copies(tmp_path):
    X, y = table("signed", 0)
    classifier = NLDTClassifier(search="fast", random_state=0, start_from=Fixed("a - c <= 0"), max_depth=1).fit(X, y)
    classifier.save(tmp_path / "model.json")
    loaded = load_model(tmp_path / "model.json")
    assert loaded.start_from == Fixed("a - c <= 0")
    assert root_text(clone(loaded).fit(X, y)) == root_text(classifier)
    assert root_text(classifier.rounded(0.0)) == root_text(classifier)


@pytest.mark.slow
def test_limits_hold_with_a_fixed_root():
    X, y = table("islands", 0, 600)
    free = NLDTClassifier(search=QUICK, random_state=0, start_from=Fixed("a <= 0"), price=0.3).fit(X, y)
    limited = NLDTClassifier(
        search=QUICK, random_state=0, start_from=Fixed("a <= 0"), price=0.3, max_rules=2, max_length=3
    ).fit(X, y)
    assert free.n_rules_ > 2
    assert limited.n_rules_ <= 2 and limited.rule_length_ <= 3 and root_text(limited) == "a ≤ 0"


def test_the_search_starts_from_a_structure_that_it_would_not_find():
    random = np.random.default_rng(0)
    X = pd.DataFrame(random.normal(size=(400, 8)), columns=[f"x{j}" for j in range(1, 9)])
    y = (X["x1"] * X["x2"] * X["x3"] - X["x4"] * X["x5"] * X["x6"] > 0.1).astype(int)
    lazy = FastSearch(generations=0, pairs=0, final_steps=10)
    without = NLDTClassifier(search=lazy, random_state=0).fit(X, y).score(X, y)
    started = NLDTClassifier(search=lazy, random_state=0, start_from="x1*x2*x3 - 7*x4*x5*x6 - 9").fit(X, y)
    assert started.score(X, y) > max(0.97, without + 0.1)
    assert root_text(started).startswith("x1·x2·x3 − ") and "x4·x5·x6 " in root_text(started)


def test_a_start_that_promises_nothing_does_no_harm():
    X, y = table("positive", 0)
    first = NLDTClassifier(random_state=0, search=QUICK).fit(X, y)
    started = NLDTClassifier(random_state=0, search=QUICK, start_from="e^3 - d").fit(X, y)
    assert started.score(X, y) > first.score(X, y) - 0.03


def test_rules_that_can_not_be_used_are_refused_in_one_line():
    X, y = table("signed", 0, 60)
    assert "no column 'aa'" in refusal(X, y, start_from=Fixed("aa <= 1"))
    assert "it holds for every training row" in refusal(X, y, start_from=Fixed("a <= 1e9"))
    assert "more than max_length=1" in refusal(X, y, start_from=Fixed("a + b <= 0"), max_length=1)
    assert "'a' to the power of -1" in refusal(X, y, start_from="b/a - 2")
    assert "max_terms=1" in refusal(X, y, start_from="b + a", max_terms=1)
    assert "max_features_per_term=1" in refusal(X, y, start_from="b*a", max_features_per_term=1)
    assert "search 'paper'" in refusal(X, y, start_from="b + a", search="paper")
    assert "u1" in refusal(X, y, start_from="b + a", scaling="shift")


# ------------------------------------------------------- beside other wishes

UNITS = {"a": "m", "b": "m", "c": "s"}


@pytest.mark.parametrize("made", [str, Fixed], ids=["start", "root"])
@pytest.mark.parametrize(
    ("formula", "wishes", "words"),
    [
        ("a + c - 3", {"units": UNITS}, "adds terms of different units"),
        ("a*b - 3", {"forbidden": [("b", "a")]}, "has a term of 'a', 'b', which forbidden"),
        ("a + c/b - 2", {"forbidden": [("b", "c")]}, "has a term of 'b', 'c', which forbidden"),
        ("a² + b - 3", {"units": UNITS}, "adds terms of different units"),
    ],
)
def test_a_rule_that_other_wishes_rule_out_is_refused(made, formula, wishes, words):
    said = refusal(*table("positive", 0), start_from=made(formula), **wishes)
    assert said.startswith(f"start_from={made(formula)!r} ") and words in said


@pytest.mark.parametrize("made", [str, Fixed], ids=["start", "root"])
def test_a_rule_of_one_unit_is_taken(made):
    X, y = table("positive", 0)
    classifier = NLDTClassifier(search=QUICK, random_state=0, start_from=made("a - b - 0.5"), units=UNITS).fit(X, y)
    assert classifier.n_rules_ >= 1 and (made is str or root_text(classifier) == "a − b ≤ 0.5 [m]")
