"""Closed-form screening: which pairs of features promise a good rule, from moments alone.

For a pair of single-feature terms, Fisher's score and the least share of a class's variance along any direction follow
from the class-wise covariances: no rule is fitted. In log space a product of powers is a sum, so that the same account
screens products.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

Floats = NDArray[np.float64]

RIDGE = 1e-9
# A column that varies by less, as a share of its mean, is constant up to rounding.
LEAST_VARIATION = 1e-12
SAME_SCORE = 9  # decimals: scores that differ by less differ by rounding


@dataclass(frozen=True, eq=False)
class PairScores:
    """Scores of all pairs of columns, (columns, columns); larger is better.

    Minus infinity on the diagonal and where a column is constant or not finite.
    """

    fisher: Floats  # squared distance of the class means over the variance within, best direction
    thinness: Floats  # log of variance of all rows over variance of one class, best direction and class


def pair_scores(columns: Floats, class_begin: NDArray[np.int64], mass: Floats) -> PairScores:
    """Scores of pairs of the columns (features, rows), rows grouped by class; for two classes or one against rest.

    Matrices are multiplied on one thread: with more, sums would depend on how many there are, and products as small as
    these take longer.
    """
    with _linear_algebra().limit(limits=1, user_api="blas"):
        return _pair_scores(columns, class_begin, mass)


def product_scores(columns: Floats, class_begin: NDArray[np.int64], mass: Floats) -> Floats:
    """Fisher's score of the product of each two columns, (columns, columns): for two classes or one against rest.

    Means of products are second moments, so that no product is made. Minus infinity where a product hardly varies.
    """
    with _linear_algebra().limit(limits=1, user_api="blas"), np.errstate(over="ignore", invalid="ignore"):
        total_mass = mass.sum()
        mean = (columns * mass) @ columns.T / total_mass
        squares = columns**2
        variance = (squares * mass) @ squares.T / total_mass - mean**2
        between = np.zeros_like(mean)
        for begin, end in pairwise(class_begin):
            own_mass = mass[begin:end]
            share = own_mass.sum() / total_mass
            if 0 < share < 1:
                own = (columns[:, begin:end] * own_mass) @ columns[:, begin:end].T / own_mass.sum()
                between = np.maximum(between, share / (1 - share) * (own - mean) ** 2)
        varies = np.isfinite(variance) & (variance > LEAST_VARIATION * mean**2)
        return np.where(varies, between / np.where(varies, variance, 1.0), -np.inf)


def best_pairs(scores: Floats, count: int) -> list[tuple[int, int]]:
    """The pairs with the highest scores, the best first; of equal ones those that come first."""
    first, second = np.triu_indices(len(scores), 1)
    values = scores[first, second].round(SAME_SCORE)
    count = min(count, int(np.isfinite(values).sum()))
    if count == 0:
        return []
    top = np.flatnonzero(values >= np.partition(values, -count)[-count])
    top = top[np.argsort(-values[top], kind="stable")][:count]
    return list(zip(first[top].tolist(), second[top].tolist(), strict=True))


@cache
def _linear_algebra() -> ThreadpoolController:
    return ThreadpoolController()  # looks through all loaded libraries: once is enough


def _pair_scores(columns: Floats, class_begin: NDArray[np.int64], mass: Floats) -> PairScores:
    columns, usable = _standardise(columns, mass)
    pairs = _Pairs(*np.triu_indices(len(columns)))
    total_mass = mass.sum()
    total = pairs.of((columns * mass) @ columns.T) / total_mass
    fisher = np.full(len(total), -np.inf)
    least_share = np.full(len(total), np.inf)
    shares = np.array([mass[begin:end].sum() for begin, end in pairwise(class_begin)]) / total_mass
    present = np.flatnonzero((shares > 0) & (shares < 1))
    several = len(present) > 2  # of two classes, the rest of one is the other
    for c in present:
        inside = slice(class_begin[c], class_begin[c + 1])
        share = shares[c]
        mean = columns[:, inside] @ mass[inside] / (share * total_mass)
        second = pairs.of((columns[:, inside] * mass[inside]) @ columns[:, inside].T) / (share * total_mass)
        covariance = second - pairs.products(mean, mean)
        # One against the rest: the rest's mean follows from the total mean, which is zero.
        difference = mean + mean * share / (1 - share)
        within = total - share * (1 - share) * pairs.products(difference, difference)
        rest = (within - share * covariance) / (1 - share)
        if several or c == present[0]:
            fisher = np.maximum(fisher, _fisher(difference, within, pairs))
        for part in (covariance, rest) if several else (covariance,):
            least_share = np.minimum(least_share, _least_share(part, total, pairs))
    thinness = np.where(_determinants(total, pairs) > 1e-6, -np.log(np.maximum(least_share, 1e-15)), -np.inf)
    return PairScores(*(_score_matrix(scores, usable, pairs) for scores in (fisher, thinness)))


@dataclass(frozen=True, eq=False)
class _Pairs:
    """The pairs of columns, each once, and every column with itself: a symmetric matrix as a vector."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]

    def of(self, matrix: Floats) -> Floats:
        return np.asarray(matrix[self.first, self.second])

    def products(self, a: Floats, b: Floats) -> Floats:
        """a_i b_j of each pair (i, j)."""
        return a[self.first] * b[self.second]

    def variances(self, covariance: Floats) -> Floats:
        """Of the columns: the diagonal."""
        return covariance[self._diagonal]

    @cached_property
    def _diagonal(self) -> NDArray[np.int64]:
        return np.flatnonzero(self.first == self.second)


