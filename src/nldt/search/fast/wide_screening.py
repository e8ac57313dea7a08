"""Screening of wide tables: the best of all pairs of thousands of columns, by the scores of ``screening``.

Most pairs are looked at in single precision only, as inequalities that leave room for its rounding; those that may be
among the best are scored in double precision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from nldt.search.fast.pair_search import columns_in_blocks
from nldt.search.fast.screening import (
    SAME_SCORE,
    PairSide,
    PresentClass,
    class_means,
    one_thread_for_matrices,
    present_classes,
    scores_of_pairs,
    scores_of_products,
    standardised,
    sums_of_products,
)

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Flags = NDArray[np.bool_]
Integers = NDArray[np.int64]

# What single precision may have wrong. Of sums of products of columns of deviation 1:
ROUNDING = 1e-5
# Where a determinant is as small as this beside what it is a difference of, nothing is left of it.
NEARLY_SINGULAR = 1e-3
# A score is this close to one that is needed: as a share of it.
NEARLY_ENOUGH = 2e-3


@dataclass(frozen=True, eq=False)
class WideSums:
    """Scores pairs of columns as sums of two terms: Fisher's score, thinness. Only columns that vary are among them."""

    numbers: Integers  # of these columns among those that were given
    values: Floats  # with mean 0 and deviation 1: (columns, rows)
    rough: Singles  # the same times the root of the rows' shares of the mass
    mass: Floats
    classes: Sequence[PresentClass]
    side: PairSide

    n_kinds: ClassVar[int] = 2

    @classmethod
    def read(
        cls, columns_of: Callable[[slice], Floats], n_columns: int, class_begin: Integers, mass: Floats
    ) -> WideSums:
        """The columns (columns, rows) that a function gives, a block at a time; rows are grouped by class."""
        values, numbers, n_used = np.empty((n_columns, len(mass))), np.empty(n_columns, dtype=np.int64), 0
        rough = np.empty(values.shape, dtype=np.float32)
        root = np.sqrt(mass / mass.sum())
        classes = present_classes(class_begin, mass)
        with one_thread_for_matrices():
            for part in columns_in_blocks(n_columns):
                made, usable = standardised(columns_of(part), mass)
                used = slice(n_used, n_used + int(np.count_nonzero(usable)))
                values[used], numbers[used] = made[usable], part.start + np.flatnonzero(usable)
                rough[used] = values[used] * root
                n_used = used.stop
            values, rough, numbers = values[:n_used], rough[:n_used], numbers[:n_used]
            side = PairSide(
                [class_means(values, one, mass) for one in classes],
                _mean_squares(values, mass),
                [_mean_squares(values[:, one.rows], mass[one.rows]) for one in classes],
            )
        return cls(numbers, values, rough, mass, classes, side)

    @property
    def n_columns(self) -> int:
        """Columns to pair: none where there are no classes to tell apart."""
        return len(self.values) if self.classes else 0

    def best_columns(self, count: int) -> list[int]:
        """The columns that tell most by themselves: the best for each class against the rest, the classes in turn."""
        # Of two classes, each is the rest of the other.
        told = [correlation**2 for correlation in self._correlations()][: None if len(self.classes) > 2 else 1]
        by_class = [np.argsort(-share.round(SAME_SCORE), kind="stable")[:count] for share in told]
        return list(dict.fromkeys(int(place) for places in zip(*by_class, strict=True) for place in places))[:count]

    def of_block(self, first: slice, second: slice) -> Sequence[Floats]:
        """See ``PairScorer``."""
        sums = [sums_of_products(self.values[first], self.values[second], one, self.mass) for one in self.classes]
        return self._scores(sums, self.side[first][:, None], self.side[second])

    def of_pairs(self, first: Integers, second: Integers) -> Sequence[Floats]:
        """See ``PairScorer``."""
        sums = _sums_of_pairs(self.values, first, second, self.classes, self.mass)
        return self._scores(sums, self.side[first], self.side[second])

    def _scores(self, sums: Sequence[Floats], first: PairSide, second: PairSide) -> Sequence[Floats]:
        total_mass = self.mass.sum()
        seconds = [of_class / (one.share * total_mass) for of_class, one in zip(sums, self.classes, strict=True)]
        return scores_of_pairs(self.classes, sum(sums) / total_mass, seconds, first, second)

    def promising(self, first: slice, second: slice, least: Sequence[float]) -> Flags:
        """See ``PairScorer``."""
        least_fisher, least_thinness = least
        parts = [self.rough[first, one.rows] @ self.rough[second, one.rows].T for one in self.classes]
        correlation: Singles = sum(parts[1:], parts[0])
        determinant = 1 - correlation * correlation
        found = determinant < NEARLY_SINGULAR
        several = len(self.classes) > 2
        for c, (one, part) in enumerate(zip(self.classes, parts, strict=True)):
            if several or c == 0:
                told = self._correlations()[c].astype(np.float32)
                found |= _tell(
                    told[first], told[second], correlation, determinant, _told_share(least_fisher, one.share)
                )
            largest = exp(-least_thinness) * (1 + NEARLY_ENOUGH)
            mean, own = self.side.means[c], self.side.seconds[c]
            part /= one.share
            found |= _thin(part, correlation, determinant, mean, own, first, second, largest)
            if several:
                rest_mean = -mean * one.share / (1 - one.share)
                rest_own = (self.side.variance - one.share * own) / (1 - one.share)
                rest = correlation - one.share * part
                rest /= 1 - one.share
                found |= _thin(rest, correlation, determinant, rest_mean, rest_own, first, second, largest)
        return found

    def _correlations(self) -> list[Floats]:
        """Of the columns with each class."""
        return [m * (one.share / (1 - one.share)) ** 0.5 for one, m in zip(self.classes, self.side.means, strict=True)]


