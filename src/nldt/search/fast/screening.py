"""Closed-form screening: which pairs of features promise a good rule, from moments alone.

For a pair of single-feature terms, Fisher's score and the least share of a class's variance along any direction follow
from the class-wise covariances: no rule is fitted. In log space a product of powers is a sum, so that the same account
screens products. Scores of all pairs make a matrix; ``wide_screening`` finds the best pairs of a wide table without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

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
    with one_thread_for_matrices():
        columns, usable = standardised(columns, mass)
        classes = present_classes(class_begin, mass)
        total = (columns * mass) @ columns.T / mass.sum()
        seconds = [sums_of_products(columns, columns, one, mass) / (one.share * mass.sum()) for one in classes]
        side = PairSide(
            [class_means(columns, one, mass) for one in classes],
            np.diagonal(total),
            [np.diagonal(second) for second in seconds],
        )
        scores = scores_of_pairs(classes, total, seconds, side[:, None], side)
    proper = usable[:, None] & usable & ~np.eye(len(columns), dtype=bool)
    return PairScores(*(np.where(proper & np.isfinite(score), score, -np.inf) for score in scores))


def product_scores(columns: Floats, class_begin: NDArray[np.int64], mass: Floats) -> Floats:
    """Fisher's score of the product of each two columns, (columns, columns): for two classes or one against rest.

    Means of products are second moments, so that no product is made. Minus infinity where a product hardly varies.
    """
    with one_thread_for_matrices(), np.errstate(over="ignore", invalid="ignore"):
        mean = (columns * mass) @ columns.T / mass.sum()
        squares = columns**2
        square_mean = (squares * mass) @ squares.T / mass.sum()
        classes = present_classes(class_begin, mass)
        means = [sums_of_products(columns, columns, one, mass) / one.mass for one in classes]
        return scores_of_products(classes, mean, square_mean, means)


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


# ------------------------------------------------------------------- any pairs


@dataclass(frozen=True)
class PresentClass:
    """A class of which there are rows, and not only of it."""

    rows: slice
    share: float  # of the mass of all rows
    mass: float


@dataclass(frozen=True, eq=False)
class PairSide:
    """What scores of pairs need of the columns on one side of them: an array each, lists by class.

    Those of the two sides have the shape of the pairs, or shapes that broadcast to it.
    """

    means: Sequence[Floats]
    variance: Floats  # of all rows; the mean is zero
    seconds: Sequence[Floats]  # mean squares

    def __getitem__(self, index: Any) -> PairSide:
        """The same of some columns."""
        return PairSide(
            [mean[index] for mean in self.means], self.variance[index], [own[index] for own in self.seconds]
        )


def one_thread_for_matrices() -> Any:
    """A context in which linear algebra uses one thread, as its sums depend on how many there are."""
    return _linear_algebra().limit(limits=1, user_api="blas")


def present_classes(class_begin: NDArray[np.int64], mass: Floats) -> list[PresentClass]:
    """Those classes that have some of the mass, unless one has all of it."""
    found = []
    total_mass = mass.sum()
    for begin, end in pairwise(class_begin.tolist()):
        own_mass = mass[begin:end].sum()
        if 0 < own_mass / total_mass < 1:
            found.append(PresentClass(slice(begin, end), own_mass / total_mass, own_mass))
    return found


def standardised(columns: Floats, mass: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """The columns with mean 0 and deviation 1, and which of them have a deviation; the others become 0."""
    with np.errstate(over="ignore", invalid="ignore"):
        mean = columns @ mass / mass.sum()
        centred = columns - mean[:, None]
        deviation = np.sqrt((centred**2) @ mass / mass.sum())
    usable = np.isfinite(deviation) & (deviation > LEAST_VARIATION * np.abs(mean))
    return np.where(usable[:, None], centred, 0.0) / np.where(usable, deviation, 1.0)[:, None], usable


def class_means(columns: Floats, one: PresentClass, mass: Floats) -> Floats:
    """Of a class, the mean of each column."""
    return columns[:, one.rows] @ mass[one.rows] / (one.share * mass.sum())


def sums_of_products(first: Floats, second: Floats, one: PresentClass, mass: Floats) -> Floats:
    """Of a class, the products of each column of the first with each of the second, summed over the rows by mass."""
    return (first[:, one.rows] * mass[one.rows]) @ second[:, one.rows].T


def scores_of_pairs(
    classes: Sequence[PresentClass], total: Floats, seconds: Sequence[Floats], first: PairSide, second: PairSide
) -> tuple[Floats, Floats]:
    """Fisher's scores and thinness of some pairs of standardised columns, in the shape of ``total``.

    ``total`` has the covariances of all rows, ``seconds`` the second moments within each class.
    """
    fisher, least_share = np.full(total.shape, -np.inf), np.full(total.shape, np.inf)
    several = len(classes) > 2  # of two classes, the rest of one is the other
    whole = first.variance, second.variance
    for c, one in enumerate(classes):
        share, spread = one.share, one.share * (1 - one.share)
        means = first.means[c], second.means[c]
        covariance = seconds[c] - means[0] * means[1]
        own = first.seconds[c] - means[0] * means[0], second.seconds[c] - means[1] * means[1]
        least_share = np.minimum(least_share, _least_share(covariance, own, total, whole))
        if several or c == 0:
            # One against the rest: the rest's mean follows from the total mean, which is zero.
            differences = means[0] + means[0] * share / (1 - share), means[1] + means[1] * share / (1 - share)
            within = total - spread * (differences[0] * differences[1])
            inner = [v - spread * (d * d) for v, d in zip(whole, differences, strict=True)]
            fisher = np.maximum(fisher, _fisher(differences, within, inner))
        if several:
            rest = (within - share * covariance) / (1 - share)
            own_rest = [(v - share * o) / (1 - share) for v, o in zip(inner, own, strict=True)]
            least_share = np.minimum(least_share, _least_share(rest, own_rest, total, whole))
    thinness = np.where(_determinants(total, whole) > 1e-6, -np.log(np.maximum(least_share, 1e-15)), -np.inf)
    return fisher, thinness


def scores_of_products(
    classes: Sequence[PresentClass], mean: Floats, square_mean: Floats, class_means: Sequence[Floats]
) -> Floats:
    """Fisher's scores of some products, from their means, overall and by class, and their mean squares."""
    with np.errstate(over="ignore", invalid="ignore"):
        variance = square_mean - mean**2
        between = np.zeros_like(mean)
        for one, own in zip(classes, class_means, strict=True):
            between = np.maximum(between, one.share / (1 - one.share) * (own - mean) ** 2)
        varies = np.isfinite(variance) & (variance > LEAST_VARIATION * mean**2)
        return np.where(varies, between / np.where(varies, variance, 1.0), -np.inf)


