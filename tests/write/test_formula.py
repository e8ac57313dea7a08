"""Printed rules mean what the rules do."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nldt import SplitRule
from nldt.write.formula import format_name, format_rule
from nldt.write.printed_numbers import format_number

NAMES = ["a", "b", "c"]
INF = np.inf


def python_condition(printed: str) -> str:
    """A printed rule as a Python expression."""
    digits = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹−·≤≥", "0123456789-*≤≥")
    powers = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda match: f"**{match.group()}", printed)
    return powers.translate(digits).replace("≤", "<=").replace("≥", ">=")


@st.composite
def rules(draw) -> SplitRule:
    row = st.lists(st.integers(-12, 12), min_size=3, max_size=3).filter(any)
    exponents = draw(st.lists(row, min_size=1, max_size=3))
    size = len(exponents)
    weights = draw(st.lists(st.floats(0.01, 1) | st.floats(-1, -0.01), min_size=size, max_size=size))
    ends = sorted(draw(st.tuples(st.floats(-5, 5), st.floats(-5, 5))))
    low, high = draw(st.sampled_from([(ends[0], ends[1]), (-INF, ends[1])]))
    return SplitRule(exponents, weights, low, high)


@settings(deadline=None, database=None)
@given(rules(), st.integers(0, 2**32 - 1))
def test_printed_rule_holds_where_the_rule_holds(rule, seed):
    rows = np.random.default_rng(seed).uniform(0.7, 1.4, size=(20, 3))
    values = rule.value(rows)
    off_the_ends = (abs(values - rule.low) > 1e-6) & (abs(values - rule.high) > 1e-6)
    condition = python_condition(format_rule(rule, NAMES, digits=None))
    printed = [eval(condition, dict(zip(NAMES, row, strict=True))) for row in rows[off_the_ends].tolist()]
    assert printed == rule.goes_left(rows[off_the_ends]).tolist()


@pytest.mark.parametrize(
    ("rule", "printed"),
    [
        (SplitRule([[1, 0, 0]], [-1.0], -INF, 0.0), "a ≥ 0"),
        (SplitRule([[-1, 0, 0]], [0.5], -INF, 1.0), "1/a ≤ 2"),
        (SplitRule([[-1, -2, 3]], [-2.0], -1.0, 3.0), "−1.5 ≤ c³/(a·b²) ≤ 0.5"),
        (SplitRule([[1, 0, 0], [0, -1, 0]], [-0.25, 1.0], -INF, 1.0), "0.25·a − 1/b ≥ −1"),
        (SplitRule([[1, 0, 0], [0, -1, 0]], [1.0, 0.5], -INF, 1e-7), "a + 0.5/b ≤ 1e−7"),
        (SplitRule([[10, 0, 0]], [1.0], -INF, 123456.0), "a¹⁰ ≤ 123456"),
    ],
)
def test_rules_are_printed_as_people_write_them(rule, printed):
    assert format_rule(rule, NAMES) == printed


def test_short_numbers_are_printed_in_full_and_long_ones_are_not():
    sum_of_two = [[1, 0, 0], [0, 1, 0]]
    assert format_rule(SplitRule(sum_of_two, [1.0, 0.123456], -INF, 1.2345678), NAMES) == "a + 0.123456·b ≤ 1.2345678"
    assert format_rule(SplitRule(sum_of_two, [1.0, 1 / 7], -INF, 1.5), NAMES) == "a + 0.1429·b ≤ 1.5"
    assert format_rule(SplitRule(sum_of_two, [1.0, 0.123456], -INF, 1.5), NAMES, digits=2) == "a + 0.12·b ≤ 1.5"


def test_in_full_a_rule_is_solved_only_if_that_is_exact():
    rule = SplitRule([[1, 0, 0]], [-3.0], -INF, 1.0)
    assert format_rule(rule, NAMES, digits=None) == "3·a ≥ −1"
    assert format_rule(rule, NAMES, digits=4) == "a ≥ −0.333333"
    assert format_rule(SplitRule([[1, 0, 0]], [0.25], 0.1, 0.3), NAMES, digits=None) == "0.4 ≤ a ≤ 1.2"


def test_zero_has_no_sign():
    assert format_number(-0.0, 4) == "0"
    assert format_number(-0.0, None) == "0"


@pytest.mark.parametrize("name", ["x 1", "a·b", "a-b", "a+b", "1/c", "", "a^2", "f(x)", "a²", "2a", "7"])
def test_names_that_are_not_one_word_are_bracketed(name):
    assert format_name(name) == f"[{name}]"


@pytest.mark.parametrize("name", ["x1", "größe", "_width", "幅"])
def test_names_of_one_word_stand_as_they_are(name):
    assert format_name(name) == name
