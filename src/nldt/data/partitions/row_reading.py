"""How a frame of some rows becomes training rows: features as numbers, classes as codes, evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nldt.data.cells import Unusable, read_feature
from nldt.data.columns import Columns
from nldt.data.training_rows import TrainingRows
from nldt.errors import InputError
from nldt.model.feature import Feature
from nldt.model.target import Target

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# Evidence is rounded to whole multiples of this, so that any order of adding it up gives the same: up to 8·10⁹ rows.
EVIDENCE_STEP = 2.0**-20


@dataclass(frozen=True, eq=False)
class SomeFeatures:
    """Features of some rows, those that are needed: a table as ``Columns`` takes it."""

    values: dict[int, Floats]
    shape: tuple[int, int]  # all features, rows

    def __getitem__(self, feature: int) -> Floats:
        return self.values[feature]


@dataclass(frozen=True, eq=False)
class RowReading:
    """What is known of a table's columns, and reads them so."""

    names: tuple[str, ...]  # of the features
    features: tuple[Feature, ...]
    target: str
    labels: NDArray[Any]  # as the table has them,
    codes: Integers  # and the number of the class of each; -1: its rows are left out
    weight: str | None = None  # the column of evidence

    def columns(self, needed: Sequence[int]) -> list[str]:
        """What has to be read for these features."""
        own = [self.target] if self.weight is None else [self.target, self.weight]
        return list(dict.fromkeys([*own, *(self.names[j] for j in needed)]))

    def class_codes(self, frame: pd.DataFrame) -> Integers:
        """The number of each row's class; -1 where it has none."""
        import pandas as pd

        cells = frame[self.target]
        if self.labels.dtype.kind in "biuf" and pd.api.types.is_numeric_dtype(cells.dtype):
            values = cells.to_numpy(dtype=np.float64, na_value=np.nan)
            known = self.labels.astype(np.float64)
            order = np.argsort(known)
            places = order[np.minimum(np.searchsorted(known[order], values), len(known) - 1)]
            return np.where(known[places] == values, self.codes[places], -1)
        known_labels = pd.Index(self.labels.astype(object), dtype=object)
        places = known_labels.get_indexer(pd.Index(np.asarray(cells, dtype=object), dtype=object))
        return np.where(places < 0, -1, self.codes[places])

    def evidence(self, frame: pd.DataFrame) -> Floats:
        """For how many rows each row counts."""
        if self.weight is None:
            return np.ones(len(frame))
        given = self.values(frame, self.weight, Feature())
        if not (given >= 0).all() or np.isinf(given).any():
            raise InputError(f"column {self.weight!r} must hold finite weights, 0 or more, in every row")
        return np.rint(given / EVIDENCE_STEP) * EVIDENCE_STEP

    def feature(self, frame: pd.DataFrame, j: int) -> Floats:
        """A feature as numbers: codes of categories, NaN for gaps; zeros have no sign."""
        return self.values(frame, self.names[j], self.features[j]) + 0.0

    def values(self, frame: pd.DataFrame, name: str, feature: Feature) -> Floats:
        """A column as numbers."""
        try:
            return read_feature(feature, frame[name])
        except Unusable as problem:
            raise InputError(f"column {name!r} {problem}") from None

    def rows(self, frame: pd.DataFrame, needed: Sequence[int], target: Target) -> TrainingRows:
        """The rows that have a class and evidence, with these features."""
        codes, evidence = self.class_codes(frame), self.evidence(frame)
        used = (codes >= 0) & (evidence > 0)
        if not used.all():
            frame, codes, evidence = frame[used], codes[used], evidence[used]
        table: Any = SomeFeatures({j: self.feature(frame, j) for j in needed}, (len(self.names), len(codes)))
        has_gaps = any(self.features[j].has_gaps for j in needed)
        return TrainingRows(Columns(table, has_gaps=has_gaps), codes, evidence, target)
