"""Rivals of rules, and theirs: steps that go on as long as each is purer."""

from __future__ import annotations

import numpy as np
import pytest

from nldt.estimators.partitioned_fit import MOST_STEPS, RIVALS, climbed
from nldt.search.outcome import Candidate


def rule(place: int, goal: int) -> Candidate:
    """Structures on a line, purer the nearer they are to a goal."""
    return Candidate(np.array([[place]], dtype=np.int8), np.ones(1), -np.inf, 0.0, abs(place - goal) / 100)


@pytest.mark.parametrize(("goal", "asked"), [(0, [0]), (1, [0, 1]), (-2, [0, -1, -2]), (9, [0, 1, 2])])
def test_steps_end_where_nothing_is_purer(goal, asked):
    places = []

    def rivals(exponents):
        places.append(int(exponents[0, 0]))
        return [rule(places[-1] + step, goal) for step in (-1, 1)]

    found = climbed(rivals, rule(0, goal).exponents, rule(0, goal).impurity)
    assert places == asked and len(places) <= MOST_STEPS
    met = {place + step for place in places for step in (-1, 1)}
    nearest = sorted(met, key=lambda place: abs(place - goal))[:RIVALS]
    assert [abs(int(one.exponents[0, 0]) - goal) for one in found] == [abs(place - goal) for place in nearest]


def test_there_may_be_none():
    assert climbed(lambda exponents: [], rule(0, 0).exponents, 0.5) == []
