"""The fast search as a whole: known rules, one result, the limits it is given, and fronts and counts that are true."""

from __future__ import annotations

import numpy as np
import pytest
from node_data import node
from quick_models import fingerprint, tangled
from sklearn.exceptions import ConvergenceWarning
from upper_level import node_task, row_set, space

from nldt import FastSearch, NLDTClassifier
from nldt.datasets import load
from nldt.impurity import impurity
from nldt.search.fast import archive

BRISK = FastSearch(generations=3, patience=2, population=10, children=20, finalists=4)


def fast(**parameters):
    return NLDTClassifier(**{"random_state": 0} | parameters)


def table(name, seed=0):
    """A dataset with its missing values replaced by the column's median."""
    data = load(name, seed=seed)
    X = np.array(data.X, dtype=np.float64)
    return np.where(np.isnan(X), np.nanmedian(X, axis=0), X), np.asarray(data.y)


# --- known rules ---


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", ["ds1", "ds2", "ds3", "ds4"])
def test_the_rules_of_the_curves_are_found(name, seed):
    X, y = table(name, seed)
    classifier = fast(random_state=seed).fit(X, y)
    assert (classifier.n_rules_, classifier.rule_length_) == (1, 2)
    assert classifier.score(X, y) == 1.0


@pytest.mark.parametrize("seed", range(2))
def test_two_of_thirty_features_are_found(seed):
    X, y = table("m-dtlz1-30", seed)
    classifier = fast(random_state=seed).fit(X, y)
    assert (classifier.n_rules_, classifier.rule_length_) == (1, 2)
    assert classifier.score(X, y) == 1.0
    assert classifier.rules_[0].is_band


def test_a_product_is_found():
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 2.0, (400, 6))
    classifier = fast().fit(X, X[:, 1] ** 2 / X[:, 4] > 1.2)
    assert [row_set(rule.exponents) for rule in classifier.rules_] in (
        [((0, 2, 0, 0, -1, 0),)],
        [((0, -2, 0, 0, 1, 0),)],
    )
    assert classifier.score(X, X[:, 1] ** 2 / X[:, 4] > 1.2) == 1.0


def test_three_classes_in_a_row_take_two_rules():
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 2.0, (300, 4))
    y = np.digitize(X[:, 2], [1.0, 1.5])
    classifier = fast().fit(X, y)
    assert (classifier.n_rules_, classifier.rule_length_, classifier.score(X, y)) == (2, 2, 1.0)


# --- one result ---


@pytest.mark.parametrize("scaling", ["raw", "shift"])
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_the_number_of_threads_does_not_matter(scaling, criterion):
    one, two = (fast(search=BRISK, n_jobs=n, scaling=scaling, criterion=criterion).fit(*tangled(120)) for n in (1, 2))
    assert one.n_rules_ > 0
    assert fingerprint(one) == fingerprint(two)


def test_the_number_of_threads_does_not_matter_with_the_default_numbers():
    assert fingerprint(fast(n_jobs=1).fit(*table("iris"))) == fingerprint(fast(n_jobs=2).fit(*table("iris")))


def test_the_size_of_batches_does_not_matter(monkeypatch):
    expected = fingerprint(fast(search=BRISK).fit(*tangled(120)))
    monkeypatch.setattr(archive, "MOST_WORK_A_CALL", 1.0)
    assert fingerprint(fast(search=BRISK).fit(*tangled(120))) == expected


def test_weight_of_two_equals_a_row_given_twice():
    X, y = tangled(120)
    weight = np.random.default_rng(1).integers(0, 3, size=len(X))
    weighted = fast(search=BRISK).fit(X, y, sample_weight=weight)
    repeated = fast(search=BRISK).fit(np.repeat(X, weight, axis=0), np.repeat(y, weight))
    assert weighted.n_rules_ > 0
    assert fingerprint(weighted) == fingerprint(repeated)


def test_row_order_does_not_matter():
    X, y = tangled(120)
    order = np.random.default_rng(1).permutation(len(X))
    assert fingerprint(fast(search=BRISK).fit(X[order], y[order])) == fingerprint(fast(search=BRISK).fit(X, y))


def test_the_unit_of_a_feature_does_not_matter():
    """A power of two, that is: the search sees the same numbers. Above leaves, short numbers may be others."""
    X, y = tangled(120)
    plain, scaled = fast(search=BRISK).fit(X, y), fast(search=BRISK).fit(X * [1.0, 2.0**20, 2.0**-20], y)
    assert [row_set(rule.exponents) for rule in plain.rules_] == [row_set(rule.exponents) for rule in scaled.rules_]
    with_rules = plain.tree_.conditional_nodes
    assert plain.tree_.evidence[with_rules].tolist() == scaled.tree_.evidence[with_rules].tolist()


# --- numerical truth ---


