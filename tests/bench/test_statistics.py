"""Means, tests and verdicts against SciPy and numbers worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from nldt.bench.statistics import Spread, signed_rank_p, spread, verdict


def test_spread_of_known_numbers():
    # mean 4, squares of deviations 9 + 1 + 1 + 9 = 20, 20/3
    assert spread([1.0, 3.0, 5.0, 7.0]) == Spread(4.0, math.sqrt(20 / 3), 4)


def test_spread_leaves_out_what_is_missing():
    assert spread([None, 2.0, None]) == Spread(2.0, None, 1)
    assert spread([None, None]) is None


def test_error_of_the_mean():
    assert Spread(50.0, 4.0, 16).error == 1.0
    assert Spread(50.0, None, 1).error == 0.0


def test_signed_rank_by_hand():
    # Five differences of one sign: of 2**5 signs, the two extreme ones are as far from the middle.
    first = {seed: 90.0 + seed for seed in range(5)}
    second = {seed: 80.0 - seed for seed in range(5)}
    assert signed_rank_p(first, second) == pytest.approx(2 / 32)
    assert signed_rank_p(second, first) == pytest.approx(2 / 32)


@given(st.integers(0, 10**6))
def test_signed_rank_is_scipys(seed):
    random = np.random.default_rng(seed)
    a, b = random.normal(95, 1, 20), random.normal(95.5, 1, 20)
    expected = stats.wilcoxon(a, b).pvalue
    assert signed_rank_p(dict(enumerate(a)), dict(enumerate(b))) == pytest.approx(expected)


def test_only_common_splits_are_compared():
    first = {seed: 90.0 + seed for seed in range(5)}
    second = {seed: 80.0 - seed for seed in range(50)}
    assert signed_rank_p(first, second) == pytest.approx(2 / 32)
    assert signed_rank_p({1: 90.0}, {2: 90.0}) is None


def test_methods_that_never_differ_are_alike():
    assert signed_rank_p({0: 97.0, 1: 95.0}, {0: 97.0, 1: 95.0}) == 1.0
    third = 100 * (1 / 3)
    assert signed_rank_p({0: third, 1: 1.0}, {0: 100 / 3, 1: 1.0}) == 1.0  # the last bit is no difference


@pytest.mark.parametrize(
    ("ours", "expected"),
    [
        (98.0, "worse"),
        (98.99, "worse"),
        (99.01, "similar"),
        (100.0, "similar"),
        (100.99, "similar"),
        (101.01, "better"),
    ],
)
def test_similar_within_one_error_of_the_difference(ours, expected):
    # errors 0.6 and 0.8: 1.0 together
    assert verdict(Spread(ours, 6.0, 100), Spread(100.0, 4.0, 25)) == expected


def test_shorter_is_better():
    ours, theirs = Spread(2.0, 0.0, 50), Spread(2.3, 0.6, 50)
    assert verdict(ours, theirs, larger_is_better=False) == "better"
    assert verdict(theirs, ours, larger_is_better=False) == "worse"
    assert verdict(ours, ours, larger_is_better=False) == "similar"
