"""Units as people read them: symbols with their powers. What a symbol means is for ``nldt.data.units`` to know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
LARGEST_DENOMINATOR = 100  # of a power


@dataclass(frozen=True)
class Unit:
    """A product of powers of symbols, such as ``kg·m²/s²``; of none: a plain number, as indicators are.

    >>> energy = Unit.of([("kg", 1), ("m", 2), ("s", -2)])
    >>> print(energy, energy * Unit.of([("m", -2)]), energy**-1)
    kg·m²/s² kg/s² s²/(kg·m²)
    """

    powers: tuple[tuple[str, Fraction], ...] = ()  # in the order in which they are written; none of them 0

    @classmethod
    def of(cls, powers: Iterable[tuple[str, float | Fraction]]) -> Unit:
        """The unit of these symbols; powers of the same one are added."""
        total: dict[str, Fraction] = {}
        for symbol, power in powers:
            total[symbol] = total.get(symbol, Fraction(0)) + Fraction(power).limit_denominator(LARGEST_DENOMINATOR)
        return cls(tuple((symbol, power) for symbol, power in total.items() if power))

    def __mul__(self, other: Unit) -> Unit:
        return Unit.of([*self.powers, *other.powers])

    def __pow__(self, exponent: int) -> Unit:
        return Unit.of([(symbol, power * exponent) for symbol, power in self.powers])

    def __bool__(self) -> bool:
        """Whether it is more than a plain number."""
        return bool(self.powers)

    @property
    def above(self) -> list[tuple[str, Fraction]]:
        """What stands above the line."""
        return [(symbol, power) for symbol, power in self.powers if power > 0]

    @property
    def below(self) -> list[tuple[str, Fraction]]:
        """What stands below it, with positive powers."""
        return [(symbol, -power) for symbol, power in self.powers if power < 0]

    def __str__(self) -> str:
        above, below = ("·".join(map(_power_text, part)) for part in (self.above, self.below))
        if not below:
            return above
        return f"{above or 1}/{below if len(self.below) == 1 else f'({below})'}"


PLAIN_NUMBER = Unit()


def _power_text(power: tuple[str, Fraction]) -> str:
    symbol, exponent = power
    if exponent.denominator > 1:
        return f"{symbol}^({exponent})"
    return symbol + (str(exponent).translate(SUPERSCRIPTS) if exponent != 1 else "")
