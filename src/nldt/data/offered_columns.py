"""The columns that rules of a fit may be made of: numbers, parts of dates, indicators of categories and of gaps."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from nldt.data.category_columns import Offer, category_columns
from nldt.data.date_columns import date_columns, days_column
from nldt.data.training_rows import TrainingRows
from nldt.model.basis import Basis, Column, IsMissing, Ordered
from nldt.model.basis.search_units import fit_basis
from nldt.model.feature import CATEGORY, ORDERED, Feature

Floats = NDArray[np.float64]

# Of a feature with gaps, how often one may expect its number in a rule, and how often the gap itself.
NUMBER_SHARE = 0.75


@dataclass(frozen=True, eq=False)
class OfferedColumns:
    """A basis, and the bits that name each of its columns; None: each is one of so many."""

    basis: Basis
    naming_bits: Floats | None = None

    def including(self, columns: Sequence[Column]) -> OfferedColumns:
        """The same with some columns more, which are named as dearly as the dearest of their features."""
        new = [column for column in columns if column not in self.basis.columns]
        if not new:
            return self
        basis = Basis((*self.basis.columns, *new), self.basis.n_features)
        n_features = self.basis.n_features
        plain = np.full(len(self.basis), np.log2(len(self.basis)))
        known = plain if self.naming_bits is None else self.naming_bits
        dearest = [max(known[self.basis.features == c.feature], default=np.log2(n_features)) for c in new]
        return OfferedColumns(basis, np.concatenate([known, dearest]))


def number_column(j: int, feature: Feature, numeric: Basis, low: float) -> Column:
    """What a feature that is no category is as a number; ``numeric`` has the columns of plain ones.

    ``low``: its lowest training value.
    """
    if feature.is_date:
        return days_column(j, feature, low)
    return Ordered(j, feature.levels) if feature.kind == ORDERED else numeric.columns[j]


def offered_columns(
    rows: TrainingRows,
    features: Sequence[Feature],
    names: Sequence[str],
    scaling: str,
    unit_mass: float = 1.0,
    left_out: Set[int] = frozenset(),
) -> OfferedColumns:
    """What rules may be made of, without some features. Raises InputError for units in which they can't be written.

    A column is named by its feature, and by what it is among all columns that the feature could have given: also those
    that are not offered, since the rows themselves told which of them promise nothing.
    """
    low, high = rows.extremes
    numeric = fit_basis(scaling, low, high, names)
    if all(feature.is_plain for feature in features):
        chosen = tuple(column for column in numeric.columns if column.feature not in left_out)
        return OfferedColumns(Basis(chosen, len(features)) if left_out else numeric)
    offers: list[Offer] = []
    for j, feature in enumerate(features):
        if j in left_out:
            continue
        if feature.kind == CATEGORY:
            offers += category_columns(rows, j, feature, unit_mass)
            continue
        if low[j] == high[j] and not feature.has_gaps:
            continue  # a constant tells nothing
        own = [Offer(number_column(j, feature, numeric, low[j]), 0.0)]
        if feature.is_date:
            own = date_columns(j, feature, rows.columns.of([j])[0])
        gap_bits = -np.log2(NUMBER_SHARE) if feature.has_gaps else 0.0
        offers += [replace(offer, bits=offer.bits + gap_bits) for offer in own]
        if feature.has_gaps:
            offers.append(Offer(IsMissing(j), -np.log2(1 - NUMBER_SHARE)))
    offers = offers or [Offer(numeric.columns[0], 0.0)]  # a tree without a rule has columns, too
    basis = Basis(tuple(offer.column for offer in offers), len(features))
    return OfferedColumns(basis, np.log2(len(features) - len(left_out)) + np.array([offer.bits for offer in offers]))
