"""Recursive induction of a tree (Alg. 1): nodes are objects while it grows, arrays when it is done."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from nldt.data.training_rows import TrainingRows
from nldt.model.basis.search_units import SearchUnits
from nldt.model.search_report import NodeReport, SearchReport
from nldt.model.target import Target
from nldt.model.tree import LEAF, FittedTree, FrontPoint
from nldt.progress import Deadline, Monitor, Recorder, SearchState
from nldt.search import Candidate, FitSettings, NodeTask, Search
from nldt.search.outcome import checked, trade_off_front
from nldt.search.protocol import SearchTraits, traits_of
from nldt.tree.choice import Choice, Limits
from nldt.tree.growing_node import GrowingNode
from nldt.tree.last_rule import last_rule
from nldt.tree.node_split import goes_left, split_impurity
from nldt.tree.rounding import round_rule

# Two leaves may take so many bits more than one: what grows below them may pay for all.
PATIENCE_BITS = 15.0
ROUNDING = 1e-9  # relative, of sums of evidence: ten rows of 0.1 are one row


@dataclass(frozen=True, eq=False)
class GrownTree:
    """A full tree, the trade-off fronts of its nodes, and what it took."""

    tree: FittedTree
    fronts: dict[int, list[FrontPoint]]
    report: SearchReport


@dataclass(frozen=True, eq=False)
class FixedNode:
    """A node that keeps its rule when a tree is grown anew around it."""

    chosen: FrontPoint
    front: list[FrontPoint]


@dataclass(eq=False)
class _Growth:
    """What does not change while a tree grows, and what has been learned on the way."""

    fixed: Mapping[str, FixedNode | None]
    choice: Choice
    reports: list[NodeReport] = field(default_factory=list)
    complete: bool = True


@dataclass(frozen=True, eq=False, kw_only=True)
class Grower:
    """Grows a tree from training rows."""

    search: Search
    settings: FitSettings
    units: SearchUnits  # make the columns that the search sees, and rules of what it finds
    monitor: Monitor
    deadline: Deadline

    @property
    def _traits(self) -> SearchTraits:
        return traits_of(self.search)

    def grow(self, rows: TrainingRows, fixed: Mapping[str, FixedNode | None] | None = None) -> GrownTree:
        """The full tree (NLDT_main). Nodes whose path is in ``fixed`` are not searched; None makes a leaf."""
        started = time.perf_counter()
        root = GrowingNode("root", 0, rows.sums)
        growth = _Growth(fixed or {}, self._choice(rows.target, fixed))
        waiting = [(root, rows)]
        while waiting:
            waiting += self._grow_node(*waiting.pop(), growth)
        if self._traits.weighs_length:
            growth.choice.make(root)
            self._finish(root, rows)
        reports = growth.reports
        return GrownTree(
            *_freeze(root, rows.target),
            SearchReport(
                time.perf_counter() - started,
                sum(report.generations for report in reports),
                sum(report.structures_evaluated for report in reports),
                tuple(reports),
                growth.complete,
            ),
        )

    def _grow_node(
        self, node: GrowingNode, rows: TrainingRows, growth: _Growth
    ) -> list[tuple[GrowingNode, TrainingRows]]:
        """Find a node's rule, or take the one that is fixed; its children with their rows."""
        known = growth.fixed.get(node.path)
        if node.path in growth.fixed:
            node.is_fixed = True
            return [] if known is None else self._split(node, rows, known.chosen, known.front)
        if self._stays_leaf(node, rows.target):
            return []
        if node.depth > 0 and self.deadline.passed():  # the root is searched in any case: one rule is better than none
            growth.complete = False
            return []
        started = time.perf_counter()
        recorder = Recorder(self.monitor)
        found = self.search.find_split(self._task(node, rows, recorder))
        outcome = checked(found, self.search, self.settings.space.n_columns)
        growth.complete &= outcome.complete
        children: list[tuple[GrowingNode, TrainingRows]] = []
        if outcome.best is not None:
            chosen, front = self._points(outcome.best, outcome.front, rows)
            n = outcome.generations
            recorder.node_done(SearchState(node.path, len(rows), n, n, chosen.impurity, chosen.complexity))
            node.rule_bits = outcome.best.rule_bits
            children = self._split(node, rows, chosen, front)
            if self._traits.weighs_length and not self._may_pay(node, rows, growth.choice):
                children, node.children = [], None
        seconds = time.perf_counter() - started
        history = tuple((state.generation, state.impurity, state.complexity) for state in recorder.states)
        growth.reports.append(
            NodeReport(node.path, seconds, outcome.generations, outcome.structures_evaluated, history)
        )
        return children

    def _choice(self, target: Target, fixed: Mapping[str, FixedNode | None] | None) -> Choice:
        """What cuts the tree down; limits are for whole trees, not for those that the user puts together."""
        given = self.settings.max_rules, self.settings.max_length
        limits = Limits() if fixed else Limits(*(np.inf if limit is None else limit for limit in given))
        return Choice(target, self.settings.tariff, self.settings.evidence_per_mass, limits)

    def _may_pay(self, node: GrowingNode, rows: TrainingRows, choice: Choice) -> bool:
        """Whether what may grow below a node is worth a look; what the node would be with two leaves is noted."""
        if node.rule is None or node.children is None:
            return False
        node.last = last_rule(node.rule, rows, choice.unit_mass)
        sides = [child.sums for child in node.children]
        return choice.of_split(node, sides) < choice.bits(node.sums) + PATIENCE_BITS

    def _finish(self, root: GrowingNode, rows: TrainingRows) -> None:
        """Short numbers for the rules that got another end, on the rows of their nodes."""
        waiting = [(root, rows)]
        while waiting:
            node, own = waiting.pop()
            if node.rule is None or node.children is None or not any(below.last for below in node.in_order()):
                continue
            if node.last is not None:
                node.front = self._front_with_last(node, own)
                continue
            side = goes_left(node.rule, own)
            waiting += zip(node.children, (own.take(side), own.take(~side)), strict=True)

    def _front_with_last(self, node: GrowingNode, rows: TrainingRows) -> list[FrontPoint]:
        """The node's front with the rule that it has now, which gets short numbers."""
        assert node.last is not None
        before, criterion = node.rule, self.settings.criterion
        node.rule = round_rule(node.last.rule, rows, criterion, keep_sides=True)
        chosen = FrontPoint(node.rule.complexity, split_impurity(node.rule, rows, criterion), node.rule)
        others = [point for point in node.front if point.rule is not before]
        return trade_off_front([chosen, *others], chosen)

    def _stays_leaf(self, node: GrowingNode, target: Target) -> bool:
        """The three termination criteria (Sec. V)."""
        return bool(
            (self.settings.max_depth is not None and node.depth >= self.settings.max_depth)
            or target.n_rows(node.sums) < (1 - ROUNDING) * self.settings.min_samples_split
            or target.impurity(node.sums, self.settings.criterion) <= (self.settings.min_impurity or 0.0)
        )

    def _task(self, node: GrowingNode, rows: TrainingRows, monitor: Monitor) -> NodeTask:
        return NodeTask(
            columns=rows.columns.in_units(self.units),
            values=rows.values,
            evidence=rows.evidence,
            target=rows.target,
            path=node.path,
            settings=self.settings,
            monitor=monitor,
            deadline=self.deadline,
            known_bits=node.known_bits,
        )

    def _split(
        self, node: GrowingNode, rows: TrainingRows, chosen: FrontPoint, front: list[FrontPoint]
    ) -> list[tuple[GrowingNode, TrainingRows]]:
        """Give the node its rule and return its children; none where the rule leaves a side empty (Alg. 1)."""
        rule = chosen.rule
        side = goes_left(rule, rows)
        if side.all() or not side.any() or not np.isfinite(rule.high):
            return []
        node.rule, node.front = rule, front
        of_left, of_right = rows.take(side), rows.take(~side)
        left, right = (
            GrowingNode(f"{node.path}.{side}", node.depth + 1, part.sums, bits)
            for side, part, bits in zip("LR", (of_left, of_right), chosen.side_bits, strict=True)
        )
        node.children = (left, right)
        return [(right, of_right), (left, of_left)]  # the left one is searched first

    def _points(
        self, best: Candidate, front: list[Candidate], rows: TrainingRows
    ) -> tuple[FrontPoint, list[FrontPoint]]:
        """The chosen rule and the front with the numbers that they keep."""
        chosen = self._point(best, rows, in_time=True)
        points = [
            chosen if other is best else self._point(other, rows, in_time=not self.deadline.passed()) for other in front
        ]
        return chosen, trade_off_front(points, chosen)

    def _point(self, candidate: Candidate, rows: TrainingRows, in_time: bool) -> FrontPoint:
        rule = self.units.rule(candidate.exponents, candidate.weights, candidate.low, candidate.high)
        if not self._traits.shortens_numbers:
            return FrontPoint(candidate.complexity, candidate.impurity, rule, candidate.side_bits)
        if in_time:
            rule = round_rule(rule, rows, self.settings.criterion)
        # Measured on the rows of the node: a search that was cut short has seen a sample of them.
        measured = split_impurity(rule, rows, self.settings.criterion)
        return FrontPoint(candidate.complexity, measured, rule, candidate.side_bits)


def _freeze(root: GrowingNode, target: Target) -> tuple[FittedTree, dict[int, list[FrontPoint]]]:
    """Arrays in pre-order, from the objects that the tree grew as."""
    ordered = list(root.in_order())
    number = {id(node): i for i, node in enumerate(ordered)}
    children = [
        (LEAF, LEAF) if node.children is None else tuple(number[id(child)] for child in node.children)
        for node in ordered
    ]
    left, right = np.array(children, dtype=np.int64).T
    sums = np.array([node.sums for node in ordered])
    tree = FittedTree(
        left, right, sums, tuple(None if node.children is None else node.rule for node in ordered), target
    )
    return tree, {i: node.front for i, node in enumerate(ordered) if node.children is not None}
