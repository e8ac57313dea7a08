"""clf.rounded: shorter numbers at a stated loss of training accuracy."""

from __future__ import annotations

import numpy as np
import pytest
import sklearn.datasets
from quick_models import fingerprint, quick, tangled

from nldt import InputError, NLDTClassifier, PaperSearch, load_model
from nldt.datasets import load
from nldt.impurity import impurity
from nldt.tree.rounding import cost

LOSSES = [0.0, 0.005, 0.02, 0.1]


@pytest.fixture(scope="module", params=["fast raw", "paper raw", "paper shift"])
def fitted(request):
    search, scaling = request.param.split()
    chosen = {"search": "fast"} if search == "fast" else {}
    return quick(scaling=scaling, prune_tolerance=0.02, max_depth=3, **chosen).fit(*tangled())


def table(name: str) -> tuple[np.ndarray, np.ndarray]:
    if name == "tangled":
        return tangled()
    if name in ("wine", "digits"):
        data = getattr(sklearn.datasets, f"load_{name}")()
        return data.data[:600], data.target[:600]
    data = load(name, seed=0) if name.startswith("ds") else load(name)
    return np.asarray(data.X), np.asarray(data.y)


def characters(classifier: NLDTClassifier) -> int:
    return sum(cost(rule)[0] for rule in classifier.rules_)


@pytest.mark.parametrize("max_loss", LOSSES)
def test_the_loss_is_no_more_than_stated(fitted, max_loss):
    X, y = tangled()
    rounded = fitted.rounded(max_loss)
    assert rounded.score(X, y) >= fitted.score(X, y) - max_loss - 1e-12
    assert characters(rounded) <= characters(fitted)


@pytest.mark.parametrize("search", ["fast", "paper"])
@pytest.mark.parametrize("name", ["iris", "wdbc", "ds3", "wine", "digits", "tangled"])
def test_without_loss_no_training_row_changes_its_class(name, search):
    X, y = table(name)
    search = PaperSearch(population=10, generations=5) if search == "paper" else search
    fitted = quick(search=search, max_depth=4).fit(X, y)
    rounded = fitted.rounded(0.0)
    assert rounded.predict(X).tolist() == fitted.predict(X).tolist()
    assert characters(rounded) <= characters(fitted)


@pytest.mark.parametrize("parameters", [{}, {"scaling": "shift"}, {"criterion": "entropy", "prune_tolerance": 0.05}])
@pytest.mark.parametrize("name", ["iris", "wdbc", "ds1", "ds2", "ds3", "ds4", "wine", "digits", "tangled"])
def test_a_fit_leaves_nothing_to_shorten_without_loss(name, parameters):
    X, y = table(name)
    fitted = NLDTClassifier(random_state=0, **parameters).fit(X, y)
    assert fitted.rounded(0.0).to_text() == fitted.to_text()
    assert fitted.rounded(0.0).rules_ == fitted.rules_


def test_a_fit_of_many_rows_leaves_nothing_to_shorten_without_loss():
    random = np.random.default_rng(0)
    X = random.uniform(1.0, 2.0, (50_000, 3))  # more than are looked at one by one
    y = (1.37 * X[:, 0] * X[:, 1] - X[:, 2] + 0.1 * random.standard_normal(len(X)) > 1.0).astype(int)
    fitted = NLDTClassifier(random_state=0, max_depth=1).fit(X, y)
    assert fitted.rounded(0.0).rules_ == fitted.rules_


def test_weights_and_costs_leave_nothing_to_shorten_without_loss(tangled_rows):
    X, y = tangled_rows
    weight = np.where(y == 0, 5.0, 0.5)
    fitted = quick(search="fast", class_weight={0: 1.0, 1: 2.0, 2: 0.25}).fit(X, y, sample_weight=weight)
    assert fitted.rounded(0.0).rules_ == fitted.rules_


def test_more_loss_buys_shorter_numbers(fitted):
    lengths = [characters(fitted.rounded(loss)) for loss in (0.0, 0.05, 1.0)]
    assert lengths[0] >= lengths[1] >= lengths[2]
    assert lengths[0] > lengths[2]


@pytest.mark.parametrize("max_loss", LOSSES)
def test_evidence_is_that_of_the_rows_that_come_by(fitted, max_loss):
    X, y = tangled()
    rounded = fitted.rounded(max_loss)
    for tree in (rounded.tree_, rounded.full_tree_):
        counts = tree.decision_path(X).T @ (y[:, None] == rounded.classes_).astype(float)
        assert tree.evidence.tolist() == counts.tolist()
        assert tree.evidence.sum(axis=1).min() > 0


