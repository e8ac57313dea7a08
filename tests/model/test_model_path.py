"""Which model of a path is chosen."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from nldt.model.model_path import ModelPath, PathPoint


def point(price, length, *folds, error=0.0153):
    model = SimpleNamespace(rule_length=length, rules=[None] * (length > 0))
    return PathPoint(price, model, folds, error, 1.0, 100)


PATH = ModelPath(
    (
        point(0.25, 20, 0.90, 0.94, 0.88),
        point(0.5, 9, 0.93, 0.94, 0.89),  # the best: 0.92 ± 0.0153
        point(1, 4, 0.90, 0.92, 0.90),  # 0.9067: within
        point(2, 2, 0.90, 0.91, 0.90),  # 0.9033: not
        point(4, 4, 0.91, 0.92, 0.90),  # 0.91: as long, better, dearer
    )
)


def test_the_accuracy_is_the_mean_over_the_folds():
    assert PATH.points[1].accuracy == pytest.approx(0.92)


def test_the_best_and_the_shortest_within_one_standard_error():
    assert PATH.best == 1
    assert PATH.within_one_standard_error == 4
    assert PATH.least_within == pytest.approx(0.92 - 0.0153)


@pytest.mark.parametrize(("length", "place"), [(1, None), (2, 3), (3, 3), (4, 4), (8, 4), (9, 1), (100, 1)])
def test_the_most_accurate_that_is_no_longer(length, place):
    assert PATH.at_length(length) == place


def test_of_equals_the_shortest_is_best():
    path = ModelPath((point(1, 5, 0.8, 0.9), point(2, 3, 0.9, 0.8), point(4, 6, 0.85, 0.85)))
    assert path.best == 1
