"""Structures that regressions propose: sums of columns, sums of plain terms, and products of powers.

They lead to what no chain of single changes need lead to: each step from x·y to x²·y³, or from a/b to a/b + c/d, may
part the rows worse than another rule of as many factors. Regressions are linear, of one group of classes against the
others, from covariances alone; in log space a product is a sum, whose weights are the exponents of a power law.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import gcd

import numpy as np
from numpy.typing import NDArray

from nldt import solve
from nldt.data.columns import Columns
from nldt.search.fast.archive import Solved
from nldt.search.fast.least_squares import LeastSquares
from nldt.search.fast.rule_shapes import CURVE_PRECISION, left_group
from nldt.search.fast.sampling import stratified_sample
from nldt.search.fast.screening import one_thread_for_matrices
from nldt.search.fast.seeding import Term, plainest_exponents, structures_of
from nldt.search.structures import Exponents, Structures
from nldt.search.task import NodeTask
from nldt.solve import CurveSettings, NodeRows

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Places = tuple[int, ...]

# Columns that are regressed on at once, and those of which pairs make terms: those that tell most by themselves.
MOST_COLUMNS = 64
MOST_PAIRED = 16
# Rows that are enough to see what promises something.
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
    """What regressions propose beside the best structures, within the space and its limits.

    With several classes they tell those that the best structure sends left from the others.
    """
    groups = (left_group(solved.left_mass[None], task.class_mass)[0] for solved in best)
    present = task.class_mass > 0
    group = next((own for own in groups if own[present].any() and not own[present].all()), None)
    if group is None:  # no structure parts the classes
        return structures_of(task, [])
    if task.n_rows > MOST_ROWS:
        task = stratified_sample(task, MOST_ROWS, task.random("regressions"))
    regressions = _Regressions(task, group)
    with one_thread_for_matrices():
        found = [*regressions.sums(), *([law] for law in regressions.power_laws(best))]
    return structures_of(task, found)


@dataclass(frozen=True, eq=False)
class _Regressions:
    """Regressions on the rows of a task, of a group of its classes."""

    task: NodeTask
    group: Flags  # by class

    @property
    def longest(self) -> int:
        """Terms, or factors of one, that a rule may have."""
        space = self.task.settings.space
        return space.max_terms if space.max_complexity is None else min(space.max_terms, space.max_complexity)

    def sums(self) -> Iterator[list[Term]]:
        """Sums of columns, and of powers, products and quotients of the columns that tell most.

        Where units say what may be added, screening has all pairs of it, and nothing is looked for here.
        """
        space = self.task.settings.space
        if space.pool is not None or self.longest < 2:
            return
        plain = _single_terms(plainest_exponents(space, space.usable), space.usable, space.n_columns)
        columns = self._least_squares(self._values(plain), MOST_COLUMNS)
        yield from ([_term(plain[place]) for place in places] for places in columns.backward(self.longest))
        terms = self._plain_terms(space.usable[columns.most_telling(MOST_PAIRED)].tolist())
        if len(terms) < 2:
            return
        sums = self._least_squares(self._values(terms), len(terms))
        most = min(MOST_STEPS, self.longest)
        yield from ([_term(terms[place]) for place in places] for places in sums.forward(FIRST_TERMS, most))

    def power_laws(self, best: Sequence[Solved]) -> Iterator[Term]:
        """Products with the exponents of a logistic regression on logarithms of positive columns.

        Their columns are those of the best structures, and the few of all that are left when those that tell least go.
        """
        space, features = self.task.settings.space, self.task.filled_features
        able = [j for j in space.usable.tolist() if space.n_values is None or space.n_values[j] > 2]
        positive = np.array([j for j in able if (features[j] > 0).all()], dtype=np.int64)
        most = min(MOST_FACTORS, space.max_features_per_term, space.max_complexity or MOST_FACTORS)
        if min(len(positive), most) < 2:
            return
        logs = np.log(features[positive])
        used = (np.flatnonzero(solved.exponents[:, positive].any(axis=0)).tolist() for solved in best)
        sets = {tuple(own) for own in used if 2 <= len(own) <= most}
        chosen = sorted(sets.union(self._least_squares(logs, MOST_COLUMNS).backward(most)))
        for own, weights in zip(chosen, self._logistic_weights(logs, chosen), strict=True):
            columns = positive[list(own)].tolist()
            yield from (_of_space(term, self.task) for term in _whole_numbered(columns, weights))

    def _least_squares(self, columns: Floats, most: int) -> LeastSquares:
        return LeastSquares.of(columns, self.group[self.task.values], self.task.mass, most)

    def _values(self, terms: Exponents) -> Floats:
        """Of terms (terms, columns), from the columns that they use."""
        used = np.flatnonzero(terms.any(axis=0))
        return solve.power_terms(self.task.filled_features[used], np.ascontiguousarray(terms[:, used]))

    def _plain_terms(self, columns: Sequence[int]) -> Exponents:
        """Powers of columns, products and quotients of two, as far as the space and the user's wishes have them."""
        space = self.task.settings.space
        values = {j: set(space.values[j].tolist()) for j in columns}
        found: list[Term] = [{j: power} for j in columns for power in POWERS if power in values[j]]
        if space.max_features_per_term > 1:
            pairs = combinations(columns, 2)
            found += [{a: p, b: q} for a, b in pairs for p, q in PAIRS if p in values[a] and q in values[b]]
        terms = np.zeros((len(found), space.n_columns), dtype=np.int8)
        for row, term in zip(terms, found, strict=True):
            row[list(term)] = list(term.values())
        return terms if space.limits is None else terms[space.limits.terms_hold(terms)]

    def _logistic_weights(self, logs: Floats, sets: Sequence[Places]) -> list[Floats]:
        """The weights of some sets of logarithms, in the order of each set."""
        task, settings = self.task, self.task.settings
        sums = np.zeros((len(sets), MOST_FACTORS, len(logs)), dtype=np.int8)
        for structure, own in zip(sums, sets, strict=True):
            structure[np.arange(len(own)), own] = 1
        rows = NodeRows(Columns(logs), task.class_begin, task.mass)
        curves = CurveSettings(
            criterion=settings.criterion, n_threads=settings.n_threads, precision=CURVE_PRECISION, thorough=False
        )
        fitted = settings.backend.fit_curves(rows, sums, np.tile(self.group, (len(sets), 1)), curves)
        return [weights[: len(own)] for own, weights in zip(sets, fitted.weights, strict=True)]


