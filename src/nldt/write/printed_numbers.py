"""Numbers as people see them: how many digits, and in which parts a format sets them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nldt.decimals import Digits, number_text, significant_digits
from nldt.model.rule import SplitRule
from nldt.write.printable import printable

SHORT_DIGITS = 12  # of numbers that "auto" prints in full
DISPLAYED_DIGITS = 4  # of others
END_DIGITS = 2  # that an end of a rule has more than its weights, since rows lie close to it
MOST_DIGITS = 17  # no float64 needs more

MINUS = "−"


@dataclass(frozen=True)
class PrintedNumber:
    """A number in the parts that formats set differently: −2.5e−7 is a minus, 2.5, and the power −7 of ten.

    >>> number = print_number(-2.5e-7, 4)
    >>> number.sign, number.mantissa, number.power, str(number)
    ('−', '2.5', '−7', '−2.5e−7')
    """

    sign: str  # a minus, or nothing
    mantissa: str
    power: str = ""  # of ten; nothing where the number is printed without one
    word: str = ""  # that stands for the number: the name of an ordered category, a date

    def __str__(self) -> str:
        if self.word:
            return printable(self.word)
        return self.sign + self.mantissa + (f"e{self.power}" if self.power else "")

    @property
    def is_zero(self) -> bool:
        return self.mantissa == "0"

    @property
    def is_one(self) -> bool:
        return self == PrintedNumber("", "1")


def print_number(value: float, digits: int | None) -> PrintedNumber:
    """A number with so many significant digits, or in full where None."""
    text = number_text(shown_value(value, digits))
    mantissa, _, power = text.removeprefix("-").partition("e")
    return PrintedNumber(MINUS if text.startswith("-") else "", mantissa, power.replace("-", MINUS))


def shown_value(value: float, digits: int | None) -> float:
    """The number that a reader sees."""
    return float(value) if digits is None else float(f"{value:.{digits}g}")


def format_count(n_rows: float) -> str:
    """A number of rows: whole ones in full, however many; a few digits of what sample weights make of others.

    >>> format_count(2500000.0), format_count(60.16921)
    ('2500000', '60.1692')
    """
    return f"{n_rows:.0f}" if float(n_rows).is_integer() else f"{n_rows:g}"


def format_number(value: float, digits: int | None) -> str:
    """The same as plain text.

    >>> format_number(-0.24000001, 4), format_number(1e-07, 4), format_number(0.1, None)
    ('−0.24', '1e−7', '0.1')
    """
    return str(print_number(value, digits))


def print_ends(low: float, high: float, digits: int | None) -> tuple[PrintedNumber, PrintedNumber]:
    """Both ends of a rule: with a few digits more than its weights, and so many that they differ."""
    if digits is None:
        return print_number(low, None), print_number(high, None)
    for enough in range(min(digits + END_DIGITS, MOST_DIGITS), MOST_DIGITS + 1):
        ends = print_number(low, enough), print_number(high, enough)
        if ends[0] != ends[1]:
            break
    return ends


def rule_digits(rule: SplitRule, digits: Digits = "auto") -> int | None:
    """The digits that a rule is printed with, "auto" being decided by its numbers.

    >>> rule_digits(SplitRule([[1]], [1.0], -np.inf, 0.25)), rule_digits(SplitRule([[1]], [1.0], -np.inf, 1 / 3))
    (None, 4)
    """
    if digits != "auto":
        return digits
    numbers = [number for number in (*rule.weights.tolist(), rule.low, rule.high) if np.isfinite(number)]
    short = all(len(significant_digits(number)[0]) <= SHORT_DIGITS for number in numbers)
    return None if short else DISPLAYED_DIGITS


def legend_digits(rules: Sequence[SplitRule], digits: Digits) -> int | None:
    """The digits of a legend beside such rules: in full where all of them are."""
    if all(rule_digits(rule, digits) is None for rule in rules):
        return None
    return DISPLAYED_DIGITS if digits == "auto" else digits