def _score_matrix(scores: Floats, usable: NDArray[np.bool_], pairs: _Pairs) -> Floats:
    proper = (pairs.first != pairs.second) & np.isfinite(scores) & usable[pairs.first] & usable[pairs.second]
    matrix = np.full((len(usable), len(usable)), -np.inf)
    matrix[pairs.first, pairs.second] = matrix[pairs.second, pairs.first] = np.where(proper, scores, -np.inf)
    return matrix


def _standardise(columns: Floats, mass: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """The columns with mean 0 and deviation 1, and which of them have a deviation; the others become 0."""
    with np.errstate(over="ignore", invalid="ignore"):
        mean = columns @ mass / mass.sum()
        centred = columns - mean[:, None]
        deviation = np.sqrt((centred**2) @ mass / mass.sum())
    usable = np.isfinite(deviation) & (deviation > LEAST_VARIATION * np.abs(mean))
    return np.where(usable[:, None], centred, 0.0) / np.where(usable, deviation, 1.0)[:, None], usable


def _fisher(difference: Floats, within: Floats, pairs: _Pairs) -> Floats:
    """d^T S^-1 d of every pair, with S the 2 x 2 part of the covariance within classes."""
    variance = pairs.variances(within) + RIDGE
    determinant = pairs.products(variance, variance) - within**2
    squares = difference**2
    numerator = (
        pairs.products(squares, variance)
        + pairs.products(variance, squares)
        - 2 * pairs.products(difference, difference) * within
    )
    return np.where(determinant > RIDGE**2, numerator / np.maximum(determinant, RIDGE**2), -np.inf)


def _least_share(covariance: Floats, total: Floats, pairs: _Pairs) -> Floats:
    """The least generalised eigenvalue of the 2 x 2 parts of (covariance, total) of every pair."""
    own, whole = pairs.variances(covariance), pairs.variances(total) + RIDGE
    own_determinant = np.maximum(pairs.products(own, own) - covariance**2, 0.0)
    mixed = pairs.products(own, whole) + pairs.products(whole, own) - 2 * covariance * total
    # determinant·λ² - mixed·λ + own determinant = 0; the smaller root without cancellation
    root = np.sqrt(np.maximum(mixed**2 - 4 * own_determinant * _determinants(total, pairs), 0.0))
    return 2 * own_determinant / np.maximum(mixed + root, 1e-300)


def _determinants(total: Floats, pairs: _Pairs) -> Floats:
    """Determinants of the 2 x 2 parts of the covariance of all rows."""
    whole = pairs.variances(total) + RIDGE
    return pairs.products(whole, whole) - total**2
