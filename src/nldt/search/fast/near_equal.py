"""Rules of other columns that are nearly as good as the chosen one: a formula is seldom the only one of its kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nldt.search.fast.archive import Archive, Solved
from nldt.search.outcome import Candidate

# Bits that such a rule may take more, and how many are kept.
FEW_BITS = 12.0
MOST_KEPT = 4


def near_equal(archive: Archive, solved: Sequence[Solved], candidates: Sequence[Candidate]) -> list[Candidate]:
    """The best rules within a few bits of the first one, each with some column that those before it do without.

    A rule of all columns of another one and one more is no alternative to it. ``solved`` are the finalists, the chosen
    one first, and ``candidates`` their rules.
    """
    least = archive.allowed_bits(solved[0])
    known = {id(one): rule for one, rule in zip(solved, candidates, strict=True)}
    taken = [_columns(solved[0])]
    found: list[Candidate] = []
    for other in sorted([*solved[1:], *archive.near.values()], key=archive.allowed_bits):
        more = archive.allowed_bits(other) - least
        columns = _columns(other)
        if not more <= FEW_BITS or len(found) == MOST_KEPT:
            break
        if columns <= taken[0] or any(columns >= earlier for earlier in taken):
            continue
        taken.append(columns)
        rule = known[id(other)] if id(other) in known else other.candidate()
        found.append(replace(rule, more_bits=more))
    return found


def _columns(solved: Solved) -> frozenset[int]:
    return frozenset(np.flatnonzero(solved.exponents.any(axis=0)).tolist())
