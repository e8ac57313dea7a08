"""Sorting and crowding against their slow twins, on ties and infinities too."""

import naive
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nldt.datasets.nondominated import best_first, crowding_distance, nondominated_ranks

small = st.integers(0, 6).map(float)
rows = st.lists(st.tuples(small, small, st.sampled_from([0.0, 0.0, 0.0, 0.5, 1.0])), min_size=1, max_size=25)


@given(rows)
def test_ranks_with_ties_and_violations(points):
    table = np.array(points)
    expected = naive.nondominated_ranks(table[:, :2].tolist(), table[:, 2].tolist())
    assert nondominated_ranks(table[:, :2], table[:, 2]).tolist() == expected


@pytest.mark.parametrize("seed", range(3))
def test_ranks_of_many_points(seed):
    random = np.random.default_rng(seed)
    objectives, violation = random.normal(size=(120, 2)), np.maximum(random.normal(size=120) - 0.5, 0)
    expected = naive.nondominated_ranks(objectives.tolist(), violation.tolist())
    assert nondominated_ranks(objectives, violation).tolist() == expected
    assert max(expected) > 10


@given(st.lists(st.tuples(small, st.one_of(small, st.just(np.inf))), min_size=1, max_size=15))
def test_crowding_distance(points):
    table = np.array(points)
    np.testing.assert_allclose(crowding_distance(table), naive.crowding_distance(table.tolist()))


def test_crowding_distance_by_hand():
    front = np.array([[0.0, 8.0], [1.0, 4.0], [3.0, 2.0], [4.0, 0.0]])
    np.testing.assert_allclose(crowding_distance(front), [np.inf, 3 / 4 + 6 / 8, 3 / 4 + 4 / 8, np.inf])


def test_best_first_goes_by_rank_then_by_room():
    objectives = np.random.default_rng(0).random((60, 2))
    order, ranks = best_first(objectives, np.zeros(60))
    assert sorted(order) == list(range(60))
    assert (np.diff(ranks[order]) >= 0).all()
    for rank in range(1, ranks.max() + 1):
        front = order[ranks[order] == rank]  # by falling distance
        distance = crowding_distance(objectives[np.sort(front)])
        assert distance[np.searchsorted(np.sort(front), front)].tolist() == sorted(distance, reverse=True)


def test_no_points():
    order, ranks = best_first(np.empty((0, 2)), np.empty(0))
    assert len(order) == len(ranks) == 0
