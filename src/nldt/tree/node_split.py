"""How rules of one structure part the rows of a node: the terms are evaluated once, weights may change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt import solve
from nldt.data.training_rows import TrainingRows
from nldt.decimals import short_between
from nldt.model.rule import SplitRule
from nldt.model.target import Target

Floats = NDArray[np.float64]

# A direction under which more than this share of the rows lies between the two sides is another rule, not a rounding.
MOST_BETWEEN = 0.02
FEW_BETWEEN = 100  # rows: or so many of them
SAMPLE_ROWS = 20_000
# Rows of each part, nearest to an end, that tell most weights under which a row changes its side.
NEAREST_ROWS = 64


def split_impurity(rule: SplitRule, rows: TrainingRows, criterion: str) -> float:
    """Impurity of the two sides of the rows, each by its share of the mass (Eq. 6)."""
    inside = rows.sums_of(goes_left(rule, rows))
    return float(split_impurities(inside[None], rows.sums, rows.target, criterion)[0])


def goes_left(rule: SplitRule, rows: TrainingRows) -> NDArray[np.bool_]:
    """What ``rule.goes_left`` says of the rows, from the columns that the rule uses."""
    left = rule.holds(rule_values(rule, rows))
    return left | is_missing(rule, rows) if rule.missing_left else left


def is_missing(rule: SplitRule, rows: TrainingRows) -> NDArray[np.bool_]:
    """What ``rule.is_missing`` says of the rows."""
    needed = rule.gap_columns if rows.columns.has_gaps else []
    if not needed:
        return np.zeros(len(rows), dtype=bool)
    return np.asarray(np.isnan(rows.columns.in_basis(rule.basis).of(needed)).any(axis=0))


def rule_values(rule: SplitRule, rows: TrainingRows) -> Floats:
    """What ``rule.value`` says of the rows, bit for bit, from the columns that the rule uses."""
    return weighted_sum(rule.weights, rule_terms(rule, rows))


@dataclass(frozen=True, eq=False)
class Rounding:
    """A rule with other weights and what it does to the rows."""

    original: SplitRule
    weights: Floats
    gaps: list[tuple[float, float]]  # at the high end and, of a band, at the low end with its sign changed
    impurity: float
    n_between: int  # rows in the region where the two sides overlap under the new weights; 0: all sides are kept
    relative_gap: float  # the narrower gap at an end, over the spread of the values

    @cached_property
    def rule(self) -> SplitRule:
        """The rule with these weights and the shortest ends in the gaps."""
        scale = float(np.abs(self.weights[0] / self.original.weights[0]))
        high = short_end(*self.gaps[0], scale * self.original.high)
        low = 0.0 - short_end(*self.gaps[1], -scale * self.original.low) if self.original.is_band else -np.inf
        return replace(self.original, weights=self.weights, low=low, high=high)


@dataclass(frozen=True, eq=False)
class NodeSplit:
    """The terms of a rule on the rows of its node: those inside first, then those above, then those below.

    Rows on which a term is not finite are left out: they go right under any weights, or left where the rule sends gaps.
    """

    rule: SplitRule
    terms: Floats  # (terms, rows)
    values: NDArray[Any]  # of the target
    evidence: Floats
    target: Target
    n_inside: int
    n_above: int
    sums: Floats  # of all rows
    gap_sums: Floats  # of those that go left for their gaps
    criterion: str

    @classmethod
    def of(cls, rule: SplitRule, rows: TrainingRows, criterion: str) -> NodeSplit | None:
        """The split of these rows; None where one side is empty or the rule has no proper weights."""
        if rule.is_band and rule.weights[0] < 0:
            rule = replace(rule, weights=-rule.weights, low=-rule.high, high=-rule.low)
        if not np.isfinite(rule.high) or not rule.weights.all() or not np.isfinite(rule.weights).all():
            return None
        terms = rule_terms(rule, rows)
        values = weighted_sum(rule.weights, terms)
        finite = np.isfinite(values) & np.isfinite(terms).all(axis=0)
        parts = [finite & (rule.low <= values) & (values <= rule.high), finite & (values > rule.high)]
        parts.append(finite & (values < rule.low))
        order = np.concatenate([np.flatnonzero(part) for part in parts])
        n_inside, n_above = (int(np.count_nonzero(part)) for part in parts[:2])
        if n_inside in (0, len(rows)):
            return None
        terms = np.ascontiguousarray(terms[:, order])
        values, evidence = rows.values[order], rows.evidence[order]
        gaps = rows.sums_of(is_missing(rule, rows) if rule.missing_left else np.zeros(0, dtype=np.int64))
        return cls(rule, terms, values, evidence, rows.target, n_inside, n_above, rows.sums, gaps, criterion)

    @property
    def n_rows(self) -> int:
        return self.terms.shape[1]

    @cached_property
    def inside_sums(self) -> Floats:
        """The target's sums of the rows inside the rule."""
        return self.target.sums(self.values[: self.n_inside], self.evidence[: self.n_inside])

    @cached_property
    def impurity(self) -> float:
        return float(self._impurities(self.inside_sums[None])[0])

    @cached_property
    def relative_gap(self) -> float:
        rounding = self.round(self.rule.weights)
        return 0.0 if rounding is None else rounding.relative_gap

    @cached_property
    def sample(self) -> NodeSplit:
        """About SAMPLE_ROWS rows: every so many of each part."""
        step = -(-self.n_rows // SAMPLE_ROWS)
        parts = [
            np.arange(0, self.n_inside, step),
            np.arange(self.n_inside, self.n_inside + self.n_above, step),
            np.arange(self.n_inside + self.n_above, self.n_rows, step),
        ]
        chosen = np.concatenate(parts)
        values, evidence = self.values[chosen], self.evidence[chosen]
        return replace(
            self,
            terms=np.ascontiguousarray(self.terms[:, chosen]),
            values=values,
            evidence=evidence,
            n_inside=len(parts[0]),
            n_above=len(parts[1]),
            sums=self.target.sums(values, evidence) + self.gap_sums / step,
            gap_sums=self.gap_sums / step,
        )

    def moves_a_row(self, weights: Floats) -> bool:
        """Whether some row is sure to change its side under other weights: a quick look at the rows near the ends."""
        with np.errstate(over="ignore"):
            return any(
                weighted_sum(weights, lower).max() >= weighted_sum(weights, upper).min()
                for lower, upper in self._nearest
            )

    @cached_property
    def _nearest(self) -> list[tuple[Floats, Floats]]:
        """At each end, the terms of the rows just below and just above it."""
        values = weighted_sum(self.rule.weights, self.terms)
        first_below = self.n_inside + self.n_above
        inside, above, below = np.split(np.arange(self.n_rows), [self.n_inside, first_below])
        sides = [(lower, upper) for lower, upper in ((inside, above), (below, inside)) if len(lower) and len(upper)]
        return [
            (self.terms[:, _first(lower, -values[lower])], self.terms[:, _first(upper, values[upper])])
            for lower, upper in sides
        ]

    def with_short_ends(self) -> SplitRule:
        """The rule with its own weights and the shortest ends that change no side."""
        rounding = self.round(self.rule.weights)
        return self.rule if rounding is None or rounding.n_between > 0 else rounding.rule

    def round(self, weights: Floats) -> Rounding | None:
        """The rule with these weights, its ends the shortest in the gaps that part the rows best near where they did.

        None where the weights make another rule of it: too many rows lie between the two sides.
        """
        with np.errstate(over="ignore"):  # of absurd weights
            return self._round(weights)

    def _round(self, weights: Floats) -> Rounding | None:
        values = weighted_sum(weights, self.terms)
        first_below = self.n_inside + self.n_above
        inside, above, below = values[: self.n_inside], values[self.n_inside : first_below], values[first_below:]
        if not np.isfinite(values).all() or (len(above) and len(below) and above.min() <= below.max()):
            return None
        ends = [self._cuts(inside, above, self.n_inside)]
        if self.rule.is_band:
            ends.append(self._cuts(-inside, -below, first_below))
        if any(end is None for end in ends):
            return None
        cuts = [end for end in ends if end is not None]
        gaps, impurity = self._best(cuts)
        if self.rule.is_band and not _is_band(values, *gaps):
            return None
        spread = float(values.max() - values.min()) or 1.0
        narrowest = min(outside - inside for inside, outside in gaps)
        return Rounding(self.rule, weights, gaps, impurity, sum(end.n_between for end in cuts), narrowest / spread)

    def _cuts(self, inside: Floats, beyond: Floats, first_beyond: int) -> _Cuts | None:
        """Where an end may lie: anywhere from the first value beyond to the last value inside."""
        last_inside = float(inside.max())
        first_outside = float(beyond.min()) if len(beyond) else np.inf
        if last_inside < first_outside:
            return _Cuts(np.array([[last_inside, first_outside]]), np.zeros((1, self.target.n_sums)), 0)
        stays_in, stays_out = inside < first_outside, beyond > last_inside
        from_inside, from_beyond = np.flatnonzero(~stays_in), np.flatnonzero(~stays_out)
        n_between = len(from_inside) + len(from_beyond)
        if n_between > max(FEW_BETWEEN, MOST_BETWEEN * self.n_rows):
            return None
        between = np.concatenate([inside[from_inside], beyond[from_beyond]])
        rows = np.concatenate([from_inside, first_beyond + from_beyond])
        order = np.argsort(between, kind="stable")
        values, rows = between[order], rows[order]
        brought = np.zeros((n_between + 1, self.target.n_sums))
        brought[1:] = self.target.row_sums(self.values[rows], self.evidence[rows])
        change = np.cumsum(brought, axis=0) - brought[1:][rows < self.n_inside].sum(axis=0)
        before = np.max(inside, where=stays_in, initial=-np.inf)
        after = np.min(beyond, where=stays_out, initial=np.inf)
        edges = np.concatenate([[before], values, [after]])
        gaps = np.column_stack([edges[:-1], edges[1:]])
        usable = (gaps[:, 0] < gaps[:, 1]) & np.isfinite(gaps).all(axis=1)
        return _Cuts(gaps[usable], change[usable], n_between) if usable.any() else None

    def _best(self, ends: list[_Cuts]) -> tuple[list[tuple[float, float]], float]:
        """The gaps of the purest cuts, one end after the other; of equal ones the widest."""
        if all(end.n_between == 0 for end in ends):  # one gap each, and no row changes its side
            return [_pair(end.gaps[0]) for end in ends], self.impurity
        impurity, chosen = 0.0, [0] * len(ends)
        changes = [np.zeros(self.target.n_sums) for _ in ends]
        for place in (0, 1, 0) if len(ends) == 2 else (0,):
            others = sum((change for i, change in enumerate(changes) if i != place), self.inside_sums)
            chosen[place], impurity = self._purest(ends[place], others)
            changes[place] = ends[place].change[chosen[place]]
        return [_pair(end.gaps[place]) for end, place in zip(ends, chosen, strict=True)], impurity

    def _purest(self, end: _Cuts, others: Floats) -> tuple[int, float]:
        """The place of the purest cut of an end, of equal ones the widest, and its impurity."""
        impurities = self._impurities(others + end.change)
        rounded = impurities.round(12)
        purest = np.flatnonzero(rounded == rounded.min())
        widths = end.gaps[purest, 1] - end.gaps[purest, 0]
        best = int(purest[np.argmax(widths)])
        return best, float(impurities[best])

    def _impurities(self, left: Floats) -> Floats:
        return split_impurities(left + self.gap_sums, self.sums, self.target, self.criterion)


@dataclass(frozen=True, eq=False)
class _Cuts:
    """Gaps in which an end may lie, and the sums that each of them brings in."""

    gaps: Floats  # (gaps, 2): the last value inside and the first beyond, which may be infinite
    change: Floats  # (gaps, sums)
    n_between: int  # rows that lie between the two sides


def _first(rows: NDArray[np.int64], order: Floats) -> NDArray[np.int64]:
    """The few rows that come first in an order."""
    return rows if len(rows) <= NEAREST_ROWS else rows[np.argpartition(order, NEAREST_ROWS)[:NEAREST_ROWS]]


def _pair(gap: Floats) -> tuple[float, float]:
    inside, outside = gap.tolist()
    return inside, outside


def _is_band(values: Floats, at_high: tuple[float, float], at_low: tuple[float, float]) -> bool:
    """Whether two gaps, each found without a look beyond the other, are a band's: rows between them, none in them."""
    (last, above), (first, below) = at_high, (-at_low[0], -at_low[1])
    in_a_gap = ((last < values) & (values < above)) | ((below < values) & (values < first))
    return first <= last and not bool(in_a_gap.any())


def short_end(inside: float, outside: float, guide: float) -> float:
    """The shortest decimal in a gap; where nothing lies beyond, near the guide, but never on the side of the rows."""
    if not np.isfinite(outside):
        reach = guide - inside if guide > inside else abs(inside) or 1.0
        outside = min(inside + 2 * reach, np.finfo(np.float64).max)
    return short_between(inside, outside)


def weighted_sum(weights: Floats, terms: Floats) -> Floats:
    """The values of a rule, bit for bit as ``SplitRule.value`` computes them."""
    with np.errstate(over="ignore", invalid="ignore"):
        values = weights[0] * terms[0]
        for weight, term in zip(weights[1:], terms[1:], strict=True):
            values += weight * term
    return values


def rule_terms(rule: SplitRule, rows: TrainingRows) -> Floats:
    """The terms on every row."""
    used = rule.columns
    columns = rows.columns.in_basis(rule.basis).of(used)
    return solve.power_terms(columns, np.ascontiguousarray(rule.exponents[:, used]))


def split_impurities(left: Floats, whole: Floats, target: Target, criterion: str) -> Floats:
    """Impurity of splits, from the sums of their left sides (last axis)."""
    sides = np.stack([left, target.rest(whole, left)])
    return np.asarray((target.impurity(sides, criterion) * target.mass(sides)).sum(axis=0) / target.mass(whole))
