"""The second pass: ranges, gaps and the fingerprint of all rows, and the sample that the search runs on.

Whether a row is in the sample follows from a hash of the seed, its cells and its class: of each class the rows of the
least hashes are. So the sample is the same however the rows are partitioned, and whoever looks at them first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from nldt.data.fingerprint import CLASS, MarkSums, marks_of_codes, marks_of_column, stirred
from nldt.data.partitions.row_reading import Floats, Integers, RowReading
from nldt.data.training_rows import is_whole

if TYPE_CHECKING:
    import pandas as pd

Flags = NDArray[np.bool_]
Hashes = NDArray[np.uint64]

# More rows than wanted come below a hash that so many of them should come below, to be sure that there are enough.
SPARE_SHARE, SPARE_ROWS = 1.2, 200
LARGEST_HASH = 2**64 - 1


@dataclass(frozen=True, eq=False)
class Block:
    """Rows with their hashes, each with the evidence of all rows that are known to be like it."""

    X: Floats  # (rows, features)
    codes: Integers
    hashes: Hashes
    evidence: Floats

    def __len__(self) -> int:
        return len(self.codes)


@dataclass(frozen=True, eq=False)
class Sample:
    """Rows of least hashes, in blocks as they came."""

    blocks: tuple[Block, ...]

    def __add__(self, other: Sample) -> Sample:
        return Sample(self.blocks + other.blocks)

    def counts(self, n_classes: int) -> Integers:
        """Rows of each class."""
        return np.sum([np.bincount(block.codes, minlength=n_classes) for block in self.blocks], axis=0)

    def least(self, most: Integers) -> Block:
        """Of each class the rows of the least hashes, so many at the most; rows that are alike are one."""
        hashes, codes, evidence = (
            np.concatenate([getattr(block, name) for block in self.blocks]) for name in ("hashes", "codes", "evidence")
        )
        order = np.lexsort((hashes, codes))
        is_new = np.ones(len(order), dtype=bool)
        is_new[1:] = np.diff(codes[order]) != 0
        is_new[1:] |= hashes[order][1:] != hashes[order][:-1]
        first = np.flatnonzero(is_new)
        summed = np.add.reduceat(evidence[order], first) if len(first) else evidence
        classes = codes[order[first]]
        begin = np.searchsorted(classes, np.arange(len(most)))
        kept = np.arange(len(first)) - begin[classes] < most[classes]
        chosen = order[first[kept]]
        return Block(self._rows(chosen), codes[chosen], hashes[chosen], summed[kept])

    def _rows(self, chosen: Integers) -> Floats:
        """Some rows by their places in all blocks, with no copy of all of them on the way."""
        rows = np.empty((len(chosen), self.blocks[0].X.shape[1]))
        ends = np.cumsum([len(block) for block in self.blocks])
        of_block = np.searchsorted(ends, chosen, side="right")
        by_block = np.argsort(of_block, kind="stable")
        parts = np.split(by_block, np.searchsorted(of_block[by_block], np.arange(1, len(self.blocks))))
        for block, end, places in zip(self.blocks, ends.tolist(), parts, strict=True):
            rows[places] = block.X[chosen[places] - (end - len(block))]
        return rows


@dataclass(frozen=True, eq=False)
class Survey:
    """What is known of all rows, and a sample of them."""

    class_evidence: Floats
    low: Floats  # of each feature; infinite where it has no value
    high: Floats
    has_gaps: Flags
    are_whole: Flags
    n_infinite: Integers
    marks: MarkSums
    sample: Sample


@dataclass(frozen=True, eq=False)
class SurveyPass:
    """Reads all features of all rows."""

    reading: RowReading
    texts: tuple[str, ...]  # of the classes, by their numbers
    marked: tuple[int, ...]  # features that the fingerprint is made of
    salt: np.uint64  # of the sample, from the seed
    most: Integers  # rows of each class in the sample
    below: Hashes  # of each class, a hash that no row of the sample is above
    name: str = "ranges and sample"

    @property
    def columns(self) -> list[str]:
        return self.reading.columns(range(len(self.reading.names)))

    def of(self, frame: pd.DataFrame) -> Survey:
        reading = self.reading
        codes, evidence = reading.class_codes(frame), reading.evidence(frame)
        used = (codes >= 0) & (evidence > 0)
        if not used.all():
            frame, codes, evidence = frame[used], codes[used], evidence[used]
        columns = [reading.feature(frame, j) for j in range(len(reading.names))]
        marks = marks_of_codes(codes, self.texts, CLASS)
        for j in self.marked:
            marks += marks_of_column(columns[j], reading.features[j], reading.names[j])
        marks = stirred(marks)
        hashes = stirred(marks ^ self.salt)
        places = np.flatnonzero(hashes <= self.below[codes])
        drawn = np.empty((len(places), len(columns)))
        for j, values in enumerate(columns):
            drawn[:, j] = values[places]
        sample = Sample((Block(drawn, codes[places], hashes[places], evidence[places]),))
        lows, highs, has_gaps = zip(*map(_extremes, columns), strict=True)
        return Survey(
            np.bincount(codes, evidence, len(self.texts)).astype(np.float64),
            np.array(lows),
            np.array(highs),
            np.array(has_gaps),
            np.array([is_whole(values) for values in columns]),
            np.array(list(map(_count_infinite, lows, highs, columns))),
            MarkSums.of(marks, evidence),
            self._trimmed(sample),
        )

    def add(self, total: Survey, more: Survey) -> Survey:
        return Survey(
            total.class_evidence + more.class_evidence,
            np.fmin(total.low, more.low),
            np.fmax(total.high, more.high),
            total.has_gaps | more.has_gaps,
            total.are_whole & more.are_whole,
            total.n_infinite + more.n_infinite,
            total.marks + more.marks,
            self._trimmed(total.sample + more.sample),
        )

    def _trimmed(self, sample: Sample) -> Sample:
        """The sample without rows that can't be in it, once they are many."""
        is_many = sample.counts(len(self.most)) > SPARE_SHARE * self.most + 2 * SPARE_ROWS
        return Sample((sample.least(self.most),)) if is_many.any() else sample


def hash_bounds(most: Integers, n_rows: Integers) -> Hashes:
    """Hashes that the rows of a sample of so many distinct ones should come below, of each class."""
    shares = np.minimum((SPARE_SHARE * most + SPARE_ROWS) / np.maximum(n_rows, 1), 1.0)
    return np.array([min(int(share * 2.0**64), LARGEST_HASH) for share in shares.tolist()], dtype=np.uint64)


def no_bounds(n_classes: int) -> Hashes:
    return np.full(n_classes, LARGEST_HASH, dtype=np.uint64)


def _count_infinite(low: float, high: float, values: Floats) -> int:
    return 0 if np.isfinite([low, high]).all() else int(np.isinf(values).sum())


def _extremes(values: Floats) -> tuple[float, float, bool]:
    """The lowest and the highest value (infinite, the wrong way round, where there is none); whether any is missing."""
    if len(values) == 0:
        return np.inf, -np.inf, False
    low, high = values.min(), values.max()
    if not np.isnan(low):
        return low, high, False
    known = values[~np.isnan(values)]
    return (known.min(), known.max(), True) if len(known) else (np.inf, -np.inf, True)