@pytest.mark.parametrize("max_loss", LOSSES)
def test_fronts_are_true(fitted, max_loss):
    X, y = tangled()
    rounded = fitted.rounded(max_loss)
    visited = rounded.decision_path(X).toarray().astype(bool)
    assert sorted(rounded.fronts_) == rounded.tree_.conditional_nodes.tolist()
    for node, front in rounded.fronts_.items():
        assert rounded.tree_.rules[node] in [point.rule for point in front]
        assert (np.diff([point.complexity for point in front]) > 0).all()
        assert (np.diff([point.impurity for point in front]) < 0).all()
        rows, labels = X[visited[:, node]], y[visited[:, node]]
        for point in front:
            left = point.rule.goes_left(rows)
            sides = np.array([np.bincount(labels[side], minlength=3) for side in (left, ~left)], dtype=float)
            assert point.impurity == pytest.approx(impurity(sides, "gini") @ sides.sum(axis=1) / len(rows), abs=1e-9)


def test_without_loss_every_node_of_a_large_tree_is_short():
    X, y = tangled()
    grown = quick(prune_tolerance=0.0, min_impurity=0.0).fit(X, y)
    rounded = grown.rounded(0.0)
    assert grown.n_rules_ > 3
    assert max(cost(rule)[0] for rule in rounded.rules_) < 40
    assert characters(rounded) < 0.5 * characters(grown)


def test_structures_stay_and_the_original_is_untouched(fitted):
    before = fingerprint(fitted)
    rounded = fitted.rounded(0.0)
    assert fingerprint(fitted) == before
    kept = {rule.exponents.tobytes() for rule in fitted.rules_}
    assert {rule.exponents.tobytes() for rule in rounded.rules_} <= kept


def test_sample_weights_count(tangled_rows):
    X, y = tangled_rows
    weight = np.where(y == 0, 5.0, 0.5)
    fitted = quick().fit(X, y, sample_weight=weight)
    for max_loss in LOSSES:
        rounded = fitted.rounded(max_loss)
        assert rounded.score(X, y, weight) >= fitted.score(X, y, weight) - max_loss - 1e-12


def test_rounded_copies_can_be_saved_pruned_and_given_other_rules(fitted, tmp_path):
    X, _ = tangled()
    rounded = fitted.rounded(0.01)
    rounded.save(tmp_path / "model.json")
    assert fingerprint(load_model(tmp_path / "model.json")) == fingerprint(rounded)
    assert rounded.pruned(1.0).rules_ == rounded.rules_[:1]
    node = int(rounded.tree_.conditional_nodes[-1])
    for point in rounded.fronts_[node]:
        changed = rounded.with_rule(node, point.complexity)
        assert changed.tree_.rules[0] == (point.rule if node == 0 else rounded.tree_.rules[0])
        assert changed.full_tree_.rules[node] == point.rule
    assert rounded.predict(X).tolist() == load_model(tmp_path / "model.json").predict(X).tolist()


def test_branches_that_were_pruned_are_gone():
    grown = quick(prune_tolerance=0.0).fit(*tangled())
    pruned = grown.pruned(0.1)
    assert len(pruned.full_tree_) > len(pruned.tree_)
    assert len(pruned.rounded(0.0).full_tree_) <= len(pruned.tree_)


def test_a_tree_without_rules_is_rounded_to_itself():
    classifier = quick(min_impurity=1.0).fit(*tangled(40))
    assert fingerprint(classifier.rounded()) == fingerprint(classifier)


@pytest.mark.parametrize("max_loss", [-0.1, 1.1, float("nan"), "0.1", None, True])
def test_a_loss_that_is_none_is_refused(max_loss):
    fitted = quick(max_depth=1).fit(*tangled(40))
    with pytest.raises(InputError, match=r"rounded: max_loss=.* must be a number from 0 to 1"):
        fitted.rounded(max_loss)


def test_a_model_from_a_file_can_t_be_rounded(tmp_path):
    quick(max_depth=1).fit(*tangled(40)).save(tmp_path / "model.json")
    with pytest.raises(InputError, match="rounded: a model file holds no training rows"):
        load_model(tmp_path / "model.json").rounded()
