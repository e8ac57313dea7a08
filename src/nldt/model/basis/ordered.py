"""Ordered categories as the numbers 0, 1, … of their order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from nldt.model.basis.as_is import AsIs
from nldt.model.basis.whole_values import WholeValues
from nldt.model.feature import Level, level_text


@dataclass(frozen=True)
class Ordered(WholeValues, AsIs):
    """The place of a category among ordered ones; a rule of it alone is printed by name, ``grade ≥ B``."""

    kind: ClassVar[str] = "ordered"
    letter: ClassVar[str] = "o"
    document_schema: ClassVar[Mapping[str, Any]] = {
        "levels": {
            "type": "array",
            "minItems": 1,
            "items": {"type": ["string", "number", "boolean"]},
            "description": "The categories in their order: the first is 0.",
        },
    }

    levels: tuple[Level, ...] = ()

    @property
    def names(self) -> dict[int, str]:
        return {code: level_text(level) for code, level in enumerate(self.levels)}

    def to_document(self) -> dict[str, Any]:
        return {"levels": list(self.levels)}

    @classmethod
    def from_document(cls, feature: int, entry: Mapping[str, Any]) -> Ordered:
        levels = entry["levels"]
        if not isinstance(levels, list) or not levels or not all(isinstance(level, Level) for level in levels):
            raise ValueError("the levels of an ordered column are not text or numbers")
        return cls(feature, tuple(levels))
