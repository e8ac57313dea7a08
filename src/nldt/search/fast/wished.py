"""Structures that the user wishes for: to start from, and with columns that a rule must use."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

import numpy as np

from nldt.search.fast.neighbours import neighbours
from nldt.search.fast.seeding import Term, plainest_exponents, structures_of, terms_of
from nldt.search.structures import Structures, concatenate
from nldt.search.task import NodeTask

# Of the columns that each missing group offers, and of the ways to choose one of each.
MOST_COLUMNS_EACH = 12
MOST_CHOICES = 24


def wished_structures(task: NodeTask) -> Structures:
    """What the task is to start from and all that one step leads to; with columns besides that must be used."""
    space = task.settings.space
    started = [] if task.start is None else [terms_of(matrix) for matrix in task.start]
    if task.must:
        return structures_of(task, [completed for terms in [[], *started] for completed in _completed(task, terms)])
    whole = structures_of(task, started)
    return concatenate([whole, *(neighbours(matrix, space, ()) for matrix in whole.exponents)])


def _completed(task: NodeTask, terms: list[Term]) -> Iterator[list[Term]]:
    """A structure with one column more of each group that it lacks: as terms of their own, and as factors."""
    space = task.settings.space
    used = {column for term in terms for column in term}
    missing = [group[:MOST_COLUMNS_EACH] for group in task.must if not used & set(group.tolist())]
    if not missing:
        yield terms
        return
    for chosen in islice(product(*(group.tolist() for group in missing)), MOST_CHOICES):
        columns = np.array(chosen, dtype=np.int64)
        powers = plainest_exponents(space, columns)
        factors: list[Term] = [{int(j): int(e)} for j, e in zip(columns, powers, strict=True) if e]
        if len(factors) == len(missing):
            yield [*terms, *factors]
            for size in range(2, min(space.max_features_per_term, len(factors)) + 1):
                parts = [factors[start : start + size] for start in range(0, len(factors), size)]
                yield [*terms, *(_merged(part) for part in parts)]
            for place, term in enumerate(terms):
                yield [*terms[:place], _merged([term, *factors]), *terms[place + 1 :]]


def _merged(factors: list[Term]) -> Term:
    """The product of terms that have no column in common."""
    return {column: exponent for factor in factors for column, exponent in factor.items()}
