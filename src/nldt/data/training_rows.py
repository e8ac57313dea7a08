"""Training rows in one canonical form, so that an evidence of 2 and a row given twice are the same thing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.data.columns import Columns
from nldt.model.target import Target

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# Numbers that are turned from rows into columns at once: few enough for the processor's cache.
BLOCK = 2**16
BLOCK_ROWS = 1_000_000
FIRST_ROWS = 64
# Beyond it floats have no fractions, and not every whole number is one.
MOST_WHOLE = 2.0**53


@dataclass(frozen=True, eq=False)
class WholeTable:
    """What is known of all rows of a table, where only some of them are at hand."""

    extremes: Floats  # the lowest and the highest value of each feature: (2, features); 0 where it has none
    are_whole: list[bool]


@dataclass(frozen=True, eq=False)
class TrainingRows:
    """Distinct rows, sorted by the target, each with its evidence. The rows of all nodes of a tree share one table.

    Evidence says for how many rows a row counts; what an error on a row costs is the target's to know. They are
    multiplied where impurity is measured, and nowhere else.
    """

    columns: Columns
    values: NDArray[Any]  # of the target; of classes, their numbers
    evidence: Floats
    target: Target
    whole: WholeTable | None = None  # that these are a sample of; None: the table of the columns is all there is

    @classmethod
    def canonical(cls, X: Floats, values: NDArray[Any], evidence: Floats, target: Target) -> TrainingRows:
        """Rows sorted by the target and the features; equal rows merged, their evidence added."""
        order, repeats = _canonical_order(_comparable(X), values)
        first = np.concatenate([[0], np.flatnonzero(~repeats) + 1])
        kept = order[first]
        return cls(_columns(X, kept), values[kept], np.add.reduceat(evidence[order], first), target)

    @classmethod
    def of(cls, X: Floats, values: NDArray[Any], evidence: Floats, target: Target) -> TrainingRows:
        """Rows that are distinct already, in the order given."""
        return cls(_columns(X, np.arange(len(X))), values, evidence, target)

    def __len__(self) -> int:
        return len(self.values)

    def take(self, rows: NDArray[np.bool_] | Integers) -> TrainingRows:
        """Some of the rows, in their order: a flag for each row, or their places."""
        return replace(self, columns=self.columns.take(rows), values=self.values[rows], evidence=self.evidence[rows])

    @property
    def X(self) -> Floats:  # noqa: N802  (a table of rows is called so everywhere)
        """All features of the rows, (rows, features)."""
        return self.columns.all.T

    @property
    def extremes(self) -> Floats:
        """The lowest and the highest value of each feature in the whole table: (2, features); 0 where it has none."""
        if self.whole is not None:
            return self.whole.extremes
        table = self.columns.table
        if not self.columns.has_gaps:
            return np.array([table.min(axis=1), table.max(axis=1)])
        return np.nan_to_num([np.fmin.reduce(table, axis=1), np.fmax.reduce(table, axis=1)])

    @property
    def are_whole(self) -> list[bool]:
        """Whether each feature is a whole number wherever the whole table has it."""
        return self.whole.are_whole if self.whole is not None else [is_whole(v) for v in self.columns.table]

    @property
    def sums(self) -> Floats:
        """What the target adds up over the rows: of classes, the evidence of each."""
        return self.sums_of(slice(None))

    def sums_of(self, rows: NDArray[np.bool_] | Integers | slice) -> Floats:
        """The same of some rows."""
        return self.target.sums(self.values[rows], self.evidence[rows])

    def cell_sums(self, cells: Integers, n_cells: int) -> Floats:
        """What the target adds up over the rows in each of some cells: (cells, sums); some rows at a time."""
        sums = np.zeros((n_cells, self.target.n_sums))
        for start in range(0, len(self), BLOCK_ROWS):
            block = slice(start, start + BLOCK_ROWS)
            sums += self.target.cell_sums(self.values[block], self.evidence[block], cells[block], n_cells)
        return sums


def has_gaps(table: Floats) -> bool:
    """Whether any number is NaN."""
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(table.sum()):  # this takes no memory
            return False
    return bool(np.isnan(table).any())


def is_whole(values: Floats) -> bool:
    """Whether all numbers but gaps are whole ones."""
    start, end = 0, FIRST_ROWS
    while start < len(values):  # the first few settle it for most columns that are not
        block = values[start:end]
        known = block[~np.isnan(block)]
        if (np.rint(known) != known).any() or (np.abs(known) > MOST_WHOLE).any():
            return False
        start, end = end, end + BLOCK
    return True


def _comparable(X: Floats) -> Floats:
    """The same rows for comparisons: two gaps are alike, and come last. No row holds infinity."""
    return np.where(np.isnan(X), np.inf, X) if has_gaps(X) else X


def _columns(X: Floats, order: Integers) -> Columns:
    """Some rows of X in this order; minus zero becomes zero.

    The table has them in the order of X, which is quicker to read; nothing else of its size is made on the way.
    """
    chosen = np.zeros(len(X), dtype=bool)
    chosen[order] = True
    rows = np.flatnonzero(chosen)
    table = np.empty((X.shape[1], len(rows)))
    step = max(1, BLOCK // X.shape[1])
    for start in range(0, len(rows), step):
        block = slice(start, start + step)
        np.add(X[rows[block]].T, 0.0, out=table[:, block])
    return Columns(table, (np.cumsum(chosen) - 1)[order], has_gaps=has_gaps(table))


def _canonical_order(X: Floats, target_values: NDArray[Any]) -> tuple[Integers, NDArray[np.bool_]]:
    """Rows by target and features, equal rows as they come; and which, from the second on, repeat the one before.

    The first column settles most rows of most tables. Rows that it leaves tied get a number that tells their run of
    ties and their place by further columns; when that could tell all of them apart, they are sorted by it.
    """
    order = np.argsort(X[:, 0])  # several times as fast as a sort that keeps ties in order
    order = order[np.argsort(target_values[order], kind="stable")]
    places, run = _runs(_equal_neighbours(target_values[order]) & _equal_neighbours(X[:, 0][order]))
    rows = order[places][np.lexsort((order[places], run))]
    number, n_numbers = run, run.max(initial=-1) + 1
    for column in X.T[1:]:
        values = column[rows]
        if (_equal_neighbours(values) | ~_equal_neighbours(run)).all():
            continue
        values, codes = np.unique(values, return_inverse=True)
        number, n_numbers = number * len(values) + codes, n_numbers * len(values)
        if n_numbers > len(rows):
            order[places], number = _sorted_by(number, rows)
            still, run = _runs(_equal_neighbours(number))
            places, rows = places[still], order[places][still]
            number, n_numbers = run, run.max(initial=-1) + 1
    order[places], number = _sorted_by(number, rows)
    repeats = np.zeros(len(order) - 1, dtype=bool)
    repeats[places[:-1]] = _equal_neighbours(number)
    return order, repeats


def _sorted_by(number: Integers, rows: Integers) -> tuple[Integers, Integers]:
    """The rows by their numbers, equal ones as they come, and the numbers in the same order."""
    order = np.argsort(number, kind="stable")
    return rows[order], number[order]


def _runs(tied: NDArray[np.bool_]) -> tuple[Integers, Integers]:
    """Places that are tied to a neighbour, and the number of the run of ties that each of them is in.

    ``tied`` says of every place but the last whether it is tied to the next.
    """
    to_next, to_previous = np.append(tied, False), np.insert(tied, 0, False)
    places = np.flatnonzero(to_next | to_previous)
    return places, np.cumsum(~to_previous[places]) - 1


def _equal_neighbours(values: Floats | Integers) -> NDArray[np.bool_]:
    return np.asarray(values[1:] == values[:-1])
