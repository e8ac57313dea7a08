"""Rules in the numbers in which they are printed."""

import numpy as np
import pytest

from nldt import SplitRule
from nldt.write.printed_rule import print_rule

INF = np.inf
NAMES = ["a", "b", "c"]


def test_short_numbers_are_printed_as_they_are():
    printed = print_rule(SplitRule([[2, -1, 0], [0, 0, 1]], [0.61, -1.0], -INF, -0.24), NAMES)
    assert (printed.low, printed.high, printed.exact) == (None, "−0.24", None)
    first, second = printed.terms
    assert (first.sign, first.factor, first.above, first.below) == ("+", "0.61", ((0, 2),), ((1, 1),))
    assert (second.sign, second.factor, second.above, second.below) == ("−", "", ((2, 1),), ())


def test_long_numbers_are_cut_and_told_in_full():
    printed = print_rule(SplitRule([[1, 0, 0], [0, 1, 0]], [1.0, 1 / 3], -INF, 2 / 3), NAMES)
    assert (printed.terms[1].factor, printed.high) == ("0.3333", "0.666667")
    assert "0.3333333333333333" in printed.exact and "0.6666666666666666" in printed.exact


def test_ends_are_printed_with_so_many_digits_that_they_differ():
    printed = print_rule(SplitRule([[1, 0, 0]], [1.0], 0.12345678111111, 0.12345678911111), NAMES)
    assert (printed.low, printed.high) == ("0.12345678", "0.12345679")


@pytest.mark.parametrize("weight", [2.0, -2.0])
def test_a_single_term_is_solved_and_turned_round(weight):
    printed = print_rule(SplitRule([[0, 1, 0]], [weight], -INF, 3.0), NAMES)
    end = "1.5" if weight > 0 else "−1.5"
    assert printed.divisor == weight
    assert (printed.low, printed.high) == ((None, end) if weight > 0 else (end, None))
    assert printed.text == f"b {'≤' if weight > 0 else '≥'} {end}"


def test_a_negative_band_swaps_its_ends():
    printed = print_rule(SplitRule([[1, 0, 0], [0, 1, 0]], [-1.0, 0.5], -3.0, 1.0), NAMES)
    assert (printed.low, printed.high, [term.sign for term in printed.terms]) == ("−1", "3", ["+", "−"])


def test_what_is_printed_in_full_is_divided_only_where_that_is_exact():
    printed = print_rule(SplitRule([[1, 0, 0]], [0.3], -INF, 0.7), NAMES)
    assert (printed.terms[0].factor, printed.high, printed.divisor) == ("0.3", "0.7", 1.0)
    cut = print_rule(SplitRule([[1, 0, 0]], [1 / 3], -INF, 0.7), NAMES)
    assert (cut.terms[0].factor, cut.high, cut.divisor) == ("", "2.1", 1 / 3)


def test_a_weight_of_zero_divides_nothing():
    assert print_rule(SplitRule([[1, 0, 0]], [0.0], -INF, 3.0), NAMES).high == "3"
