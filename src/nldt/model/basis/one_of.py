"""Whether a category is one of some, or none of them: 1 where it is, 0 elsewhere, in gaps too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from nldt.model.algebra import Algebra
from nldt.model.basis.indicator import Indicator
from nldt.model.feature import Level, level_in_rule

Floats = NDArray[np.float64]
T = TypeVar("T")


@dataclass(frozen=True)
class OneOf(Indicator):
    """An indicator of one category, of a group of them, or of all others.

    A category that training did not have is none of any group.

    >>> print(OneOf(0, (2,), ("red",)).symbol("colour"), OneOf(1, (0, 1), ("1st", "2nd")).symbol("class"), sep="; ")
    colour = red; class ∈ {1st, 2nd}
    >>> print(OneOf(0, (0, 1), ("Bonn", "Oslo, Norway")).symbol("city"))
    city ∈ {Bonn, "Oslo, Norway"}
    >>> other = OneOf(0, (2,), ("red",), negated=True)
    >>> other.symbol("colour"), other.values(np.array([0.0, 2.0, -1.0, np.nan]))
    ('colour ≠ red', array([1., 0., 1., 0.]))
    """

    kind: ClassVar[str] = "one of"
    letter: ClassVar[str] = "c"
    document_schema: ClassVar[Mapping[str, Any]] = {
        "codes": {
            "type": "array",
            "minItems": 1,
            "uniqueItems": True,
            "items": {"type": "integer", "minimum": 0},
            "description": "The categories, by their places among the levels of the feature.",
        },
        "levels": {
            "type": "array",
            "minItems": 1,
            "items": {"type": ["string", "number", "boolean"]},
            "description": "The same categories by name.",
        },
        "negated": {"type": "boolean", "description": "true: 1 where the category is none of these."},
    }

    feature: int
    codes: tuple[int, ...]
    levels: tuple[Level, ...]  # their names
    negated: bool = False

    def values(self, feature: Floats) -> Floats:
        inside = feature == self.codes[0] if len(self.codes) == 1 else np.isin(feature, self.codes)
        return (~inside & ~np.isnan(feature) if self.negated else inside).astype(np.float64)

    @property
    def opposite(self) -> OneOf:
        """1 where this is 0 and the other way round; both are 0 in gaps."""
        return replace(self, negated=not self.negated)

    def expression(self, raw: T, algebra: Algebra[T]) -> T:
        if self.negated:
            return algebra.none_of(raw, self.codes, self.levels)
        return algebra.one_of(raw, self.codes, self.levels)

    def symbol(self, name: str) -> str:
        if self.levels == (True,) and isinstance(self.levels[0], bool):
            return f"not {name}" if self.negated else name
        return self._words(name, [level_in_rule(level) for level in self.levels])

    def numbered_symbol(self, name: str) -> str:
        return self._words(name, [f"category {code + 1}" for code in self.codes])

    def _words(self, name: str, shown: list[str]) -> str:
        if len(shown) == 1:
            return f"{name} {'≠' if self.negated else '='} {shown[0]}"
        return f"{name} {'∉' if self.negated else '∈'} {{{', '.join(shown)}}}"

    def to_document(self) -> dict[str, Any]:
        return {"codes": list(self.codes), "levels": list(self.levels), "negated": self.negated}

    @classmethod
    def from_document(cls, feature: int, entry: Mapping[str, Any]) -> OneOf:
        codes, levels = entry["codes"], entry["levels"]
        if not isinstance(codes, list) or not isinstance(levels, list) or not 0 < len(codes) == len(levels):
            raise ValueError("codes and levels of an indicator are not as many of each")
        if any(type(code) is not int or code < 0 for code in codes) or len(set(codes)) < len(codes):
            raise ValueError("the codes of an indicator are not different whole numbers")
        if not all(isinstance(level, Level) for level in levels):
            raise TypeError("the levels of an indicator are neither text nor numbers")
        if type(entry["negated"]) is not bool:
            raise TypeError("negated of an indicator is neither true nor false")
        return cls(feature, tuple(codes), tuple(levels), entry["negated"])
