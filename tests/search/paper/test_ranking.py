"""The order of upper-level solutions (paper, Definition IV.1) against the pairwise comparison it states."""

from __future__ import annotations

from functools import cmp_to_key

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nldt.search.paper.ranking import rank_order

TARGET = 0.05
some = settings(max_examples=200, deadline=None)
# Few values, so that ties abound; on the target and beside it.
impurities = st.sampled_from([0.0, 0.01, 0.05, float(np.nextafter(0.05, 1)), 0.05000001, 0.3, 0.5, 1.5])
solutions = st.lists(st.tuples(impurities, st.integers(1, 4), st.booleans()), min_size=0, max_size=12)


def order_of(members, target=TARGET):
    impurity, complexity, modulus = zip(*members, strict=True) if members else ((), (), ())
    return rank_order(
        np.array(impurity, dtype=float),
        np.array(complexity, dtype=int),
        np.array(modulus, dtype=bool),
        target,
    ).tolist()


@some
@given(solutions)
def test_the_order_is_that_of_the_pairwise_definition_and_equals_keep_theirs(members):
    def compare(i, j):
        return naive.ranks_better(members[j], members[i], TARGET) - naive.ranks_better(members[i], members[j], TARGET)

    assert order_of(members) == sorted(range(len(members)), key=cmp_to_key(compare))


@some
@given(solutions)
def test_nobody_ranks_behind_a_worse_one(members):
    order = order_of(members)
    for place, i in enumerate(order):
        for j in order[place + 1 :]:
            assert not naive.ranks_better(members[j], members[i], TARGET)


@some
@given(solutions, st.randoms(use_true_random=False))
def test_the_ranking_does_not_depend_on_the_order_of_the_population(members, random):
    shuffled = random.sample(members, len(members))
    assert [members[i] for i in order_of(members)] == [shuffled[i] for i in order_of(shuffled)]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ((0.06, 9, True), (0.07, 1, False)),  # 1: both infeasible, by impurity alone
        ((0.05, 9, True), (0.0500001, 1, False)),  # 2: feasible (at the target, too) before infeasible
        ((0.05, 1, True), (0.0, 2, False)),  # 3: both feasible, by complexity
        ((0.01, 2, True), (0.02, 2, False)),  # 4: then by impurity
        ((0.01, 2, False), (0.01, 2, True)),  # 5: then by modulus
        ((0.3, 1, True), (0.3, 2, False)),  # design, section 5: infeasible ties by complexity
        ((0.3, 2, False), (0.3, 2, True)),  # then by modulus
    ],
)
def test_each_clause(better, worse):
    assert order_of([better, worse]) == [0, 1]
    assert order_of([worse, better]) == [1, 0]


def test_the_target_decides_what_is_feasible():
    members = [(0.1, 3, False), (0.2, 1, False)]
    assert order_of(members, target=0.05) == [0, 1]
    assert order_of(members, target=0.25) == [1, 0]


def test_equal_solutions_keep_their_order():
    assert order_of([(0.3, 2, True)] * 40) == list(range(40))
    assert order_of([(0.01, 2, True)] * 40) == list(range(40))
