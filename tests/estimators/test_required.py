"""Required columns: each is in some rule of the tree, or the fit says why not."""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest
from wished_tables import TABLES, refusal, table

from nldt import FastSearch, Fixed, NLDTClassifier

QUICK = FastSearch(generations=4, final_steps=10)


def fitted(name: str, seed: int, required, **parameters) -> NLDTClassifier:
    X, y = table(name, seed, 200)
    chosen = {"search": QUICK, "random_state": seed, "max_depth": 4} | parameters
    return NLDTClassifier(required=required, **chosen).fit(X, y)


def used(classifier: NLDTClassifier) -> set[str]:
    return {str(classifier.feature_names_in_[j]) for rule in classifier.rules_ for j in rule.features}


@pytest.mark.parametrize("name", TABLES)
def test_every_required_column_is_in_some_rule(name):
    columns = list(table(name, 0)[0])
    for required in [[columns[-1]], columns[1:3], columns[:1] + columns[-2:], columns]:
        classifier = fitted(name, 0, required)
        assert used(classifier) >= set(required), classifier.to_text()


@pytest.mark.parametrize(
    "limits",
    [
        {"max_length": 2},
        {"max_rules": 1},
        {"max_terms": 1},
        {"max_terms": 2, "max_features_per_term": 1, "max_rules": 1},
        {"max_terms": 1, "max_features_per_term": 1},
        {"max_depth": 1},
        {"exponents": (1,)},
        {"scaling": "shift"},
        {"price": 5.0},
        {"class_weight": "balanced"},
        {"modulus": False, "criterion": "entropy"},
    ],
    ids=str,
)
def test_limits_and_other_parameters_hold_with_required_columns(limits):
    for name in ("signed", "islands"):
        classifier = fitted(name, 1, ["b", "e"], **limits)
        assert used(classifier) >= {"b", "e"}, classifier.to_text()
        assert classifier.n_rules_ <= limits.get("max_rules", np.inf)
        assert classifier.rule_length_ <= limits.get("max_length", np.inf)


def test_a_column_of_no_use_costs_little():
    random = np.random.default_rng(0)
    X, y = table("positive", 0, 600)
    X["useless"] = random.normal(size=len(X))
    free = NLDTClassifier(random_state=0).fit(X, y)
    asked = NLDTClassifier(random_state=0, required=["useless"]).fit(X, y)
    assert "useless" not in used(free) and "useless" in used(asked)
    assert asked.score(X, y) > free.score(X, y) - 0.02
    new, truth = table("positive", 1, 2000)
    new["useless"] = random.normal(size=len(new))
    assert asked.score(new, truth) > free.score(new, truth) - 0.03


def test_what_the_tree_has_anyway_changes_nothing():
    X, y = table("positive", 0)
    free = NLDTClassifier(random_state=0, search=QUICK).fit(X, y)
    asked = NLDTClassifier(random_state=0, search=QUICK, required=sorted(used(free))).fit(X, y)
    assert asked.to_text() == free.to_text()


@pytest.mark.slow
def test_categories_and_gaps_can_be_required():
    for required in itertools.combinations(["a", "b", "c", "colour", "d"], 2):
        classifier = fitted("mixed", 0, list(required))
        assert used(classifier) >= set(required)


def test_columns_may_be_numbers():
    X, y = table("signed", 0, 200)
    classifier = NLDTClassifier(search=QUICK, random_state=0, required=[1, 4]).fit(X.to_numpy(), y)
    assert {1, 4} <= {j for rule in classifier.rules_ for j in rule.features}


def test_required_below_a_fixed_root():
    X, y = table("signed", 0, 400)
    classifier = NLDTClassifier(search=QUICK, random_state=0, start_from=Fixed("a <= 0"), required=["b", "e"])
    assert used(classifier.fit(X, y)) >= {"a", "b", "e"}
    assert classifier.to_text().splitlines()[1] == "a ≤ 0"


def test_required_and_monotone_together():
    X, y = table("signed", 0, 400)
    classifier = NLDTClassifier(search=QUICK, random_state=0, required=["a"], monotone={"a": 1})
    assert "a" in used(classifier.fit(X, y))


def test_a_required_column_that_all_rows_speak_against_is_refused():
    X, y = table("signed", 0, 400)
    said = refusal(X, y, required=["a"], monotone={"a": -1})
    assert said.startswith("no tree of these rows keeps to required=['a'] and monotone={'a': -1}: no rules ")


def test_required_columns_survive_copies():
    classifier = fitted("signed", 0, ["b", "e"], price=0.5)
    copies = [classifier.rounded(0.02), classifier.rounded(0.0)]
    for copy in copies:
        assert used(copy) >= {"b", "e"}


def test_a_wide_table():
    random = np.random.default_rng(0)
    X = pd.DataFrame(random.normal(size=(150, 600)), columns=[f"c{j}" for j in range(600)])
    y = (X["c3"] + X["c5"] > 0).astype(int)
    search = FastSearch(generations=1, final_steps=5, pairs=4)
    classifier = NLDTClassifier(search=search, random_state=0, required=["c599", "c17"], max_depth=1).fit(X, y)
    assert used(classifier) >= {"c599", "c17"}


def test_what_can_not_be_required_is_refused_in_one_line():
    X, y = table("signed", 0, 80)
    X["one"], X["text"] = 1.0, "same"
    assert "no column 'bb'" in refusal(X, y, required=["bb"])
    assert "did you mean 'text'?" in refusal(X, y, required=["txt"])
    assert "column 'one': it is constant" in refusal(X, y, required=["one"])
    assert "column 'text': it is constant" in refusal(X, y, required=["text"])
    assert "max_length=1 must be" in refusal(X, y, required=["a", "b"], max_length=1)
    room = {"max_rules": 1, "max_terms": 1, "max_features_per_term": 1}
    assert "leave it for 1" in refusal(X, y, required=["a", "b"], **room)
    assert "prune_tolerance=0.1" in refusal(X, y, required=["a"], prune_tolerance=0.1)
    assert "'a'" in refusal(X, y, required=["a"], exponents={"a": (-1,)})
    assert "required=['a']" in refusal(X, y, required=["a"], start_from=Fixed("b <= 0"), max_rules=1)
    with pytest.warns(UserWarning, match="min_samples_split"):
        assert "required=['a']" in refusal(X, y, required=["a"], min_samples_split=1000)
    assert "search 'paper'" in refusal(X, y, required=["a"], search="paper")


def test_a_required_column_is_asked_for_its_value_not_for_its_gaps():
    """Whether age is missing tells the classes; its value tells little."""
    random = np.random.default_rng(0)
    dose, age = random.uniform(1, 2, 300), random.uniform(20, 60, 300)
    missing = random.random(300) < 0.4
    y = np.where(missing, dose > 1.2, dose > 1.7).astype(int)
    X = pd.DataFrame({"age": np.where(missing, np.nan, age), "dose": dose})
    free = NLDTClassifier(search=QUICK, random_state=0).fit(X, y)
    assert "age is missing" in free.to_text() and "age" not in valued(free)
    asked = NLDTClassifier(search=QUICK, random_state=0, required=["age"]).fit(X, y)
    assert "age" in valued(asked), asked.to_text()


def valued(classifier: NLDTClassifier) -> set[str]:
    return {str(classifier.feature_names_in_[j]) for rule in classifier.rules_ for j in rule.valued_features}
