"""A lower level for rows with gaps: a rule is found where its numbers are known, and the rest goes to one side.

No gap is ever filled: structures that have all their numbers in the same rows are solved together, on these rows. The
rows that lack one go, all of them, to the side where they take fewer bits, and count there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt import solve
from nldt.description import label_bits, leaf_bits
from nldt.impurity import impurity
from nldt.solve import (
    UNKNOWN,
    Backend,
    CurveSettings,
    DirectionSettings,
    GeneticSettings,
    NodeRows,
    RuleBatch,
    RuleShape,
)

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Exponents = NDArray[np.int8]
Flags = NDArray[np.bool_]
Seeds = NDArray[np.uint64]

WORST = 1e9  # impurity and bits of what splits nothing
FEWEST_ROWS = 4  # with all numbers of a structure, for it to be solved at all

Solve = Callable[[NodeRows, Integers], RuleBatch]


@dataclass(frozen=True, eq=False)
class GapBackend:
    """Solves structures with another backend, on the rows without gaps in what they use."""

    inner: Backend

    def evolve(
        self, rows: NodeRows, exponents: Exponents, modulus: Flags, seeds: Seeds, settings: GeneticSettings
    ) -> RuleBatch:
        """See ``Backend``."""

        def found(part: NodeRows, places: Integers) -> RuleBatch:
            return self.inner.evolve(part, exponents[places], modulus[places], seeds[places], settings)

        def measured(part: _Part, rules: RuleBatch) -> RuleBatch:
            left = part.left_mass(exponents[part.places], rules)
            return replace(_with_gaps(part, replace(rules, left_mass=left), settings.criterion), left_mass=UNKNOWN)

        return _solved(rows, exponents, (len(exponents),), found, measured)

    def solve_directions(
        self, rows: NodeRows, exponents: Exponents, seeds: Seeds, settings: DirectionSettings
    ) -> RuleBatch:
        """See ``Backend``."""

        def found(part: NodeRows, places: Integers) -> RuleBatch:
            return self.inner.solve_directions(part, exponents[places], seeds[places], settings)

        def measured(part: _Part, rules: RuleBatch) -> RuleBatch:
            return _with_gaps(part, rules, settings.criterion)

        shape = (len(exponents), RuleShape.BAND + 1)
        return _solved(rows, exponents, shape, found, measured)

    def fit_curves(self, rows: NodeRows, exponents: Exponents, group: Flags, settings: CurveSettings) -> RuleBatch:
        """See ``Backend``."""

        def found(part: NodeRows, places: Integers) -> RuleBatch:
            return self.inner.fit_curves(part, exponents[places], group[places], settings)

        def measured(part: _Part, rules: RuleBatch) -> RuleBatch:
            return _with_gap_bits(part, _with_gaps(part, rules, settings.criterion), rules, group[part.places])

        return _solved(rows, exponents, (len(exponents),), found, measured)


@dataclass(frozen=True, eq=False)
class _Part:
    """Structures that lack their numbers in the same rows, and the rows that have them."""

    places: Integers  # of the structures
    rows: NodeRows
    mass: Floats  # of each class in these rows
    gap_mass: Floats  # of each class in the others

    def left_mass(self, exponents: Exponents, rules: RuleBatch) -> Floats:
        """Mass of each class that rules have on their left."""
        values = np.ascontiguousarray(self.rows.features.T)
        left = np.zeros((len(exponents), len(self.mass)))
        for place, structure in enumerate(exponents):
            active = structure.any(axis=1)
            numbers = solve.rule_values(
                values, np.ascontiguousarray(structure[active]), np.ascontiguousarray(rules.weights[place][active])
            )
            ends = float(rules.low[place]), float(rules.high[place])
            left[place] = solve.left_class_mass(numbers, *ends, self.rows.class_begin, self.rows.mass)
        return left


@dataclass(frozen=True, eq=False)
class _Array:
    """Features in memory, as ``NodeRows`` takes them."""

    all: Floats

    @property
    def n_rows(self) -> int:
        return self.all.shape[1]

    def of(self, features: Sequence[int] | Integers) -> Floats:
        return self.all[features]


def _solved(
    rows: NodeRows,
    exponents: Exponents,
    shape: tuple[int, ...],
    found: Solve,
    measured: Callable[[_Part, RuleBatch], RuleBatch],
) -> RuleBatch:
    """The rules of all structures, each part solved by itself."""
    gaps = np.isnan(rows.features)
    if not gaps.any():
        return found(rows, np.arange(len(exponents)))
    batch: RuleBatch | None = None
    for part in _parts(rows, gaps, exponents):
        if part.rows.columns.n_rows < FEWEST_ROWS or np.count_nonzero(part.mass) < 2:
            continue
        rules = found(part.rows, part.places)
        if part.gap_mass.any():
            rules = measured(part, rules)
        if batch is None:
            batch = _absent(rules, shape)
        batch.put(part.places, rules)
    if batch is None:  # no structure has rows enough: all are solved as if gaps were zeros, and none of them counts
        zeros = NodeRows(_Array(np.where(gaps, 0.0, rows.features)), rows.class_begin, rows.mass)
        batch = _absent(found(zeros, np.arange(len(exponents))), shape)
    return batch


def _parts(rows: NodeRows, gaps: Flags, exponents: Exponents) -> Iterator[_Part]:
    """Structures by the rows that have all numbers they use: columns often lack theirs in the same rows."""
    with_gaps = gaps.any(axis=1)
    needed = np.asarray(exponents.any(axis=1))[:, with_gaps]
    patterns, pattern_of = np.unique(needed, axis=0, return_inverse=True)
    known_by_pattern = [~gaps[with_gaps][pattern].any(axis=0) for pattern in patterns]
    together: dict[bytes, list[int]] = {}
    for number, known in enumerate(known_by_pattern):
        together.setdefault(known.tobytes(), []).append(number)
    whole, filled = _class_mass(rows.mass, rows.class_begin), np.where(gaps, 0.0, rows.features)
    for numbers in together.values():
        places = np.flatnonzero(np.isin(pattern_of.ravel(), numbers))
        known = known_by_pattern[numbers[0]]
        begin = np.concatenate([[0], np.cumsum(known)])[rows.class_begin]
        columns = _Array(filled if known.all() else np.ascontiguousarray(filled[:, known]))
        part = NodeRows(columns, begin, np.ascontiguousarray(rows.mass[known]))
        mass = _class_mass(part.mass, begin)
        yield _Part(places, part, mass, np.zeros_like(mass) if known.all() else np.maximum(whole - mass, 0.0))


def _class_mass(mass: Floats, class_begin: Integers) -> Floats:
    return np.diff(np.concatenate([[0.0], np.cumsum(mass)])[class_begin])


def _absent(like: RuleBatch, shape: tuple[int, ...]) -> RuleBatch:
    """So many rules that split nothing, with the fields that another batch has."""
    depth = len(shape)

    def field(name: str, value: float) -> Any:
        array = getattr(like, name)
        return UNKNOWN if array is UNKNOWN else np.full((*shape, *array.shape[depth:]), value)

    fields = {"weights": 0.0, "low": -np.inf, "high": np.inf, "impurity": WORST, "relative_gap": 0.0, "left_mass": 0.0}
    fields |= {"bits": WORST, "side_bits": WORST}
    return RuleBatch(**{name: field(name, value) for name, value in fields.items()})


def _with_gaps(part: _Part, rules: RuleBatch, criterion: str) -> RuleBatch:
    """The rules with the rows that have gaps on the side where these take fewer bits."""
    right = np.maximum(part.mass - rules.left_mass, 0.0)
    sides = np.stack(
        [
            np.stack([rules.left_mass + part.gap_mass, right], axis=-2),
            np.stack([rules.left_mass, right + part.gap_mass], axis=-2),
        ]
    )  # (gaps on the left or on the right, ..., sides, classes)
    bits = leaf_bits(sides).sum(axis=-1)
    chosen = np.where((bits[0] < bits[1])[..., None, None], sides[0], sides[1])
    mass = chosen.sum(axis=-1)
    mixed = (impurity(chosen, criterion) * mass).sum(axis=-1) / mass.sum(axis=-1)
    return replace(rules, left_mass=chosen[..., 0, :], impurity=mixed)


def _with_gap_bits(part: _Part, rules: RuleBatch, before: RuleBatch, group: Flags) -> RuleBatch:
    """Curves with the bits that tell which rows with gaps are in the group: by shares of their own."""
    own = np.stack([(part.gap_mass * group).sum(axis=-1), (part.gap_mass * ~group).sum(axis=-1)], axis=-1)
    bits = label_bits(own)
    on_left = (rules.left_mass != before.left_mass).any(axis=-1)
    sides = np.stack([on_left, ~on_left], axis=-1)
    return replace(rules, bits=before.bits + bits, side_bits=before.side_bits + sides * bits[:, None])
