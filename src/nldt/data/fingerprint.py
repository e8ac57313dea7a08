"""A table told from others by a few signs: the same in any order of its rows, and of its columns where they have names.

The mark of a row is a number that follows from its cells and its class; the fingerprint follows from all marks. Nobody
can read a row from either.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.data.feature_table import FeatureTable
from nldt.model.feature import CATEGORY, ORDERED, Feature

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Marks = NDArray[np.uint64]

CLASS, EVIDENCE = "\0class", "\0evidence"  # no column is called so
MISSING = "\0missing"
UNKNOWN = "\0unknown"


def row_marks(table: FeatureTable, rows: Floats, classes: Iterable[Any], codes: Integers) -> Marks:
    """A number for each row that follows from its cells by name, wherever their columns are, and from its class.

    ``rows``: some rows of the table, ``codes``: the numbers of their classes.
    """
    total = marks_of_codes(codes, [str(label) for label in classes], CLASS)
    for j, (name, feature) in enumerate(zip(table.names, table.features, strict=True)):
        if j not in table.blank:
            total += marks_of_column(rows[:, j], feature, name)
    return stirred(total)


def fingerprint(marks: Marks, evidence: Floats) -> str:
    """The fingerprint of rows by their marks and how often each counts, as hexadecimal digits.

    Where some count otherwise than once, that of the rows alone follows: they are the same rows, whatever
    they count; what counts nothing is no row.

    >>> marks, evidence = np.array([3, 1, 2], dtype=np.uint64), np.ones(3)
    >>> fingerprint(marks, evidence) == fingerprint(marks[::-1], evidence) != fingerprint(marks[:2], evidence[:2])
    True
    """
    return MarkSums.of(marks, evidence).fingerprint


def are_same_rows(one: str, other: str) -> bool:
    """Whether fingerprints are of the same rows, which may count otherwise in one table than in the other.

    >>> marks, twice = np.array([3, 1, 2], dtype=np.uint64), np.full(3, 2.0)
    >>> weighted, plain = fingerprint(marks, twice), fingerprint(marks, np.ones(3))
    >>> are_same_rows(weighted, plain), are_same_rows(weighted, fingerprint(marks[:2], twice[:2]))
    (True, False)
    """
    return not set(one.split()).isdisjoint(other.split())


@dataclass(frozen=True)
class MarkSums:
    """What the fingerprint of some rows follows from; sums of parts of a table are those of the whole."""

    n_rows: int
    first: int  # sums modulo 2**64
    second: int
    alone_first: int  # the same of rows that count once each
    alone_second: int

    @classmethod
    def of(cls, marks: Marks, evidence: Floats) -> MarkSums:
        """The sums of rows by their marks and how often each counts."""
        counted = _sums(marks, evidence)
        return cls(len(marks), *counted, *(counted if (evidence == 1).all() else _sums(marks, np.ones(len(marks)))))

    def __add__(self, other: MarkSums) -> MarkSums:
        n_rows, *sums = (ours + theirs for ours, theirs in zip(astuple(self), astuple(other), strict=True))
        return MarkSums(n_rows, *(total % 2**64 for total in sums))

    @property
    def fingerprint(self) -> str:
        parts = [(self.first, self.second), (self.alone_first, self.alone_second)]
        digests = (
            hashlib.blake2b(repr([self.n_rows, *sums]).encode(), digest_size=16) for sums in dict.fromkeys(parts)
        )
        return " ".join(digest.hexdigest() for digest in digests)


def _sums(marks: Marks, evidence: Floats) -> tuple[int, int]:
    counted = stirred(marks + stirred((evidence + 0.0).view(np.uint64) ^ _seed(EVIDENCE)))
    return int(counted.sum()), int(stirred(counted ^ _seed(CLASS)).sum())


def marks_of_column(values: Floats, feature: Feature, name: str) -> Marks:
    """A number for each cell of a column, whatever table it is in."""
    if feature.kind not in (CATEGORY, ORDERED):
        plain = values + 0.0  # zeros have no sign,
        if len(plain) and np.isnan(plain.min()):
            plain[np.isnan(plain)] = np.nan  # gaps are all alike
        return stirred(plain.view(np.uint64) ^ _seed(name))
    n_levels = len(feature.levels)
    codes = np.where(np.isnan(values), n_levels, values).astype(np.int64)
    return marks_of_codes(np.where(codes < 0, n_levels + 1, codes), [*map(str, feature.levels), MISSING, UNKNOWN], name)


def marks_of_codes(codes: Integers, texts: Sequence[str], name: str) -> Marks:
    """The same of names, by their places among some texts."""
    return stirred(np.array([_seed(text) for text in texts], dtype=np.uint64) ^ _seed(name))[codes]


def _seed(text: str) -> np.uint64:
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return np.uint64(int.from_bytes(digest, "little"))


def stirred(numbers: Marks) -> Marks:
    """Each number made into one that looks random (Steele, Lea, Flood: the last steps of SplitMix64)."""
    numbers = numbers + np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        numbers ^= numbers >> np.uint64(shift)
        numbers *= np.uint64(factor)
    numbers ^= numbers >> np.uint64(31)
    return numbers
