"""From training rows to a tree: one that grows and stays, or the best described of several."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from nldt.data.training_rows import TrainingRows
from nldt.model.basis.search_units import SearchUnits
from nldt.model.rule import SplitRule
from nldt.model.search_report import SearchReport
from nldt.model.target import Target
from nldt.model.tree import LEAF, FittedTree, FrontPoint
from nldt.progress import Deadline, Monitor
from nldt.search import FitSettings, Search
from nldt.search.protocol import traits_of
from nldt.tree.chance import prove
from nldt.tree.choice import Choice, Limits
from nldt.tree.finishing import Finishing
from nldt.tree.growing_node import GivenRule, GrowingNode
from nldt.tree.growth import Growth
from nldt.tree.node_split import split_impurity
from nldt.tree.required import Wished, placings
from nldt.tree.searched import SearchedNodes

# Structures times rows that the first tree may have taken for others to be grown beside it: a look ahead at what the
# best rule of the root leads to pays for small tables most, where it costs little.
MOST_WORK_BEFORE_OTHERS = 5e6

Given = Mapping[str, GivenRule | None]


class NoSuchTree(Exception):  # noqa: N818  (what the user is told depends on what was asked)
    """No tree keeps to what the user wishes of it."""


@dataclass(frozen=True, eq=False)
class GrownTree:
    """A full tree, the trade-off fronts of its nodes, and what it took."""

    tree: FittedTree
    fronts: dict[int, list[FrontPoint]]
    report: SearchReport


@dataclass(frozen=True, eq=False, kw_only=True)
class Grower:
    """Grows a tree from training rows."""

    search: Search
    settings: FitSettings
    units: SearchUnits  # make the columns that the search sees, and rules of what it finds
    monitor: Monitor
    deadline: Deadline
    root: SplitRule | None = None  # that the user has fixed

    def grow(self, rows: TrainingRows, given: Given | None = None) -> GrownTree:
        """The full tree (NLDT_main). Nodes whose path is ``given`` are not searched; None makes a leaf.

        Of a search that weighs length, the tree of the shortest description within the limits; limits are not for trees
        that the user puts together.
        """
        started = time.perf_counter()
        if not traits_of(self.search).weighs_length:
            growth, root = self._grown(rows, given or self._fixed(rows), self.settings)
        else:
            limits = Limits() if given else Limits.of(self.settings.max_rules, self.settings.max_length)
            growth, root = self._best_described(rows, given, limits)
        fronts = self._finishing.fronts(root, rows)
        return _freeze(root, rows.target, fronts, growth, time.perf_counter() - started)

    def _fixed(self, rows: TrainingRows) -> Given:
        """The root that the user has fixed, if there is one, as given."""
        if self.root is None:
            return {}
        impurity = split_impurity(self.root, rows, self.settings.criterion)
        point = FrontPoint(self.root.complexity, impurity, self.root)
        return {"root": GivenRule(point, [point])}

    @property
    def _finishing(self) -> Finishing:
        shortens = traits_of(self.search).shortens_numbers
        settings = self.settings
        return Finishing(
            self.units, settings.criterion, shortens, self.deadline, settings.evidence_per_mass, settings.required
        )

    def _grown(
        self,
        rows: TrainingRows,
        given: Given,
        settings: FitSettings,
        searched: SearchedNodes | None = None,
        wished: Wished | None = None,
    ) -> tuple[Growth, GrowingNode]:
        growth = Growth(
            search=self.search,
            settings=settings,
            units=self.units,
            finishing=self._finishing,
            monitor=self.monitor,
            deadline=self.deadline,
            choice=Choice(rows.target, settings.tariff, settings.evidence_per_mass, monotone=settings.space.monotone),
            given=given,
            wished=wished or {},
            searched=searched or SearchedNodes(),
        )
        root = growth.run(rows)
        if traits_of(self.search).weighs_length:
            prove(root, rows, growth.choice, growth.excess)
        return growth, root

    def _best_described(self, rows: TrainingRows, given: Given | None, limits: Limits) -> tuple[Growth, GrowingNode]:
        """The tree that takes the fewest bits: the first that grows, or one of the others."""
        first, root = self._grown(rows, given or self._fixed(rows), self.settings)
        grown = [(first, root)]
        if given is None:
            grown += self._others(rows, first, root, limits)
            grown += self._with_required(rows, first, root, limits)
        choice = replace(first.choice, limits=limits, required=self.settings.required)
        bits = [choice.make(grown_root) for _, grown_root in grown]
        best = min(range(len(grown)), key=lambda place: (bits[place], place))
        if bits[best] == np.inf:
            raise NoSuchTree
        growth = grown[best][0]
        if growth is not first:  # the root was searched once
            growth.reports = [*first.reports[:1], *growth.reports]
        return growth, grown[best][1]

    def _others(
        self, rows: TrainingRows, first: Growth, root: GrowingNode, limits: Limits
    ) -> Iterator[tuple[Growth, GrowingNode]]:
        """Trees with another rule at the root; and where limits bind, trees of shorter rules."""
        n_rules, length = first.choice.size(root)
        # Where leaves are to keep an order, the best rule may have to go for what grew below it.
        may_gain = n_rules > 1 or (n_rules == 0 and self.settings.space.monotone is not None)
        if may_gain and first.work < MOST_WORK_BEFORE_OTHERS:
            for rule in first.alternatives:
                yield self._grown(rows, {"root": rule}, self.settings, first.searched)
        if n_rules > limits.rules or length > limits.length:
            for longest in limits.shorter_rules(length):
                yield self._grown(rows, self._fixed(rows), self._with_rules_up_to(longest))

    def _with_rules_up_to(self, longest: int) -> FitSettings:
        return replace(self.settings, space=replace(self.settings.space, max_complexity=longest))

    def _with_required(
        self, rows: TrainingRows, first: Growth, root: GrowingNode, limits: Limits
    ) -> Iterator[tuple[Growth, GrowingNode]]:
        """Trees in which some rule must have what is required and the best tree has not."""
        required = self.settings.required
        if not required:
            return
        rules = replace(first.choice, limits=limits).rules(root)
        for wished in placings(required, rules, self.root is not None, self.settings.space):
            yield self._grown(rows, self._fixed(rows), self.settings, first.searched, wished)
            if limits.bind:
                length = first.choice.size(root)[1] + len(required)
                for longest in limits.shorter_rules(length):
                    yield self._grown(rows, self._fixed(rows), self._with_rules_up_to(longest), None, wished)


def _freeze(
    root: GrowingNode, target: Target, fronts: dict[str, list[FrontPoint]], growth: Growth, seconds: float
) -> GrownTree:
    """Arrays in pre-order, from the objects that the tree grew as."""
    ordered = list(root.in_order())
    number = {id(node): i for i, node in enumerate(ordered)}
    children = [
        (LEAF, LEAF) if node.children is None else tuple(number[id(child)] for child in node.children)
        for node in ordered
    ]
    left, right = np.array(children, dtype=np.int64).T
    sums = np.array([node.sums for node in ordered])
    rules = tuple(None if node.children is None else node.rule for node in ordered)
    report = SearchReport(
        seconds,
        sum(report.generations for report in growth.reports),
        sum(report.structures_evaluated for report in growth.reports),
        tuple(growth.reports),
        growth.complete,
    )
    by_number = {i: fronts[node.path] for i, node in enumerate(ordered) if node.children is not None}
    return GrownTree(FittedTree(left, right, sums, rules, target), by_number, report)
