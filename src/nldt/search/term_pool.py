"""Terms by their unit: where only terms of one unit may be added, chance alone would hardly ever find two of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

import numpy as np
from numpy.typing import NDArray

from nldt.search.limits import Exponents, Flags, Limits

Term = tuple[tuple[int, int], ...]  # column and exponent of each factor, by column

MOST_TERMS = 4000
MOST_CELLS = 2_000_000  # of the matrix of terms
MOST_FACTORS = 4
# Of a column, where there are too many terms to have all: the plainest ones.
FEW_EXPONENTS = 2
# Terms that are gone through for each that is taken; where there are more, longer terms are not looked at.
MOST_PASSED_OVER = 100


@dataclass(frozen=True, eq=False)
class TermPool:
    """Terms of a space, the plainest first, and which of them have the same unit."""

    limits: Limits
    terms: Exponents  # (terms, columns)
    by_unit: dict[bytes, NDArray[np.int64]]  # places among the terms

    @classmethod
    def of(cls, allowed: Sequence[Sequence[int]], most_factors: int, limits: Limits) -> TermPool:
        """The terms of columns with these exponents, as far as there is room: of more, some from all over."""
        terms = plain_terms(allowed, most_factors)
        terms = terms[limits.terms_hold(terms)]
        places: dict[bytes, list[int]] = {}
        for place, key in enumerate(limits.unit_keys(terms)):
            places.setdefault(key, []).append(place)
        return cls(limits, terms, {key: np.array(own) for key, own in places.items()})

    def alike(self, term: Exponents) -> Exponents:
        """The terms of the pool that have the unit of a term (columns,)."""
        return self.terms[self.by_unit.get(self.limits.unit_keys(term[None])[0], np.zeros(0, dtype=np.int64))]

    def mend(self, random: np.random.Generator, exponents: Exponents) -> None:
        """In place: all terms of a structure get the unit of one of them, which is chosen at random.

        In the place of a term with another unit comes the nearest that has the right one; where there is none, it goes.
        """
        for place in np.flatnonzero(~self.limits.hold(exponents)):
            matrix = exponents[place]  # a view
            active = np.flatnonzero(matrix.any(axis=1))
            keys = self.limits.unit_keys(matrix)
            leader = int(random.choice(active))
            fitting = self.alike(matrix[leader])
            for row in (row for row in active if keys[row] != keys[leader]):
                distance = np.count_nonzero(fitting != matrix[row], axis=1)
                nearest = np.flatnonzero(distance == distance.min(initial=matrix.shape[1]))
                matrix[row] = fitting[random.choice(nearest)] if len(nearest) else 0

    def addable(self, terms: Exponents) -> Flags:
        """Whether each two of some terms may stand in one sum: (terms, terms)."""
        keys = self.limits.unit_keys(terms)
        numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
        unit = np.array([numbers[key] for key in keys])
        same: Flags = unit[:, None] == unit
        return same

    def to_pair(self, most: int) -> Exponents:
        """The plainest terms, up to so many, of those that another of them may be added to."""
        several = np.zeros(len(self.terms), dtype=bool)
        for places in self.by_unit.values():
            several[places] = len(places) > 1
        return self.terms[several][:most]


def plain_terms(allowed: Sequence[Sequence[int]], most_factors: int) -> Exponents:
    """Terms of columns with these exponents, the plainest first: (terms, columns).

    >>> plain_terms([(-1, 0, 1), (0, 1)], 2).tolist()
    [[1, 0], [0, 1], [-1, 0], [1, 1], [-1, 1]]
    """
    by_plainness = [sorted(set(own) - {0}, key=_size) for own in allowed]
    room = min(MOST_TERMS, MOST_CELLS // len(allowed))
    found: dict[Term, None] = {}
    for n_factors in range(1, min(most_factors, MOST_FACTORS, len(allowed)) + 1):
        for most_exponents in (FEW_EXPONENTS, None):
            tried = [own[:most_exponents] for own in by_plainness]
            left, count = room - len(found), _n_terms([len(own) for own in tried], n_factors)
            if left <= 0 or count > MOST_PASSED_OVER * room:
                break
            found.update(dict.fromkeys(islice(_terms(tried, n_factors), 0, None, max(1, -(-count // left)))))
    terms = sorted(found, key=lambda term: (len(term), sum(_size(exponent) for _, exponent in term), term))
    exponents = np.zeros((len(terms), len(allowed)), dtype=np.int8)
    for row, term in zip(exponents, terms, strict=True):
        for column, exponent in term:
            row[column] = exponent
    return exponents


def _size(exponent: int) -> int:
    """1, -1, 2, -2, … in the order in which they are plain."""
    return 2 * abs(exponent) + (exponent < 0)


def _terms(allowed: Sequence[Sequence[int]], n_factors: int) -> Iterator[Term]:
    usable = [column for column, own in enumerate(allowed) if own]
    for columns in combinations(usable, n_factors):
        for exponents in product(*(allowed[column] for column in columns)):
            yield tuple(zip(columns, exponents, strict=True))


def _n_terms(n_exponents: Sequence[int], n_factors: int) -> int:
    """How many terms of so many factors there are."""
    by_factors = [1] + [0] * n_factors
    for own in n_exponents:
        for factors in range(n_factors, 0, -1):
            by_factors[factors] += own * by_factors[factors - 1]
    return by_factors[n_factors]
