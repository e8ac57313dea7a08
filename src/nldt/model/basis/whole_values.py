"""What columns have in common whose values are whole numbers with names: ordered categories, months, weekdays."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import ClassVar

from nldt.model.basis.column import Column


class WholeValues(Column):
    """A column of whole numbers, all of which have names."""

    has_words: ClassVar[bool] = True

    @property
    @abstractmethod
    def names(self) -> dict[int, str]:
        """The names of the values, rising."""

    def words_between(self, low: float, high: float) -> tuple[str, str] | None:
        names = self.names
        inside = [value for value in names if low <= value <= high]
        return (names[inside[0]], names[inside[-1]]) if inside else None

    def word(self, value: float) -> str:
        return self.names[math.floor(value)]

    def value_of(self, word: str) -> float | None:
        return next((float(value) for value, name in self.names.items() if name == word), None)

    @property
    def numbers_in_words(self) -> str | None:
        """``low counts 0, mid 1, high 2``."""
        (first, name), *others = self.names.items()
        return ", ".join([f"{name} counts {first}", *(f"{other} {value}" for value, other in others)])
