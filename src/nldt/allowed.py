"""What a value may be: a test, and the same in words for messages, help and documentation."""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Allowed:
    """What a parameter may be: a test, and the same in words; ``typed``: in words for those who can type text only."""

    words: str
    holds: Callable[[Any], bool]
    typed: str = ""  # where it differs from ``words``


def whole(minimum: int, most: int | None = None) -> Allowed:
    """A whole number from ``minimum`` up, to ``most`` if that is given."""

    def holds(value: Any) -> bool:
        if not isinstance(value, numbers.Integral) or isinstance(value, bool):
            return False
        return minimum <= int(value) and (most is None or int(value) <= most)

    span = f", {minimum} or more" if most is None else f" from {minimum} to {most}"
    return Allowed(f"a whole number{span}", holds)


def number(low: float, high: float = float("inf"), *, above: bool = False) -> Allowed:
    """A number in [low, high], or in (low, high] with ``above``."""

    def holds(value: Any) -> bool:
        if not isinstance(value, numbers.Real) or isinstance(value, bool):
            return False
        return (
            math.isfinite(float(value))
            and float(value) <= high
            and (float(value) > low if above else float(value) >= low)
        )

    start = f"above {low:g}" if above else f"{low:g} or more" if high == float("inf") else f"from {low:g}"
    end = "" if high == float("inf") else f" and at most {high:g}" if above else f" to {high:g}"
    return Allowed(f"a number {start}{end}", holds)


def one_of(*choices: Any) -> Allowed:
    """One of a few values."""
    return Allowed(
        " or ".join(repr(choice) for choice in choices),
        lambda value: any(type(value) is type(choice) and value == choice for choice in choices),
    )


def flag() -> Allowed:
    """True or False."""
    return Allowed("True or False", lambda value: type(value).__name__ in ("bool", "bool_"))


def optional(allowed: Allowed) -> Allowed:
    """None, or what ``allowed`` says."""
    return Allowed(
        f"{allowed.words}, or None",
        lambda value: value is None or allowed.holds(value),
        allowed.typed or allowed.words,
    )
