"""Figures beside scikit-learn's."""

import numpy as np
import pytest
from sklearn import metrics

from nldt.report.figures import measure

LABELS = ["a", "b", "c"]


@pytest.fixture(scope="module")
def classes():
    random = np.random.default_rng(0)
    truth = random.integers(0, 3, size=200)
    return truth, np.where(random.random(200) < 0.7, truth, random.integers(0, 3, size=200))


def test_figures_are_scikit_learns(classes):
    figures = measure(*classes, LABELS)
    precision, recall, f1, support = metrics.precision_recall_fscore_support(*classes)
    assert figures.accuracy == metrics.accuracy_score(*classes)
    assert figures.n_wrong == metrics.zero_one_loss(*classes, normalize=False)
    assert np.array_equal(figures.confusion, metrics.confusion_matrix(*classes))
    assert [entry.label for entry in figures.classes] == LABELS
    assert np.allclose([entry.precision for entry in figures.classes], precision)
    assert np.allclose([entry.recall for entry in figures.classes], recall)
    assert np.allclose([entry.f1 for entry in figures.classes], f1)
    assert [entry.support for entry in figures.classes] == support.tolist()


def test_a_figure_that_would_divide_by_zero_is_none():
    figures = measure(np.array([0, 0, 1]), np.array([0, 1, 0]), LABELS)
    assert (figures.classes[2].precision, figures.classes[2].recall, figures.classes[2].f1) == (None, None, None)
    assert figures.classes[1].precision == 0.0
    assert (figures.most_frequent, figures.most_frequent_share) == ("a", 2 / 3)
