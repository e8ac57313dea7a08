"""Rows that share a place among the terms of a rule are counted, all of them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from made_trees import made_model, made_tree
from report_subjects import rows, subject

from nldt import SplitRule
from nldt.report import summarise
from nldt.report.places import MOST_PLACES

INF = np.inf


def flags_model():
    """Two rules over features that are 0 or 1."""
    top = SplitRule([[1, 0, 1], [0, 1, 0]], [1.0, 1.0], -INF, 0.5)
    below = SplitRule([[0, 0, 1]], [1.0], -INF, 0.5)
    return made_model(made_tree((top, (below, 0, 1), 1), 2), ["a", "b", "c"], ["no", "yes"])


def flags(n_rows=500, seed=0):
    random = np.random.default_rng(seed)
    return random.integers(0, 2, (n_rows, 3)).astype(float), random.integers(0, 2, n_rows)


@pytest.mark.parametrize("weighted", [False, True])
def test_every_row_is_counted_at_its_place(weighted):
    model, (X, truth) = flags_model(), flags()
    evidence = np.random.default_rng(1).integers(0, 5, len(X)).astype(float) if weighted else None
    found = summarise(model, X, truth, evidence).places
    answer = model.tree.answers[model.tree.apply(X)]
    assert sorted(found) == [0, 1]
    reached = {0: np.ones(len(X), bool), 1: model.tree.rules[0].goes_left(X)}
    for node, places in found.items():
        rights, wrongs = Counter(), Counter()
        for i in np.flatnonzero(reached[node]):
            terms = (X[i, 0] * X[i, 2], X[i, 1]) if node == 0 else (X[i, 2],)
            often = 1 if evidence is None else evidence[i]
            rights[terms, truth[i]] += often
            wrongs[terms, truth[i]] += often * (truth[i] != answer[i])
        for place in places:
            assert [rights[place.terms, k] for k in range(2)] == list(place.class_counts)
            assert [wrongs[place.terms, k] for k in range(2)] == list(place.wrong_counts)
        assert {place.terms for place in places} == {terms for terms, _ in rights}


def test_rows_at_many_places_are_not_counted():
    assert summarise(subject(), *rows(MOST_PLACES + 1)).places == {}


def test_rows_without_a_finite_place_are_left_out():
    rule = SplitRule([[1, -1]], [1.0], -INF, 0.5)
    model = made_model(made_tree((rule, 0, 1), 2), ["a", "b"], ["x", "y"])
    X = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 1.0]])
    X, truth = np.repeat(X, 2, axis=0), np.repeat([0, 0, 0, 1], 2)
    (zero, one) = summarise(model, X, truth).places[0]
    assert (zero.terms, zero.class_counts, one.terms, one.class_counts) == ((0.0,), (2, 0), (1.0,), (2, 2))
