"""What a user wishes of structures beyond each column's own exponents: what may share a term, and what a sum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Exponents = NDArray[np.int8]
Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

SAME_UNIT = 1e-9  # rounding of sums of logarithms
KEY_DIGITS = 6  # of units that are looked up


@dataclass(frozen=True, eq=False)
class Limits:
    """The one place that says which structures may be used; none of it is asked where there are no wishes.

    Examples
    --------
    Three columns: a and b never in one term; a is in m, b in m², c in m:

    >>> marks = np.eye(3, dtype=bool)
    >>> limits = Limits(((marks[0], marks[1]),), np.array([[1.0], [2.0], [1.0]]))
    >>> a_times_b, a_plus_c, a_plus_b = [[1, 1, 0], [0, 0, 0]], [[1, 0, 0], [0, 0, 1]], [[1, 0, 0], [0, 1, 0]]
    >>> limits.hold(np.array([a_times_b, a_plus_c, a_plus_b], dtype=np.int8))
    array([False,  True, False])
    """

    # Pairs of sets of columns, each marked among all of them: no term may have columns of both.
    apart: tuple[tuple[Flags, Flags], ...] = ()
    units: Floats | None = None  # (columns, so many): numbers that add up in a product; None: any terms may be added

    def narrowed(self, columns: NDArray[np.int64]) -> Limits:
        """The limits of some of the columns."""
        pairs = [(first[columns], second[columns]) for first, second in self.apart]
        apart = tuple((first, second) for first, second in pairs if first.any() and second.any())
        return Limits(apart, None if self.units is None else self.units[columns])

    def hold(self, exponents: Exponents) -> Flags:
        """Which structures (structures, terms, columns) may be used."""
        holds: Flags = np.asarray(self.terms_hold(exponents).all(axis=1))
        if self.units is not None:
            active, units = exponents.any(axis=2), self.units_of(exponents)
            first = units[np.arange(len(units)), active.argmax(axis=1)]
            same = (np.abs(units - first[:, None]) <= SAME_UNIT).all(axis=2)
            holds = holds & (same | ~active).all(axis=1)
        return holds

    def terms_hold(self, terms: Exponents) -> Flags:
        """Which terms (…, columns) may be used by themselves."""
        holds = np.ones(terms.shape[:-1], dtype=bool)
        for first, second in self.apart:
            holds &= ~(terms[..., first].any(axis=-1) & terms[..., second].any(axis=-1))
        return holds

    def units_of(self, terms: Exponents) -> Floats:
        """The units of terms (…, columns)."""
        assert self.units is not None
        return terms @ self.units

    def unit_keys(self, terms: Exponents) -> list[bytes]:
        """A name for the unit of each term (terms, columns): the same one for the same unit, but for rounding."""
        whole = np.rint(self.units_of(terms) * 10**KEY_DIGITS).astype(np.int64)
        return [row.tobytes() for row in whole]

    def shareable(self, columns: Sequence[int] | NDArray[np.int64]) -> Flags:
        """Whether each two of some columns may stand in one term: (columns, columns)."""
        able = np.ones((len(columns), len(columns)), dtype=bool)
        for first, second in self.apart:
            able &= ~(np.outer(first[columns], second[columns]) | np.outer(second[columns], first[columns]))
        return able

    def part(self, random: np.random.Generator, exponents: Exponents) -> None:
        """In place: of columns that may not share a term, those of one side at random leave it."""
        terms = exponents.reshape(-1, exponents.shape[-1])  # a view
        for sides in self.apart:
            both = np.flatnonzero(np.all([terms[:, side].any(axis=1) for side in sides], axis=0))
            leaving = random.integers(2, size=len(both))
            for place, side in enumerate(sides):
                terms[np.ix_(both[leaving == place], side)] = 0


def features_apart(
    groups: Sequence[Sequence[int]], column_features: NDArray[np.int64]
) -> tuple[tuple[Flags, Flags], ...]:
    """Every two features of each group, as sets of the columns that are made of them."""
    pairs = {(min(a, b), max(a, b)) for group in groups for a in group for b in group if a != b}
    return tuple((column_features == a, column_features == b) for a, b in sorted(pairs))
