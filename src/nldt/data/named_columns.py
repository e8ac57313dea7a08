"""The column that a user means by a name or a number: one way to find it, and one line where there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nldt.errors import InputError, called, hint


def named_column(name: Any, names: Sequence[str], parameter: str) -> int:
    """The place of a column; a whole number is a label where the table has such, and else a place, from 0.

    Raises InputError that starts with the parameter that names the column.

    >>> named_column("b", ["a", "b"], "forbidden"), named_column(1, ["a", "b"], "forbidden")
    (1, 1)
    >>> named_column("widht", ["width", "height"], "forbidden")
    Traceback (most recent call last):
    nldt.errors.InputError: forbidden: the table has no column 'widht'; did you mean 'width'?
    """
    is_whole = isinstance(name, int | np.integer) and not isinstance(name, bool)
    if isinstance(name, str) or is_whole:
        if str(name) in names:
            return list(names).index(str(name))
        if isinstance(name, str):
            raise InputError(
                f"{called(parameter)}: the table has no column {name!r}{hint(name, list(names), 'columns')}"
            )
        if 0 <= name < len(names):
            return int(name)
    raise InputError(
        f"{called(parameter)}: the table has no column {name!r}; give a name or a whole number from 0 to "
        f"{len(names) - 1}"
    )