def _single_terms(exponents: Integers, columns: Integers, n_columns: int) -> Exponents:
    """A term of each column alone: (terms, columns)."""
    terms = np.zeros((len(columns), n_columns), dtype=np.int8)
    terms[np.arange(len(columns)), columns] = exponents
    return terms


def _term(exponents: Exponents) -> Term:
    return {int(j): int(exponents[j]) for j in np.flatnonzero(exponents)}


def _whole_numbered(columns: Sequence[int], weights: Floats) -> Iterator[Term]:
    """Terms of about these exponents, up to a factor: all powers of a term part the rows alike."""
    largest = np.abs(weights).max()
    if not np.isfinite(largest) or largest == 0:
        return
    for scale in LARGEST:
        exponents = np.rint(weights * (scale / largest)).astype(int)
        exponents //= gcd(*exponents.tolist())
        term = {column: e for column, e in zip(columns, exponents.tolist(), strict=True) if e}
        if len(term) > 1:
            yield term


def _of_space(term: Term, task: NodeTask) -> Term:
    """The term or its reciprocal, which parts the rows alike: that of fewer bits of those that the space has."""
    values = task.settings.space.values
    reciprocal = {column: -exponent for column, exponent in term.items()}
    both = sorted((term, reciprocal), key=lambda one: -sum(one.values()))
    has = (one for one in both if all(exponent in values[column] for column, exponent in one.items()))
    return next(has, term)
