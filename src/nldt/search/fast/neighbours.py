"""All structures that one step leads to from a structure: the search ends where none of them is better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from nldt.search.structures import Exponents, Structures, StructureSpace

Term = tuple[int, ...]  # exponents of some columns


def neighbours(structure: Exponents, space: StructureSpace, columns: Iterable[int]) -> Structures:
    """The structures of the space that are one step away, with these columns and the structure's own.

    Steps are: another exponent of a factor, a factor or a term more or less, another column for a factor, all terms
    multiplied by a power of a column, two terms for a product, and a product for two terms.
    """
    own = np.flatnonzero(structure.any(axis=0))
    used = np.unique(np.concatenate([own, np.fromiter(columns, dtype=np.int64)]))
    terms = [tuple(term) for term in structure[:, used].tolist() if any(term)]
    values = [space.values[j, : space.counts[j]].tolist() for j in used.tolist()]
    found = {frozenset(changed): None for changed in _steps(terms, values)} if terms else {}
    kept = [
        changed
        for changed in found
        if 0 < len(changed) <= space.max_terms
        and all(_is_allowed(term, values, space.max_features_per_term) for term in changed)
    ]
    exponents = np.zeros((len(kept), space.max_terms, space.n_columns), dtype=np.int8)
    for matrix, changed in zip(exponents, kept, strict=True):
        for row, term in enumerate(sorted(changed)):
            matrix[row, used] = term
    return Structures(exponents, np.zeros(len(kept), dtype=bool))


def _is_allowed(term: Term, values: list[list[int]], most_factors: int) -> bool:
    within = all(exponent in allowed for exponent, allowed in zip(term, values, strict=True))
    return within and sum(map(bool, term)) <= most_factors


def _steps(terms: list[Term], values: list[list[int]]) -> Iterator[list[Term]]:
    zero = (0,) * len(values)
    for place, term in enumerate(terms):
        others = terms[:place] + terms[place + 1 :]
        yield others
        yield from ([*others, changed] for changed in _changed(term, values) if any(changed))
        yield from ([*others, *parts] for parts in _parted(term))
        yield from (
            [*terms[:place], *terms[place + 1 : other], _product(term, terms[other]), *terms[other + 1 :]]
            for other in range(place + 1, len(terms))
        )
    yield from ([*terms, changed] for changed in _changed(zero, values))
    # low ≤ w·T ≤ high, divided by a power: the end becomes a term, and a term may become the end.
    for j in range(len(values)):
        for exponent in {term[j] for term in terms} - {0}:
            divided = [_with(term, j, term[j] - exponent) for term in terms]
            yield [term for term in (*divided, _with(zero, j, -exponent)) if any(term)]
            yield [term for term in divided if any(term)]


def _changed(term: Term, values: list[list[int]]) -> Iterator[Term]:
    """The term with another exponent of one column, or with another column in the place of one."""
    for j, allowed in enumerate(values):
        yield from (_with(term, j, exponent) for exponent in allowed if exponent != term[j])
        if term[j]:
            without = _with(term, j, 0)
            yield from (_with(without, k, term[j]) for k in range(len(term)) if not term[k])


def _parted(term: Term) -> Iterator[tuple[Term, Term]]:
    """A factor taken out of a term to be one of its own."""
    for j, exponent in enumerate(term):
        if exponent and sum(map(bool, term)) > 1:
            yield _with(term, j, 0), _with((0,) * len(term), j, exponent)


def _product(first: Term, second: Term) -> Term:
    return tuple(a + b for a, b in zip(first, second, strict=True))


def _with(term: Term, place: int, exponent: int) -> Term:
    return (*term[:place], exponent, *term[place + 1 :])
