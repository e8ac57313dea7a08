"""The first structures of the fast search: every feature by itself, and what screening finds best in pairs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nldt import solve
from nldt.search.fast.screening import best_pairs, pair_scores, product_scores
from nldt.search.structures import Exponents, Structures, StructureSpace
from nldt.search.task import NodeTask

Floats = NDArray[np.float64]

# All powers of all features are paired while there are at most so many of two classes; else the first power of each.
MOST_COLUMNS = 600
# Exponents tried for a pair of features that screening in log space proposes as a product.
PRODUCT_EXPONENTS = ((1, 1), (1, -1), (2, 1), (1, 2), (2, -1), (1, -2))

Term = dict[int, int]  # exponent by feature


def single_features(task: NodeTask) -> Structures:
    """Every feature by itself. Powers of a positive feature rank its rows alike: one exponent stands for all.

    A feature that takes other values, too, comes with an even power as well.
    """
    space = task.settings.space
    usable = space.usable
    plainest, even = plainest_exponents(space, usable), plainest_exponents(space, usable, even=True)
    has_even = (even != 0) & (even != plainest) & (task.filled_features[usable].min(axis=1) <= 0)
    both = np.column_stack([np.ones(len(usable), dtype=bool), has_even])
    column, power = np.repeat(usable, 2)[both.ravel()], np.column_stack([plainest, even])[both]
    exponents = np.zeros((len(column), space.max_terms, space.n_columns), dtype=np.int8)
    exponents[np.arange(len(column)), 0, column] = power
    return Structures(exponents, np.zeros(len(column), dtype=bool))


def promising_pairs(task: NodeTask, pairs: int) -> Structures:
    """The best ``pairs`` of each list of the screening."""
    return _structures(task, [*_sums(task, pairs), *_products(task, pairs // 3)])


def with_products(task: NodeTask, best: list[Exponents], pairs: int) -> Structures:
    """Promising products of features of both signs, by themselves and beside the terms of the best structures.

    The features of such a product tell nothing without each other, so that no chain of single changes leads to it.
    """
    products = _products_of_both_signs(task, pairs // 3)
    known = [[{int(j): int(term[j]) for j in np.flatnonzero(term)} for term in matrix if term.any()] for matrix in best]
    return _structures(task, [[*terms, *product] for terms in ([], *known) for product in products])


def plainest_exponents(space: StructureSpace, columns: NDArray[np.int64], *, even: bool = False) -> NDArray[np.int64]:
    """The plainest non-zero exponent that each column may have, or the plainest even one; 0 where there is none."""
    values = space.values[columns].astype(np.int64)
    able = (values != 0) & (values % 2 == 0) if even else values != 0
    order = np.where(able, 2 * np.abs(values) + (values < 0), np.iinfo(np.int64).max)  # 1, -1, 2, -2, ...
    each = np.arange(len(columns)), order.argmin(axis=1)
    return np.where(able[each], values[each], 0)


def _exponents(task: NodeTask, feature: int) -> list[int]:
    """A feature's non-zero exponents, the plainest first: 1, -1, 2, -2, ..."""
    return sorted(set(task.settings.space.values[feature].tolist()) - {0}, key=lambda e: (abs(e), -e))


def _structures(task: NodeTask, found: list[list[Term]]) -> Structures:
    """Those of the structures that the space holds."""
    exponents = [matrix for terms in found if (matrix := _matrix(task, terms)) is not None]
    shape = (len(exponents), task.settings.space.max_terms, task.settings.space.n_columns)
    return Structures(np.array(exponents, dtype=np.int8).reshape(shape), np.zeros(len(exponents), dtype=bool))


def _matrix(task: NodeTask, terms: list[Term]) -> Exponents | None:
    """The structure with these terms; None where the space does not hold it."""
    space = task.settings.space
    if len(terms) > space.max_terms or any(len(term) > space.max_features_per_term for term in terms):
        return None
    exponents = np.zeros((space.max_terms, space.n_columns), dtype=np.int8)
    for row, term in zip(exponents, terms, strict=False):
        for feature, exponent in term.items():
            if exponent not in space.values[feature].tolist():
                return None
            row[feature] = exponent
    return exponents


def _sums(task: NodeTask, count: int) -> list[list[Term]]:
    """Pairs of single-feature terms, by Fisher's score and by thinness."""
    powers = [(j, e) for j in task.settings.space.usable.tolist() for e in _exponents(task, j)]
    n_present = int(np.count_nonzero(np.diff(task.class_begin)))
    if len(powers) ** 2 * n_present > 2 * MOST_COLUMNS**2:
        powers = [(j, _exponents(task, j)[0]) for j in task.settings.space.usable.tolist()]
    exponents = np.zeros((len(powers), task.settings.space.n_columns), dtype=np.int8)
    exponents[np.arange(len(powers)), [j for j, _ in powers]] = [e for _, e in powers]
    columns = solve.power_terms(task.filled_features, exponents)
    scores = pair_scores(columns, task.class_begin, task.mass)
    return [
        [dict([powers[a]]), dict([powers[b]])]
        for score in (scores.fisher, scores.thinness)
        for a, b in best_pairs(score, count)
    ]


def _products(task: NodeTask, count: int) -> list[list[Term]]:
    """Products of two positive features: in log space they are sums."""
    positive = [j for j in task.settings.space.usable.tolist() if task.filled_features[j].min() > 0]
    if len(positive) < 2:
        return []
    scores = pair_scores(np.log(task.filled_features[positive]), task.class_begin, task.mass)
    return [
        [{positive[a]: p, positive[b]: q}]
        for score in (scores.fisher, scores.thinness)
        for a, b in best_pairs(score, count)
        for p, q in PRODUCT_EXPONENTS
    ]


def _products_of_both_signs(task: NodeTask, count: int) -> list[list[Term]]:
    """Products of two features of which one at least takes both signs: then neither need tell anything by itself."""
    usable = task.settings.space.usable
    features = task.filled_features[usable]
    both_signs = (features.min(axis=1) < 0) & (features.max(axis=1) > 0)
    if not both_signs.any():
        return []
    scores = product_scores(features, task.class_begin, task.mass)
    scores[~(both_signs[:, None] | both_signs)] = -np.inf
    return [[{int(usable[a]): 1, int(usable[b]): 1}] for a, b in best_pairs(scores, count)]
