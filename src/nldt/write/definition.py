"""What a column stands for, ``1 + (x3 − 2)/4``, set in any notation.

A column says its definition as operations (``Column.expression``); a notation says how each operation is set. Here is
what all notations share: which brackets are needed, and that nothing is added or subtracted where that is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from nldt.model.basis import Column
from nldt.model.feature import Level
from nldt.write.printed_numbers import MINUS, PrintedNumber, print_number

M = TypeVar("M")

# How tightly the parts of an expression hold together: a looser one inside a tighter one needs brackets.
SUM, PRODUCT, ATOM = range(3)


class Notation(Protocol[M]):
    """How a format sets operations; M is what it sets them in: text, or elements."""

    stacks_quotients: bool  # a quotient is a fraction with a line, above and below which no brackets are needed

    def number(self, number: PrintedNumber) -> M: ...

    def sum(self, first: M, sign: str, second: M) -> M: ...

    def product(self, first: M, second: M) -> M: ...

    def quotient(self, above: M, below: M) -> M: ...

    def negative(self, value: M) -> M: ...

    def brackets(self, inner: M) -> M: ...

    def call(self, function: str, argument: M) -> M:
        """A function such as log; the argument has its brackets already."""
        ...


def define(column: Column, feature: M, notation: Notation[M], digits: int | None) -> M:
    """The definition of a column over its feature, whose name is set already; numbers with so many digits."""
    return column.expression(_Part(feature, ATOM), _Setting(notation, digits)).set


@dataclass(frozen=True)
class _Part(Generic[M]):
    """A part of an expression, set."""

    set: M
    tightness: int
    is_zero: bool = False


@dataclass(frozen=True)
class _Setting(Generic[M]):
    """The algebra that sets what it computes."""

    notation: Notation[M]
    digits: int | None

    def number(self, value: float) -> _Part[M]:
        printed = print_number(value, self.digits)
        return _Part(self.notation.number(printed), SUM if printed.sign else ATOM, printed.is_zero)

    def add(self, first: _Part[M], second: _Part[M]) -> _Part[M]:
        return self._sum(first, "+", second)

    def subtract(self, first: _Part[M], second: _Part[M]) -> _Part[M]:
        return self._sum(first, MINUS, second)

    def multiply(self, first: _Part[M], second: _Part[M]) -> _Part[M]:
        return _Part(self.notation.product(self._inside(first, PRODUCT), self._inside(second, ATOM)), PRODUCT)

    def divide(self, numerator: _Part[M], divisor: _Part[M]) -> _Part[M]:
        if self.notation.stacks_quotients:
            return _Part(self.notation.quotient(numerator.set, divisor.set), PRODUCT)
        above, below = self._inside(numerator, PRODUCT), self._inside(divisor, ATOM)
        return _Part(self.notation.quotient(above, below), PRODUCT)

    def negate(self, value: _Part[M]) -> _Part[M]:
        return _Part(self.notation.negative(self._inside(value, PRODUCT)), SUM)

    def call(self, function: str, argument: _Part[M]) -> _Part[M]:
        return _Part(self.notation.call(function, self.notation.brackets(argument.set)), ATOM)

    def one_of(self, category: _Part[M], codes: Sequence[int], levels: Sequence[Level]) -> _Part[M]:
        raise NotImplementedError("the symbol of an indicator says what it is")

    none_of = one_of

    def is_missing(self, feature: _Part[M]) -> _Part[M]:
        raise NotImplementedError("the symbol of an indicator says what it is")

    def _sum(self, first: _Part[M], sign: str, second: _Part[M]) -> _Part[M]:
        if second.is_zero:
            return first
        return _Part(self.notation.sum(first.set, sign, self._inside(second, PRODUCT)), SUM)

    def _inside(self, part: _Part[M], tightness: int) -> M:
        return part.set if part.tightness >= tightness else self.notation.brackets(part.set)
