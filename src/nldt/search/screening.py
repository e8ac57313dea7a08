"""Closed-form screening: which pairs of features promise a good rule, from moments alone.

For a pair of single-feature terms, Fisher's score and the least share of a class's variance along any direction follow
from the class-wise covariances: no rule is fitted. In log space a product of powers is a sum, so that the same account
screens products.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

Floats = NDArray[np.float64]

RIDGE = 1e-9
# A column that varies by less, as a share of its mean, is constant up to rounding.
LEAST_VARIATION = 1e-12


@dataclass(frozen=True, eq=False)
class PairScores:
    """Scores of all pairs of columns, (columns, columns); larger is better.

    Minus infinity on the diagonal and where a column is constant or not finite.
    """

    fisher: Floats  # squared distance of the class means over the variance within, best direction
    thinness: Floats  # log of variance of all rows over variance of one class, best direction and class


def pair_scores(columns: Floats, class_begin: NDArray[np.int64], sample_weight: Floats) -> PairScores:
    """Scores of pairs of the columns (features, rows), rows grouped by class; for two classes or one against rest.

    Matrices are multiplied on one thread: with more, sums would depend on how many there are, and products as small as
    these take longer.
    """
    with _linear_algebra().limit(limits=1, user_api="blas"):
        return _pair_scores(columns, class_begin, sample_weight)


def best_pairs(scores: Floats, count: int) -> list[tuple[int, int]]:
    """The pairs with the highest scores, the best first."""
    first, second = np.triu_indices(len(scores), 1)
    values = scores[first, second]
    count = min(count, int(np.isfinite(values).sum()))
    if count == 0:
        return []
    top = np.argpartition(-values, count - 1)[:count]
    top = top[np.argsort(-values[top], kind="stable")]
    return list(zip(first[top].tolist(), second[top].tolist(), strict=True))


@cache
def _linear_algebra() -> ThreadpoolController:
    return ThreadpoolController()  # looks through all loaded libraries: once is enough


def _pair_scores(columns: Floats, class_begin: NDArray[np.int64], sample_weight: Floats) -> PairScores:
    columns, usable = _standardise(columns, sample_weight)
    total_weight = sample_weight.sum()
    total = (columns * sample_weight) @ columns.T / total_weight
    fisher = np.full(total.shape, -np.inf)
    thinness = np.full(total.shape, -np.inf)
    for c in range(len(class_begin) - 1):
        inside = slice(class_begin[c], class_begin[c + 1])
        share = sample_weight[inside].sum() / total_weight
        if share <= 0 or share >= 1:
            continue
        mean = columns[:, inside] @ sample_weight[inside] / (share * total_weight)
        second = (columns[:, inside] * sample_weight[inside]) @ columns[:, inside].T / (share * total_weight)
        covariance = second - np.outer(mean, mean)
        # One against the rest: the rest's mean follows from the total mean, which is zero.
        rest_mean = -mean * share / (1 - share)
        between = share * (1 - share) * np.outer(mean - rest_mean, mean - rest_mean)
        within = total - between
        fisher = np.maximum(fisher, _pair_fisher(mean - rest_mean, within))
        thinness = np.maximum(thinness, _pair_thinness(covariance, total))
        rest = (within - share * covariance) / (1 - share)
        thinness = np.maximum(thinness, _pair_thinness(rest, total))
    for scores in (fisher, thinness):
        np.fill_diagonal(scores, -np.inf)
        scores[~(np.isfinite(scores) & np.outer(usable, usable))] = -np.inf
    return PairScores(fisher, thinness)


def _standardise(columns: Floats, sample_weight: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """The columns with mean 0 and deviation 1, and which of them have a deviation; the others become 0."""
    with np.errstate(over="ignore", invalid="ignore"):
        mean = columns @ sample_weight / sample_weight.sum()
        centred = columns - mean[:, None]
        deviation = np.sqrt((centred**2) @ sample_weight / sample_weight.sum())
    usable = np.isfinite(deviation) & (deviation > LEAST_VARIATION * np.abs(mean))
    return np.where(usable[:, None], centred, 0.0) / np.where(usable, deviation, 1.0)[:, None], usable


def _pair_fisher(difference: Floats, within: Floats) -> Floats:
    """d^T S^-1 d of every pair, with S the 2 x 2 part of the covariance within classes."""
    variance = np.diag(within) + RIDGE
    determinant = np.outer(variance, variance) - within**2
    squares = difference**2
    numerator = (
        np.outer(squares, variance) + np.outer(variance, squares) - 2 * np.outer(difference, difference) * within
    )
    return np.where(determinant > RIDGE**2, numerator / np.maximum(determinant, RIDGE**2), -np.inf)


def _pair_thinness(covariance: Floats, total: Floats) -> Floats:
    """-log of the least generalised eigenvalue of the 2 x 2 parts of (covariance, total) of every pair."""
    a, b = np.diag(covariance), np.diag(total) + RIDGE
    determinant_a = np.maximum(np.outer(a, a) - covariance**2, 0.0)
    determinant_b = np.outer(b, b) - total**2
    mixed = np.outer(a, b) + np.outer(b, a) - 2 * covariance * total
    # determinant_b·λ² - mixed·λ + determinant_a = 0; the smaller root without cancellation
    root = np.sqrt(np.maximum(mixed**2 - 4 * determinant_a * determinant_b, 0.0))
    smallest = 2 * determinant_a / np.maximum(mixed + root, 1e-300)
    return np.where(determinant_b > 1e-6, -np.log(np.maximum(smallest, 1e-15)), -np.inf)
