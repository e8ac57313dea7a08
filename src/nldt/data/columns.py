"""A table by columns: any columns of a basis, of any of its rows, made when they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from nldt.model.basis import Basis
from nldt.model.basis.search_units import SearchUnits

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_ROWS_COUNTED = 10_000
COLUMNS_AT_ONCE = 500


@dataclass(frozen=True, eq=False)
class Columns:
    """Some rows of a table that all nodes of a tree share: no row is copied before a column is read.

    Examples
    --------
    >>> columns = Columns(np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
    >>> columns.take(np.array([True, False, True])).of([1])
    array([[4., 6.]])
    """

    table: Floats  # feature-major, in raw units: (features, rows of the whole table)
    places: Integers | None = None  # of these rows in the table; None: all of them
    basis: Basis | None = None  # None: the features as they are
    units: SearchUnits | None = None  # of what is given out; None: those of the basis
    chosen: Integers | None = None  # the columns that are given out; None: all of them
    has_gaps: bool = False  # whether any row of the whole table has one
    fills: bool = False  # gaps, with the mean of what is known: for looks at many columns, never for rules

    @property
    def n_rows(self) -> int:
        return self.table.shape[1] if self.places is None else len(self.places)

    def filled(self) -> Columns:
        """The same without gaps: in their places stands the mean of what is known."""
        return replace(self, fills=True) if self.has_gaps else self

    @cached_property
    def all(self) -> Floats:
        """All columns, (columns, rows), kept from now on; where nothing needs to be computed, the table itself."""
        as_they_are = self.units is None and (self.basis is None or self.basis.is_plain)
        if self.places is None and self.chosen is None and as_they_are and not self.fills:
            return self.table
        return self._made(range(self._n_columns))

    def of(self, columns: Sequence[int] | Integers) -> Floats:
        """Some columns, (columns, rows), in a new array."""
        return self.all[columns] if "all" in vars(self) else self._made(columns)

    def take(self, rows: NDArray[np.bool_] | Integers) -> Columns:
        """Some of the rows, in their order: a flag for each row, or their numbers."""
        places = np.arange(self.n_rows) if self.places is None else self.places
        return replace(self, places=places[rows])

    def only(self, columns: Sequence[int] | Integers) -> Columns:
        """Some of the columns of the same rows, numbered anew from 0 on."""
        chosen = np.asarray(columns, dtype=np.int64)
        return replace(self, chosen=chosen if self.chosen is None else self.chosen[chosen])

    def in_basis(self, basis: Basis) -> Columns:
        """The same rows, as columns of a basis: all of its columns."""
        return replace(self, basis=basis, units=None, chosen=None)

    def in_units(self, units: SearchUnits) -> Columns:
        """The same rows, as columns in the units of a search: all of them."""
        return replace(self, basis=units.basis, units=units, chosen=None)

    def n_values(self) -> Floats:
        """By column, how many different values it takes; infinite where about every row has one of its own.

        Of a large table, as far as some of its rows tell.
        """
        places = np.arange(0, self.n_rows, -(-self.n_rows // MOST_ROWS_COUNTED))
        some = self.take(places)
        counts = np.empty(self._n_columns)
        for start in range(0, len(counts), COLUMNS_AT_ONCE):
            numbers = range(start, min(start + COLUMNS_AT_ONCE, len(counts)))
            ordered = np.sort(some.of(numbers), axis=1)
            steps = ordered[:, 1:] != ordered[:, :-1]  # gaps come last, and are no value
            counts[numbers] = 1 + np.count_nonzero(steps & ~np.isnan(ordered[:, 1:]), axis=1)
        return np.where(2 * counts > len(places), np.inf, counts)

    @property
    def _n_columns(self) -> int:
        if self.chosen is not None:
            return len(self.chosen)
        return len(self.table) if self.basis is None else len(self.basis)

    def _made(self, numbers: Sequence[int] | Integers) -> Floats:
        if self.chosen is not None:
            numbers = self.chosen[np.asarray(numbers, dtype=np.int64)]
        made = np.empty((len(numbers), self.n_rows))
        for values, number in zip(made, numbers, strict=True):
            self._make(values, int(number))
        if self.units is not None:
            made = self.units.scale(made, numbers)
        return _fill(made) if self.fills else made

    def _make(self, out: Floats, number: int) -> None:
        """One column, into an array."""
        column = None if self.basis is None else self.basis.columns[number]
        feature = self.table[number if column is None else column.feature]
        if self.places is None:
            out[:] = feature
        else:
            np.take(feature, self.places, out=out, mode="clip")  # other modes make a copy first
        values = out if column is None else column.values(out)
        if values is not out:
            out[:] = values


def _fill(made: Floats) -> Floats:
    """In place: the mean of each line where it has gaps."""
    for values in made:
        gaps = np.isnan(values)
        if gaps.any():
            values[gaps] = 0.0 if gaps.all() else values[~gaps].mean()
    return made
