"""A rule in the words and numbers in which it is printed; templates and scripts turn it into MathML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nldt.export.formula import format_number, format_rule
from nldt.split_rule import SplitRule

# Numbers of so many significant digits are printed as they are; longer ones are cut for reading.
SHORT_NUMBER = 12
CUT_WEIGHT, CUT_END = 4, 6
MOST_DIGITS = 17  # tell any two float64 apart


@dataclass(frozen=True)
class PrintedTerm:
    """A signed factor times a quotient of powers; the factor is empty where it is 1."""

    sign: str
    factor: str
    above: tuple[tuple[int, int], ...]  # (feature, power)
    below: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class PrintedRule:
    """``low ≤ terms ≤ high``; an end that does not bound the rule is None."""

    low: str | None
    high: str | None
    terms: tuple[PrintedTerm, ...]
    divisor: float  # weights and ends are printed divided by it
    text: str  # the same as plain text
    exact: str | None  # the same with all digits, where printing cuts some


def print_rule(rule: SplitRule, symbols: Sequence[str]) -> PrintedRule:
    """A rule of one term solved for the term, one that would start with a minus turned round; as in ``to_text``.

    >>> printed = print_rule(SplitRule([[2, -1]], [-2.0], -np.inf, -0.5), ["a", "b"])
    >>> printed.text, printed.low, printed.high, printed.terms[0].below
    ('a²/b ≥ 0.25', '0.25', None, ((1, 1),))
    """
    short = all(_is_short(number) for number in (*rule.weights, rule.low, rule.high) if np.isfinite(number))
    divisor = _divisor(rule, exact=short)
    weights, ends = rule.weights / divisor, np.array([rule.low, rule.high]) / divisor
    low, high = (ends[1], ends[0]) if divisor < 0 else (ends[0], ends[1])
    weight_digits = None if short else CUT_WEIGHT
    return PrintedRule(
        *_print_ends(low, high, short),
        tuple(_print_term(weight, row, weight_digits) for weight, row in zip(weights, rule.exponents, strict=True)),
        divisor,
        format_rule(rule, symbols, weight_digits),
        None if short else format_rule(rule, symbols, None),
    )


def print_number(value: float, digits: int | None) -> str:
    """A number; the power of ten, where there is one, after an e and without padding.

    >>> print_number(-2.5e-07, None), print_number(3e20, 4), print_number(12.0, None)
    ('−2.5e−7', '3e20', '12')
    """
    mantissa, e, power = format_number(value, digits).partition("e")
    mantissa = re.sub(r"\.0$", "", mantissa)
    sign = "−" if power.startswith("−") else ""
    return f"{mantissa}e{sign}{power.lstrip('+−0')}" if e else mantissa


def _divisor(rule: SplitRule, *, exact: bool) -> float:
    """Its only weight, or the sign of its first; what is printed in full is divided only where that is exact."""
    first = float(rule.weights[0])
    is_power_of_two = abs(np.frexp(first)[0]) == 0.5
    if len(rule.weights) == 1 and first != 0 and (is_power_of_two or not exact):
        return first
    return -1.0 if first < 0 else 1.0


def _is_short(number: float) -> bool:
    return float(f"{number:.{SHORT_NUMBER}g}") == number


def _print_ends(low: float, high: float, short: bool) -> tuple[str | None, str | None]:
    """Both ends, with so many digits that they differ."""
    for digits in [None] if short else range(CUT_END, MOST_DIGITS + 1):
        texts = [print_number(end, digits) if np.isfinite(end) else None for end in (low, high)]
        if texts[0] != texts[1]:
            break
    return texts[0], texts[1]


def _print_term(weight: float, exponents: NDArray[np.int8], digits: int | None) -> PrintedTerm:
    factor = print_number(abs(weight), digits)
    powers = [(int(j), int(exponents[j])) for j in np.flatnonzero(exponents)]
    return PrintedTerm(
        "−" if weight < 0 else "+",
        "" if factor == "1" else factor,
        tuple((j, e) for j, e in powers if e > 0),
        tuple((j, -e) for j, e in powers if e < 0),
    )
