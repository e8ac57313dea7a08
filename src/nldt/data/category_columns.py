"""The indicators of a category feature that a search may use: of single categories, of gaps, and of groups.

Groups are the first so many categories in the order of the share of a class, as the training rows have it: of all
groups that could be named, these tell most of the class.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from nldt.data.training_rows import TrainingRows
from nldt.description import PATIENCE_BITS
from nldt.model.basis import Column, IsMissing, OneOf
from nldt.model.feature import Feature
from nldt.model.target import Classes

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# Of a feature with more categories those are offered by themselves that tell most.
MOST_SINGLES = 24
MOST_GROUPS = 6
MOST_NEGATED = 3
# How often one may expect a single category rather than a group, and what is named rather than all others.
SINGLE_SHARE = 0.75
PLAIN_SHARE = 0.5


@dataclass(frozen=True)
class Offer:
    """A column, and the bits that name it among all that its feature could have given."""

    column: Column
    bits: float


def category_columns(rows: TrainingRows, feature: int, known: Feature, unit_mass: float) -> list[Offer]:
    """The indicators of a feature: one where there are two categories, none where there is one; a gap is a category."""
    n_levels = len(known.levels)
    n_kinds = n_levels + known.has_gaps
    if n_kinds < 2:
        return []
    codes = rows.columns.of([feature])[0]
    cells = np.where(np.isnan(codes), n_levels, codes).astype(np.int64)
    weighing = _Weighing(rows, rows.cell_sums(cells, n_levels + 1), n_levels, known.has_gaps, unit_mass)
    chosen = [*weighing.singles(), *weighing.groups()]
    offers = [Offer(_column(feature, known, codes), float(weighing.naming_bits(len(codes)))) for codes in chosen]
    telling = weighing.telling(chosen)
    others = [
        Offer(replace(offer.column, negated=True), offer.bits + _bits_of(1 - PLAIN_SHARE) - _bits_of(PLAIN_SHARE))
        for offer, codes in zip(offers, chosen, strict=True)
        if isinstance(offer.column, OneOf) and codes in telling
    ]
    return offers + others


def _column(feature: int, known: Feature, codes: tuple[int, ...]) -> Column:
    """The column of some categories; the code after the last one is the gap's."""
    if codes == (len(known.levels),):
        return IsMissing(feature)
    return OneOf(feature, codes, tuple(known.levels[code] for code in codes))


def _bits_of(share: float) -> float:
    return -float(np.log2(share))


@dataclass(frozen=True, eq=False)
class _Weighing:
    """Weighs groups of categories by the bits that the classes take when they are told apart from the rest."""

    rows: TrainingRows
    sums: Floats  # of the target, by category, the gap's last
    n_levels: int
    has_gaps: bool
    unit_mass: float

    @property
    def n_kinds(self) -> int:
        return self.n_levels + self.has_gaps

    def naming_bits(self, size: Any) -> Any:
        """Bits that name a group of so many categories.

        Of two complements that part the rows alike, one counts.
        """
        n, largest = self.n_kinds, self.n_kinds // 2
        if n <= 3:
            return np.full(np.shape(size), 0.0 if n == 2 else _bits_of(PLAIN_SHARE) + np.log2(n))
        ways = (gammaln(n + 1.0) - gammaln(size + 1.0) - gammaln(n - size + 1.0)) / np.log(2)
        of_group = np.log2(largest - 1) + ways - (2 * size == n)
        single, group = (_bits_of(share * PLAIN_SHARE) for share in (SINGLE_SHARE, 1 - SINGLE_SHARE))
        return np.where(size == 1, single + np.log2(n), group + of_group)

    def singles(self) -> list[tuple[int, ...]]:
        """Single categories, by their codes: of two the last, which is the yes of no and yes; of many the best."""
        if self.n_kinds == 2:
            return [(1,)]
        codes = np.arange(self.n_kinds)
        if self.n_kinds <= MOST_SINGLES:
            return [(code,) for code in codes.tolist()]
        bits = self._bits(self.sums[: self.n_kinds]) + self.naming_bits(1)
        best = np.argsort(bits, kind="stable")[:MOST_SINGLES]
        return [(code,) for code in sorted(best[bits[best] < self._unparted + PATIENCE_BITS].tolist())]

    def telling(self, chosen: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Those of some groups that tell most of the classes, so that all other categories may be one column, too.

        In a sum it would be none: 1 less the group. In a product with something else it is.
        """
        if self.n_kinds == 2 or not chosen:
            return []
        sizes = np.array([len(group) for group in chosen])
        bits = self._bits(np.array([self.sums[list(group)].sum(axis=0) for group in chosen])) + self.naming_bits(sizes)
        best = np.argsort(bits, kind="stable")[:MOST_NEGATED]
        return [chosen[place] for place in best[bits[best] < self._unparted].tolist()]

    def groups(self) -> list[tuple[int, ...]]:
        """Groups of two or more categories that describe the rows more cheaply than no rule would."""
        found = dict(self._best_groups())
        return sorted(found, key=lambda group: (found[group], group))[:MOST_GROUPS]

    @cached_property
    def _whole(self) -> Floats:
        return np.asarray(self.sums.sum(axis=0))

    @cached_property
    def _unparted(self) -> float:
        return float(self.rows.target.value_bits(self._whole, self.unit_mass))

    def _bits(self, inside: Floats) -> Floats:
        """Bits of the classes inside and outside of groups with these sums."""
        target = self.rows.target
        outside = target.rest(self._whole, inside)
        return target.value_bits(inside, self.unit_mass) + target.value_bits(outside, self.unit_mass)

    def _best_groups(self) -> Iterator[tuple[tuple[int, ...], float]]:
        """The first categories by the share of each class, from either end, where that pays; with their bits."""
        target = self.rows.target
        if not isinstance(target, Classes) or self.n_kinds < 4:
            return
        shares = target.shares(np.maximum(self.sums[: self.n_levels], 0.0) + 1e-12)
        sizes = np.arange(2, min(self.n_kinds // 2, self.n_levels - 1) + 1)
        for k in range(1 if target.n_sums == 2 else target.n_sums):
            order = np.argsort(shares[:, k], kind="stable")
            for along in (order, order[::-1]):
                bits = self._bits(np.cumsum(self.sums[along], axis=0)[sizes - 1]) + self.naming_bits(sizes)
                for place in np.argsort(bits, kind="stable")[:MOST_GROUPS].tolist():
                    if bits[place] < self._unparted:
                        yield tuple(sorted(along[: sizes[place]].tolist())), float(bits[place])
