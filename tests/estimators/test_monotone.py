"""Monotone columns: of two rows that differ in one of them alone, the probability never moves the wrong way."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from wished_tables import COLOURS, TABLES, refusal, table

from nldt import FastSearch, Fixed, InputError, NLDTClassifier, SplitRule
from nldt.data.training_rows import TrainingRows
from nldt.model.basis import Basis
from nldt.model.target import Classes
from nldt.model.tree import FittedTree
from nldt.search.monotone import Monotone
from nldt.tree.scoring import fit_scores

PAIRS = 10_000
ASKED = [{"a": 1}, {"a": -1}, {"a": 1, "b": -1}, {"c": 1, "a": 1, "d": -1}]


def fitted(name: str, seed: int, monotone: dict[str, int], **parameters) -> tuple[NLDTClassifier, pd.DataFrame]:
    X, y = table(name, seed)
    search = FastSearch(generations=5, final_steps=10)
    asked = {column: sign for column, sign in monotone.items() if column in X}
    classifier = NLDTClassifier(search=search, random_state=seed, monotone=asked, **{"max_depth": 4, **parameters})
    return classifier.fit(X, y), X


def random_rows(X: pd.DataFrame, random: np.random.Generator, count: int) -> pd.DataFrame:
    """Rows from within the training range to far outside of it, with zeros, gaps and categories of all kinds."""
    rows = {}
    for name in X:
        if X[name].dtype == object or isinstance(X[name].dtype, pd.StringDtype):
            rows[name] = random.choice([*COLOURS, "unseen", None], count)
            continue
        scale = 10.0 ** random.choice([-3, 0, 0, 0, 1, 3, 6], count)
        values = random.normal(0, 2, count) * scale
        values[random.random(count) < 0.05] = 0.0
        values[random.random(count) < 0.05] = np.nan
        known = X[name].dropna().to_numpy()
        rows[name] = np.where(random.random(count) < 0.4, random.choice(known, count), values)
    return pd.DataFrame(rows)


def moves_the_wrong_way(classifier: NLDTClassifier, X: pd.DataFrame, column: str, sign: int, seed: int = 0) -> int:
    """Of 10,000 random pairs that differ in one column, those that a step up moves the wrong way."""
    random = np.random.default_rng(seed)
    lower = random_rows(X, random, PAIRS)
    other = random_rows(X, random, PAIRS)[column].to_numpy(dtype=float)
    own = lower[column].to_numpy(dtype=float)
    known = ~np.isnan(own) & ~np.isnan(other)  # a gap is neither more nor less
    low, high = np.fmin(own, other)[known], np.fmax(own, other)[known]
    lower, upper = lower[known].assign(**{column: low}), lower[known].assign(**{column: high})
    second = classifier.classes_[1]
    change = classifier.predict_proba(upper)[:, 1] - classifier.predict_proba(lower)[:, 1]
    answers = (classifier.predict(upper) == second).astype(int) - (classifier.predict(lower) == second).astype(int)
    return int(np.count_nonzero(sign * change < 0) + np.count_nonzero(sign * answers < 0))


@pytest.mark.parametrize("monotone", ASKED, ids=str)
@pytest.mark.parametrize("name", TABLES)
def test_no_pair_moves_the_wrong_way(name, monotone):
    for seed in (0, 1):
        classifier, X = fitted(name, seed, monotone)
        for column in set(monotone) & set(X):
            assert moves_the_wrong_way(classifier, X, column, monotone[column], seed) == 0, classifier.to_text()


@pytest.mark.parametrize(
    "parameters",
    [
        {"scaling": "shift"},
        {"class_weight": {0: 1, 1: 4}},
        {"criterion": "entropy", "max_length": 4},
        {"price": 0.3, "max_rules": 6},
        {"prune_tolerance": 0.05, "price": 0.3},
    ],
    ids=str,
)
def test_no_pair_moves_the_wrong_way_under_other_parameters(parameters):
    monotone = {"a": 1, "b": -1, "c": -1}
    for name in ("signed", "islands"):
        classifier, X = fitted(name, 2, monotone, **parameters)
        for column, sign in monotone.items():
            assert moves_the_wrong_way(classifier, X, column, sign) == 0, classifier.to_text()


def test_the_test_can_fail():
    X, y = table("signed", 0)
    classifier = NLDTClassifier(search=FastSearch(generations=8), random_state=0).fit(X, y)
    assert any(moves_the_wrong_way(classifier, X, column, 1) > 0 for column in "abcde")


def test_a_wish_that_the_rows_agree_with_costs_little():
    X, y = table("positive", 0, 600)
    free = NLDTClassifier(random_state=0).fit(X, y).score(X, y)
    asked = NLDTClassifier(random_state=0, monotone={"a": 1, "c": -1}).fit(X, y)
    assert {"a", "c"} & {asked.feature_names_in_[j] for rule in asked.rules_ for j in rule.features}
    assert asked.score(X, y) > free - 0.05


def test_deeper_trees_keep_the_order_of_all_their_leaves():
    random = np.random.default_rng(4)
    X = pd.DataFrame(random.uniform(0, 1, (1000, 3)), columns=list("abc"))
    steps = 0.1 + 0.4 * (X["a"] > 0.4) + 0.4 * (X["a"] > 0.8) - 0.3 * ((X["a"] > 0.55) & (X["b"] > 0.5))
    y = (random.random(1000) < steps).astype(int)
    search = FastSearch(generations=3, final_steps=10)
    classifier = NLDTClassifier(
        search=search, random_state=0, monotone={"a": 1}, max_terms=1, price=0.2, max_depth=4
    ).fit(X, y)
    assert classifier.n_rules_ > 1
    assert moves_the_wrong_way(classifier, X, "a", 1) == 0


def test_copies_of_a_monotone_tree_are_monotone():
    classifier, X = fitted("signed", 3, {"a": 1, "c": -1}, price=0.3)
    copies = [classifier.rounded(0.05), classifier.rounded(0.0), classifier.pruned(0.05)]
    for node, front in classifier.fronts_.items():
        for point in front:
            try:
                copies.append(classifier.with_rule(node, point.complexity))
            except InputError as error:  # what is above would not stand
                assert "monotone" in str(error)
    for copy in copies:
        for column, sign in {"a": 1, "c": -1}.items():
            assert moves_the_wrong_way(copy, X, column, sign) == 0, copy.to_text()


def test_wishes_that_can_not_be_kept_are_refused_in_one_line():
    X, y = table("mixed", 0, 60)
    three = np.arange(60) % 3
    assert "for two classes, the target has 3" in refusal(X, three, monotone={"a": 1})
    assert "'aa'" in refusal(X, y, monotone={"aa": 1})
    assert "'colour' holds categories" in refusal(X, y, monotone={"colour": 1})
    assert "odd positive exponent" in refusal(X, y, monotone={"b": 1}, exponents={"b": (0, 2)})
    assert "contradicts monotone" in refusal(X, y, monotone={"a": 1}, start_from=Fixed("0 <= a <= 1"))
    assert "contradicts monotone" in refusal(X, y, monotone={"a": 1}, start_from=Fixed("a*b <= 1"))
    assert "contradicts monotone" in refusal(X, y, monotone={"a": 1, "b": 1}, start_from=Fixed("a - b <= 1"))
    assert "search 'paper'" in refusal(X, y, monotone={"a": 1}, search="paper")


def test_a_fixed_root_that_leads_the_wrong_way_is_refused():
    X, y = table("positive", 0)
    said = refusal(X, y, monotone={"a": -1}, start_from=Fixed("a <= 2"))
    assert "no tree of these rows keeps to monotone={'a': -1}" in said


def test_a_model_of_one_rule_follows_its_value_and_keeps_its_direction():
    random = np.random.default_rng(0)
    X = pd.DataFrame(random.normal(size=(300, 2)), columns=["a", "b"])
    y = (X["a"] + 0.5 * X["b"] + 0.5 * random.normal(size=300) > 0).astype(int)
    classifier = NLDTClassifier(random_state=0, monotone={"a": 1}, max_rules=1).fit(X, y)
    assert max(len(leaf.knots) for leaf in classifier.model_.scores.leaves) > 2
    assert len(np.unique(classifier.predict_proba(X))) > 100
    assert moves_the_wrong_way(classifier, X, "a", 1) == 0


def test_where_curves_might_not_keep_to_it_leaves_give_their_shares():
    """A leaf of the first class on the upper side of a rule: within it curves would fall as the column rises."""
    random = np.random.default_rng(0)
    X = random.uniform(size=(400, 2))
    y = ((X > 0.5).all(axis=1) ^ (random.random(400) < 0.1)).astype(int)
    rows = TrainingRows.canonical(X, y, np.ones(400), Classes.alike(np.arange(2)))
    rules = [SplitRule([[1, 0]], [1.0], -np.inf, 0.5), None, SplitRule([[0, 1]], [1.0], -np.inf, 0.5), None, None]
    low, second = X[:, 0] <= 0.5, X[:, 1] <= 0.5
    of_nodes = [low | True, low, ~low, ~low & second, ~low & ~second]
    sums = np.array([np.bincount(y[node], minlength=2) for node in of_nodes], dtype=float)
    tree = FittedTree(np.array([1, -1, 3, -1, -1]), np.array([2, -1, 4, -1, -1]), sums, tuple(rules))
    level = fit_scores(tree, rows, 1.0, Monotone.of(Basis.as_is(2), {0: 1}))
    assert [len(leaf.knots) for leaf in level.leaves] == [1, 1, 1]
    found = level.probabilities(tree, X)
    assert found.min() > 0 and np.allclose(found, tree.shares[tree.apply(X)], atol=0.005)
    assert min(len(leaf.knots) for leaf in fit_scores(tree, rows, 1.0, None).leaves) > 1
