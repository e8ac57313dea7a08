"""Numbers that pay for their digits: weights and ends as short as the rows of a node allow.

Rows hold a weight to so many digits and no more. A number of fewer digits takes fewer bits to write down, and where the
classes of the two sides do not take that many more it is the better one, though some rows change their sides. Numbers
also take bits to find: the fewer, the wider the gap is that the end lies in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from nldt.data.training_rows import TrainingRows
from nldt.decimals import neighbours, short_between, significant_digits
from nldt.model.rule import SplitRule
from nldt.model.target import Target
from nldt.tree.node_split import SAMPLE_ROWS, is_missing, rule_terms, weighted_sum

Floats = NDArray[np.float64]

# Of weights that are tried; rounding finds more where sides are to stay as they are.
MOST_DIGITS = 2
# An end moves past no more than this share of the rows, or so many of them.
MOST_PASSED, FEW_PASSED = 0.05, 8
MOST_PIVOTS = 3
MOST_ROUNDS = 4
# A weight within this factor of the one that is 1 may become 1, too.
NEAR_ONE = 1.5


def plain_rule(rule: SplitRule, rows: TrainingRows, unit_mass: float, digit_bits: float) -> SplitRule:
    """The rule with the numbers of the shortest description, for a node of two leaves.

    ``digit_bits`` is what a significant digit costs, ``unit_mass`` what a unit of mass is worth in rows. Of very many
    rows digits are cheap: their rule is returned as it is.

    Examples
    --------
    >>> from nldt.model.target import Classes
    >>> X = np.array([[1.0, 2.0], [2.0, 1.0], [4.0, 5.0], [5.0, 4.0]])
    >>> rows = TrainingRows.of(X, np.array([0, 0, 1, 1]), np.ones(4), Classes.alike(np.arange(2)))
    >>> rule = plain_rule(SplitRule([[1, 0], [0, 1]], [0.98, 1.0], -np.inf, 5.72), rows, 1.0, 3.3)
    >>> rule.weights, rule.high
    (array([1., 1.]), 6.0)
    """
    if len(rows) > SAMPLE_ROWS or not np.isfinite(rule.high) or not rule.weights.all():
        return rule
    account = _Account.of(rule, rows, unit_mass, digit_bits)
    if account is None:
        return rule
    plain = account.shortest().rule
    return plain if digits_of(plain) < digits_of(rule) else rule


def digits_of(rule: SplitRule) -> int:
    """Significant digits of a rule's numbers; a weight of 1 has none."""
    ends = [end for end in (rule.low, rule.high) if np.isfinite(end)]
    weights = [weight for weight in rule.weights.tolist() if abs(weight) != 1.0]
    return sum(_n_digits(number) for number in (*ends, *weights))


def _n_digits(number: float) -> int:
    return len(significant_digits(number)[0])


@dataclass(frozen=True, eq=False)
class _Described:
    """A rule and the bits of it and of its two leaves."""

    rule: SplitRule
    bits: float


@dataclass(frozen=True, eq=False)
class _Line:
    """The rows in the order of a rule's values, and what the target adds up over the first of them."""

    values: Floats
    below: Floats  # (rows + 1, sums)

    def gap(self, places: NDArray[np.int64] | int) -> Floats:
        """Between a row and the one before, as a share of all values."""
        return np.asarray((self.values[places] - self.values[np.subtract(places, 1)]) / np.ptp(self.values))


