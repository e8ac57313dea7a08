"""A table by columns: any features of any of its rows, made when they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from nldt.model.feature_scaling import Scaling

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


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
    scaling: Scaling | None = None  # of what is given out; None: raw units

    @property
    def n_features(self) -> int:
        return len(self.table)

    @property
    def n_rows(self) -> int:
        return self.table.shape[1] if self.places is None else len(self.places)

    @cached_property
    def all(self) -> Floats:
        """All features, (features, rows), kept from now on; where nothing needs to be computed, the table itself."""
        if self.places is None and self.scaling is None:
            return self.table
        return self._made(range(self.n_features))

    def of(self, features: Sequence[int] | Integers) -> Floats:
        """Some features, (features, rows), in a new array."""
        return self.all[features] if "all" in vars(self) else self._made(features)

    def take(self, rows: NDArray[np.bool_] | Integers) -> Columns:
        """Some of the rows, in their order: a flag for each row, or their numbers."""
        places = np.arange(self.n_rows) if self.places is None else self.places
        return replace(self, places=places[rows])

    def scaled(self, scaling: Scaling | None) -> Columns:
        """The same rows in the units of a scaling."""
        return replace(self, scaling=scaling)

    def _made(self, features: Sequence[int] | Integers) -> Floats:
        made = np.empty((len(features), self.n_rows))
        for column, feature in zip(made, features, strict=True):
            if self.places is None:
                column[:] = self.table[feature]
            else:
                np.take(self.table[feature], self.places, out=column, mode="clip")  # other modes make a copy first
        return made if self.scaling is None else self.scaling.to_columns(made, features)
