"""Shorter numbers for a whole tree, at a stated loss of training accuracy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from nldt.data.training_rows import TrainingRows
from nldt.decimals import round_to
from nldt.model.rule import SplitRule
from nldt.model.tree import FittedTree, FrontPoint
from nldt.progress import Deadline
from nldt.search.outcome import trade_off_front
from nldt.tree.node_split import NodeSplit, goes_left, rule_values, split_impurity
from nldt.tree.rounding import cost, round_rule, weights_cost

Floats = NDArray[np.float64]
Fronts = dict[int, list[FrontPoint]]

# Weights and ends are tried with so many significant digits at the most; those that need more change no row's side.
MOST_DIGITS = 4
# Digits are tried for each weight by itself while a rule has at most so many terms.
MOST_TERMS_BY_THEMSELVES = 3
# Losses are sums and differences of masses: the slack is for their rounding.
SLACK = 1e-12


def shorten(
    tree: FittedTree, fronts: Fronts, rows: TrainingRows, max_loss: float, criterion: str, deadline: Deadline
) -> tuple[FittedTree, Fronts]:
    """The tree with short numbers, and its fronts measured anew.

    First every rule is rounded as a fit does it, and no training row changes its side. Where nothing may be lost, that
    is all. Else each node takes the shortest rule with which the training accuracy stays within ``max_loss``, those
    that save the most characters first; and so on while anything is saved.
    """
    routed = _route(tree, rows)
    least_correct = routed.correct - (max_loss + SLACK) * float(rows.target.mass(rows.sums))
    for node in tree.conditional_nodes.tolist():
        routed = replace(routed, tree=_with_rule(routed.tree, node, _rounded(routed, node, criterion)))
    if max_loss == 0:
        return routed.tree, {
            node: [
                replace(point, rule=routed.rule(node)) if point.rule == tree.rules[node] else point for point in front
            ]
            for node, front in fronts.items()
        }
    while not deadline.passed():
        nodes = tree.conditional_nodes.tolist()
        moves = [move for node in nodes if (move := _move(routed, node, least_correct, criterion)) is not None]
        if not moves:
            break
        for move in sorted(moves, key=lambda move: (move.saved, move.correct), reverse=True):
            changed = _with_rule(routed.tree, move.node, move.rule)
            # True of the first, which was found so; the next ones may cost too much on top of it.
            if _correct(changed, 0, rows, changed.rules[0]) >= least_correct:
                routed = _route(changed, rows)
    return routed.tree, {
        node: _front(front, tree.rules[node], routed.rule(node), routed.rows[node], criterion)
        for node, front in fronts.items()
    }


@dataclass(frozen=True, eq=False)
class _RoutedTree:
    """A tree whose sums are those of the training rows, and the rows of each node."""

    tree: FittedTree
    rows: list[TrainingRows]

    def rule(self, node: int) -> SplitRule:
        rule = self.tree.rules[node]
        assert rule is not None
        return rule

    @property
    def correct(self) -> float:
        """Training mass that the leaves get right."""
        return _correct(self.tree, 0, self.rows[0], self.tree.rules[0])


@dataclass(frozen=True, eq=False)
class _Move:
    """A shorter rule for a node, the cost that it saves and the training mass that the tree then gets right."""

    node: int
    rule: SplitRule
    saved: tuple[int, int]
    correct: float


def _route(tree: FittedTree, training: TrainingRows) -> _RoutedTree:
    rows = {0: training}
    for node in tree.conditional_nodes.tolist():  # pre-order: parents come before their children
        rule = tree.rules[node]
        assert rule is not None
        left = goes_left(rule, rows[node])
        rows[int(tree.left[node])], rows[int(tree.right[node])] = rows[node].take(left), rows[node].take(~left)
    in_order = [rows[node] for node in range(len(tree))]
    sums = np.array([node_rows.sums for node_rows in in_order])
    return _RoutedTree(replace(tree, sums=sums), in_order)


def _rounded(routed: _RoutedTree, node: int, criterion: str) -> SplitRule:
    """The rule of a node with the shortest numbers under which every row keeps its side."""
    rule, rows = routed.rule(node), routed.rows[node]
    rounded = round_rule(rule, rows, criterion, keep_sides=True)
    # Rows whose value overflows are not looked at when a rule is rounded: other weights may bring them back.
    return rounded if np.array_equal(goes_left(rounded, rows), goes_left(rule, rows)) else rule


def _with_rule(tree: FittedTree, node: int, rule: SplitRule) -> FittedTree:
    return replace(tree, rules=(*tree.rules[:node], rule, *tree.rules[node + 1 :]))


def _correct(tree: FittedTree, node: int, rows: TrainingRows, rule: SplitRule | None) -> float:
    """Training mass that the leaves below a node get right if it has this rule; minus infinity if one is empty."""
    correct = 0.0
    waiting = [(node, rows, rule)]
    while waiting:
        node, rows, rule = waiting.pop()
        if len(rows) == 0:
            return -np.inf
        if rule is None:
            correct += float(rows.target.right(rows.sums))
            continue
        left, children = goes_left(rule, rows), (int(tree.left[node]), int(tree.right[node]))
        for child, side in zip(children, (left, ~left), strict=True):
            waiting.append((child, rows.take(side), tree.rules[child]))
    return correct


def _move(routed: _RoutedTree, node: int, least_correct: float, criterion: str) -> _Move | None:
    """The shortest rule of a node with which the tree gets enough right; None where its own is as short."""
    rule, rows = routed.rule(node), routed.rows[node]
    split = NodeSplit.of(rule, rows, criterion)
    if split is None:
        return None
    elsewhere = routed.correct - _correct(routed.tree, node, rows, rule)
    for candidate in sorted(_shorter_rules(split, cost(rule)[0]), key=cost):
        saved = tuple(np.subtract(cost(rule), cost(candidate)).tolist())
        if saved <= (0, 0):
            break
        correct = elsewhere + _correct(routed.tree, node, rows, candidate)
        if correct >= least_correct and not _touches(candidate, rows):
            return _Move(node, candidate, saved, correct)
    return None


def _touches(rule: SplitRule, rows: TrainingRows) -> bool:
    """Whether a row lies on an end, so that another order of operations, in a spreadsheet say, may change its side."""
    values = rule_values(rule, rows)
    ends = [end for end in (rule.low, rule.high) if np.isfinite(end)]
    return any(bool(np.isclose(values, end, rtol=1e-12, atol=0.0).any()) for end in ends)


def _shorter_rules(split: NodeSplit, bound: int) -> Iterator[SplitRule]:
    """Rules with fewer digits and hence fewer characters than the bound, whatever that does to the rows."""
    for weights in _directions(split.rule.weights):
        rounding = split.round(weights) if weights_cost(weights) < bound else None
        if rounding is not None:
            yield rounding.rule
            for digits in range(1, MOST_DIGITS + 1):
                ends = rounding.rule.low, rounding.rule.high
                low, high = (end if np.isinf(end) else round_to(end, digits) for end in ends)
                yield replace(rounding.rule, low=low, high=high)


def _directions(weights: Floats) -> Iterator[Floats]:
    """The weights themselves, and rounded ones with each of them as 1."""
    yield weights
    for pivot in range(len(weights)):
        scaled = weights / abs(weights[pivot])
        others = [t for t in range(len(weights)) if t != pivot]
        for digits in _digits(len(others)):
            rounded = np.sign(scaled)
            rounded[others] = [round_to(float(scaled[t]), d) for t, d in zip(others, digits, strict=True)]
            yield rounded


def _digits(n_weights: int) -> Iterator[tuple[int, ...]]:
    counts = range(1, MOST_DIGITS + 1)
    if n_weights < MOST_TERMS_BY_THEMSELVES:
        yield from product(counts, repeat=n_weights)
    else:
        yield from ((count,) * n_weights for count in counts)


def _front(
    front: list[FrontPoint], before: SplitRule | None, after: SplitRule, rows: TrainingRows, criterion: str
) -> list[FrontPoint]:
    """A node's front on the rows that it has now, with its rule as it is now and no rule that parts nothing.

    Rows may have come and gone: what was known of the classes on either side is not kept.
    """
    chosen = FrontPoint(after.complexity, split_impurity(after, rows, criterion), after)
    others = [
        FrontPoint(point.complexity, split_impurity(point.rule, rows, criterion), point.rule)
        for point in front
        if point.rule != before and 0 < np.count_nonzero(goes_left(point.rule, rows)) < len(rows)
    ]
    return trade_off_front([chosen, *others], chosen)