@cache
def _linear_algebra() -> ThreadpoolController:
    return ThreadpoolController()  # looks through all loaded libraries: once is enough


def _fisher(differences: Sequence[Floats], within: Floats, variances: Sequence[Floats]) -> Floats:
    """d^T S^-1 d of every pair, with S the 2 x 2 part of the covariance within classes."""
    first, second = (variance + RIDGE for variance in variances)
    determinant = first * second - within**2
    numerator = (
        differences[0] ** 2 * second + first * differences[1] ** 2 - 2 * (differences[0] * differences[1]) * within
    )
    return np.where(determinant > RIDGE**2, numerator / np.maximum(determinant, RIDGE**2), -np.inf)


def _least_share(covariance: Floats, own: Sequence[Floats], total: Floats, variances: Sequence[Floats]) -> Floats:
    """The least generalised eigenvalue of the 2 x 2 parts of (covariance, total) of every pair."""
    first, second = (variance + RIDGE for variance in variances)
    own_determinant = np.maximum(own[0] * own[1] - covariance**2, 0.0)
    mixed = own[0] * second + first * own[1] - 2 * covariance * total
    # determinant·λ² - mixed·λ + own determinant = 0; the smaller root without cancellation
    root = np.sqrt(np.maximum(mixed**2 - 4 * own_determinant * _determinants(total, variances), 0.0))
    return 2 * own_determinant / np.maximum(mixed + root, 1e-300)


def _determinants(total: Floats, variances: Sequence[Floats]) -> Floats:
    """Determinants of the 2 x 2 parts of the covariance of all rows."""
    return (variances[0] + RIDGE) * (variances[1] + RIDGE) - total**2
