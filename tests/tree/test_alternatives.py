"""Alternatives: of other features, within a few bits, with the accuracy and agreement that they state."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from nldt import InputError, NLDTClassifier, load_model
from nldt.datasets import load
from nldt.search.near_equal import FEW_BITS, MOST_KEPT


@pytest.fixture(scope="module")
def data():
    return load("wdbc")


@pytest.fixture(scope="module")
def fitted(data):
    return NLDTClassifier(random_state=0).fit(data.X, data.y)


@pytest.fixture(scope="module")
def deeper():
    iris = load("iris")
    return NLDTClassifier(random_state=0, price=0.5, max_terms=1).fit(iris.X, iris.y), iris


def measured(rule, chosen, X, y, weights):
    """Accuracy and agreement of a rule at a node, row by row."""
    own, other = rule.goes_left(X), chosen.goes_left(X)
    right = 0.0
    for side in (own, ~own):
        right += max(weights[side & (y == label)].sum() for label in np.unique(y))
    alike = weights[own == other].sum() / weights.sum()
    return right / weights.sum(), max(alike, 1 - alike)


def check(fitted, X, y, weights):
    passes = fitted.decision_path(X).toarray().astype(bool)
    rows = np.asarray(X, dtype=float)
    n_checked = 0
    for node, others in fitted.alternatives_.items():
        here = passes[:, node]
        for other in others:
            expected = measured(other.rule, fitted.tree_.rules[node], rows[here], np.asarray(y)[here], weights[here])
            assert (other.accuracy, other.agreement) == pytest.approx(expected)
            n_checked += 1
    return n_checked


def test_accuracy_and_agreement_are_those_of_the_rows(fitted, data, deeper):
    assert check(fitted, data.X, data.y, np.ones(len(data.y))) > 0
    classifier, iris = deeper
    assert classifier.n_rules_ > 1
    assert check(classifier, iris.X, iris.y, np.ones(150)) > 0


def test_rows_count_by_their_weights():
    iris = load("iris")
    weights = np.random.default_rng(0).integers(1, 4, 150).astype(float)
    fitted = NLDTClassifier(random_state=0, max_terms=1).fit(iris.X, iris.y, weights)
    assert check(fitted, iris.X, iris.y, weights) > 0


def test_they_have_other_features_and_few_more_bits(fitted):
    for node, others in fitted.alternatives_.items():
        taken = [set(fitted.tree_.rules[node].columns)]
        assert len(others) <= MOST_KEPT
        assert [other.bits for other in others] == sorted(other.bits for other in others)
        for other in others:
            columns = set(other.rule.columns)
            assert other.bits <= FEW_BITS
            assert not columns <= taken[0] and not any(columns >= earlier for earlier in taken)
            taken.append(columns)


def test_with_rule_takes_them(fitted, data):
    for place, other in enumerate(fitted.alternatives_[0]):
        changed = fitted.with_rule(0, alternative=place)
        assert changed.tree_.rules[0] == other.rule
        assert changed.to_text() == fitted.with_rule(0, alternative=other).to_text()
        assert changed.alternatives_[0][0].rule in [fitted.tree_.rules[0], *(o.rule for o in fitted.alternatives_[0])]
        assert fitted.tree_.rules[0] in [again.rule for again in changed.alternatives_[0]]
        assert other.rule not in [again.rule for again in changed.alternatives_[0]]
        if changed.n_rules_ == 1:
            assert changed.score(data.X, data.y) == pytest.approx(other.accuracy)


def test_what_with_rule_refuses(fitted):
    with pytest.raises(InputError, match="give a complexity of the node's front, or an alternative, and not both"):
        fitted.with_rule(0)
    with pytest.raises(InputError, match="and not both"):
        fitted.with_rule(0, 1, alternative=0)
    with pytest.raises(InputError, match=r"alternative=99 is none of alternatives_\[0\], which has the numbers 0 to"):
        fitted.with_rule(0, alternative=99)
    with pytest.raises(InputError, match="node=77 has no rule"):
        fitted.with_rule(77, alternative=0)


def test_files_keep_them_and_files_without_them_are_read(fitted, tmp_path):
    fitted.save(tmp_path / "model.json")
    loaded = load_model(tmp_path / "model.json")
    assert loaded.alternatives_ == fitted.alternatives_
    assert repr(loaded.alternatives_) == repr(fitted.alternatives_)
    document = fitted.to_document()
    for node in document["nodes"]:
        node.get("split", {}).pop("alternatives", None)
    assert NLDTClassifier.from_document(document).alternatives_ == {0: []}


def test_shorter_numbers_are_measured_anew(fitted, data):
    rounded = fitted.rounded(0.01)
    assert check(rounded, data.X, data.y, np.ones(len(data.y))) == len(fitted.alternatives_[0])


def test_they_and_fronts_print_formulas(fitted):
    name = load("wdbc").X.columns[fitted.tree_.rules[0].features[0]]
    for tables in (fitted.fronts_, fitted.alternatives_):
        assert isinstance(tables, dict)
        assert f"[{name}]" in repr(tables) and repr(tables).startswith("node 0: ")
        frame = tables.to_frame()
        assert len(frame) == sum(map(len, tables.values())) and frame["formula"].str.contains("[≤≥]").all()
        assert "<table" in tables._repr_html_()
    assert fitted.fronts_.to_frame()["chosen"].sum() == 1


def test_text_shows_the_numbers_of_nodes(deeper):
    classifier, _ = deeper
    lines = classifier.to_text(numbers=True).splitlines()[1:]
    assert [f"#{node} " in line for node, line in enumerate(lines)] == [True] * len(classifier.tree_)
    assert "#" not in classifier.to_text()


def test_no_two_alternatives_are_of_the_same_features_nor_of_the_rules_own():
    """A feature of categories gives many columns: other ones of it are no other feature."""
    random = np.random.default_rng(0)
    colour = random.choice(["red", "green", "blue", "grey"], 400)
    size = np.where(colour == "red", 3.0, 1.0) + random.normal(0, 0.7, 400)
    y = (colour == "red") ^ (random.random(400) < 0.08)
    X = pd.DataFrame({"colour": colour, "size": size, "shade": random.permutation(colour)})
    clf = NLDTClassifier(random_state=0).fit(X, y)
    for node, others in clf.model_.alternatives.items():
        features = [tuple(other.rule.features) for other in others]
        assert tuple(clf.model_.tree.rules[node].features) not in features
        assert len(features) == len(set(features))
    kept = sum(len(others) for others in clf.model_.full_alternatives.values())
    assert kept > sum(map(len, clf.model_.alternatives.values())), "nothing was to be left out"