@dataclass(frozen=True, eq=False)
class _Account:
    """Describes rules of one structure on the rows of a node, on which all its terms are finite."""

    rule: SplitRule
    terms: Floats  # (terms, rows)
    row_sums: Floats  # of the target: (rows, sums)
    target: Target
    unit_mass: float
    digit_bits: float
    whole: Floats  # the sums of all rows
    always_left: Floats  # the sums of those that go left for their gaps
    described: dict[bytes, _Described | None] = field(default_factory=dict)

    @classmethod
    def of(cls, rule: SplitRule, rows: TrainingRows, unit_mass: float, digit_bits: float) -> _Account | None:
        """None where the rule does not part the rows."""
        terms = rule_terms(rule, rows)
        values = weighted_sum(rule.weights, terms)
        usable = np.isfinite(values) & np.isfinite(terms).all(axis=0)
        inside = rule.holds(values[usable])
        if inside.all() or not inside.any():
            return None
        gaps = is_missing(rule, rows) if rule.missing_left else np.zeros(0, dtype=np.int64)
        row_sums = rows.target.row_sums(rows.values[usable], rows.evidence[usable])
        terms = np.ascontiguousarray(terms[:, usable])
        return cls(rule, terms, row_sums, rows.target, unit_mass, digit_bits, rows.sums, rows.sums_of(gaps))

    def shortest(self) -> _Described:
        """The rule as it is, or what weights rounded one after the other lead to, each of some being 1."""
        line = self._line(self.rule.weights)
        assert line is not None
        first, last = np.searchsorted(line.values, self.rule.low), np.searchsorted(line.values, self.rule.high, "right")
        found = [self._of_ends(self.rule, line, int(first), int(last)), self._of_weights(self.rule.weights)]
        found += [self._of_pivot(pivot) for pivot in self._pivots]
        return min((described for described in found if described is not None), key=lambda described: described.bits)

    @property
    def _pivots(self) -> Sequence[int]:
        """The terms whose weight may be the 1: of many those that move the value most."""
        if len(self.terms) == 1:
            return []
        moved = np.abs(self.rule.weights) * self.terms.std(axis=1)
        return [int(place) for place in np.argsort(-moved, kind="stable")[:MOST_PIVOTS]]

    def _of_pivot(self, pivot: int) -> _Described | None:
        with np.errstate(over="ignore"):
            scaled = self.rule.weights / abs(self.rule.weights[pivot])
        if not np.isfinite(scaled).all() or not scaled.all():
            return None
        best: _Described | None = None
        for weights in _starts(scaled):
            best = _shorter(best, self._of_weights(weights))
        before = None
        for _ in range(MOST_ROUNDS):
            if best is None or best is before:
                break
            before = best
            for place in range(len(scaled)):
                if place != pivot:
                    best = self._with_one_shorter(best, place, float(scaled[place]))
        return best

    def _with_one_shorter(self, best: _Described, place: int, weight: float) -> _Described:
        for number in _numbers_near(weight):
            weights = best.rule.weights.copy()
            weights[place] = number
            best = _shorter(best, self._of_weights(weights)) or best
        return best

    def _of_weights(self, weights: Floats) -> _Described | None:
        """The rule with these weights and the ends that suit them; None where they make another rule of it."""
        name = weights.tobytes()
        if name not in self.described:
            self.described[name] = self._with_best_ends(weights)
        return self.described[name]

    def _with_best_ends(self, weights: Floats) -> _Described | None:
        line = self._line(weights)
        if line is None:
            return None
        own = weighted_sum(self.rule.weights, self.terms)
        first, last = int(np.count_nonzero(own < self.rule.low)), int(np.count_nonzero(own <= self.rule.high))
        low = -np.inf
        for end in ("low", "high", "low", "high") if self.rule.is_band else ("high",):
            found = self._end(line, *((last, first) if end == "low" else (first, last)))
            if found is None:
                return None
            if end == "low":
                first, low = found
            else:
                last, high = found
        if first >= last:
            return None
        return self._of_ends(replace(self.rule, weights=weights, low=low, high=high), line, first, last)

    def _line(self, weights: Floats) -> _Line | None:
        with np.errstate(over="ignore"):
            values = weighted_sum(weights, self.terms)
            if not np.isfinite(np.ptp(values)):
                return None
        order = np.argsort(values, kind="stable")
        below = np.zeros((len(values) + 1, self.row_sums.shape[1]))
        np.cumsum(self.row_sums[order], axis=0, out=below[1:])
        return _Line(values[order], below)

    def _end(self, line: _Line, other: int, place: int) -> tuple[int, float] | None:
        """Where an end lies best, near the place where it was, and its number; the other end stays."""
        n_rows = len(line.values)
        reach = max(FEW_PASSED, int(MOST_PASSED * n_rows))
        places = np.arange(max(1, place - reach), min(n_rows - 1, place + reach) + 1)
        places = places[(line.gap(places) > 0) & (places != other)]
        bits = self._split_bits(np.abs(line.below[places] - line.below[other])) + self._to_find(line.gap(places))
        best: tuple[int, float] | None = None
        fewest = np.inf
        for i in np.argsort(bits, kind="stable").tolist():
            if bits[i] >= fewest:  # no end has fewer digits than none
                break
            end = short_between(float(line.values[places[i] - 1]), float(line.values[places[i]]))
            with_digits = float(bits[i]) + self.digit_bits * _n_digits(end)
            if with_digits < fewest:
                best, fewest = (int(places[i]), end), with_digits
        return best

    def _of_ends(self, rule: SplitRule, line: _Line, first: int, last: int) -> _Described:
        """A rule between whose ends the rows from one place to another lie."""
        inner = [place for place in (first, last) if 0 < place < len(line.values)]  # others have no row beyond them
        to_find = self._to_find(np.min([line.gap(place) for place in inner], initial=1.0))
        bits = float(self._split_bits(line.below[last] - line.below[first]) + to_find)
        return _Described(rule, bits + self.digit_bits * digits_of(rule))

    def _to_find(self, gap: Floats) -> Floats:
        """Bits of numbers that are as exact as a gap asks for: a weight for each term but one, and an end."""
        return -len(self.terms) * np.log2(gap)

    def _split_bits(self, inside: Floats) -> Floats:
        """Bits of two leaves, the rows inside being one of them, but no fewer than those of the rule as it was.

        Of many roundings the best one saves some by chance.
        """
        return np.maximum(self._leaf_bits(inside), self._own_bits)

    @cached_property
    def _own_bits(self) -> Floats:
        inside = self.rule.holds(weighted_sum(self.rule.weights, self.terms))
        return self._leaf_bits(self.row_sums[inside].sum(axis=0))

    def _leaf_bits(self, inside: Floats) -> Floats:
        left = inside + self.always_left
        sides = np.stack([left, self.target.rest(self.whole, left)])
        return np.asarray(self.target.leaf_bits(sides, self.unit_mass).sum(axis=0))


def _shorter(first: _Described | None, second: _Described | None) -> _Described | None:
    if first is None or second is None:
        return first or second
    return second if second.bits < first.bits else first


def _starts(scaled: Floats) -> Iterator[Floats]:
    """All weights with few digits; and with those near 1 being 1."""
    for digits in range(1, MOST_DIGITS + 1):
        rounded = np.array(
            [weight if abs(weight) == 1.0 else neighbours(weight, digits)[0] for weight in scaled.tolist()]
        )
        yield rounded
        yield np.where(_is_near_one(scaled), np.sign(scaled), rounded)


def _numbers_near(weight: float) -> Iterator[float]:
    """Short numbers that a weight may become."""
    if _is_near_one(weight):
        yield float(np.sign(weight))
    for digits in range(1, MOST_DIGITS + 1):
        yield from neighbours(weight, digits)


def _is_near_one(weight: Floats | float) -> NDArray[np.bool_]:
    return np.asarray((np.abs(weight) < NEAR_ONE) & (np.abs(weight) > 1 / NEAR_ONE))
