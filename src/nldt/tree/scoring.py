"""From training rows to probabilities that follow the values of rules.

For each leaf a curve from the margin of a row (``model/scores.py``) to the probability of each class is fitted: least
squares between a few knots, drawn towards the shares of all training rows, since the rules were chosen on these rows.
At the ends of rules all classes that the tree answers are alike, so that nothing jumps from leaf to leaf; inside, the
leaf's class is the most probable one, and grows with the margin.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from nldt.data.training_rows import TrainingRows
from nldt.decimals import round_to
from nldt.model.scores import LeafScore, Scores, Step, margins, ways
from nldt.model.target import Classes
from nldt.model.tree import FittedTree
from nldt.search.monotone import Monotone
from nldt.tree.node_split import goes_left, rule_values

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# Probabilities are whole parts of a million, or of the next number that all answered classes can share evenly.
TOTAL = 1_000_000
LEAST_PARTS = 10
# Where the knots of a leaf lie among the margins of its rows: dense near the end, where probabilities change most.
QUANTILES = ((0.5,), (0.1, 0.6), (0.05, 0.3, 0.75), (0.03, 0.15, 0.45, 0.8), (0.02, 0.1, 0.3, 0.6, 0.85))
ROWS_PER_KNOT = 10.0  # of a leaf with one knot beside its end; twice as many for each more
KNOT_DIGITS = 2
# Rows of the whole table's shares that a leaf is given beside its own: so many, and its part of one for each column in
# the tree's rules.
BELIEF, BELIEF_PER_COLUMN = 1.0, 1.0
SMOOTHNESS = 1.0  # rows that neighbouring knots share


def fit_scores(tree: FittedTree, rows: TrainingRows, unit_mass: float, monotone: Monotone | None) -> Scores | None:
    """The probabilities of a tree, from the rows that it was grown on; None where it does not answer classes.

    A unit of mass counts for ``unit_mass`` rows. Where columns have directions that curves might not keep to, all rows
    of a leaf have the same probabilities.
    """
    if not isinstance(rows.target, Classes):
        return None
    mass = rows.evidence * rows.target.cost[rows.values] * unit_mass
    fit = _Fit(tree, rows, mass)
    if monotone is not None and not _curves_keep(tree, monotone):
        return Scores(TOTAL, tuple(fit.level(leaf) for leaf in tree.leaves))
    return Scores(fit.total, fit.leaves(ways(tree)))


def _curves_keep(tree: FittedTree, monotone: Monotone) -> bool:
    """Whether all leaves on the upper side of each rule answer the second class, and all others the first.

    Then margins only grow towards where they may, and probabilities of the two sides are parted by one half.
    """
    for node in tree.conditional_nodes.tolist():
        rule = tree.rules[node]
        assert rule is not None
        upper = monotone.upper_side(rule)
        if upper is None:
            continue
        for side, child in (("L", tree.left[node]), ("R", tree.right[node])):
            leaves = [leaf for leaf in tree.descendants(int(child)) if tree.rules[leaf] is None]
            if (tree.answers[leaves] != int(side == upper)).any():
                return False
    return True


@dataclass(frozen=True, eq=False)
class _Fit:
    """Fits the leaves of one tree."""

    tree: FittedTree
    rows: TrainingRows
    mass: Floats

    @cached_property
    def belief(self) -> Floats:
        """The shares of all rows."""
        n_classes = self.tree.target.n_sums
        totals = np.bincount(self.rows.values, self.mass, n_classes)
        return np.asarray((totals + 0.5) / (totals.sum() + 0.5 * n_classes))

    @cached_property
    def answered(self) -> list[int]:
        """The classes that some leaf answers."""
        return sorted(set(self.tree.answers[self.tree.leaves].tolist()))

    @cached_property
    def edge(self) -> tuple[int, ...]:
        """The parts of each class at the ends of rules."""
        return shared_edge(self.belief, self.answered)

    @property
    def total(self) -> int:
        return sum(self.edge)

    def level(self, leaf: int) -> LeafScore:
        """The same probabilities for all rows of a leaf: its shares, drawn a little towards equal ones."""
        n_classes = len(self.belief)
        drawn = n_classes / (2 * self.mass.sum() + n_classes)
        shares = (1 - drawn) * self.tree.shares[leaf] + drawn / n_classes
        parts = _in_parts(shares, int(self.tree.answers[leaf]), TOTAL)
        return LeafScore((), (0.0,), (parts,), parts)

    def leaves(self, all_ways: list[list[Step]]) -> tuple[LeafScore, ...]:
        """The curves of all leaves."""
        found = {}
        way_of = dict(zip(self.tree.leaves, all_ways, strict=True))
        waiting: list[tuple[int, Integers]] = [(0, np.arange(len(self.rows)))]
        while waiting:
            node, places = waiting.pop()
            rule = self.tree.rules[node]
            if rule is None:
                found[node] = self._leaf(node, way_of[node], places)
                continue
            left = goes_left(rule, self.rows.take(places))
            waiting += [(int(self.tree.left[node]), places[left]), (int(self.tree.right[node]), places[~left])]
        return tuple(found[leaf] for leaf in self.tree.leaves)

    def _leaf(self, leaf: int, way: list[Step], places: Integers) -> LeafScore:
        answer, n_classes = int(self.tree.answers[leaf]), len(self.belief)
        values, mass = self.rows.values[places], self.mass[places]
        length = sum(rule.complexity for rule in self.tree.conditional_rules)
        trust = BELIEF + BELIEF_PER_COLUMN * length * float(mass.sum() / self.mass.sum())
        counted = np.bincount(values, mass, n_classes)
        shares = (counted + trust * self.belief) / (mass.sum() + trust)
        if not way:
            parts = _in_parts(shares, answer, self.total)
            return LeafScore((), (0.0,), (parts,), parts)
        own = self.rows.take(places)
        rule_of = [rule_values(step.rule, own) for step in way]
        scales = tuple(_scale(step, value, mass) for step, value in zip(way, rule_of, strict=True))
        if len(way) == 1:
            scales = (1.0,)
        margin = margins(way, scales, rule_of, len(places))
        known = margin >= 0
        lacking = np.bincount(values[~known], mass[~known], n_classes)
        missing = _in_parts((lacking + 2 * shares) / (lacking.sum() + 2), answer, self.total)
        curve = _Curve(margin[known], values[known], mass[known], trust)
        fitted = curve.fitted(np.array(self.edge) / self.total, self.belief, shares)
        rises = len(self.answered) > 1 or bool(shares[answer] * self.total >= self.edge[answer])
        told = [self.edge, *_in_one_direction(fitted, curve.weights, answer, self.edge, rises)]
        return LeafScore(scales, *_without_idle(curve.knots.tolist(), told), missing)


@dataclass(frozen=True, eq=False)
class _Curve:
    """The rows of a leaf, to be described by probabilities at knots."""

    margin: Floats
    values: Integers
    mass: Floats
    trust: float

    @cached_property
    def knots(self) -> Floats:
        """Margins at which probabilities are told: 0, and some of the rows' own as short numbers."""
        inside = (self.margin > 0) & np.isfinite(self.margin)
        if not inside.any():
            return np.array([0.0, 1.0])
        margin, mass = self.margin[inside], self.mass[inside]
        count = int(np.clip(np.log2(max(self.mass.sum(), 1.0) / ROWS_PER_KNOT) + 1, 1, len(QUANTILES)))
        different = np.unique(margin)
        chosen = different if len(different) <= count else _quantiles(margin, mass, QUANTILES[count - 1])
        return np.concatenate([[0.0], np.unique([round_to(knot, KNOT_DIGITS) for knot in chosen])])

    @cached_property
    def shape(self) -> Floats:
        """How much each row is at each knot: (rows, knots)."""
        knots, last = self.knots, len(self.knots) - 1
        margin = np.minimum(self.margin, knots[-1])
        piece = np.clip(np.searchsorted(knots, margin, side="right") - 1, 0, last - 1)
        way = (margin - knots[piece]) / (knots[piece + 1] - knots[piece])
        shape = np.zeros((len(margin), last + 1))
        shape[np.arange(len(margin)), piece] = 1 - way
        shape[np.arange(len(margin)), piece + 1] = way
        return shape

    @cached_property
    def weights(self) -> Floats:
        """The share of the rows at each knot but the first."""
        weights = self.mass @ self.shape[:, 1:]
        return weights / weights.sum() if weights.any() else np.full(len(weights), 1 / len(weights))

    def fitted(self, edge: Floats, belief: Floats, shares: Floats) -> Floats:
        """Probabilities at all knots but the first, where they are given: (knots - 1, classes)."""
        inner, n_classes = self.shape[:, 1:], len(belief)
        weighted = inner * self.mass[:, None]
        at_edge = self.shape[:, 0]
        wanted = np.array([weighted[self.values == k].sum(axis=0) for k in range(n_classes)]).T
        wanted = wanted - (weighted.T @ at_edge)[:, None] * edge
        size = inner.shape[1]
        # One row of the leaf's own shares at each knot, some of all rows' over all of them, and neighbours alike.
        between = np.diff(np.eye(size), axis=0)
        matrix = weighted.T @ inner + np.eye(size) + np.diag(self.trust * self.weights)
        matrix += SMOOTHNESS * between.T @ between
        wanted += shares + self.trust * self.weights[:, None] * belief
        # No class is less probable than one row more, of an unknown class, would make it.
        floor = belief / (self.weights[:, None] * self.mass.sum() + 1)
        found = np.maximum(np.linalg.solve(matrix, wanted), floor)
        return found / found.sum(axis=1, keepdims=True)


