"""What a fitted classifier must hold to, and what each of its parameters does."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from quick_models import fingerprint, quick, tangled
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import balanced_accuracy_score

from nldt import NLDTClassifier, PaperSearch
from nldt.datasets import load
from nldt.impurity import impurity


def all_rules(classifier: NLDTClassifier) -> list:
    """The rules of the tree and of its trade-off fronts."""
    return [point.rule for front in classifier.fronts_.values() for point in front] + classifier.rules_


def evidence_by_path(classifier, X, y, sample_weight):
    """Weight of each class in each node, by sending the rows down the tree."""
    one_hot = (y[:, None] == classifier.classes_) * sample_weight[:, None]
    return classifier.decision_path(X).T @ one_hot


# ------------------------------------------------------------------ one model


def test_row_order_does_not_matter(tangled_rows):
    X, y = tangled_rows
    order = np.random.default_rng(1).permutation(len(X))
    assert fingerprint(quick().fit(X[order], y[order])) == fingerprint(quick().fit(X, y))


def test_weight_of_two_equals_a_row_given_twice(tangled_rows):
    X, y = tangled_rows
    weight = np.random.default_rng(1).integers(0, 3, size=len(X))
    repeated = quick().fit(np.repeat(X, weight, axis=0), np.repeat(y, weight))
    assert fingerprint(quick().fit(X, y, sample_weight=weight)) == fingerprint(repeated)


def test_under_the_papers_search_a_cost_of_two_gives_the_rules_of_rows_given_twice(tangled_rows):
    X, y = tangled_rows
    repeats = np.where(y == 1, 2, 1)
    repeated = quick(min_samples_split=1).fit(np.repeat(X, repeats, axis=0), np.repeat(y, repeats))
    costly = quick(min_samples_split=1, class_weight={1: 2}).fit(X, y)
    assert costly.rules_ == repeated.rules_
    assert costly.leaf_shares(X).tolist() == repeated.leaf_shares(X).tolist()
    assert costly.tree_.evidence[0].tolist() == np.bincount(y).tolist()


def test_min_samples_split_counts_rows_and_no_costs(tangled_rows):
    """A node of few rows stays a leaf, however much its errors cost."""
    X, y = tangled_rows
    costly = quick(min_samples_split=40, class_weight={0: 100, 1: 100, 2: 50}).fit(X, y).full_tree_
    assert len(costly) > 1
    assert costly.n_rows[costly.conditional_nodes].min() >= 40
    with pytest.warns(UserWarning, match=f"the rows count for {len(X)}, .* less than the {len(X) + 1} that"):
        assert quick(min_samples_split=len(X) + 1, class_weight={0: 100}).fit(X, y).n_rules_ == 0


def test_leaves_count_rows_under_costs():
    X, y = np.arange(60.0)[:, None], np.where(np.arange(60) < 20, "few", "many")
    classifier = NLDTClassifier(class_weight={"few": 100, "many": 50}, random_state=0).fit(X, y)
    assert classifier.tree_.n_rows.tolist() == [60.0, 20.0, 40.0]
    assert "few (100.0 % of 20)" in classifier.to_text()
    assert classifier.to_text().count("many (100.0 % of 40)") == 1


def test_rows_that_cost_nothing_are_left_out_and_that_is_said():
    X = np.arange(90.0)[:, None]
    y = np.array(["a", "b", "c"])[np.arange(90) // 30]
    text = NLDTClassifier(class_weight={"c": 0}, random_state=0).fit(X, y).to_text()
    assert "of 30)" in text and "rows of c are left out" in text


def test_rows_of_a_tenth_add_up_to_whole_ones():
    X, y = np.arange(200.0)[:, None], np.arange(200) >= 100
    assert NLDTClassifier(min_samples_split=20, random_state=0).fit(X, y, np.full(200, 0.1)).n_rules_ == 1


def noisy_law(share_of_rare, seed):
    """Whether load·span/depth² is above a limit, 5 % of the classes wrong, and two features that do not matter."""
    random = np.random.default_rng(seed)
    X = random.uniform([1, 1, 0.5, 0, 1], [10, 5, 2, 1, 9], (400, 5))
    stress = X[:, 0] * X[:, 1] / X[:, 2] ** 2
    above = stress > np.quantile(stress, 1 - share_of_rare)
    return X, above, above ^ (random.random(400) < 0.05)


@pytest.mark.parametrize("class_weight", ["balanced", {False: 1, True: 5}])
def test_class_weights_are_costs_and_no_evidence(class_weight):
    """Taken for rows given several times, they make trees of three rules and more from the wrong classes."""
    scores, rules = [], []
    for seed in range(4):
        X, above, y = noisy_law(0.1, seed)
        classifier = NLDTClassifier(class_weight=class_weight, random_state=0).fit(X, y)
        scores.append(balanced_accuracy_score(above, classifier.predict(X)))
        rules.append(classifier.n_rules_)
    assert np.mean(rules) <= 1.5 and np.mean(scores) > 0.96


def test_equal_class_weights_are_none():
    X, _, y = noisy_law(0.3, 0)
    plain, weighted = (NLDTClassifier(class_weight=w, random_state=0).fit(X, y) for w in (None, {False: 4, True: 4}))
    assert plain.rules_ == weighted.rules_
    assert plain.tree_.evidence.tolist() == weighted.tree_.evidence.tolist()
    assert (4 * plain.tree_.mass).tolist() == weighted.tree_.mass.tolist()
    assert not weighted.model_.target.has_costs


def test_balanced_class_weight_gives_every_class_the_same_mass():
    X, y = tangled()
    kept = (y > 0) | (np.arange(len(y)) % 3 == 0)
    classifier = quick(class_weight="balanced").fit(X[kept], y[kept])
    assert classifier.tree_.mass[0] == pytest.approx([kept.sum() / 3] * 3)


@pytest.mark.parametrize("scaling", ["raw", "shift"])
def test_number_of_threads_does_not_matter(tangled_rows, scaling):
    one, two = (quick(n_jobs=n, scaling=scaling).fit(*tangled_rows) for n in (1, 2))
    assert fingerprint(one) == fingerprint(two)


def test_same_seed_gives_the_same_model(tangled_rows):
    models = [quick(random_state=seed).fit(*tangled_rows) for seed in (3, 3, np.random.RandomState(3))]
    assert fingerprint(models[0]) == fingerprint(models[1]) == fingerprint(models[2])


def test_names_and_label_types_do_not_change_the_rules(tangled_rows):
    X, y = tangled_rows
    named = quick().fit(pd.DataFrame(X, columns=["a", "b", "c"]), np.array(["p", "q", "r"])[y])
    assert named.rules_ == quick().fit(X, y).rules_


# ---------------------------------------------------------------- consistency


def test_leaf_shares_are_the_shares_of_the_leaf(full_grown, tangled_rows):
    X, _ = tangled_rows
    weights = full_grown.tree_.mass[full_grown.apply(X)]
    shares = full_grown.leaf_shares(X)
    assert shares.tolist() == (weights / weights.sum(axis=1, keepdims=True)).tolist()
    assert (full_grown.predict(X) == full_grown.classes_[shares.argmax(axis=1)]).all()


def test_path_runs_from_the_root_to_the_leaf_of_apply(full_grown, tangled_rows):
    X, _ = tangled_rows
    path = full_grown.decision_path(X).toarray()
    leaf = full_grown.apply(X)
    assert path[:, 0].all()
    assert [row.nonzero()[0][-1] for row in path] == leaf.tolist()
    assert (path.sum(axis=1) == full_grown.tree_.depth[leaf] + 1).all()


def test_path_follows_the_rules(full_grown, tangled_rows):
    X, _ = tangled_rows
    path = full_grown.decision_path(X).toarray().astype(bool)
    tree = full_grown.tree_
    for node in tree.conditional_nodes:
        goes_left = tree.rules[node].goes_left(X)
        assert (path[:, tree.left[node]] == path[:, node] & goes_left).all()
        assert (path[:, tree.right[node]] == path[:, node] & ~goes_left).all()


def test_evidence_of_nodes_is_those_of_the_rows_that_come_by(tangled_rows):
    X, y = tangled_rows
    weight = np.random.default_rng(2).integers(1, 4, size=len(X))
    classifier = quick().fit(X, y, sample_weight=weight)
    assert classifier.tree_.evidence.tolist() == evidence_by_path(classifier, X, y, weight).tolist()


@pytest.mark.parametrize("tolerance", [0.0, 0.3])
def test_counts_of_leaves_tell_the_training_accuracy(tangled_rows, tolerance):
    X, y = tangled_rows
    evidence = np.random.default_rng(0).integers(0, 4, len(y))
    fitted = quick(prune_tolerance=tolerance, class_weight={0: 3.0, 1: 1.0}).fit(X, y, evidence)
    assert fitted.tree_.share_right == pytest.approx(fitted.score(X, y, evidence))


def test_children_share_the_weight_of_their_parent(full_grown):
    tree = full_grown.full_tree_
    parents = tree.conditional_nodes
    children = tree.evidence[tree.left[parents]] + tree.evidence[tree.right[parents]]
    assert tree.evidence[parents].tolist() == children.tolist()


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("scaling", ["raw", "shift"])
def test_front_tells_the_impurity_that_its_rules_have(tangled_rows, criterion, scaling):
    X, y = tangled_rows
    classifier = quick(criterion=criterion, scaling=scaling).fit(X, y)
    visited = classifier.decision_path(X).toarray().astype(bool)
    for node, front in classifier.fronts_.items():
        rows, labels = X[visited[:, node]], y[visited[:, node]]
        for point in front:
            left = point.rule.goes_left(rows)
            sides = np.array([np.bincount(labels[side], minlength=3) for side in (left, ~left)], dtype=float)
            split = impurity(sides, criterion) @ sides.sum(axis=1) / len(rows)
            assert point.impurity == pytest.approx(split, abs=1e-9)


def test_front_trades_complexity_for_purity(full_grown):
    for front in full_grown.fronts_.values():
        assert [point.complexity for point in front] == [point.rule.complexity for point in front]
        assert (np.diff([point.complexity for point in front]) > 0).all()
        assert (np.diff([point.impurity for point in front]) < 0).all()


def test_sizes_are_those_of_the_rules(full_grown):
    assert full_grown.n_rules_ == len(full_grown.tree_.conditional_nodes) == len(full_grown.fronts_)
    assert full_grown.rule_length_ == sum(np.count_nonzero(rule.exponents) for rule in full_grown.rules_)


def test_importances_sum_to_one_over_the_used_features(tangled_rows):
    X, y = tangled_rows
    classifier = quick(exponents={1: [0, 1], 2: [0, 1]}, max_depth=1).fit(X, y)
    used = np.any([rule.exponents.any(axis=0) for rule in classifier.rules_], axis=0)
    assert classifier.feature_importances_.sum() == pytest.approx(1)
    assert ((classifier.feature_importances_ > 0) == used).all()


# -------------------------------------------------------------------- pruning


@pytest.mark.parametrize("tolerance", [0, 0.01, 0.05, 0.2, 1])
def test_pruning_never_grows_a_tree_and_keeps_its_accuracy(full_grown, tangled_rows, tolerance):
    X, y = tangled_rows
    full = full_grown.full_tree_
    full_accuracy = (full.answers[full.apply(X)] == y).mean()
    pruned = full_grown.pruned(tolerance)
    assert pruned.n_rules_ <= len(full.conditional_rules)
    assert pruned.score(X, y) >= full_accuracy - tolerance - 1e-12


def test_more_tolerance_leaves_fewer_rules(full_grown):
    sizes = [full_grown.pruned(tolerance).n_rules_ for tolerance in (0, 0.01, 0.05, 0.1, 0.2, 0.5, 1)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]


def test_full_tolerance_leaves_the_root_rule(full_grown):
    pruned = full_grown.pruned(1)
    assert pruned.rules_ == [full_grown.full_tree_.rules[0]]


def test_pruned_copy_leaves_the_original_alone(full_grown):
    before = fingerprint(full_grown)
    assert full_grown.pruned(1).prune_tolerance == 1
    assert fingerprint(full_grown) == before


def test_pruned_copy_equals_a_fit_at_that_tolerance(tangled_rows):
    fitted = quick(prune_tolerance=0.1).fit(*tangled_rows)
    assert fingerprint(quick(prune_tolerance=0.0).fit(*tangled_rows).pruned(0.1)) == fingerprint(fitted)


# ----------------------------------------------------------------- parameters


@pytest.mark.parametrize("modulus", [False, True])
def test_bands_come_with_modulus_only(modulus):
    data = load("ds4")
    classifier = quick(modulus=modulus).fit(data.X, data.y)
    assert any(rule.is_band for rule in all_rules(classifier)) == modulus


@pytest.mark.parametrize("most", [1, 2])
def test_terms_hold_no_more_features_than_allowed(tangled_rows, most):
    rules = all_rules(quick(max_features_per_term=most).fit(*tangled_rows))
    assert max(np.count_nonzero(rule.exponents, axis=1).max() for rule in rules) == most


@pytest.mark.parametrize("most", [1, 2])
def test_rules_hold_no_more_terms_than_allowed(tangled_rows, most):
    assert max(len(rule.weights) for rule in all_rules(quick(max_terms=most).fit(*tangled_rows))) == most


def test_exponents_are_of_the_allowed_ones(tangled_rows):
    rules = all_rules(quick(exponents=[-1, 2]).fit(*tangled_rows))
    assert {int(e) for rule in rules for e in rule.exponents.flat} == {-1, 0, 2}


@pytest.mark.parametrize("mapping", [{"b": [2], "c": [0, -1]}, {1: [2], 2: [0, -1]}])
def test_exponents_can_be_chosen_by_feature(tangled_rows, mapping):
    X = pd.DataFrame(tangled_rows[0], columns=["a", "b", "c"])
    rules = all_rules(quick(exponents=mapping).fit(X, tangled_rows[1]))
    used = [{int(e) for rule in rules for e in rule.exponents[:, j]} for j in range(3)]
    assert used[0] > {0} and used[0] <= set(range(-3, 4))
    assert used[1:] == [{0, 2}, {0, -1}]


def test_raw_rules_divide_only_by_features_that_stay_off_zero():
    X, y = tangled()
    X[0, 0] = 0.0
    rules = all_rules(quick(scaling="raw").fit(X, y))
    assert min(rule.exponents[:, 0].min() for rule in rules) >= 0
    assert min(rule.exponents[:, 1:].min() for rule in rules) < 0


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_no_path_has_more_rules_than_max_depth(tangled_rows, depth):
    assert quick(max_depth=depth).fit(*tangled_rows).full_tree_.depth.max() == depth


def test_nodes_of_fewer_rows_than_min_samples_split_stay_leaves(tangled_rows):
    X, y = tangled_rows
    tree = quick(min_samples_split=40).fit(X, y).full_tree_
    assert tree.n_rows[tree.conditional_nodes].min() >= 40
    assert quick(min_samples_split=len(X)).fit(X, y).n_rules_ == 1
    with pytest.warns(UserWarning, match="min_samples_split"):
        assert quick(min_samples_split=len(X) + 0.5).fit(X, y).n_rules_ == 0


def test_nodes_purer_than_min_impurity_stay_leaves(tangled_rows):
    tree = quick(min_impurity=0.4).fit(*tangled_rows).full_tree_
    assert impurity(tree.mass, "gini")[tree.conditional_nodes].min() > 0.4
    assert quick(min_impurity=1.0).fit(*tangled_rows).n_rules_ == 0


def test_target_that_every_rule_meets_buys_no_complexity(tangled_rows):
    eager = quick(target_impurity=0.0, max_depth=1).fit(*tangled_rows)
    easy = quick(target_impurity=1.0, max_depth=1).fit(*tangled_rows)
    assert easy.rule_length_ == 1 < eager.rule_length_


@pytest.mark.parametrize(("criterion", "limit"), [("gini", 0.05), ("entropy", 0.17)])
def test_limits_follow_the_criterion_where_none(tangled_rows, criterion, limit):
    given = quick(criterion=criterion, target_impurity=limit, min_impurity=limit, prune_tolerance=0.03)
    assert fingerprint(quick(criterion=criterion).fit(*tangled_rows)) == fingerprint(given.fit(*tangled_rows))


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_fast_search_sets_no_limit_where_none(tangled_rows, criterion):
    X, y = tangled_rows
    two = y == y[0]  # so that no impurity exceeds 1
    plain = quick(search="fast", criterion=criterion).fit(X, two)
    given = quick(search="fast", criterion=criterion, target_impurity=1.0, min_impurity=0.0).fit(X, two)
    for rule, other in zip(plain.rules_, given.rules_, strict=True):  # with a target no row moves for shorter numbers
        assert np.array_equal(rule.exponents, other.exponents)
    assert plain.full_tree_.left.tolist() == given.full_tree_.left.tolist()


@pytest.mark.parametrize(("search", "n_rules"), [("fast", 1), ("paper", 0)])
def test_none_means_the_searchs_own_limit_of_purity(search, n_rules):
    X = np.arange(1.0, 121)[:, None]  # 3 of 120 rows: a gini score of 0.049
    assert quick(search=search).fit(X, X[:, 0] <= 3).n_rules_ == n_rules
    assert quick(search=search, min_impurity=0.05).fit(X, X[:, 0] <= 3).n_rules_ == 0
    assert quick(search=search, min_impurity=0.04).fit(X, X[:, 0] <= 3).n_rules_ == 1


@pytest.mark.parametrize("search", ["fast", PaperSearch(population=10, generations=5)])
def test_none_means_the_searchs_own_pruning(search):
    X = np.arange(1.0, 401)[:, None]  # a pure split of 200 rows, then one of 6 rows: 1.5 % of the accuracy
    y = np.where(X[:, 0] <= 200, 0, np.where(X[:, 0] <= 394, 1, 2))
    classifier = quick(search=search, min_impurity=0.0, modulus=False)
    full = classifier.fit(X, y)
    assert len(full.full_tree_.conditional_rules) == 2
    assert full.n_rules_ == (2 if search == "fast" else 1)
    assert quick(search=search, min_impurity=0.0, modulus=False, prune_tolerance=0.03).fit(X, y).n_rules_ == 1
    assert quick(search=search, min_impurity=0.0, modulus=False, prune_tolerance=0.01).fit(X, y).n_rules_ == 2


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_both_criteria_leave_the_same_purity_alone(criterion):
    X = np.arange(1.0, 121)[:, None]
    n_rules = [quick(criterion=criterion).fit(X, X[:, 0] <= n_others).n_rules_ for n_others in (3, 4)]
    assert n_rules == [0, 1]


def test_search_by_name_has_the_numbers_of_the_paper():
    data = load("ds2")
    named = NLDTClassifier(search="paper", random_state=0).fit(data.X, data.y)
    assert fingerprint(named) == fingerprint(quick(search=PaperSearch()).fit(data.X, data.y))


def test_first_population_is_ten_times_the_features(tangled_rows):
    classifier = quick(search=PaperSearch(generations=0), max_depth=1).fit(*tangled_rows)
    assert classifier.search_report_.structures_evaluated == 30


def test_report_adds_up_its_nodes(full_grown):
    report = full_grown.search_report_
    assert report.complete
    assert report.generations == sum(node.generations for node in report.nodes)
    assert report.structures_evaluated == sum(node.structures_evaluated for node in report.nodes)
    assert len(report.nodes) >= len(full_grown.full_tree_.conditional_nodes)


@pytest.mark.parametrize("limit", [1e-9, 0.2])
def test_time_limit_gives_the_best_tree_so_far_and_a_warning(tangled_rows, limit):
    X, y = tangled_rows
    endless = quick(search=PaperSearch(population=10, generations=10**9), time_limit=limit)
    with pytest.warns(ConvergenceWarning, match=rf"time_limit={limit:g} s"):
        endless.fit(X, y)
    assert not endless.search_report_.complete
    assert endless.predict_proba(X).sum(axis=1) == pytest.approx(1)


def test_verbose_tells_node_impurity_and_complexity(tangled_rows, capsys):
    classifier = quick(verbose=1, max_depth=1).fit(*tangled_rows)
    best = min(point.impurity for point in classifier.fronts_[0])
    told = capsys.readouterr().err
    assert told.startswith(f"root (150 rows): impurity {best:.4f}  complexity {classifier.rules_[0].complexity}")


def test_silent_by_default(tangled_rows, capfd):
    quick(max_depth=1).fit(*tangled_rows)
    assert capfd.readouterr() == ("", "")
