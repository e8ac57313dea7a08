"""What a fit has found does not change: arrays that can only be read."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The array itself where it can't be written to, a copy that can't be otherwise.

    >>> import numpy as np
    >>> read_only(np.zeros(2)).flags.writeable
    False
    """
    if not array.flags.writeable:
        return array
    copy = array.copy()
    copy.flags.writeable = False
    return copy
