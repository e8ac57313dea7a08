"""Rules as people write them: ``0.61·x3²/x7 − x12 ≤ −0.24``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nldt.decimals import Digits, number_text, significant_digits
from nldt.model.feature_scaling import ShiftScaling
from nldt.model.rule import SplitRule
from nldt.write.printable import printable

SHORT_DIGITS = 12  # of numbers that "auto" prints in full
DISPLAYED_DIGITS = 4  # of others

SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
WORD = re.compile(r"(?!\d)[^\W⁰¹²³⁴⁵⁶⁷⁸⁹]+")


def format_number(value: float, digits: int | None) -> str:
    """A number with so many significant digits, or in full where None; a true minus sign.

    >>> format_number(-0.24000001, 4), format_number(1e-07, 4), format_number(0.1, None)
    ('−0.24', '1e−7', '0.1')
    """
    shown = float(value) if digits is None else float(f"{value:.{digits}g}")
    return number_text(shown).replace("-", "−")


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


class PrintedShift(NamedTuple):
    """The numbers of ``1 + (feature sign minimum)/span``; sign and minimum are empty where the minimum is 0."""

    sign: str
    minimum: str
    span: str


def print_shift(scaling: ShiftScaling, feature: int, rules: Sequence[SplitRule], digits: Digits) -> PrintedShift:
    """The numbers of a legend beside such rules.

    >>> scaling = ShiftScaling(np.array([2.0, 0.0]), np.array([4.0, 0.5]))
    >>> print_shift(scaling, 0, [], None), print_shift(scaling, 1, [], None).sign
    (PrintedShift(sign='−', minimum='2', span='4'), '')
    """
    shown = legend_digits(rules, digits)
    minimum, span = float(scaling.minimum[feature]), format_number(float(scaling.span[feature]), shown)
    if minimum == 0.0:
        return PrintedShift("", "", span)
    return PrintedShift("−" if minimum > 0 else "+", format_number(abs(minimum), shown), span)


def format_shift(name: str, shift: PrintedShift) -> str:
    """What a shifted unit stands for.

    >>> format_shift("mean radius", PrintedShift("−", "2", "4")), format_shift("a", PrintedShift("", "", "4"))
    ('1 + ([mean radius] − 2)/4', '1 + a/4')
    """
    shown = format_name(name)
    above = f"({shown} {shift.sign} {shift.minimum})" if shift.sign else shown
    return f"1 + {above}/{shift.span}"


def format_name(name: str) -> str:
    r"""A feature name that can stand in a product, without hidden signs.

    >>> print(format_name("x3"), format_name("mean radius"), format_name("a]·[b"))
    x3 [mean radius] [a\]·[b]
    """
    return bracket(printable(name))


def bracket(shown: str) -> str:
    """A printed name, bracketed unless it is one word, with no digit first and no power.

    A bracket inside is escaped, so that the name ends where it seems to end.
    """
    if WORD.fullmatch(shown):
        return shown
    closed = re.sub(r"(\\*)(\]|$)", lambda found: 2 * found[1] + found[2].replace("]", r"\]"), shown)
    return f"[{closed}]"


def format_term(exponents: NDArray[np.int8], names: Sequence[str]) -> str:
    """A product of powers as a quotient.

    >>> format_term(np.array([2, 0, -1], dtype=np.int8), ["a", "b", "c"])
    'a²/c'
    """

    def product(sign: int) -> list[str]:
        return [
            format_name(names[j]) + (str(abs(e)).translate(SUPERSCRIPTS) if abs(e) > 1 else "")
            for j, e in enumerate(exponents.tolist())
            if e * sign > 0
        ]

    above, below = product(1), product(-1)
    numerator = "·".join(above) or "1"
    if not below:
        return numerator
    divisor = below[0] if len(below) == 1 else f"({'·'.join(below)})"
    return f"{numerator}/{divisor}"


def format_sum(weights: Sequence[float], terms: Sequence[str], digits: int | None) -> str:
    """A weighted sum of terms.

    >>> format_sum([0.61, -1.0, 0.5], ["x3²/x7", "x12", "1/x2"], 4)
    '0.61·x3²/x7 − x12 + 0.5/x2'
    """
    text = ""
    for weight, term in zip(weights, terms, strict=True):
        factor = _multiply(format_number(abs(weight), digits), term)
        if text:
            text += f" {'−' if weight < 0 else '+'} {factor}"
        else:
            text = f"−{factor}" if weight < 0 else factor
    return text


def _multiply(number: str, term: str) -> str:
    if number == "1":
        return term
    return number + term[1:] if term.startswith("1/") else f"{number}·{term}"


def format_rule(rule: SplitRule, names: Sequence[str], digits: Digits = "auto") -> str:
    """The condition under which a row goes left.

    A rule of one term is solved for the term; one that would start with a minus is turned round. Where numbers are
    printed in full the printed rule is the rule, bit for bit: it is solved only if that is exact.

    >>> format_rule(SplitRule([[1, 0], [0, 2]], [-1.0, 0.5], -np.inf, -0.25), ["a", "b"])
    'a − 0.5·b² ≥ 0.25'
    >>> format_rule(SplitRule([[1, 1]], [2.0], 0.98, 1.02), ["a", "b"])
    '0.49 ≤ a·b ≤ 0.51'
    """
    digits = rule_digits(rule, digits)
    weights, low, high = readable(rule, digits)
    expression = format_sum(weights, [format_term(row, names) for row in rule.exponents], digits)
    low_text, high_text = format_ends(low, high, digits)
    if rule.is_band:
        return f"{low_text} ≤ {expression} ≤ {high_text}"
    return f"{expression} ≤ {high_text}" if np.isfinite(high) else f"{expression} ≥ {low_text}"


def readable(rule: SplitRule, digits: int | None) -> tuple[list[float], float, float]:
    """Weights and ends of the rule as it is printed: solved for its only term, or turned round."""
    divisor = printed_divisor(rule, digits)
    low, high = rule.low / divisor, rule.high / divisor
    return (rule.weights / divisor).tolist(), *((high, low) if divisor < 0 else (low, high))


def printed_divisor(rule: SplitRule, digits: Digits = "auto") -> float:
    """What a rule is divided by before it is printed: its only weight, or the sign of its first."""
    first = float(rule.weights[0])
    may_divide = rule_digits(rule, digits) is not None or abs(np.frexp(first)[0]) == 0.5
    if len(rule.weights) == 1 and first != 0 and may_divide:
        return first
    return -1.0 if first < 0 else 1.0


def format_ends(low: float, high: float, digits: int | None) -> tuple[str, str]:
    """Both ends: with two digits more than weights, since rows lie close to them, and so many that they differ."""
    if digits is None:
        return format_number(low, None), format_number(high, None)
    for enough in range(digits + 2, 18):
        ends = format_number(low, enough), format_number(high, enough)
        if ends[0] != ends[1]:
            break
    return ends
