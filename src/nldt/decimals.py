"""Numbers as people write them: short decimals, and the shortest one in a gap.

A printed number reads back as the very same float64, so that what is printed is what runs.
"""

from __future__ import annotations

import math
from typing import Literal

# How many significant digits to print; None: in full; "auto": in full where a rule's numbers are short decimals, as
# those of rounded rules are, and a few digits of others.
Digits = int | Literal["auto"] | None

# Every float64 is told from its neighbours by so many significant digits.
MOST_DIGITS = 17


def number_text(value: float) -> str:
    """The shortest text that reads back as this number, as a person would write it.

    >>> number_text(1200000.0), number_text(8.3e-07), number_text(-0.25), number_text(0.0)
    ('1200000', '8.3e-7', '-0.25', '0')
    """
    value = float(value) + 0.0  # minus zero becomes zero
    if not math.isfinite(value) or value == 0.0:
        return f"{value:g}"
    digits, exponent = significant_digits(value)
    sign = "-" if value < 0 else ""
    plain = _plain(digits, exponent)
    if 1e-4 <= abs(value) < 1e7:
        return sign + plain
    mantissa = digits[0] + (f".{digits[1:]}" if len(digits) > 1 else "")
    return sign + min(plain, f"{mantissa}e{exponent}", key=len)


def significant_digits(value: float) -> tuple[str, int]:
    """The digits of a number, without leading and trailing zeros, and the power of ten of the first.

    >>> significant_digits(-0.0250), significant_digits(300.0), significant_digits(0.0)
    (('25', -2), ('3', 2), ('', 0))
    """
    if value == 0.0:
        return "", 0
    mantissa, exponent = f"{abs(float(value))!r}e0".split("e")[:2]
    whole, _, fraction = mantissa.partition(".")
    digits = whole + fraction
    leading = len(digits) - len(digits.lstrip("0"))
    return digits.strip("0"), len(whole) - 1 - leading + int(exponent)


def round_to(value: float, digits: int) -> float:
    """The decimal of so many significant digits that is nearest.

    >>> round_to(0.61803, 2), round_to(-123456.0, 3)
    (0.62, -123000.0)
    """
    return float(f"{value:.{digits - 1}e}")


def neighbours(value: float, digits: int) -> list[float]:
    """The decimals of so many significant digits on either side of a number, the nearer first; itself where it is one.

    >>> neighbours(0.61803, 2), neighbours(0.96, 1), neighbours(0.5, 1)
    ([0.62, 0.61], [1.0, 0.9], [0.5])
    """
    nearest = round_to(value, digits)
    if nearest == value or value == 0.0:
        return [nearest]
    text, exponent = significant_digits(nearest)
    towards_zero = abs(nearest) > abs(value)
    if towards_zero and text == "1":
        exponent -= 1  # below a power of ten decimals lie ten times as close
    step = math.copysign(float(f"1e{exponent - digits + 1}"), value)
    other = round_to(nearest - step if towards_zero else nearest + step, digits)
    return [nearest, other]


def short_between(low: float, high: float) -> float:
    """The shortest decimal strictly between two numbers, as near their middle as its digits allow.

    One more digit is spent where it brings the decimal into the middle half, so that rows on either side keep their
    distance. Where no number lies between the two, it is the lower one.

    >>> short_between(0.4, 0.47), short_between(1.9, 3.0), short_between(-1.0, 4.0)
    (0.43, 2.5, 2.0)
    """
    middle = low + (high - low) / 2
    shortest = None
    for digits in range(MOST_DIGITS + 1):
        decimal = round_to(middle, digits) if digits else 0.0
        if low < decimal < high:
            if abs(decimal - middle) <= (high - low) / 4:
                return decimal
            if shortest is not None:
                return shortest
            shortest = decimal
        elif shortest is not None:
            return shortest
    return low if shortest is None else shortest


def _plain(digits: str, exponent: int) -> str:
    """Digits with the decimal point where it belongs."""
    if exponent < 0:
        return "0." + "0" * (-exponent - 1) + digits
    if len(digits) <= exponent + 1:
        return digits + "0" * (exponent + 1 - len(digits))
    return f"{digits[: exponent + 1]}.{digits[exponent + 1 :]}"
