"""Rules as people write them: ``0.61·x3²/x7 − x12 ≤ −0.24``."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nldt.split_rule import SplitRule

SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def format_number(value: float, digits: int | None) -> str:
    """A number with so many significant digits, or in full where None; a true minus sign.

    >>> format_number(-0.24000001, 4), format_number(1e-07, 4), format_number(0.1, None)
    ('−0.24', '1e−07', '0.1')
    """
    value = float(value) + 0.0  # minus zero becomes zero
    text = repr(value) if digits is None else f"{value:.{digits}g}"
    return text.replace("-", "−")


def format_name(name: str) -> str:
    """A feature name that can stand in a product: bracketed unless it is one word.

    >>> format_name("x3"), format_name("mean radius")
    ('x3', '[mean radius]')
    """
    return name if re.fullmatch(r"\w+", name) else f"[{' '.join(name.split())}]"


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
    if number in ("1", "1.0"):
        return term
    return number + term[1:] if term.startswith("1/") else f"{number}·{term}"


def format_rule(rule: SplitRule, names: Sequence[str], digits: int | None = 4) -> str:
    """The condition under which a row goes left.

    A rule of one term is solved for the term; one that would start with a minus is turned round.

    >>> format_rule(SplitRule([[1, 0], [0, 2]], [-1.0, 0.5], -np.inf, -0.25), ["a", "b"])
    'a − 0.5·b² ≥ 0.25'
    >>> format_rule(SplitRule([[1, 1]], [2.0], 0.98, 1.02), ["a", "b"])
    '0.49 ≤ a·b ≤ 0.51'
    """
    weights, low, high = rule.weights, rule.low, rule.high
    divisor = weights[0] if len(weights) == 1 and weights[0] != 0 else np.sign(weights[0]) or 1.0
    weights, low, high = weights / divisor, low / divisor, high / divisor
    if divisor < 0:
        low, high = high, low
    expression = format_sum(weights.tolist(), [format_term(row, names) for row in rule.exponents], digits)
    low_text, high_text = _format_ends(low, high, digits)
    if rule.is_band:
        return f"{low_text} ≤ {expression} ≤ {high_text}"
    return f"{expression} ≤ {high_text}" if np.isfinite(high) else f"{expression} ≥ {low_text}"


def _format_ends(low: float, high: float, digits: int | None) -> tuple[str, str]:
    """Both ends: with two digits more than weights, since rows lie close to them, and so many that they differ."""
    if digits is None:
        return format_number(low, None), format_number(high, None)
    for enough in range(digits + 2, 18):
        ends = format_number(low, enough), format_number(high, enough)
        if ends[0] != ends[1]:
            break
    return ends
