"""Choosing another rule of a node's trade-off front."""

import numpy as np
import pytest
from sklearn.model_selection import train_test_split

from nldt import FastSearch, InputError, NLDTClassifier, load_model
from nldt.datasets import load


@pytest.fixture(scope="module")
def iris():
    return load("iris")


@pytest.fixture(scope="module")
def fitted(iris):
    return NLDTClassifier(search=FastSearch(patience=2), random_state=0).fit(iris.X, iris.y)


def other_complexities(fitted, node):
    return [p.complexity for p in fitted.fronts_[node] if p.complexity != fitted.tree_.rules[node].complexity]


def test_the_node_gets_the_rule_of_its_front(fitted, iris):
    node = int(fitted.tree_.conditional_nodes[-1])
    for complexity in other_complexities(fitted, node):
        changed = fitted.with_rule(node, complexity)
        assert changed.tree_.rules[node] == {p.complexity: p.rule for p in fitted.fronts_[node]}[complexity]
        leaves = changed.apply(iris.X)
        counts = [np.count_nonzero((leaves == leaf) & (iris.y == c)) for leaf in set(leaves) for c in changed.classes_]
        assert counts == [changed.tree_.evidence[leaf][c] for leaf in set(leaves) for c in range(3)]


def test_other_nodes_stay_and_the_original_is_untouched(fitted):
    before = fitted.to_json()
    node = int(fitted.tree_.conditional_nodes[-1])
    changed = fitted.with_rule(node, other_complexities(fitted, node)[0])
    assert changed.tree_.rules[0] == fitted.tree_.rules[0]
    assert changed.fronts_[0] == fitted.fronts_[0]
    assert fitted.to_json() == before


def test_the_rule_that_is_there_gives_the_same_tree(fitted):
    node = int(fitted.tree_.conditional_nodes[-1])
    chosen = [p for p in fitted.fronts_[node] if p.rule == fitted.tree_.rules[node]]
    assert chosen  # the chosen rule is on the front
    assert fitted.with_rule(node, chosen[0].complexity).to_text() == fitted.to_text()


def test_what_the_rule_knows_of_its_sides_is_not_forgotten():
    """Near the end of a smooth rule classes mix: its curve expects that, and no second rule is grown for it."""
    data = load("wdbc")
    rows = train_test_split(np.arange(len(data.y)), test_size=0.3, random_state=3)[0]
    fitted = NLDTClassifier(random_state=3).fit(data.X.iloc[rows], data.y[rows])
    assert fitted.n_rules_ == 1
    assert fitted.with_rule(0, fitted.tree_.rules[0].complexity).to_text() == fitted.to_text()
    assert all(fitted.with_rule(0, point.complexity).n_rules_ == 1 for point in fitted.fronts_[0][-2:])


def test_what_is_known_of_sides_goes_when_rounding_moves_rows():
    """A coarse rounding leaves the sides mixed: the rule that is there, chosen again, gets children."""
    X = np.exp(np.random.default_rng(1).normal(0.0, 0.5, (400, 3)))
    y = 3.37 * X[:, 0] + 1.83 * X[:, 1] ** 2 > 6.1
    rounded = NLDTClassifier(random_state=0).fit(X, y).rounded(0.1)
    assert rounded.score(X, y) < 0.95
    assert rounded.with_rule(0, rounded.tree_.rules[0].complexity).score(X, y) > 0.99


def test_unknown_nodes_and_complexities_are_refused(fitted, tmp_path):
    with pytest.raises(InputError, match="node=99 has no front"):
        fitted.with_rule(99, 1)
    with pytest.raises(InputError, match="complexity=77 is not on the front of node 0"):
        fitted.with_rule(0, 77)
    fitted.save(tmp_path / "model.json")
    with pytest.raises(InputError, match="holds no training rows"):
        load_model(tmp_path / "model.json").with_rule(0, fitted.fronts_[0][0].complexity)
