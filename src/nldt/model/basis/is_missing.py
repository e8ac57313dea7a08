"""Whether a feature has a gap: 1 where it has, 0 elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from nldt.model.algebra import Algebra
from nldt.model.basis.indicator import Indicator

Floats = NDArray[np.float64]
T = TypeVar("T")


@dataclass(frozen=True)
class IsMissing(Indicator):
    """An indicator of gaps.

    >>> IsMissing(0).values(np.array([1.5, np.nan])), IsMissing(0).symbol("age")
    (array([0., 1.]), 'age is missing')
    """

    kind: ClassVar[str] = "is missing"
    letter: ClassVar[str] = "m"

    feature: int

    def values(self, feature: Floats) -> Floats:
        return np.isnan(feature).astype(np.float64)

    def expression(self, raw: T, algebra: Algebra[T]) -> T:
        return algebra.is_missing(raw)

    def symbol(self, name: str) -> str:
        return f"{name} is missing"

    @classmethod
    def from_document(cls, feature: int, entry: Mapping[str, Any]) -> IsMissing:
        return cls(feature)
