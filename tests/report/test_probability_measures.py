"""ROC and calibration against slow, obvious twins and scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn.metrics import roc_auc_score

from nldt.report.probability_measures import MOST_CORNERS, calibrate, measure_probabilities, roc_curve


def scored(seed, n_rows=300, n_values=None, n_classes=3):
    """Probabilities, with ties where few values are wished, and true classes that they tell something about."""
    random = np.random.default_rng(seed)
    truth = random.integers(0, n_classes, n_rows)
    raw = random.random((n_rows, n_classes)) + 0.8 * np.eye(n_classes)[truth]
    if n_values:
        raw = np.ceil(raw * n_values / 2)
    return raw / raw.sum(axis=1, keepdims=True), truth


def area_by_pairs(score, is_member, counts):
    """How often a member is above another row, half where they are level."""
    wins = total = 0.0
    for mine, often in zip(score[is_member], counts[is_member], strict=True):
        for other, times in zip(score[~is_member], counts[~is_member], strict=True):
            wins += often * times * (1.0 if mine > other else 0.5 if mine == other else 0.0)
            total += often * times
    return wins / total


@pytest.mark.parametrize("n_values", [None, 3])
def test_areas_are_shares_of_pairs(n_values):
    said, truth = scored(0, 120, n_values)
    evidence = np.random.default_rng(1).integers(0, 4, len(truth)).astype(float)
    for counts in (np.ones(len(truth)), evidence):
        found = measure_probabilities(said, truth, said.argmax(axis=1), counts)
        for k, curve in enumerate(found.roc):
            assert curve.area == pytest.approx(area_by_pairs(said[:, k], truth == k, counts))
            assert curve.area == pytest.approx(roc_auc_score(truth == k, said[:, k], sample_weight=counts))
        assert found.mean_area == pytest.approx(np.mean([curve.area for curve in found.roc]))


def test_the_curve_runs_from_corner_to_corner_and_keeps_its_area():
    said, truth = scored(2, 5000)
    curve = roc_curve(said[:, 1], truth == 1, np.ones(len(truth)))
    corners = np.array(curve.corners)
    assert len(corners) == MOST_CORNERS
    assert corners[0].tolist() == [0, 0] and corners[-1].tolist() == [1, 1] and (np.diff(corners, axis=0) >= 0).all()
    drawn = np.sum(np.diff(corners[:, 0]) * (corners[1:, 1] + corners[:-1, 1])) / 2
    assert drawn == pytest.approx(curve.area, abs=0.003)


def test_a_class_without_rows_or_with_all_of_them_has_no_curve():
    found = measure_probabilities(np.full((4, 2), 0.5), np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64))
    assert found.roc == (None, None) and found.mean_area is None


@pytest.mark.parametrize("n_values", [None, 2, 3])
def test_bins_hold_all_rows_and_say_what_came_true(n_values):
    said, truth = scored(3, 500, n_values, n_classes=2)
    counts = np.random.default_rng(4).integers(1, 4, len(truth)).astype(float)
    bins = calibrate(said[:, 1], truth == 1, counts)
    assert sum(one.n_rows for one in bins) == counts.sum()
    assert [one.said for one in bins] == sorted(one.said for one in bins)
    left = np.argsort(said[:, 1], kind="stable")
    for one in bins:  # rows in ascending order, as many as the bin has
        place = np.searchsorted(np.cumsum(counts[left]), one.n_rows) + 1
        mine, left = left[:place], left[place:]
        assert counts[mine].sum() == one.n_rows
        assert one.said == pytest.approx(np.average(said[mine, 1], weights=counts[mine]))
        assert one.came_true == pytest.approx(np.average(truth[mine] == 1, weights=counts[mine]))
        assert not set(said[mine, 1]) & set(said[left, 1])  # equal probabilities are in one bin
    if n_values is None:
        assert len(bins) == 10 and max(one.n_rows for one in bins) < 0.12 * counts.sum()


def test_intervals_are_wilsons():
    said, truth = scored(5, 200, n_classes=2)
    for one in calibrate(said[:, 1], truth == 1, np.ones(200)):
        test = binomtest(round(one.came_true * one.n_rows), int(one.n_rows))
        interval = test.proportion_ci(0.95, method="wilson")
        assert (one.low, one.high) == pytest.approx((interval.low, interval.high), abs=1e-6)


def test_evidence_counts_as_repeated_rows():
    said, truth = scored(6, 60, 4)
    answer, evidence = said.argmax(axis=1), np.random.default_rng(7).integers(1, 5, 60)
    repeated = np.repeat(np.arange(60), evidence)
    one = measure_probabilities(said, truth, answer, evidence.astype(float))
    other = measure_probabilities(said[repeated], truth[repeated], answer[repeated])
    assert one.calibration_error == pytest.approx(other.calibration_error)
    assert [entry.area for entry in one.roc] == pytest.approx([entry.area for entry in other.roc])
    assert [entry.n_rows for entry in one.calibration] == [entry.n_rows for entry in other.calibration]


def test_shares_of_a_leaf_on_its_own_rows_come_true():
    said = np.repeat([[0.8, 0.2], [0.3, 0.7]], 10, axis=0)
    truth = np.array([0] * 8 + [1] * 2 + [0] * 3 + [1] * 7)
    found = measure_probabilities(said, truth, np.repeat([0, 1], 10))
    assert found.calibration_error == pytest.approx(0) and len(found.calibration) == 2
