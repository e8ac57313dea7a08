"""A backend that lets a test see what a search asks of it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from nldt.solve import DirectionSettings, NativeBackend, NodeRows, RuleBatch


class WatchedBackend(NativeBackend):
    """Tells a listener of each batch of directions before the core solves it."""

    def __init__(self, listener: Callable[[NodeRows, np.ndarray, DirectionSettings], object]) -> None:
        self._listener = listener

    def solve_directions(self, rows, exponents, seeds, settings) -> RuleBatch:
        self._listener(rows, exponents, settings)
        return super().solve_directions(rows, exponents, seeds, settings)
