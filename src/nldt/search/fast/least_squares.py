"""Least squares of a group of classes: which columns it would keep or take, from covariances alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from nldt.search.fast.screening import standardised

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Places = tuple[int, ...]

RIDGE = 1e-6
# Of a column's variance, what others leave of it: with less it is a sum of them.
LEAST_REST = 1e-4
# Decimals of what columns tell: copies tell the same, and rounding is not to choose among them.
SAME_GAIN = 8


@dataclass(frozen=True, eq=False)
class LeastSquares:
    """Least squares of a group of classes on some columns, from their covariances."""

    kept: NDArray[np.int64]  # of the columns given: those that are regressed on
    columns: Floats  # of them, with mean 0 and deviation 1: (columns, rows)
    with_group: Floats  # covariance with the group
    mass: Floats

    @classmethod
    def of(cls, columns: Floats, is_in: Flags, mass: Floats, most: int) -> LeastSquares:
        """Of so many columns at the most: of more, those that tell most by themselves."""
        columns, usable = standardised(columns, mass)
        with_group = columns @ (mass * (is_in - np.average(is_in, weights=mass))) / mass.sum()
        kept = np.flatnonzero(usable)
        by_themselves = np.argsort(-np.abs(with_group[kept]).round(SAME_GAIN), kind="stable")
        kept = np.sort(kept[by_themselves[:most]])
        return cls(kept, columns[kept], with_group[kept], mass)

    @cached_property
    def covariance(self) -> Floats:
        return (self.columns * self.mass) @ self.columns.T / self.mass.sum() + RIDGE * np.eye(len(self.kept))

    def most_telling(self, count: int) -> NDArray[np.int64]:
        """The columns of the highest covariance with the group, by themselves."""
        return np.sort(self.kept[self._by_themselves[:count]])

    def backward(self, most: int) -> Iterator[Places]:
        """The columns that are left when the one without which the error grows least goes, again and again.

        So many at the most, and two at the least.
        """
        left = np.arange(len(self.kept))
        while len(left) >= 2:
            if len(left) <= most:
                yield tuple(self.kept[left].tolist())
            inverse = np.linalg.inv(self.covariance[np.ix_(left, left)])
            weights = inverse @ self.with_group[left]
            left = np.delete(left, (weights**2 / np.diagonal(inverse)).round(SAME_GAIN).argmin())

    def forward(self, begun_with: int, most: int) -> Iterator[Places]:
        """The columns that help most, one after the other, beside a first one: from two on.

        So many of the columns that tell most by themselves are the first one in turn.
        """
        for first in self._by_themselves[:begun_with].tolist():
            chosen = [first]
            while len(chosen) < min(most, len(self.kept)):
                gains = self._gains(chosen)
                if np.isinf(gains.max()):  # all others are sums of these
                    break
                chosen.append(int(gains.argmax()))
                yield tuple(self.kept[chosen].tolist())

    @cached_property
    def _by_themselves(self) -> NDArray[np.int64]:
        """Places among the kept columns, by what they tell by themselves."""
        return np.argsort(-np.abs(self.with_group).round(SAME_GAIN), kind="stable")

    def _gains(self, chosen: Sequence[int]) -> Floats:
        """What the squared error loses by each further column."""
        across = np.linalg.solve(self.covariance[np.ix_(chosen, chosen)], self.covariance[chosen])
        rest = self.with_group - self.with_group[chosen] @ across
        variance = np.diagonal(self.covariance) - (self.covariance[chosen] * across).sum(axis=0)
        gains = (rest**2 / np.maximum(variance, RIDGE)).round(SAME_GAIN)
        gains[[*chosen, *np.flatnonzero(variance < LEAST_REST).tolist()]] = -np.inf
        return gains
