"""All columns that the rules of a model may use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from nldt.model.basis.as_is import AsIs
from nldt.model.basis.column import Column
from nldt.model.basis.shifted import Shifted
from nldt.model.feature import Feature
from nldt.model.unit import Unit

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Basis:
    """Columns in the order of a rule's exponents, over a table of so many features.

    Examples
    --------
    >>> basis = Basis((AsIs(0), Shifted(1, 2.0, 4.0)), 2)
    >>> basis.values(np.array([[5.0, 4.0]]))
    array([[5. , 1.5]])
    """

    columns: tuple[Column, ...]
    n_features: int

    @classmethod
    def as_is(cls, n_features: int) -> Basis:
        """Every feature as it is."""
        return cls(tuple(AsIs(j) for j in range(n_features)), n_features)

    @classmethod
    def shifted(cls, low: Floats, high: Floats) -> Basis:
        """Every feature brought into [1, 2] by its training range."""
        ranges = enumerate(zip(low.tolist(), high.tolist(), strict=True))
        return cls(tuple(Shifted.of_range(j, *ends) for j, ends in ranges), len(low))

    def __len__(self) -> int:
        return len(self.columns)

    @cached_property
    def is_plain(self) -> bool:
        """Whether the columns are just the features, in their order."""
        return self == Basis.as_is(self.n_features)

    @cached_property
    def features(self) -> Integers:
        """The feature of each column."""
        return np.array([column.feature for column in self.columns], dtype=np.int64)

    def values(self, X: Floats, columns: Sequence[int] | None = None) -> Floats:
        """Columns of rows in raw units, all unless told: (rows, columns); the rows themselves where they are that."""
        if columns is None and self.is_plain:
            return X
        chosen = self.columns if columns is None else [self.columns[number] for number in columns]
        made = np.empty((len(X), len(chosen)))
        for place, column in enumerate(chosen):
            made[:, place] = column.values(X[:, column.feature])
        return made

    def features_of(self, columns: Sequence[int] | Integers) -> list[int]:
        """The features that some columns are made of, each once, in their order."""
        return np.unique(self.features[np.asarray(columns, dtype=np.int64)]).tolist()

    def columns_of(self, feature: int) -> list[int]:
        """The columns that are made of a feature."""
        return np.flatnonzero(self.features == feature).tolist()

    def units(self, features: Sequence[Feature]) -> list[Unit]:
        """The units of the columns, from those of the features."""
        return [column.unit(features[column.feature].unit) for column in self.columns]

    def symbols(self, feature_names: Sequence[str]) -> list[str]:
        """What formulas call the columns, under these names of the features."""
        return [column.symbol(feature_names[column.feature]) for column in self.columns]
