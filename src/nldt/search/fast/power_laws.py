"""Products of powers that a regression of logarithms proposes: in log space they are sums, and exponents are weights.

From x·y no chain of single changes need lead to x²·y³: each step between may part the rows worse than a sum does.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

import numpy as np
from numpy.typing import NDArray

from nldt.data.columns import Columns
from nldt.search.fast.archive import Solved
from nldt.search.fast.rule_shapes import CURVE_PRECISION, left_group
from nldt.search.fast.screening import one_thread_for_matrices, standardised
from nldt.search.fast.seeding import structures_of
from nldt.search.structures import Exponents, Structures
from nldt.search.task import NodeTask
from nldt.solve import CurveSettings, NodeRows

Floats = NDArray[np.float64]

# Of a law that is looked for among all columns.
MOST_FACTORS = 6
# Columns that are regressed on at once: those that tell most by themselves.
MOST_COLUMNS = 64
# Largest exponents of a product that weights are scaled to before they become whole numbers.
LARGEST = (1, 2, 3)
RIDGE = 1e-6


def power_laws(task: NodeTask, best: Sequence[Solved]) -> Structures:
    """Products with the exponents of a logistic regression on logarithms of positive columns.

    Their columns are those of the best structures, and the few of all that are left when those that tell least go one
    by one. With several classes they tell those that the best rule sends left from the others.
    """
    positive = _positive_columns(task)
    if len(positive) < 2 or not best:
        return structures_of(task, [])
    group = left_group(best[0].left_mass[None], task.class_mass)[0]
    logs = np.log(task.filled_features[positive])
    used = (np.flatnonzero(solved.exponents.any(axis=0)[positive]) for solved in best)
    sets = {tuple(own.tolist()) for own in used if 2 <= len(own) <= MOST_FACTORS}
    sets |= set(_telling(logs, _is_in(task, group), task.mass))
    chosen = sorted(sets)
    weights = _logistic_weights(task, logs, chosen, group)
    terms = [dict(zip(positive[list(own)].tolist(), w, strict=False)) for own, w in zip(chosen, weights, strict=True)]
    found = {tuple(term.items()): term for law in terms for term in _whole_numbered(law)}
    return structures_of(task, [[term] for term in found.values()])


def _positive_columns(task: NodeTask) -> NDArray[np.int64]:
    """Those of more than two values, which have powers."""
    usable = task.settings.space.usable
    columns = task.filled_features[usable]
    return usable[(columns.min(axis=1) > 0) & (task.settings.space.counts[usable] > 2)]


def _is_in(task: NodeTask, group: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which rows are of a class of the group."""
    return np.repeat(group, np.diff(task.class_begin))


def _telling(logs: Floats, is_in: NDArray[np.bool_], mass: Floats) -> list[tuple[int, ...]]:
    """The columns that are left when the one of the least weight goes, again and again: of a linear regression."""
    with one_thread_for_matrices():
        columns, usable = standardised(logs, mass)
        share = np.average(is_in, weights=mass)
        with_group = columns @ (mass * (is_in - share)) / mass.sum()
        kept = np.flatnonzero(usable)
        kept = np.sort(kept[np.argsort(-np.abs(with_group[kept]), kind="stable")[:MOST_COLUMNS]])
        covariance = (columns[kept] * mass) @ columns[kept].T / mass.sum() + RIDGE * np.eye(len(kept))
        found, left = [], np.arange(len(kept))
        while len(left) >= 2:
            if len(left) <= MOST_FACTORS:
                found.append(tuple(kept[left].tolist()))
            weights = np.linalg.solve(covariance[np.ix_(left, left)], with_group[kept[left]])
            left = np.delete(left, np.abs(weights).argmin())
    return found


def _logistic_weights(
    task: NodeTask, logs: Floats, sets: Sequence[tuple[int, ...]], group: NDArray[np.bool_]
) -> list[Floats]:
    """The weights of some sets of logarithms, in the order of each set."""
    sums = np.zeros((len(sets), MOST_FACTORS, len(logs)), dtype=np.int8)
    for structure, own in zip(sums, sets, strict=True):
        structure[np.arange(len(own)), own] = 1
    rows = NodeRows(Columns(logs), task.class_begin, task.mass)
    settings = task.settings
    curves = CurveSettings(
        criterion=settings.criterion, n_threads=settings.n_threads, precision=CURVE_PRECISION, thorough=False
    )
    fitted = settings.backend.fit_curves(rows, sums, np.tile(group, (len(sets), 1)), curves)
    return [np.asarray(w[: len(own)]) for own, w in zip(sets, fitted.weights, strict=True)]


def _whole_numbered(law: dict[int, float]) -> list[dict[int, int]]:
    """Terms with about these exponents, up to a factor: all powers of a term part the rows alike."""
    columns, weights = list(law), np.array(list(law.values()))
    largest = np.abs(weights).max()
    if not np.isfinite(largest) or largest == 0:
        return []
    found = []
    for scale in LARGEST:
        exponents = np.rint(weights * (scale / largest)).astype(int)
        divisor = gcd(*exponents.tolist()) * (-1 if exponents.sum() < 0 else 1)
        term = {column: int(e) // divisor for column, e in zip(columns, exponents, strict=True) if e}
        if len(term) > 1:
            found.append(term)
    return found
