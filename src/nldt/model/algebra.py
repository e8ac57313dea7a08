"""The operations that rules are made of; each language, and each way to print, is one algebra."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from nldt.model.feature import Level

T = TypeVar("T")


class Algebra(Protocol[T]):
    """What a format must be able to write; T is its kind of expression."""

    def number(self, value: float) -> T: ...

    def multiply(self, first: T, second: T) -> T: ...

    def divide(self, numerator: T, divisor: T) -> T:
        """The quotient; one by zero must make the rule's value a thing that is not finite, and raise nothing."""
        ...

    def add(self, first: T, second: T) -> T: ...

    def subtract(self, first: T, second: T) -> T: ...

    def negate(self, value: T) -> T: ...

    def call(self, function: str, argument: T) -> T:
        """A function of one number, such as "log"."""
        ...

    def one_of(self, category: T, codes: Sequence[int], levels: Sequence[Level]) -> T:
        """1 where a feature is one of these categories, by their codes or by their names; 0 elsewhere, in gaps too."""
        ...

    def none_of(self, category: T, codes: Sequence[int], levels: Sequence[Level]) -> T:
        """1 where a feature is another category, one that training did not have too; 0 elsewhere, in gaps too."""
        ...

    def is_missing(self, feature: T) -> T:
        """1 where a feature has a gap, 0 elsewhere."""
        ...
