"""What is odd about a model, in sentences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hand_made import classifier_with

from nldt import SplitRule
from nldt.model.estimate import Estimate, Figure
from nldt.write.cautions import cautions

X = np.linspace(0.0, 1.0, 60)[:, None]


def below(end: float) -> SplitRule:
    return SplitRule([[1]], [1.0], -np.inf, end)


def test_a_sound_model_has_none():
    model = classifier_with({0: below(0.5)}, X, X[:, 0] > 0.5).model_
    assert cautions(model) == []


def test_a_class_that_is_never_answered():
    y = np.where(X[:, 0] > 0.5, "up", "down")
    y[::20] = "odd"
    (told,) = cautions(classifier_with({0: below(0.5)}, X, y).model_)
    assert told == "no leaf answers 'odd': rows of this class are always misclassified"


def test_a_rule_that_changes_no_answer_is_told_once():
    """Nodes in pre-order: 0, its left child 1 with children 2 and 3, …"""
    y = np.where(X[:, 0] > 0.8, "up", "down")
    model = classifier_with({0: below(0.79), 1: below(0.5), 2: below(0.25)}, X, y).model_
    told = [line for line in cautions(model) if "changes no answer" in line]
    assert told == ["the rule x1 ≤ 0.5 changes no answer: all its leaves answer 'down', some more surely"]


def test_leaves_of_few_rows():
    model = classifier_with({0: below(0.1)}, X, X[:, 0] > 0.1).model_
    assert cautions(model) == ["a leaf stands on fewer than 10 training rows (6): little is known of such rows"]


def test_of_many_leaves_of_few_rows_the_smallest_are_told():
    """Leaves of 1 to 6 rows below each other, and one of the others."""
    X = np.arange(60.0)[:, None]
    ends = {node: below(end - 0.5) for node, end in zip(range(6), (21, 15, 10, 6, 3, 1), strict=True)}
    (told,) = (line for line in cautions(classifier_with(ends, X, X[:, 0] % 2).model_) if "leaves stand" in line)
    assert told == "6 leaves stand on fewer than 10 training rows (1, 2, 3, 4, 5, …): little is known of such rows"


def test_no_better_than_the_largest_class():
    model = classifier_with({0: below(0.5)}, X, X[:, 0] > 0.5).model_
    figure = Figure(0.5, 0.4, 0.6)
    poor = Estimate("cross-validated", 60, figure, figure, None, 0.52, folds=5)
    (told,) = cautions(replace(model, estimate=poor))
    assert "the cross-validated accuracy, 50.0 %, is no better than always answering the largest class, 52.0 %" in told
    good = replace(poor, accuracy=Figure(0.9, 0.8, 0.95))
    assert cautions(replace(model, estimate=good)) == []
