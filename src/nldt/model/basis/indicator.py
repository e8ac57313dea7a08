"""What all columns have in common that say yes or no: 1 or 0, and never missing."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from nldt.model.basis.column import Column
from nldt.model.unit import PLAIN_NUMBER, Unit

Floats = NDArray[np.float64]


class Indicator(Column):
    """A column of 0 and 1, which has no powers: it switches the other factors of a term on and off."""

    has_symbol: ClassVar[bool] = False  # its symbol says what it is
    is_indicator: ClassVar[bool] = True

    def feature_at(self, values: Floats) -> Floats:
        """Nowhere in particular: it does not rise or fall with its feature."""
        return np.zeros_like(values)

    def allows(self, exponent: int, low: float, high: float) -> bool:
        return exponent == 1

    def search_power(self, low: float, high: float) -> None:
        return None

    def unit(self, unit: Unit) -> Unit:
        return PLAIN_NUMBER
