"""Which structures and rules keep to a direction for all numbers: against pairs of rows, with and without mercy."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from nldt import SplitRule
from nldt.model.basis import AsIs, Basis, IsMissing, OneOf, Shifted
from nldt.search.monotone import Monotone

BASIS = Basis((AsIs(0), Shifted(1, -1.0, 2.0), OneOf(2, (1,), ("b",)), AsIs(3), IsMissing(0)), 4)
ASKED = {0: 1, 1: -1}
TERMS = [
    term
    for term in itertools.product((-1, 0, 1, 2, 3), (-1, 0, 1, 2), (0, 1), (-2, -1, 0, 1, 2), (0, 1))
    if any(term) and np.count_nonzero(term) <= 3
]


def rows(random: np.random.Generator, count: int) -> np.ndarray:
    made = random.normal(size=(count, 4)) * 10.0 ** random.integers(-2, 3, (count, 4))
    made[random.random((count, 4)) < 0.1] = 0.0
    made[:, 2] = random.integers(0, 2, count)
    return made


def turns_round(values: np.ndarray, changed: np.ndarray, ups: np.ndarray) -> bool:
    """Whether some pair rises and another falls as the probability may only rise."""
    known = np.isfinite(values) & np.isfinite(changed)
    change = np.sign(changed[known] - values[known]) * ups[known]
    return bool((change > 0).any() and (change < 0).any())


def test_allowed_terms_never_turn_round_and_all_others_do():
    monotone, random = Monotone.of(BASIS, ASKED), np.random.default_rng(0)
    X = rows(random, 4000)
    for term in (term for term in TERMS if not term[4]):  # nobody has a gap here
        rule = SplitRule([term], [1.0], -np.inf, 0.0, BASIS)
        turned = []
        for feature, sign in ASKED.items():
            other = X.copy()
            other[:, feature] = rows(random, len(X))[:, feature]
            turned.append(turns_round(rule.value(X), rule.value(other), sign * np.sign(other - X)[:, feature]))
        assert monotone.allows(np.array([term], dtype=np.int8)) == (not any(turned)), term


def test_allowed_rules_move_rows_to_one_side_only():
    monotone, random = Monotone.of(BASIS, ASKED), np.random.default_rng(1)
    terms = [term for term in TERMS if monotone.allows(np.array([term], dtype=np.int8))]
    sides = {"L": 0, "R": 0, None: 0, "refused": 0}
    X = rows(random, 500)
    for _ in range(400):
        chosen = [terms[place] for place in random.choice(len(terms), random.integers(1, 4), replace=False)]
        ends = (-np.inf, random.normal()) if random.random() < 0.8 else (-1.0, 1.0)
        rule = SplitRule(chosen, random.choice([-2.0, -0.5, 1.0, 3.0], len(chosen)), *ends, BASIS)
        try:
            side = monotone.upper_side(rule)
        except ValueError:
            sides["refused"] += 1
            continue
        sides[side] += 1
        for feature, sign in ASKED.items():
            other = X.copy()
            other[:, feature] = X[:, feature] + sign * np.abs(rows(random, len(X))[:, feature])
            before, after = rule.goes_left(X), rule.goes_left(other)
            assert not (before & ~after).any() if side != "R" else not (~before & after).any()
    assert min(sides.values()) > 10


def test_keeps_looks_at_signs_bands_and_shares():
    monotone = Monotone.of(Basis.as_is(2), {0: 1})
    exponents = np.array([[1, 0], [0, 1]], dtype=np.int8)
    parent, fewer_left = np.array([10.0, 10.0]), np.array([8.0, 2.0])  # of the second class, on the left
    more_left = parent - fewer_left

    def keeps(weights, low, left) -> bool:
        return bool(monotone.keeps(exponents, np.array(weights), np.array(low), left, parent))

    assert keeps([1.0, -3.0], -np.inf, fewer_left) and not keeps([1.0, -3.0], -np.inf, more_left)
    assert keeps([-1.0, 3.0], -np.inf, more_left) and not keeps([-1.0, 3.0], -np.inf, fewer_left)
    assert not keeps([1.0, 1.0], 0.0, fewer_left)
    other = Monotone.of(Basis.as_is(2), {0: 1, 1: 1})
    assert not other.keeps(exponents, np.array([1.0, -1.0]), np.array(-np.inf), fewer_left, parent)


@pytest.mark.parametrize("columns", [[0, 2], [1, 3], [4]])
def test_some_of_the_columns(columns):
    whole = Monotone.of(BASIS, ASKED)
    some, of_some = whole.narrowed(np.array(columns)), Basis(tuple(BASIS.columns[j] for j in columns), 4)
    assert some.direction.tolist() == Monotone.of(of_some, ASKED).direction.tolist()
