"""The rows that a page carries."""

import numpy as np
import pytest

from nldt.report.sample import ROWS_OF_EACH_GROUP, evenly, stratified_sample


def test_few_rows_are_all_kept():
    assert stratified_sample(np.zeros(50, dtype=np.int64), 50).tolist() == list(range(50))


@pytest.mark.parametrize("most", [100, 2000])
def test_groups_keep_their_proportions_and_rare_ones_some_rows(most):
    group = np.random.default_rng(0).choice(3, p=[0.7, 0.2997, 0.0003], size=100_000)
    sample = stratified_sample(group, most)
    counts = np.bincount(group[sample], minlength=3)
    assert (np.diff(sample) > 0).all()
    assert abs(counts[0] - 0.7 * most) < 0.01 * most + 1
    assert counts[2] == min(ROWS_OF_EACH_GROUP, np.count_nonzero(group == 2))
    assert len(sample) <= most + 3 * ROWS_OF_EACH_GROUP


def test_many_groups_do_not_burst_the_sample():
    group = np.arange(10_000) % 400
    assert len(stratified_sample(group, 1000)) <= 1500


def test_rows_at_equal_distances_reach_from_end_to_end():
    assert evenly(np.arange(100), 4).tolist() == [0, 33, 66, 99]
