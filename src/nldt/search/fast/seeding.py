"""The first structures of the fast search: every feature by itself, and what screening finds best in pairs."""

from __future__ import annotations

from itertools import combinations

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
    return structures_of(task, [*_sums(task, pairs), *_products(task, pairs // 3)])


def with_products(task: NodeTask, best: list[Exponents], pairs: int) -> Structures:
    """Promising products of features of both signs: by themselves, beside each other and beside the best structures.

    The features of such a product tell nothing without each other, so that no chain of single changes leads to it.
    """
    products = _products_of_both_signs(task, pairs // 3)
    known = [terms_of(matrix) for matrix in best]
    beside = [[*terms, *product] for terms in ([], *known) for product in products]
    return structures_of(task, [*beside, *([*one, *other] for one, other in combinations(products, 2))])


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


def terms_of(exponents: Exponents) -> list[Term]:
    """The terms of a structure."""
    return [_term(term) for term in exponents if term.any()]


def structures_of(task: NodeTask, found: list[list[Term]]) -> Structures:
    """Those of the structures that the space holds."""
    values = [set(of_column) for of_column in task.settings.space.values.tolist()]
    exponents = [matrix for terms in found if (matrix := _matrix(task, terms, values)) is not None]
    shape = (len(exponents), task.settings.space.max_terms, task.settings.space.n_columns)
    return Structures(np.array(exponents, dtype=np.int8).reshape(shape), np.zeros(len(exponents), dtype=bool))


def _matrix(task: NodeTask, terms: list[Term], values: list[set[int]]) -> Exponents | None:
    """The structure with these terms; None where the space does not hold it."""
    space = task.settings.space
    if len(terms) > space.max_terms or any(len(term) > space.max_features_per_term for term in terms):
        return None
    exponents = np.zeros((space.max_terms, space.n_columns), dtype=np.int8)
    for row, term in zip(exponents, terms, strict=False):
        for feature, exponent in term.items():
            if exponent not in values[feature]:
                return None
            row[feature] = exponent
    return exponents


def _sums(task: NodeTask, count: int) -> list[list[Term]]:
    """Pairs of terms that may be added, by Fisher's score and by thinness: single features, but for wishes."""
    terms = _terms_to_pair(task)
    columns = solve.power_terms(task.filled_features, terms)
    scores = pair_scores(columns, task.class_begin, task.mass)
    pool = task.settings.space.pool
    able = None if pool is None else pool.addable(terms)
    return [
        [_term(terms[a]), _term(terms[b])]
        for score in (scores.fisher, scores.thinness)
        for a, b in best_pairs(_only(able, score), count)
    ]


def _terms_to_pair(task: NodeTask) -> Exponents:
    """All powers of all features, or the plainest of each; where units limit sums, products too."""
    space = task.settings.space
    most = (2 * MOST_COLUMNS**2 / max(int(np.count_nonzero(np.diff(task.class_begin))), 1)) ** 0.5
    if space.pool is not None:
        return space.pool.to_pair(int(most))
    powers = [(j, e) for j in space.usable.tolist() for e in _exponents(task, j)]
    if len(powers) > most:
        powers = [(j, _exponents(task, j)[0]) for j in space.usable.tolist()]
    exponents = np.zeros((len(powers), space.n_columns), dtype=np.int8)
    exponents[np.arange(len(powers)), [j for j, _ in powers]] = [e for _, e in powers]
    return exponents


def _term(exponents: Exponents) -> Term:
    return {j: exponent for j, exponent in enumerate(exponents.tolist()) if exponent}


def _only(able: NDArray[np.bool_] | None, scores: Floats) -> Floats:
    """The scores of pairs that are able; of others there is none."""
    return scores if able is None else np.where(able, scores, -np.inf)


def _products(task: NodeTask, count: int) -> list[list[Term]]:
    """Products of two positive features: in log space they are sums."""
    positive = [j for j in task.settings.space.usable.tolist() if task.filled_features[j].min() > 0]
    if len(positive) < 2:
        return []
    scores = pair_scores(np.log(task.filled_features[positive]), task.class_begin, task.mass)
    limits = task.settings.space.limits
    able = None if limits is None else limits.shareable(positive)
    return [
        [{positive[a]: p, positive[b]: q}]
        for score in (scores.fisher, scores.thinness)
        for a, b in best_pairs(_only(able, score), count)
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
    limits = task.settings.space.limits
    able = None if limits is None else limits.shareable(usable)
    return [[{int(usable[a]): 1, int(usable[b]): 1}] for a, b in best_pairs(_only(able, scores), count)]
