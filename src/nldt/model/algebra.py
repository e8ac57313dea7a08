"""The operations that rules are made of; each language, and each way to print, is one algebra."""

from __future__ import annotations

from typing import Protocol, TypeVar

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
