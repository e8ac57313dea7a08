"""All structures that one step leads to from a structure: the search ends where none of them is better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import gcd

import numpy as np
from numpy.typing import NDArray

from nldt.search.structures import Exponents, Structures, StructureSpace
from nldt.search.term_pool import Term, TermPool

# Terms are tuples here: few of many columns are in a term, and there are thousands of terms.
Allowed = Sequence[Sequence[int]]  # exponents of each column

# Terms of the same unit, where only such may be added, times terms that there are.
MOST_ALIKE = 200


def neighbours(structure: Exponents, space: StructureSpace, columns: Iterable[int]) -> Structures:
    """The structures of the space that are one step away, with these columns and the structure's own.

    Steps are: another exponent of a factor, a factor or a term more or less, another column for a factor, all terms
    multiplied by a power of a column, two terms for a product, a product for two terms, the reciprocal of a term, and
    the root of one that is a power as a whole.
    """
    own = np.flatnonzero(structure.any(axis=0))
    used = np.unique(np.concatenate([own, np.fromiter(columns, dtype=np.int64)]))
    terms = [tuple((j, e) for j, e in enumerate(term) if e) for term in structure[:, used].tolist() if any(term)]
    values = [space.values[j, : space.counts[j]].tolist() for j in used.tolist()]
    steps = _steps(terms, values) if terms else iter(())
    if terms and space.pool is not None:
        alike = _terms_alike(structure, space.pool, used)
        steps = chain(steps, _steps_alike(terms, alike[: MOST_ALIKE // len(terms)]))
    # Two terms may cancel each other: then their product is no term.
    found = {frozenset(filter(None, changed)): None for changed in steps}
    of_space = _OfSpace(values, space.max_features_per_term)
    kept = [changed for changed in found if 0 < len(changed) <= space.max_terms and of_space.has_all(changed)]
    return space.permitted(Structures(_exponents(kept, used, space), np.zeros(len(kept), dtype=bool)))


def _terms_alike(structure: Exponents, pool: TermPool, used: NDArray[np.int64]) -> list[Term]:
    """The plainest terms of these columns that have the unit of the structure's."""
    alike = pool.alike(structure[structure.any(axis=1)][0])
    others = np.setdiff1d(np.arange(structure.shape[1]), used)
    rows = alike[~alike[:, others].any(axis=1)][:, used].tolist()
    return [tuple((j, e) for j, e in enumerate(row) if e) for row in rows]


def _steps_alike(terms: Sequence[Term], alike: Sequence[Term]) -> Iterator[list[Term]]:
    """Another term of the same unit in the place of one, or beside them."""
    for other in alike:
        yield [*terms, other]
        for place in range(len(terms)):
            yield [*terms[:place], other, *terms[place + 1 :]]


class _OfSpace:
    """Says which terms the space has; the same few come again and again."""

    def __init__(self, values: Allowed, most_factors: int) -> None:
        self._values = values
        self._most_factors = most_factors
        self._known: dict[Term, bool] = {}

    def has_all(self, terms: Iterable[Term]) -> bool:
        return all(map(self._has, terms))

    def _has(self, term: Term) -> bool:
        known = self._known.get(term)
        if known is None:
            within = all(exponent in self._values[column] for column, exponent in term)
            known = self._known[term] = within and len(term) <= self._most_factors
        return known


def _exponents(found: list[frozenset[Term]], used: NDArray[np.int64], space: StructureSpace) -> Exponents:
    """The matrices of structures whose columns are numbered as those in use."""
    exponents = np.zeros((len(found), space.max_terms, space.n_columns), dtype=np.int8)
    factors = [
        (place, row, column, exponent)
        for place, terms in enumerate(found)
        for row, term in enumerate(sorted(terms))  # the order of a set is not always the same
        for column, exponent in term
    ]
    if factors:
        places, rows, columns, powers = np.array(factors).T
        exponents[places, rows, used[columns]] = powers
    return exponents


def _steps(terms: list[Term], values: Allowed) -> Iterator[list[Term]]:
    for place, term in enumerate(terms):
        others = terms[:place] + terms[place + 1 :]
        yield others
        yield from ([*others, changed] for changed in _changed(term, values) if changed)
        yield from ([*others, *parts] for parts in _parted(term))
        yield from ([*others, changed] for changed in (_root(term), _reciprocal(term)) if changed != term)
        yield from (
            [*terms[:place], *terms[place + 1 : other], _product(term, terms[other]), *terms[other + 1 :]]
            for other in range(place + 1, len(terms))
        )
    yield from ([*terms, changed] for changed in _changed((), values))
    # low ≤ w·T ≤ high, divided by a power: the end becomes a term, and a term may become the end.
    for j in range(len(values)):
        for exponent in {dict(term).get(j, 0) for term in terms} - {0}:
            divided = [_with(term, j, dict(term).get(j, 0) - exponent) for term in terms]
            yield [term for term in (*divided, _with((), j, -exponent)) if term]
            yield [term for term in divided if term]


def _changed(term: Term, values: Allowed) -> Iterator[Term]:
    """The term with another exponent of one column, or with another column in the place of one."""
    own = dict(term)
    for j, allowed in enumerate(values):
        present = own.get(j, 0)
        yield from (_with(term, j, exponent) for exponent in allowed if exponent != present)
        if present:
            without = _with(term, j, 0)
            yield from (_with(without, k, present) for k in range(len(values)) if k not in own)


def _parted(term: Term) -> Iterator[tuple[Term, Term]]:
    """A factor taken out of a term to be one of its own."""
    if len(term) > 1:
        yield from ((_with(term, column, 0), ((column, exponent),)) for column, exponent in term)


def _root(term: Term) -> Term:
    """x/y of x²/y²: no step between has both factors plain."""
    divisor = gcd(*(exponent for _, exponent in term))
    return tuple((column, exponent // divisor) for column, exponent in term)


def _reciprocal(term: Term) -> Term:
    return tuple((column, -exponent) for column, exponent in term)


def _product(first: Term, second: Term) -> Term:
    for column, exponent in second:
        first = _with(first, column, dict(first).get(column, 0) + exponent)
    return first


def _with(term: Term, column: int, exponent: int) -> Term:
    """The term with this exponent of a column, which may be 0."""
    factors = [factor for factor in term if factor[0] != column]
    if exponent:
        factors.append((column, exponent))
        factors.sort()
    return tuple(factors)