@dataclass(frozen=True, eq=False)
class WideProducts:
    """Scores products of two columns, one of them at least a wanted one, by Fisher's score."""

    values: Floats  # with mean square 1: (columns, rows)
    wanted: Flags
    rough: Singles  # the same times the root of the rows' shares of the mass
    rough_squares: Singles  # its squares times that
    mass: Floats
    classes: Sequence[PresentClass]

    n_kinds: ClassVar[int] = 1

    @classmethod
    def of(cls, columns: Floats, wanted: Flags, class_begin: Integers, mass: Floats) -> WideProducts:
        """The columns (columns, rows), rows grouped by class; they are overwritten."""
        root = np.sqrt(mass / mass.sum())
        rough, squares = (np.empty(columns.shape, dtype=np.float32) for _ in range(2))
        for part in columns_in_blocks(len(columns)):
            size = np.sqrt(_mean_squares(columns[part], mass))
            columns[part] /= np.where((size > 0) & np.isfinite(size), size, np.inf)[:, None]
            rough[part], squares[part] = columns[part] * root, columns[part] ** 2 * root
        return cls(columns, wanted, rough, squares, mass, present_classes(class_begin, mass))

    @property
    def n_columns(self) -> int:
        """Columns to pair: none where there are no classes to tell apart."""
        return len(self.values) if self.classes else 0

    def of_block(self, first: slice, second: slice) -> Sequence[Floats]:
        """See ``PairScorer``."""
        one_side, other_side = self.values[first], self.values[second]
        sums = [sums_of_products(one_side, other_side, one, self.mass) for one in self.classes]
        squares = (one_side**2 * self.mass) @ (other_side**2).T
        return self._scores(sums, squares, self.wanted[first, None] | self.wanted[second])

    def of_pairs(self, first: Integers, second: Integers) -> Sequence[Floats]:
        """See ``PairScorer``."""
        sums = _sums_of_pairs(self.values, first, second, self.classes, self.mass)
        squares = (self.values[first] * self.values[second]) ** 2 @ self.mass
        return self._scores(sums, squares, self.wanted[first] | self.wanted[second])

    def _scores(self, sums: Sequence[Floats], squares: Floats, wanted: Flags) -> Sequence[Floats]:
        total_mass = self.mass.sum()
        means = [of_class / one.mass for of_class, one in zip(sums, self.classes, strict=True)]
        found = scores_of_products(self.classes, sum(sums) / total_mass, squares / total_mass, means)
        return (np.where(wanted, found, -np.inf),)

    def promising(self, first: slice, second: slice, least: Sequence[float]) -> Flags:
        """See ``PairScorer``."""
        parts = [self.rough[first, one.rows] @ self.rough[second, one.rows].T for one in self.classes]
        mean: Singles = sum(parts[1:], parts[0])
        needed = self.rough_squares[first] @ self.rough_squares[second].T  # mean squares, so far
        needed *= 1 - NEARLY_SINGULAR
        needed -= mean * mean
        needed *= least[0] * (1 - NEARLY_ENOUGH)
        needed -= ROUNDING**2
        found = np.zeros(mean.shape, dtype=bool)
        for one, part in zip(self.classes, parts, strict=True):
            if len(self.classes) == 2 and part is not parts[0]:
                break  # as far from the mean as the other
            part /= one.share
            part -= mean
            part *= part
            part *= one.share / (1 - one.share)
            found |= part >= needed
        return found & (self.wanted[first, None] | self.wanted[second])


