"""Which rules that a search has met are nearly as good as one that it did not choose itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nldt.search import Candidate
from nldt.search.fast.near_equal import FEW_BITS, MOST_KEPT


def near_equal(chosen: Candidate, others: Sequence[Candidate], more_bits: Sequence[float]) -> list[Candidate]:
    """The best of the others within a few bits of it, as a search keeps them of its own choice: of other columns each.

    ``more_bits`` are what each of the others takes more than the chosen one; below 0 where it takes fewer. One that
    takes far fewer is no equal: it is longer than the chosen rule may be, or does worse above what grew below.
    """
    taken, found = [_columns(chosen)], list[Candidate]()
    for place in np.argsort(more_bits, kind="stable"):
        columns = _columns(others[place])
        if more_bits[place] > FEW_BITS or len(found) == MOST_KEPT:
            break
        is_far_better = more_bits[place] < -FEW_BITS
        if is_far_better or columns <= taken[0] or any(columns >= earlier for earlier in taken):
            continue
        taken.append(columns)
        found.append(replace(others[place], more_bits=float(more_bits[place])))
    return found


def _columns(rule: Candidate) -> frozenset[int]:
    return frozenset(np.flatnonzero(rule.exponents.any(axis=0)).tolist())
