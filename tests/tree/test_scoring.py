"""Probabilities that follow the values of rules: what every fit promises, and their fit beside slow twins."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from mixed_tables import mixed_table
from naive import leaf_probabilities
from sklearn.isotonic import IsotonicRegression

from nldt import NLDTClassifier, PaperSearch
from nldt.datasets import load
from nldt.tree.scoring import pooled, shared_edge


def noisy(n_rows=400, n_classes=2, seed=0):
    """Two features, of which the sum tells most of the class."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, 3))
    score = X[:, 0] + X[:, 1] + 0.6 * random.normal(size=n_rows)
    return X, np.digitize(score, np.linspace(-1, 1, n_classes + 1)[1:-1] if n_classes > 2 else [0.0])


def fitted(**parameters):
    return NLDTClassifier(random_state=0, n_jobs=1, **parameters)


def check_promises(classifier, X):
    """For any rows: sums of 1, never 0 or 1, the class of predict the most probable one, and decision_function."""
    found, classes = classifier.predict_proba(X), classifier.classes_
    predicted = classifier.predict(X)
    assert np.allclose(found.sum(axis=1), 1, rtol=0, atol=1e-12)
    assert found.min() > 0 and found.max() < 1
    assert (classes[found.argmax(axis=1)] == predicted).all()
    top = np.sort(found, axis=1)
    assert (top[:, -1] > top[:, -2]).all()
    decision = classifier.decision_function(X)
    if len(classes) == 2:
        assert decision.shape == (len(X),)
        assert ((decision > 0) == (predicted == classes[1])).all()
    else:
        assert np.array_equal(decision, np.log(found))


@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("parameters", [{}, {"price": 0.3}, {"search": PaperSearch(generations=4)}])
def test_what_every_fit_promises(n_classes, parameters):
    X, y = noisy(n_classes=n_classes)
    classifier = fitted(**parameters).fit(X, y)
    outside = np.random.default_rng(1).normal(scale=30, size=(500, 3))
    check_promises(classifier, np.vstack([X, outside]))


def rows_at_ends(classifier, X):
    """Rows whose value of some rule is the rule's end, or a double beside it: bisection between rows of two sides."""
    found = []
    for rule in classifier.rules_:
        left = rule.goes_left(X)
        for inside, outside in zip(X[left][:20], X[~left][:20], strict=False):
            for _ in range(200):
                middle = (inside + outside) / 2
                if (middle == inside).all() or (middle == outside).all():
                    break
                if rule.goes_left(middle[None])[0]:
                    inside = middle
                else:
                    outside = middle
            found += [inside, outside]
    return np.array(found)


@pytest.mark.parametrize("n_classes", [2, 3, 4])
@pytest.mark.parametrize("price", [1.0, 0.2])
def test_the_ends_belong_to_the_right_class_and_nothing_jumps_there(n_classes, price):
    X, y = noisy(600, n_classes)
    classifier = fitted(price=price).fit(X, y)
    ends = rows_at_ends(classifier, X)
    assert len(ends) > 10
    check_promises(classifier, ends)
    found = classifier.predict_proba(ends)
    assert np.abs(found[::2] - found[1::2]).max() < 1e-5


@pytest.mark.parametrize("name", ["ds1", "ds3", "iris"])
def test_continuous_along_lines_through_the_space(name):
    data = load(name, seed=0)
    X = np.asarray(data.X)
    classifier = fitted(price=0.3).fit(X, data.y)
    random = np.random.default_rng(0)
    for _ in range(5):
        first, second = X[random.integers(len(X), size=2)]
        along = np.linspace(0, 1, 200_001)[:, None]
        found = classifier.predict_proba(first + along * (second - first))
        assert np.abs(np.diff(found, axis=0)).max() < 0.01


def test_monotone_in_the_value_of_the_rule():
    X, y = noisy()
    classifier = fitted(max_rules=1, modulus=False).fit(X, y)
    (rule,) = classifier.rules_
    rows = np.random.default_rng(0).normal(scale=3, size=(5000, 3))
    order = np.argsort(rule.value(rows), kind="stable")
    found = classifier.predict_proba(rows[order])[:, 1]
    steps = np.diff(found)
    assert (steps >= 0).all() or (steps <= 0).all()
    assert len(np.unique(found)) > 1000


def test_a_band_is_surest_in_its_middle_and_far_outside():
    random = np.random.default_rng(0)
    X = random.uniform(0, 1, size=(800, 2))
    y = (np.abs(X.sum(axis=1) - 1) < 0.15) ^ (random.random(800) < 0.05)
    classifier = fitted(max_rules=1).fit(X, y)
    (rule,) = classifier.rules_
    assert rule.is_band
    line = np.linspace(0, 1, 2001)[:, None].repeat(2, axis=1)
    found = classifier.predict_proba(line)[:, 1]
    value = rule.value(line)
    middle = (rule.low + rule.high) / 2
    rising, falling = found[value <= middle], found[value >= middle]
    assert (np.diff(rising) >= 0).all() and (np.diff(falling) <= 0).all()