def _sums_of_pairs(
    values: Floats, first: Integers, second: Integers, classes: Sequence[PresentClass], mass: Floats
) -> list[Floats]:
    """Of each class, the products of the two columns of each pair summed over the rows by mass."""
    products = values[first] * values[second]
    return [products[:, one.rows] @ mass[one.rows] for one in classes]


def _mean_squares(values: Floats, mass: Floats) -> Floats:
    with np.errstate(over="ignore"):
        return np.asarray(np.einsum("cr,cr,r->c", values, values, mass)) / mass.sum()


def _told_share(fisher: float, share: float) -> float:
    """Of a class's variance, the share that a direction of this Fisher score tells: the squared correlation."""
    spread = share * (1 - share) * fisher
    return spread / (1 + spread)


def _tell(first: Singles, second: Singles, correlation: Singles, determinant: Singles, least: float) -> Flags:
    """Whether pairs may tell the least share of a class, from their columns' correlations with it and each other."""
    told = first[:, None] * (-2 * second)
    told *= correlation
    told += (first**2)[:, None] + second**2
    told += ROUNDING
    return told >= np.float32((1 - NEARLY_ENOUGH) * least) * determinant


def _thin(
    moments: Singles,
    correlation: Singles,
    determinant: Singles,
    mean: Floats,
    squares: Floats,
    first: slice,
    second: slice,
    largest: float,
) -> Flags:
    """Whether some rows may vary, along some direction, by as little as the largest share of what all rows do.

    ``moments`` has the second moments of the rows, ``mean`` and ``squares`` are those of the columns. The share is the
    lesser root of a polynomial, which is negative between its two roots.
    """
    own = np.maximum(squares - mean**2, 0.0)
    doubt = ROUNDING * squares
    low = np.maximum(own * (1 - NEARLY_SINGULAR) - doubt, 0.0).astype(np.float32)
    high = (own * (1 + NEARLY_SINGULAR) + doubt).astype(np.float32)
    means = mean.astype(np.float32)
    covariance = moments - means[first, None] * means[second]
    mixed = covariance * correlation
    mixed *= -2
    mixed += high[first, None] + high[second]
    covariance *= covariance
    polynomial = low[first, None] * low[second]
    polynomial -= covariance
    mixed *= np.float32(largest)
    polynomial -= mixed
    found = polynomial <= np.float32(-(largest**2)) * determinant
    small = low <= largest
    if small[first].any() and small[second].any():  # both roots may be less
        found |= small[first, None] & small[second]
    return found
