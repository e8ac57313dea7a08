"""Rules of other columns that are nearly as good as the chosen one: a formula is seldom the only one of its kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import numpy as np

from nldt.search.structures import Exponents

# Bits that such a rule may take more, and how many are kept.
FEW_BITS = 12.0
MOST_KEPT = 4

Rule = TypeVar("Rule")


def near_equal(chosen: Exponents, others: Iterable[tuple[float, Exponents, Rule]]) -> list[tuple[float, Rule]]:
    """The best rules within a few bits of the chosen one, each with some column that those before it do without.

    Others come, and go, with the bits that they take more than the chosen one. A rule of all columns of another one and
    one more is no alternative to it. One that takes far fewer bits is no equal: it is longer than the chosen rule may
    be, or does worse above what grew below.
    """
    taken, found = [_columns(chosen)], list[tuple[float, Rule]]()
    for more_bits, exponents, rule in sorted(others, key=lambda other: other[0]):
        columns = _columns(exponents)
        if not more_bits <= FEW_BITS or len(found) == MOST_KEPT:
            break
        if more_bits < -FEW_BITS or columns <= taken[0] or any(columns >= earlier for earlier in taken):
            continue
        taken.append(columns)
        found.append((float(more_bits), rule))
    return found


def _columns(exponents: Exponents) -> frozenset[int]:
    return frozenset(np.flatnonzero(exponents.any(axis=0)).tolist())
