"""Probabilities from the values of rules: straight pieces between a few knots, for each leaf.

All of it is comparisons, sums, products and quotients of doubles in one order, so that every export gives the same
bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nldt.model.condition import condition_of
from nldt.model.rule import SplitRule
from nldt.model.tree import FittedTree

Floats = NDArray[np.float64]

# A row at the end of a rule counts as so much of the way to the first knot, so that its leaf's class wins there, too.
LEAST_WAY = 2.0**-20
# The margin of rows for which some rule on the way has no finite value; of all others it is 0 or more.
NO_MARGIN = -1.0


class Step(NamedTuple):
    """A rule on the way to a leaf, and whether it holds there."""

    node: int
    rule: SplitRule
    holds: bool


@dataclass(frozen=True)
class LeafScore:
    """How the probabilities of a leaf follow from a row's margin.

    The *margin* of a row is the least, over the rules on the way to its leaf that probabilities follow, of the distance
    between the rule's value and the nearest end, divided by the rule's scale.

    Attributes
    ----------
    scales : tuple of float
        One for each rule on the way that probabilities follow (``ways``), from the root on; 1 where there is one such
        rule only; none where there is one knot only.
    knots : tuple of float
        Margins, rising from 0. A leaf with one knot gives all its rows the same probabilities.
    parts : tuple of tuples of numbers
        Probabilities at each knot, in parts of ``Scores.total``; straight in between, and level from the last one on.
    missing : tuple of numbers
        The same for rows of which some rule on the way has no finite value.
    """

    scales: tuple[float, ...]
    knots: tuple[float, ...]
    parts: tuple[tuple[float, ...], ...]
    missing: tuple[float, ...]


@dataclass(frozen=True)
class Scores:
    """Probabilities of all rows of a tree: those of each leaf, in the order of ``FittedTree.leaves``."""

    total: int
    leaves: tuple[LeafScore, ...]

    @classmethod
    def of_shares(cls, tree: FittedTree) -> Scores:
        """The shares of leaves as probabilities: what models of older files have."""
        shares = map(tuple, tree.shares[tree.leaves].tolist())
        return cls(1, tuple(LeafScore((), (0.0,), (own,), own) for own in shares))

    def probabilities(self, tree: FittedTree, X: Floats) -> Floats:
        """The probability of each class for each row."""
        reached = tree.apply(X)
        found = np.empty((len(X), len(self.leaves[0].missing)))
        for leaf, score, way in zip(tree.leaves, self.leaves, self.ways(tree), strict=True):
            rows = np.flatnonzero(reached == leaf)
            if len(rows):
                own = X[rows]
                with np.errstate(all="ignore"):
                    values = [step.rule.value(own) for step in way]
                found[rows] = self.of_leaf(score, margins(way, score.scales, values, len(rows)))
        return found

    def ways(self, tree: FittedTree) -> list[list[Step]]:
        """The rules that the probabilities of each leaf follow; none where it has one knot."""
        return [way if len(score.knots) > 1 else [] for score, way in zip(self.leaves, ways(tree), strict=True)]

    def check(self, tree: FittedTree) -> None:
        """Raise ValueError for scores that no fit of this tree could have given."""
        if len(self.leaves) != tree.n_leaves:
            raise ValueError("there are not as many leaves with probabilities as the tree has")
        for leaf, score, way in zip(tree.leaves, self.leaves, self.ways(tree), strict=True):
            knots = np.array(score.knots)
            if knots[0] != 0 or not np.isfinite(knots).all() or (np.diff(knots) <= 0).any():
                raise ValueError("the knots of a leaf do not rise from 0")
            if len(score.scales) != len(way) or not np.isfinite(score.scales).all():
                raise ValueError("a leaf has not one scale for each rule on its way")
            parts = np.array([*score.parts, score.missing])
            if parts.shape != (len(knots) + 1, tree.target.n_sums) or (parts.sum(axis=1) != self.total).any():
                raise ValueError("the probabilities of a leaf do not match its knots, or do not add up to the total")
            lead = parts[:, [tree.answers[leaf]]] - np.delete(parts, tree.answers[leaf], axis=1)
            if (lead[0] < (len(knots) == 1)).any() or (lead[1:] < 1).any():
                raise ValueError("a leaf answers a class that is not its most probable one")

    def of_leaf(self, score: LeafScore, margin: Floats) -> Floats:
        """The probabilities of rows of a leaf, from their margins."""
        knots, parts = np.array(score.knots), np.array(score.parts, dtype=np.float64)
        piece = np.searchsorted(knots[1:], margin, side="right")
        after = np.minimum(piece + 1, len(knots) - 1)
        width = np.where(after > piece, knots[after] - knots[piece], 1.0)
        with np.errstate(over="ignore"):  # of a row without a margin, by a width next to nothing: not used
            way = (np.minimum(margin, knots[-1]) - knots[piece]) / width
        way = np.where((piece == 0) & (way < LEAST_WAY), LEAST_WAY, way)[:, None]
        found = parts[piece] + way * (parts[after] - parts[piece])
        return np.where((margin < 0)[:, None], np.array(score.missing, dtype=np.float64), found) / self.total


def ways(tree: FittedTree) -> list[list[Step]]:
    """The rules on the way to each leaf that probabilities may follow, from the root on; leaves as in ``tree.leaves``.

    Those with an end, but for rules that ask which indicators are true: they say yes or no, and one who is a child and
    a woman is no surer "child or woman" than others.
    """
    found: dict[int, list[Step]] = {0: []}
    for node in tree.conditional_nodes.tolist():  # pre-order: parents come before their children
        rule = tree.rules[node]
        assert rule is not None
        is_followed = (np.isfinite(rule.low) or np.isfinite(rule.high)) and condition_of(rule) is None
        for child, holds in ((int(tree.left[node]), True), (int(tree.right[node]), False)):
            found[child] = [*found[node], Step(node, rule, holds)] if is_followed else found[node]
    return [found[leaf] for leaf in tree.leaves]


def margins(way: list[Step], scales: tuple[float, ...], values: list[Floats], n_rows: int) -> Floats:
    """The margin of rows, from the values of the rules on their way."""
    least = np.full(n_rows, np.inf)
    for step, scale, value in zip(way, scales, values, strict=True):
        with np.errstate(over="ignore"):  # far beyond the last knot, as an infinite one is
            margin = distance(step, value) / scale
        least = np.minimum(least, np.where(np.isfinite(value), margin, NO_MARGIN))
    return least


def distance(step: Step, value: Floats) -> Floats:
    """How far values are from the nearest end of a rule, on the side where it holds or on the other."""
    low, high = step.rule.low, step.rule.high
    with np.errstate(all="ignore"):
        inside = np.minimum(value - low, high - value)
        return inside if step.holds else np.maximum(low - value, value - high)
