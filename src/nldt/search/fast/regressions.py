"""Structures that regressions propose: sums of columns, sums of plain terms, and products of powers.

They lead to what no chain of single changes need lead to: each step from x·y to x²·y³, or from a/b to a/b + c/d, may
part the rows worse than another rule of as many factors. Regressions are linear, of one group of classes against the
others, from covariances alone; in log space a product is a sum, whose weights are the exponents of a power law.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import gcd

import numpy as np
from numpy.typing import NDArray

from nldt import solve
from nldt.data.columns import Columns
from nldt.search.fast.archive import Solved
from nldt.search.fast.least_squares import LeastSquares
from nldt.search.fast.rule_shapes import CURVE_PRECISION, left_group
from nldt.search.fast.screening import one_thread_for_matrices
from nldt.search.fast.seeding import Term, structures_of
from nldt.search.structures import Structures
from nldt.search.task import NodeTask
from nldt.solve import CurveSettings, NodeRows

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Places = tuple[int, ...]

# Columns that are regressed on at once, and those of which pairs make terms: those that tell most by themselves.
MOST_COLUMNS = 64
MOST_PAIRED = 16
# Every so many of a node's rows are enough to see what promises something: so many at the most.
MOST_ROWS = 2_000
# Terms of a sum that is put together term by term, and how many different first terms it is begun with.
MOST_STEPS = 4
FIRST_TERMS = 4
# Of a power law.
MOST_FACTORS = 6
# Largest exponents that weights are scaled to before they become whole numbers.
LARGEST = (1, 2, 3)
# Of terms that are paired with nothing, and those of pairs.
POWERS = (1, 2, -1)
PAIRS = ((1, 1), (1, -1), (-1, 1))


def regressed(task: NodeTask, best: Sequence[Solved]) -> Structures:
    """What regressions propose beside the best structures: with several classes, to tell those that the best rule
    sends left from the others.
    """
    if not best:
        return structures_of(task, [])
    rows = _Rows.of(task, left_group(best[0].left_mass[None], task.class_mass)[0])
    usable = task.settings.space.usable
    with one_thread_for_matrices():
        columns = LeastSquares.of(rows.features[usable], rows.is_in, rows.mass, MOST_COLUMNS)
        sums = [[{int(usable[j]): 1} for j in places] for places in columns.backward(task.settings.space.max_terms)]
        sums += _sums_of_terms(task, usable[columns.most_telling(MOST_PAIRED)], rows)
        laws = _power_laws(task, best, rows)
    return structures_of(task, [*sums, *([law] for law in laws)])


@dataclass(frozen=True, eq=False)
class _Rows:
    """Every so many of a node's rows, and which of them are in a group of classes."""

    features: Floats  # means in the place of gaps: (columns, rows)
    values: NDArray[np.int64]
    mass: Floats
    group: Flags  # by class

    @classmethod
    def of(cls, task: NodeTask, group: Flags) -> _Rows:
        step = -(-task.n_rows // MOST_ROWS)
        return cls(task.filled_features[:, ::step], task.values[::step], task.mass[::step], group)

    @cached_property
    def is_in(self) -> Flags:
        return self.group[self.values]

    def node(self, features: Floats) -> NodeRows:
        """The rows with other features, as a backend takes them: they are still sorted by class."""
        begin = np.searchsorted(self.values, np.arange(len(self.group) + 1)).astype(np.int64)
        return NodeRows(Columns(features), begin, self.mass)


def _sums_of_terms(task: NodeTask, columns: NDArray[np.int64], rows: _Rows) -> list[list[Term]]:
    """Sums that begin with each of the best terms of these columns and take in what helps most, term by term."""
    terms = list(_plain_terms(task, columns.tolist()))
    if len(terms) < 2:
        return []
    exponents = np.zeros((len(terms), task.settings.space.n_columns), dtype=np.int8)
    for row, term in zip(exponents, terms, strict=True):
        row[list(term)] = list(term.values())
    values = solve.power_terms(np.ascontiguousarray(rows.features), exponents)
    regression = LeastSquares.of(values, rows.is_in, rows.mass, len(terms))
    firsts = np.argsort(-np.abs(regression.with_group), kind="stable")[:FIRST_TERMS].tolist()
    most = min(MOST_STEPS, task.settings.space.max_terms)
    return [[terms[place] for place in places] for first in firsts for places in regression.forward(first, most)]


def _plain_terms(task: NodeTask, columns: Sequence[int]) -> Iterator[Term]:
    """Powers of columns, products and quotients of two, as far as the space has them."""
    space = task.settings.space
    values = {j: set(space.values[j].tolist()) for j in columns}
    yield from ({j: power} for j in columns for power in POWERS if power in values[j])
    if space.max_features_per_term > 1:
        for one, other in combinations(columns, 2):
            yield from ({one: p, other: q} for p, q in PAIRS if p in values[one] and q in values[other])


def _power_laws(task: NodeTask, best: Sequence[Solved], rows: _Rows) -> list[Term]:
    """Products with the exponents of a logistic regression on logarithms of positive columns.

    Their columns are those of the best structures, and the few of all that are left when those that tell least go.
    """
    space = task.settings.space
    able = space.usable[space.counts[space.usable] > 2]  # columns of two values have no powers
    positive = able[np.flatnonzero((task.filled_features[able] > 0).all(axis=1))]
    if len(positive) < 2:
        return []
    logs = np.log(rows.features[positive])
    used = (np.flatnonzero(solved.exponents[:, positive].any(axis=0)).tolist() for solved in best)
    sets = {tuple(own) for own in used if 2 <= len(own) <= MOST_FACTORS}
    chosen = sorted(sets.union(LeastSquares.of(logs, rows.is_in, rows.mass, MOST_COLUMNS).backward(MOST_FACTORS)))
    found: dict[tuple[tuple[int, int], ...], Term] = {}
    for own, weights in zip(chosen, _logistic_weights(task, logs, chosen, rows), strict=True):
        for exponents in _whole_numbered(weights):
            term = {int(positive[j]): e for j, e in zip(own, exponents, strict=True) if e}
            found[tuple(term.items())] = term
    return [term for term in found.values() if len(term) > 1]


def _logistic_weights(task: NodeTask, logs: Floats, sets: Sequence[Places], rows: _Rows) -> list[Floats]:
    """The weights of some sets of logarithms, in the order of each set."""
    sums = np.zeros((len(sets), MOST_FACTORS, len(logs)), dtype=np.int8)
    for structure, own in zip(sums, sets, strict=True):
        structure[np.arange(len(own)), own] = 1
    settings = task.settings
    curves = CurveSettings(
        criterion=settings.criterion, n_threads=settings.n_threads, precision=CURVE_PRECISION, thorough=False
    )
    fitted = settings.backend.fit_curves(rows.node(logs), sums, np.tile(rows.group, (len(sets), 1)), curves)
    return [weights[: len(own)] for own, weights in zip(sets, fitted.weights, strict=True)]


def _whole_numbered(weights: Floats) -> Iterator[list[int]]:
    """About these exponents, up to a factor: all powers of a term part the rows alike."""
    largest = np.abs(weights).max()
    if not np.isfinite(largest) or largest == 0:
        return
    for scale in LARGEST:
        exponents = np.rint(weights * (scale / largest)).astype(int)
        divisor = gcd(*exponents.tolist()) * (-1 if exponents.sum() < 0 else 1)
        yield (exponents // divisor).tolist()