def shared_edge(belief: Floats, answered: list[int]) -> tuple[int, ...]:
    """Parts at the ends of rules: answered classes alike, and none of the others more probable.

    >>> shared_edge(np.array([0.5, 0.3, 0.2]), [0, 2])
    (350000, 300000, 350000)
    """
    if len(answered) == 1:
        return _in_parts(belief, answered[0], TOTAL)
    alike = list(answered)
    while True:
        rest = [k for k in range(len(belief)) if k not in alike]
        parts = np.zeros(len(belief), dtype=np.int64)
        parts[rest] = [_short(share, TOTAL) for share in belief[rest].tolist()]
        left = TOTAL - int(parts.sum())
        parts[alike] = -(-left // len(alike))  # rounded up: together a few parts more than a million, or not
        above = [k for k in rest if parts[k] >= parts[alike[0]]]  # a short number may be the larger one
        if not above:
            return tuple(parts.tolist())
        alike += above


def _scale(step: Step, value: Floats, mass: Floats) -> float:
    """The usual distance of a leaf's rows from a rule's end, as a short number."""
    far = margins([step], (1.0,), [value], len(value))
    inside = (far > 0) & np.isfinite(far)
    return round_to(_quantiles(far[inside], mass[inside], (0.5,))[0], KNOT_DIGITS) if inside.any() else 1.0


def _quantiles(values: Floats, mass: Floats, shares: tuple[float, ...]) -> Floats:
    """The values below which these shares of the mass lie: the same for a row of twice the mass and for two rows."""
    order = np.argsort(values, kind="stable")
    below = np.cumsum(mass[order])
    places = np.searchsorted(below, np.array(shares) * below[-1] * (1 - 1e-12))
    return values[order][np.minimum(places, len(values) - 1)]


def _in_one_direction(
    fitted: Floats, weights: Floats, answer: int, edge: tuple[int, ...], rises: bool
) -> list[tuple[int, ...]]:
    """Parts at the knots, of which those of the answer never turn round on the way from the edge."""
    total, sign = sum(edge), 1 if rises else -1
    won = sign * np.maximum(pooled(sign * fitted[:, answer], weights), sign * edge[answer] / total)
    others = fitted.copy()
    others[:, answer] = 0.0
    shares = others / others.sum(axis=1, keepdims=True) * (1 - won)[:, None]
    found: list[tuple[int, ...]] = []
    before = edge[answer]
    for row in shares:
        parts = list(_in_parts(row, answer, total))
        while (lack := sign * (before - parts[answer])) > 0:  # rounding, or others that had to be made smaller
            other = max((k for k in range(len(parts)) if k != answer), key=lambda k: sign * parts[k])
            moved = sign * (min(lack, parts[other] - LEAST_PARTS) if rises else lack)
            parts[other] -= moved
            parts[answer] += moved
        before = parts[answer]
        found.append(tuple(parts))
    return found


def pooled(values: Floats, weights: Floats) -> Floats:
    """The nearest values that never fall, by least squares: pool adjacent violators.

    >>> pooled(np.array([1.0, 3.0, 2.0]), np.ones(3))
    array([1. , 2.5, 2.5])
    """
    blocks: list[list[float]] = []  # value, weight, length
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        blocks.append([value, weight + 1e-12, 1])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            last, before = blocks.pop(), blocks.pop()
            together = before[1] + last[1]
            mean = (before[0] * before[1] + last[0] * last[1]) / together
            blocks.append([mean, together, before[2] + last[2]])
    return np.repeat([block[0] for block in blocks], [int(block[2]) for block in blocks])


def _without_idle(
    knots: list[float], parts: list[tuple[int, ...]]
) -> tuple[tuple[float, ...], tuple[tuple[int, ...], ...]]:
    """Knots without those around which nothing changes; the first two stay."""
    following = [*parts[1:], parts[-1]]
    kept = [j for j in range(len(knots)) if j < 2 or not parts[j - 1] == parts[j] == following[j]]
    return tuple(knots[j] for j in kept), tuple(parts[j] for j in kept)


def _in_parts(shares: Floats, answer: int, total: int) -> tuple[int, ...]:
    """Shares in whole parts that are short as decimals; the answer has the rest, and the most of them.

    >>> _in_parts(np.array([0.93212, 0.06788]), 0, 1_000_000), _in_parts(np.array([0.4, 0.6]), 0, 1_000_000)
    ((932000, 68000), (500001, 499999))
    """
    parts = [0 if k == answer else _short(share, total) for k, share in enumerate(shares.tolist())]
    parts[answer] = total - sum(parts)
    for other in range(len(parts)):
        if other != answer and parts[other] >= parts[answer]:
            moved = (parts[other] - parts[answer]) // 2 + 1
            parts[other] -= moved
            parts[answer] += moved
    return tuple(parts)


def _short(share: float, total: int) -> int:
    """Parts for a share as a person would round it: 0.123, 0.0012, 0.00012; never none."""
    step = total // (1000 if share >= 0.01 else 10_000 if share >= 0.001 else 100_000)
    return max(round(share * total / step) * step, LEAST_PARTS)