@pytest.mark.parametrize("name", ["iris", "wdbc", "breast-cancer", "ds1", "ds2", "ds3", "ds4"])
def test_counts_of_every_node_are_those_of_the_rows_that_come_by(name):
    X, y = table(name)
    classifier = fast().fit(X, y)
    assert classifier.n_rules_ > 0
    for tree in (classifier.tree_, classifier.full_tree_):
        one_hot = (y[:, None] == classifier.classes_).astype(float)
        assert tree.evidence.tolist() == (tree.decision_path(X).T @ one_hot).tolist()
        in_leaf = [(tree.apply(X) == leaf) @ one_hot for leaf in np.flatnonzero(tree.left == -1)]
        assert tree.evidence[tree.left == -1].tolist() == np.array(in_leaf).tolist()


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("scaling", ["raw", "shift"])
@pytest.mark.parametrize("name", ["iris", "ds4"])
def test_fronts_are_true_and_trade_complexity_for_purity(name, scaling, criterion):
    X, y = table(name)
    classifier = fast(scaling=scaling, criterion=criterion).fit(X, y)
    assert sorted(classifier.fronts_) == classifier.tree_.conditional_nodes.tolist()
    came_by = classifier.decision_path(X).toarray().astype(bool)
    for number, front in classifier.fronts_.items():
        assert front
        assert (np.diff([point.complexity for point in front]) > 0).all()
        assert (np.diff([point.impurity for point in front]) < 0).all()
        rows, labels = X[came_by[:, number]], y[came_by[:, number]]
        for point in front:
            left = point.rule.goes_left(rows)
            sides = np.array([[np.sum(labels[side] == c) for c in classifier.classes_] for side in (left, ~left)])
            expected = impurity(sides.astype(float), criterion) @ sides.sum(axis=1) / len(rows)
            assert point.complexity == point.rule.complexity
            assert point.impurity == pytest.approx(expected, abs=1e-9)


def test_the_front_holds_a_rule_no_longer_and_no_less_pure_than_the_chosen_one():
    X, y = table("iris")
    classifier = fast().fit(X, y)
    came_by = classifier.decision_path(X).toarray().astype(bool)
    for number, front in classifier.fronts_.items():
        rule, labels = classifier.tree_.rules[number], y[came_by[:, number]]
        left = rule.goes_left(X[came_by[:, number]])
        sides = np.array([[np.sum(labels[side] == c) for c in classifier.classes_] for side in (left, ~left)])
        chosen = impurity(sides.astype(float), "gini") @ sides.sum(axis=1) / len(labels)
        assert min(point.impurity for point in front if point.complexity <= rule.complexity) <= chosen + 1e-9


# --- the space ---


@pytest.mark.parametrize(
    "limits",
    [
        {"max_terms": 1},
        {"max_features_per_term": 1},
        {"max_terms": 2, "max_features_per_term": 1},
        {"exponents": (-1, 2)},
        {"exponents": {0: (1,), 1: (2, 3)}},
        {"modulus": False},
        {"max_depth": 1},
    ],
)
def test_rules_belong_to_the_space(limits):
    classifier = fast(search=BRISK, **limits).fit(*tangled(200))
    rules = [point.rule for front in classifier.fronts_.values() for point in front] + classifier.rules_
    assert rules
    given = limits.get("exponents", range(-3, 4))
    for rule in rules:
        assert len(rule.weights) <= limits.get("max_terms", FastSearch.traits.max_terms)
        assert np.count_nonzero(rule.exponents, axis=1).max() <= limits.get("max_features_per_term", 3)
        assert not rule.is_band or limits.get("modulus", True)
        for j in range(3):
            allowed = given.get(j, range(-3, 4)) if isinstance(given, dict) else given
            assert set(rule.exponents[:, j].tolist()) <= {0, *allowed}
    assert classifier.full_tree_.depth.max() <= limits.get("max_depth", np.inf)


def test_bands_are_used_where_they_are_allowed():
    X, y = table("ds4")
    assert fast(search=BRISK).fit(X, y).rules_[0].is_band
    assert not any(rule.is_band for rule in fast(search=BRISK, modulus=False).fit(X, y).rules_)


# --- the limits of the paper ---


def noisy(seed=0):
    """A rule of one feature, a fifth of its classes turned over."""
    random = np.random.default_rng(seed)
    X = random.uniform(0.5, 2.0, (300, 4))
    return X, (X[:, 1] > 1.2) ^ (random.random(300) < 0.2)


def test_without_a_target_noise_buys_no_complexity():
    classifier = fast().fit(*noisy())
    assert (classifier.n_rules_, classifier.rule_length_) == (1, 1)


