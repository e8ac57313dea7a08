"""A rule in the words and numbers in which it is printed; templates and scripts turn it into MathML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nldt.decimals import Digits
from nldt.model.rule import SplitRule
from nldt.write.formula import format_ends, format_number, format_rule, printed_divisor, readable, rule_digits


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


def print_rule(rule: SplitRule, symbols: Sequence[str], digits: Digits = "auto") -> PrintedRule:
    """A rule of one term solved for the term, one that would start with a minus turned round; as in ``to_text``.

    >>> printed = print_rule(SplitRule([[2, -1]], [-2.0], -np.inf, -0.5), ["a", "b"])
    >>> printed.text, printed.low, printed.high, printed.terms[0].below
    ('a²/b ≥ 0.25', '0.25', None, ((1, 1),))
    """
    digits = rule_digits(rule, digits)
    weights, low, high = readable(rule, digits)
    low_text, high_text = format_ends(low, high, digits)
    return PrintedRule(
        low_text if np.isfinite(low) else None,
        high_text if np.isfinite(high) else None,
        tuple(_print_term(weight, row, digits) for weight, row in zip(weights, rule.exponents, strict=True)),
        printed_divisor(rule, digits),
        format_rule(rule, symbols, digits),
        None if digits is None else format_rule(rule, symbols, None),
    )


def _print_term(weight: float, exponents: NDArray[np.int8], digits: int | None) -> PrintedTerm:
    factor = format_number(abs(weight), digits)
    powers = [(int(j), int(exponents[j])) for j in np.flatnonzero(exponents)]
    return PrintedTerm(
        "−" if weight < 0 else "+",
        "" if factor == "1" else factor,
        tuple((j, e) for j, e in powers if e > 0),
        tuple((j, -e) for j, e in powers if e < 0),
    )
