"""Measures beside scikit-learn's."""

import numpy as np
import pytest
from sklearn import metrics

from nldt.report.accuracy_measures import measure

LABELS = ["a", "b", "c"]


@pytest.fixture(scope="module")
def classes():
    random = np.random.default_rng(0)
    truth = random.integers(0, 3, size=200)
    return truth, np.where(random.random(200) < 0.7, truth, random.integers(0, 3, size=200))


def test_measures_are_scikit_learns(classes):
    measures = measure(*classes, LABELS)
    precision, recall, f1, support = metrics.precision_recall_fscore_support(*classes)
    assert measures.accuracy == metrics.accuracy_score(*classes)
    assert measures.n_wrong == metrics.zero_one_loss(*classes, normalize=False)
    assert np.array_equal(measures.confusion, metrics.confusion_matrix(*classes))
    assert [entry.label for entry in measures.classes] == LABELS
    assert np.allclose([entry.precision for entry in measures.classes], precision)
    assert np.allclose([entry.recall for entry in measures.classes], recall)
    assert np.allclose([entry.f1 for entry in measures.classes], f1)
    assert [entry.support for entry in measures.classes] == support.tolist()


def test_a_measure_that_would_divide_by_zero_is_none():
    measures = measure(np.array([0, 0, 1]), np.array([0, 1, 0]), LABELS)
    assert (measures.classes[2].precision, measures.classes[2].recall, measures.classes[2].f1) == (None, None, None)
    assert measures.classes[1].precision == 0.0
    assert (measures.most_frequent, measures.most_frequent_share) == ("a", 2 / 3)