def test_a_target_adds_the_papers_constraint():
    X, y = noisy()
    plain = fast(max_depth=1).fit(X, y).fronts_[0]
    reachable = plain[-1].impurity
    assert reachable < plain[0].impurity
    bound = fast(max_depth=1, target_impurity=reachable).fit(X, y)
    rule = bound.rules_[0]
    assert rule.complexity > 1
    assert bound.fronts_[0][-1].impurity <= reachable
    easy = fast(max_depth=1, target_impurity=1.0).fit(X, y)
    assert easy.rules_ == fast(max_depth=1).fit(X, y).rules_


def test_a_target_out_of_reach_changes_nothing():
    X, y = noisy()
    assert fast(max_depth=1, target_impurity=0.0).fit(X, y).rules_ == fast(max_depth=1).fit(X, y).rules_


def test_nodes_purer_than_min_impurity_stay_leaves():
    X, y = table("iris")
    assert fast(search=BRISK).fit(X, y).n_rules_ == 2
    tree = fast(search=BRISK, min_impurity=0.55).fit(X, y).full_tree_
    assert len(tree.conditional_rules) == 1


def test_a_tolerance_prunes():
    X, y = table("iris")
    assert fast(search=BRISK, prune_tolerance=1.0).fit(X, y).n_rules_ == 1
    assert fast(search=BRISK, prune_tolerance=0.0).fit(X, y).n_rules_ == 2


# --- the search's own numbers ---


def endless(**parameters):
    return fast(search=FastSearch(generations=10**9, patience=10**9), **parameters)


@pytest.mark.parametrize("limit", [1e-9, 0.3])
def test_time_limit_gives_the_best_tree_so_far_and_a_warning(limit):
    X, y = table("iris")
    classifier = endless(time_limit=limit)
    with pytest.warns(ConvergenceWarning, match=rf"time_limit={limit:g} s"):
        classifier.fit(X, y)
    assert not classifier.search_report_.complete
    assert classifier.predict_proba(X).sum(axis=1) == pytest.approx(1)
    assert classifier.n_rules_ > 0
    counts = classifier.decision_path(X).T @ (y[:, None] == classifier.classes_)
    assert classifier.tree_.evidence.tolist() == counts.tolist()


def test_generations_and_patience_end_the_search():
    task = node_task(node([np.random.default_rng(c).uniform(0.5, 2.0, (30, 3)) for c in range(2)]))
    assert FastSearch(generations=0).find_split(task).generations == 0
    assert FastSearch(generations=4, patience=10).find_split(task).generations == 4  # no rule pays: half the patience
    assert 2 <= FastSearch(generations=10**6, patience=4).find_split(task).generations < 10**6


def test_a_sample_of_several_classes_is_bred_with_less_patience_than_all_rows():
    task = node_task(node([np.random.default_rng(c).uniform(0.5, 2.0, (300, 3)) for c in range(3)]))
    whole, sample = FastSearch(patience=20, sample_rows=2500), FastSearch(patience=20, sample_rows=1500)
    assert sample.find_split(task).generations < whole.find_split(task).generations


def test_children_make_that_many_structures_at_the_most():
    task = node_task(node([np.random.default_rng(c).uniform(0.5, 2.0, (30, 3)) for c in range(2)]))
    seeds = FastSearch(generations=0).find_split(task).structures_evaluated
    more = FastSearch(generations=5, patience=9, children=10).find_split(task).structures_evaluated
    assert seeds + 10 < more <= seeds + 50


@pytest.mark.parametrize("chosen", [space(1, (0, 1), max_terms=1), space(1, (0, 1), max_terms=3), space(2, (0, 1))])
def test_a_space_of_few_structures_is_searched_to_its_end(chosen):
    random = np.random.default_rng(0)
    classes = [random.uniform(c, c + 1.2, (30, chosen.n_columns)) for c in range(2)]
    outcome = FastSearch().find_split(node_task(node(classes), chosen))
    assert outcome.complete and outcome.best is not None
    assert outcome.structures_evaluated <= 2**chosen.max_terms * chosen.n_columns + 1


def test_no_rule_where_no_feature_varies():
    X = np.ones((40, 2))
    classifier = fast().fit(X, np.arange(40) % 2)
    assert classifier.n_rules_ == 0
    assert classifier.fronts_ == {}
    assert classifier.leaf_shares(X[:1]).tolist() == [[0.5, 0.5]]


def test_a_constant_feature_is_not_used():
    X, y = table("ds1")
    for value in (1.0, 0.1):
        classifier = fast().fit(np.column_stack([X, np.full(len(X), value)]), y)
        assert classifier.score(np.column_stack([X, np.full(len(X), value)]), y) == 1.0
        assert not any(rule.exponents[:, 2].any() for rule in classifier.rules_)


def test_a_verbose_fit_is_silent_about_nodes_that_it_only_looks_at(capsys):
    """The tree of the shortest description is chosen at the end; what a long search tells is in tests/test_progress."""
    classifier = fast(search=BRISK, verbose=1).fit(*table("ds1"))
    assert classifier.n_rules_ == 1 and capsys.readouterr().err == ""
