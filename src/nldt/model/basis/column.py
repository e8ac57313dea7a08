"""What every kind of column can do; a kind is one class in a file of its own, listed in ``kinds.py``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from nldt.model.algebra import Algebra
from nldt.model.unit import Unit

Floats = NDArray[np.float64]
T = TypeVar("T")


class Column(ABC):
    """What a term multiplies: a number that follows from one feature of the table.

    A kind says how it is computed, which exponents it may have, how every language writes it, how it is printed,
    what a model file keeps of it and what unit it has. Columns are frozen and compare by value.
    """

    kind: ClassVar[str]  # its name in model files
    letter: ClassVar[str]  # its variable in exported code: x3, u3
    # Whether people read it under a symbol that a legend must explain, instead of under the name of its feature.
    has_symbol: ClassVar[bool]
    # Whether it is 0 or 1 in every row, gaps or not; others are missing where their feature is.
    is_indicator: ClassVar[bool] = False
    # Whether it never falls where its feature rises, whatever the numbers are.
    rises_with_feature: ClassVar[bool] = False
    # Whether people read its values by name, where a rule compares nothing else: a category, a date, a month.
    has_words: ClassVar[bool] = False
    # What a model file keeps beside kind and feature, as JSON Schema says it.
    document_schema: ClassVar[Mapping[str, Any]] = {}
    feature: int  # number of the feature that it is made of

    # ------------------------------------------------------------- evaluation

    @abstractmethod
    def values(self, feature: Floats) -> Floats:
        """The column from raw values of its feature; the input itself where nothing is to be done."""

    @abstractmethod
    def feature_at(self, values: Floats) -> Floats:
        """Raw values of the feature at which the column has these values, as nearly as floats have them."""

    @abstractmethod
    def expression(self, raw: T, algebra: Algebra[T]) -> T:
        """What ``values`` computes, operation by operation, in any language; ``raw`` is the feature."""

    # ------------------------------------------------------------ in a search

    @abstractmethod
    def allows(self, exponent: int, low: float, high: float) -> bool:
        """Whether a term may have this exponent, where the feature's training values lie between two numbers."""

    @abstractmethod
    def search_power(self, low: float, high: float) -> int | None:
        """The power of two by which a search divides the column, so that it is about 1; None: it is taken as it is."""

    def refusal(self, name: str, low: float, high: float) -> str | None:
        """Why rules of such values of the feature could not be written, and what to do; None where they can."""
        return None

    def is_resolved(self, low: float, high: float) -> bool:
        """Whether a search in single precision can tell the values apart."""
        return True

    # --------------------------------------------------------------- for people

    @abstractmethod
    def symbol(self, name: str) -> str:
        """What formulas call the column, the feature's name being given."""

    def numbered_symbol(self, name: str) -> str:
        """The same for a format that can't write the names of categories."""
        return self.symbol(name)

    def words_between(self, low: float, high: float) -> tuple[str, str] | None:
        """The first and the last value between two numbers, by name; None where there are none, or they have none."""
        return None

    def word(self, value: float) -> str:
        """A value by its name, of columns whose values have some."""
        raise NotImplementedError(f"values of {self.kind!r} have no names")

    def value_of(self, word: str) -> float | None:
        """The value that is called so; None where none is."""
        return None

    @property
    def numbers_in_words(self) -> str | None:
        """What its numbers mean, for a legend beside rules that compute with them; None where that is plain."""
        return None

    def unit(self, unit: Unit) -> Unit:
        """The unit of the column, from that of the feature."""
        return unit

    # ---------------------------------------------------------- in a model file

    def to_document(self) -> dict[str, Any]:
        """What a model file keeps beside kind and feature."""
        return {}

    @classmethod
    @abstractmethod
    def from_document(cls, feature: int, entry: Mapping[str, Any]) -> Column:
        """The column that a model file holds; raises KeyError, TypeError or ValueError for a damaged entry."""