@pytest.mark.parametrize("seed", range(3))
def test_gaps_and_categories(seed):
    table, y = mixed_table(300, seed)
    classifier = fitted(price=0.5).fit(table, y)
    check_promises(classifier, table)
    every_gap = pd.DataFrame({name: [None] for name in table.columns}).astype(table.dtypes.to_dict(), errors="ignore")
    check_promises(classifier, every_gap)


def test_a_tree_without_a_rule():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(60, 2)), np.repeat([0, 1], [50, 10])
    classifier = fitted(price=100).fit(X, y)
    assert classifier.n_rules_ == 0
    check_promises(classifier, X)
    assert len(np.unique(classifier.predict_proba(X), axis=0)) == 1


@pytest.mark.parametrize("class_weight", [{0: 1, 1: 8}, {0: 5, 1: 0.5}, "balanced"])
def test_with_costs(class_weight):
    X, y = noisy()
    classifier = fitted(class_weight=class_weight).fit(X, y)
    check_promises(classifier, X)
    assert np.array_equal(classifier.leaf_shares(X), classifier.tree_.shares[classifier.apply(X)])


def test_a_row_of_evidence_two_is_two_rows_in_any_order():
    X, y = noisy(200)
    twice = np.concatenate([X, X[:80]]), np.concatenate([y, y[:80]])
    shuffled = np.random.default_rng(0).permutation(280)
    weighted = fitted().fit(X, y, sample_weight=np.repeat([2.0, 1.0], [80, 120]))
    repeated = fitted().fit(twice[0][shuffled], twice[1][shuffled])
    assert weighted.model_.scores == repeated.model_.scores


@pytest.mark.slow
def test_the_slow_twin_gives_the_same():
    for n_classes, price in [(2, 1.0), (2, 0.2), (4, 0.3)]:
        X, y = noisy(500, n_classes)
        classifier = fitted(price=price).fit(X, y)
        rows = np.vstack([X, np.random.default_rng(1).normal(scale=9, size=(200, 3)), rows_at_ends(classifier, X)])
        expected = [leaf_probabilities(classifier.model_, row) for row in rows]
        assert np.array_equal(classifier.predict_proba(rows), expected)


@given(st.lists(st.tuples(st.floats(-5, 5), st.floats(0.01, 5)), min_size=1, max_size=8))
@settings(max_examples=100, deadline=None)
def test_pooling_is_isotonic_regression(points):
    values, weights = np.array(points).T
    expected = IsotonicRegression().fit_transform(np.arange(len(values)), values, sample_weight=weights)
    assert np.allclose(pooled(values, weights), expected, atol=1e-6)


@given(st.lists(st.floats(0.001, 1), min_size=2, max_size=8), st.sets(st.integers(0, 7), min_size=2))
@example([0.5, 0.703125, 0.5, 0.5, 0.5, 0.5, 0.69921875, 0.703125], {1, 7})
@settings(max_examples=200, deadline=None)
def test_answered_classes_are_alike_at_the_edge_and_no_other_is_above(shares, chosen):
    belief = np.array(shares) / np.sum(shares)
    answered = sorted({k % len(shares) for k in chosen})
    assume(len(answered) > 1)
    parts = np.array(shared_edge(belief, answered))
    assert parts.min() > 0 and len(set(parts[answered])) == 1 and parts.max() == parts[answered[0]]
    assert abs(parts.sum() - 1_000_000) <= len(shares)


def test_probabilities_are_better_than_shares_on_new_rows():
    """What they are for: noisy rows, half of them held out."""
    X, y = noisy(1000, seed=5)
    classifier = fitted(max_rules=1).fit(X[:500], y[:500])
    row = np.arange(500)
    scored, shared = (
        -np.log(np.clip(found[row, y[500:]], 1e-6, 1)).mean()
        for found in (classifier.predict_proba(X[500:]), classifier.leaf_shares(X[500:]))
    )
    assert scored < 0.9 * shared


def test_edited_models_have_scores_of_their_own():
    X, y = noisy(300)
    classifier = fitted(price=0.2).fit(X, y)
    for other in (
        classifier.rounded(0.02),
        classifier.pruned(0.2),
        classifier.with_rule(0, classifier.fronts_[0][0].complexity),
    ):
        other.model_.scores.check(other.tree_)
        check_promises(other, X)
