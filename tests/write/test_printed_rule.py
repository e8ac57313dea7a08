"""Rules in the numbers in which they are printed."""

import numpy as np
import pytest

from nldt import SplitRule
from nldt.write.formula import rule_text
from nldt.write.printed_rule import print_rule

INF = np.inf
NAMES = ["a", "b", "c"]


def ends(printed):
    return tuple(None if end is None else str(end) for end in (printed.low, printed.high))


def test_short_numbers_are_printed_as_they_are():
    printed = print_rule(SplitRule([[2, -1, 0], [0, 0, 1]], [0.61, -1.0], -INF, -0.24))
    assert (ends(printed), printed.digits) == ((None, "−0.24"), None)
    first, second = printed.terms
    assert (first.sign, str(first.factor), first.above, first.below) == ("+", "0.61", ((0, 2),), ((1, 1),))
    assert (second.sign, second.factor, second.above, second.below) == ("−", None, ((2, 1),), ())


def test_long_numbers_are_cut():
    printed = print_rule(SplitRule([[1, 0, 0], [0, 1, 0]], [1.0, 1 / 3], -INF, 2 / 3))
    assert (str(printed.terms[1].factor), str(printed.high), printed.digits) == ("0.3333", "0.666667", 4)


def test_ends_are_printed_with_so_many_digits_that_they_differ():
    printed = print_rule(SplitRule([[1, 0, 0]], [1.0], 0.12345678111111, 0.12345678911111))
    assert ends(printed) == ("0.12345678", "0.12345679")


@pytest.mark.parametrize("weight", [2.0, -2.0])
def test_a_single_term_is_solved_and_turned_round(weight):
    printed = print_rule(SplitRule([[0, 1, 0]], [weight], -INF, 3.0))
    end = "1.5" if weight > 0 else "−1.5"
    assert printed.divisor == weight
    assert ends(printed) == ((None, end) if weight > 0 else (end, None))
    assert rule_text(printed, NAMES) == f"b {'≤' if weight > 0 else '≥'} {end}"


def test_a_negative_band_swaps_its_ends():
    printed = print_rule(SplitRule([[1, 0, 0], [0, 1, 0]], [-1.0, 0.5], -3.0, 1.0))
    assert (*ends(printed), [term.sign for term in printed.terms]) == ("−1", "3", ["+", "−"])


def test_what_is_printed_in_full_is_divided_only_where_that_is_exact():
    printed = print_rule(SplitRule([[1, 0, 0]], [0.3], -INF, 0.7))
    assert (str(printed.terms[0].factor), str(printed.high), printed.divisor) == ("0.3", "0.7", 1.0)
    cut = print_rule(SplitRule([[1, 0, 0]], [1 / 3], -INF, 0.7))
    assert (cut.terms[0].factor, str(cut.high), cut.divisor) == (None, "2.1", 1 / 3)


def test_a_weight_of_zero_divides_nothing():
    assert str(print_rule(SplitRule([[1, 0, 0]], [0.0], -INF, 3.0)).high) == "3"
