"""The best of all pairs of many columns: gone through block by block, so that no matrix has all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from nldt.search.fast.screening import SAME_SCORE, one_thread_for_matrices

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Integers = NDArray[np.int64]

Pair = tuple[int, int]

BLOCK = 256  # columns: the matrices of a block of pairs stay in the processor's cache
# Where more of a block may be among the best, all of it is scored at once.
MOST_SCORED_ONE_BY_ONE = 0.02


@dataclass(frozen=True)
class Effort:
    """How pairs are gone through; what is found depends on none of it unless it is stopped."""

    block: int = BLOCK
    n_threads: int = 1
    stop: Callable[[], bool] = lambda: False  # asked now and then: whether to leave out the rest


class PairScorer(Protocol):
    """Scores pairs of columns, by one kind of score or several; larger is better, and what is not finite is no pair."""

    @property
    def n_columns(self) -> int: ...

    @property
    def n_kinds(self) -> int: ...

    def of_block(self, first: slice, second: slice) -> Sequence[Floats]:
        """Scores of each kind, (first columns, second columns)."""

    def of_pairs(self, first: Integers, second: Integers) -> Sequence[Floats]:
        """The same of some pairs."""

    def promising(self, first: slice, second: slice, least: Sequence[float]) -> Flags:
        """Whether a pair of the block may have as much as the least score of any kind.

        A quick look: it may say so of pairs that have not, but leaves out none that has.
        """


def columns_in_blocks(n_columns: int, block: int = BLOCK) -> Iterator[slice]:
    """All columns, some at a time.

    >>> list(columns_in_blocks(5, 2))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    for start in range(0, n_columns, block):
        yield slice(start, min(start + block, n_columns))


def best_of_all_pairs(scorer: PairScorer, count: int, effort: Effort) -> list[list[Pair]]:
    """The best pairs by each kind of score, the best first; of equal ones those that come first."""
    kept = [_Kept.none(count) for _ in range(scorer.n_kinds)]
    parts = list(columns_in_blocks(scorer.n_columns, effort.block))

    def look(block: tuple[slice, slice]) -> list[_Kept]:
        return _best_of_block(scorer, *block, kept)  # whichever are kept by then

    with one_thread_for_matrices(), ThreadPoolExecutor(effort.n_threads) as threads:
        for place, first in enumerate(parts):
            if count == 0 or effort.stop():
                break
            for found in threads.map(look, [(first, second) for second in parts[place:]]):
                kept = [best.joined(other) for best, other in zip(kept, found, strict=True)]
    return [best.pairs for best in kept]


@dataclass(frozen=True, eq=False)
class _Kept:
    """The best pairs of those seen, the best first; of equal ones those that come first in the order of columns."""

    count: int
    values: Floats
    first: Integers
    second: Integers

    @classmethod
    def none(cls, count: int) -> _Kept:
        return cls(count, np.empty(0), np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))

    @property
    def least(self) -> float:
        """The score that a pair needs to be kept, but for rounding."""
        return float(self.values[-1]) - 2 * 10.0**-SAME_SCORE if len(self.values) == self.count else -np.inf

    @property
    def pairs(self) -> list[Pair]:
        return list(zip(self.first.tolist(), self.second.tolist(), strict=True))

    def best_of(self, values: Floats, first: Integers, second: Integers) -> _Kept:
        """As many of other pairs, without those that can't be kept beside these."""
        able = np.flatnonzero((values >= self.least) & np.isfinite(values))
        values, first, second = values[able].round(SAME_SCORE), first[able], second[able]
        if len(values) > self.count:
            top = np.flatnonzero(values >= np.partition(values, -self.count)[-self.count])
            values, first, second = values[top], first[top], second[top]
        order = np.lexsort((second, first, -values))[: self.count]
        return _Kept(self.count, values[order], first[order], second[order])

    def joined(self, other: _Kept) -> _Kept:
        """The best of both."""
        if len(other.values) == 0:
            return self
        values = np.concatenate([self.values, other.values])
        first, second = np.concatenate([self.first, other.first]), np.concatenate([self.second, other.second])
        order = np.lexsort((second, first, -values))[: self.count]
        return _Kept(self.count, values[order], first[order], second[order])


def _best_of_block(scorer: PairScorer, first: slice, second: slice, kept: Sequence[_Kept]) -> list[_Kept]:
    """Of a block of pairs, each pair once, those that may be kept."""
    least = [best.least for best in kept]
    promising = None if -np.inf in least else scorer.promising(first, second, least)
    if promising is None or np.count_nonzero(promising) > MOST_SCORED_ONE_BY_ONE * promising.size:
        rows, columns = np.indices((first.stop - first.start, second.stop - second.start)).reshape(2, -1)
        scores = [score.ravel() for score in scorer.of_block(first, second)]
    else:
        rows, columns = np.nonzero(promising)
        scores = []
    rows, columns = rows + first.start, columns + second.start
    once = np.flatnonzero(rows < columns)
    rows, columns = rows[once], columns[once]
    if len(rows) == 0:
        return [_Kept.none(best.count) for best in kept]
    scores = [score[once] for score in scores] or list(scorer.of_pairs(rows, columns))
    return [best.best_of(score, rows, columns) for best, score in zip(kept, scores, strict=True)]
