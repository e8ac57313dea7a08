"""What is printed is what runs: printed trees, read by hand, classify as the model does."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from deadlines import Countdown
from quick_models import quick, tangled
from spreadsheet import classify

from nldt import FastSearch, NLDTClassifier, PaperSearch, load_model
from nldt.data.training_rows import TrainingRows
from nldt.datasets import load
from nldt.decimals import number_text
from nldt.tree.rounding import cost, round_rule

BRISK = FastSearch(generations=3, patience=2, population=10, children=20, finalists=4)


def named(name: str) -> tuple[pd.DataFrame, np.ndarray]:
    data = load(name)
    X = data.X.astype(float)
    return X.fillna(X.median()), np.asarray(data.y)


def read_by_hand(classifier: NLDTClassifier, X: pd.DataFrame) -> list[str]:
    printed = classifier.to_text()
    return [classify(printed, row) for row in X.to_dict("records")]


@pytest.mark.parametrize("scaling", ["raw", "shift"])
@pytest.mark.parametrize("name", ["wdbc", "breast-cancer", "iris", "ds4"])
def test_a_rule_typed_into_a_spreadsheet_classifies_the_same(name, scaling):
    X, y = named(name)
    classifier = NLDTClassifier(search=BRISK, scaling=scaling, random_state=0).fit(X, y)
    assert classifier.n_rules_ > 0
    assert read_by_hand(classifier, X) == [str(label) for label in classifier.predict(X)]


def test_a_large_tree_is_read_by_hand():
    X, y = tangled(150)
    table = pd.DataFrame(X, columns=["x1", "x 2", "größe"])
    classifier = NLDTClassifier(search=BRISK, min_samples_split=4, random_state=0).fit(table, y)
    paper = quick(min_impurity=0.0, prune_tolerance=0.0).fit(table, y).rounded(0.0)
    assert paper.n_rules_ > 3
    for model in (classifier, paper):
        assert read_by_hand(model, table) == [str(label) for label in model.predict(table)]


def came_by(classifier, X, y, node):
    """The training rows of a node of the tree."""
    visited = classifier.decision_path(X).toarray()[:, node].astype(bool)
    codes = np.searchsorted(classifier.classes_, y[visited])
    return TrainingRows.of(X[visited], codes, np.ones(len(codes)), classifier.model_.target)


@pytest.mark.parametrize("scaling", ["raw", "shift"])
def test_every_rule_of_a_fast_fit_and_of_its_fronts_is_rounded(scaling):
    X, y = tangled(200)
    classifier = NLDTClassifier(search=BRISK, scaling=scaling, random_state=0).fit(X, y)
    for node, front in classifier.fronts_.items():
        rows = came_by(classifier, X, y, node)
        chosen = classifier.tree_.rules[node]
        assert chosen in [point.rule for point in front]
        assert round_rule(chosen, rows, "gini") == chosen
        for point in front:  # of the others, only numbers are looked for that keep every row on its side
            assert round_rule(point.rule, rows, "gini", keep_sides=True) == point.rule
            assert cost(point.rule)[0] < 30


def test_the_paper_s_search_keeps_its_numbers():
    X, y = tangled(100)
    classifier = quick().fit(X, y)
    rules = [point.rule for front in classifier.fronts_.values() for point in front if len(point.rule.weights) > 1]
    assert all(np.abs(rule.weights).max() == 1.0 for rule in rules)
    assert max(cost(rule)[1] for rule in rules) > 30
    shown, full = classifier.to_text(), classifier.to_text(digits=None)
    assert len(shown) < len(full)
    assert all(number_text(abs(rule.high)).replace("-", "−") in full for rule in classifier.rules_)


def test_numbers_of_a_model_file_are_those_that_are_printed(tmp_path):
    X, y = named("wdbc")
    classifier = NLDTClassifier(search=BRISK, random_state=0).fit(X, y)
    classifier.save(tmp_path / "model.json")
    content = json.loads((tmp_path / "model.json").read_text(encoding="utf-8"))
    printed = classifier.to_text()
    rule = content["nodes"][0]["split"]["rule"]
    for number in [*(term["weight"] for term in rule["terms"]), rule["high"]]:
        assert abs(number) == 1.0 or number_text(abs(number)).replace("-", "−") in printed
    loaded = load_model(tmp_path / "model.json")
    assert loaded.rules_ == classifier.rules_
    assert loaded.to_text() == printed


@pytest.mark.parametrize("questions", [3, 4, 6])
def test_a_fit_out_of_time_still_prints_what_runs(questions, monkeypatch):
    monkeypatch.setattr("nldt.estimators.classifier.Deadline", lambda seconds: Countdown(questions))
    X, y = tangled(200)
    endless = NLDTClassifier(search=FastSearch(generations=10**9, patience=10**9), time_limit=1.0, random_state=0)
    with pytest.warns(UserWarning, match="time_limit"):
        endless.fit(X, y)
    table = pd.DataFrame(X, columns=["x1", "x2", "x3"])
    assert cost(endless.rules_[0])[0] < 30  # the chosen rule is rounded whatever the time
    assert read_by_hand(endless, table) == [str(label) for label in endless.predict(X)]


def test_a_paper_model_prints_in_full_once_it_is_rounded():
    X, y = tangled(100)
    classifier = NLDTClassifier(search=PaperSearch(population=10, generations=5), random_state=0).fit(X, y)
    rounded = classifier.rounded(0.0)
    assert rounded.to_text() == rounded.to_text(digits=None) != classifier.to_text(digits=None)
