"""Numbers with something beside them in every cell, such as 12.5 mm, 40 % or $3: text, which a person may mend."""

from __future__ import annotations

import re
from collections.abc import Callable

import pandas as pd

from nldt.data.formats.notation import COMMA, POINT
from nldt.data.formats.numbers import is_text

MOSTLY = 0.95  # so large a share of the cells has the same beside its number
GLANCE = 100  # cells
FEWEST = 3  # fewer different cells are names of groups, such as 5 mg and 10 mg

# A sign of money before the number, or any word without digits after it: P12 and Room 3 are names.
_BESIDE = re.compile(r"\s*([$€£¥]?)\s*(.*?\d[.,]?)\s*([^\d.,]*?)\s*")


def numbers_with_affixes(values: pd.DataFrame, where: Callable[[str, int], str]) -> list[str]:
    """Which columns of text hold numbers with the same unit or sign beside each of them, in words."""
    found = []
    for name, column in values.items():
        affix = _shared_affix(column) if is_text(column) else None
        if affix is not None:
            row = int(column.notna().to_numpy().argmax())
            found.append(
                f"{where(str(name), row)} holds {column.iloc[row]!r}, so that the column counts as text: leave "
                f"{affix!r} out of its cells to have numbers"
            )
    return found


def _shared_affix(column: pd.Series) -> str | None:
    """What stands beside the number of nearly every cell."""
    cells = column.dropna().iloc[:GLANCE].unique().tolist()
    affixes = [affix for affix in (_affix(str(cell)) for cell in cells) if affix]
    if len(cells) < FEWEST or len(affixes) < MOSTLY * len(cells):
        return None
    common = max(set(affixes), key=lambda affix: (affixes.count(affix), affix))
    return common if affixes.count(common) >= MOSTLY * len(cells) else None


def _affix(cell: str) -> str | None:
    """What stands beside a number: empty for a number alone, None where there is no number, or more than one.

    >>> _affix("-1,5 mm"), _affix("$3"), _affix("3"), _affix("Room 3"), _affix("2020-01-31")
    ('mm', '$', '', None, None)
    """
    parts = _BESIDE.fullmatch(cell)
    if parts is None or (parts[1] and parts[3]) or not (POINT.is_number(parts[2]) or COMMA.is_number(parts[2])):
        return None
    return parts[1] or parts[3]
