"""Arrays in a checkpoint."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

DTYPES = ("float64", "int64", "int8", "uint64", "bool")


class Array(Struct, array_like=True):
    """Numbers as they are in memory."""

    dtype: str
    shape: tuple[int, ...]
    data: bytes

    @classmethod
    def of(cls, array: NDArray[Any]) -> Array:
        return cls(array.dtype.name, array.shape, array.tobytes())

    def read(self) -> NDArray[Any]:
        if self.dtype not in DTYPES:
            raise ValueError(f"numbers of type {self.dtype!r}")
        return np.frombuffer(self.data, dtype=self.dtype).reshape(self.shape).copy()
