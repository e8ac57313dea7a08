"""From training rows to a tree: one that grows and stays, or the best described of several."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from nldt.data.training_rows import TrainingRows
from nldt.model.alternative import Alternative
from nldt.model.basis.search_units import SearchUnits
from nldt.model.rule import SplitRule
from nldt.model.search_report import NodeReport, SearchReport
from nldt.model.target import Target
from nldt.model.tree import LEAF, FittedTree, FrontPoint
from nldt.progress import Deadline, Monitor
from nldt.search import Candidate, FitSettings, NodeTask, Search
from nldt.search.protocol import traits_of
from nldt.tree.chance import prove
from nldt.tree.choice import Choice, Limits
from nldt.tree.finishing import Choices, Finishing
from nldt.tree.growing_node import GivenRule, GrowingNode
from nldt.tree.growth import Growth, node_task
from nldt.tree.node_split import split_impurity
from nldt.tree.required import Wished, placings
from nldt.tree.searched import SearchedNodes
from nldt.tree.shorter_ends import note_shorter_ends

# Structures times rows that the first tree may have taken for others to be grown beside it: a look ahead at what the
# best rule of the root leads to pays for small tables most, where it costs little.
MOST_WORK_BEFORE_OTHERS = 5e6
# The shortest of many trees is shorter by chance, too: those of further rules of the root must lead by some bits.
LEAD_OF_FURTHER_ROOTS = 20.0
# What a few long rules say, many of a single factor may say better. Many of them are soon shorter by chance, so that
# their tree must lead by some bits. Of many rows they are very many, for what one long rule says; and where there are
# many columns, to look at each of them takes about as long as all the rest.
SINGLE = 1
LEAD_OF_SINGLE = 10.0
MOST_ROWS_FOR_SINGLE = 10_000
MOST_NUMBERS_FOR_SINGLE = 1e6

Given = Mapping[str, GivenRule | None]


class NoSuchTree(Exception):  # noqa: N818  (what the user is told depends on what was asked)
    """No tree keeps to what the user wishes of it."""


@dataclass(frozen=True, eq=False)
class GrownTree:
    """A full tree, the trade-off fronts of its nodes, rules that are nearly as good as theirs, and what it took."""

    tree: FittedTree
    fronts: dict[int, list[FrontPoint]]
    alternatives: dict[int, list[Alternative]]
    report: SearchReport


@dataclass(frozen=True, eq=False)
class UncutTree:
    """A tree that has grown, and what its nodes took."""

    root: GrowingNode
    reports: list[NodeReport]
    complete: bool
    lead: float = 0.0  # bits by which it must be described shorter than others are


@dataclass(frozen=True, eq=False, kw_only=True)
class Grower:
    """Grows a tree from training rows."""

    search: Search
    settings: FitSettings
    units: SearchUnits  # make the columns that the search sees, and rules of what it finds
    monitor: Monitor
    deadline: Deadline
    root: SplitRule | None = None  # that the user has fixed
    keeps_fronts: bool = True  # of rules that nodes could have had

    def grow(self, rows: TrainingRows, given: Given | None = None) -> GrownTree:
        """The full tree (NLDT_main). Nodes whose path is ``given`` are not searched; None makes a leaf.

        Of a search that weighs length, the tree of the shortest description within the limits, where single factors
        count as longer by their lead; limits are not for trees that the user puts together.
        """
        started = time.perf_counter()
        if traits_of(self.search).weighs_length:
            trees = self.trees(rows, given)
            return self.finished(self.best_described(trees, rows, limited=not given), rows, started)
        growth, root = self._grown(rows, given or self._fixed(rows), self.settings)
        return self.finished(UncutTree(root, growth.reports, growth.complete), rows, started)

    def trees(self, rows: TrainingRows, given: Given | None = None, *, look_ahead: bool = True) -> list[UncutTree]:
        """The trees that the one of the shortest description is a part of: the first that grows, and others.

        Without a look ahead, only others that limits or wishes ask for.
        """
        first, root = self._grown(rows, given or self._fixed(rows), self.settings)
        trees = [UncutTree(root, first.reports, first.complete)]
        if given is None:
            limits = self._limits
            trees += self._others(rows, first, root, limits, look_ahead)
            trees += self._with_required(rows, first, root, limits)
        return trees

    def best_described(self, trees: Sequence[UncutTree], rows: TrainingRows, *, limited: bool = True) -> UncutTree:
        """The best part of some trees, which may have been grown at other prices; raises NoSuchTree."""
        choice = self.choice(rows)
        return best_part(trees, choice if limited else replace(choice, limits=Limits()))

    def choice(self, rows: TrainingRows) -> Choice:
        """What finds the best part of a tree, within the limits and wishes."""
        return replace(self._choice(rows, self.settings), limits=self._limits, required=self.settings.required)

    def note_shorter_ends(self, tree: UncutTree, rows: TrainingRows) -> None:
        """Let nodes that become two leaves have shorter rules of what the search has met."""
        if self.settings.space.monotone is None:  # which sides may be higher is known of the nodes' own rules
            note_shorter_ends(tree.root, rows, self._finishing)

    def finished(self, tree: UncutTree, rows: TrainingRows, started: float) -> GrownTree:
        """The tree as it stays, with short numbers and the fronts of its nodes.

        Where the time was over before all was done, whichever part was left out: the tree is not complete.
        """
        choices = self._finishing.choices(tree.root, rows)
        in_time = replace(tree, complete=tree.complete and not self.deadline.passed())
        return _freeze(in_time, rows.target, choices, time.perf_counter() - started)

    def task(self, path: str, rows: TrainingRows) -> NodeTask:
        """A node of these rows, as the search sees it."""
        return node_task(path, rows, self.units, self.settings, self.monitor, self.deadline)

    def finished_rule(self, candidate: Candidate, rows: TrainingRows) -> SplitRule:
        """What a search has found, as a tree of these rows would have it."""
        return self._finishing.point(candidate, rows).rule

    @property
    def _limits(self) -> Limits:
        return Limits.of(self.settings.max_rules, self.settings.max_length)

    def _choice(self, rows: TrainingRows, settings: FitSettings) -> Choice:
        return Choice(rows.target, settings.tariff, settings.evidence_per_mass, monotone=settings.space.monotone)

    def _fixed(self, rows: TrainingRows) -> Given:
        """The root that the user has fixed, if there is one, as given."""
        if self.root is None:
            return {}
        impurity = split_impurity(self.root, rows, self.settings.criterion)
        point = FrontPoint(self.root.complexity, impurity, self.root)
        return {"root": GivenRule(point, [point])}

    @cached_property
    def _finishing(self) -> Finishing:
        shortens = traits_of(self.search).shortens_numbers
        settings = self.settings
        return Finishing(
            self.units,
            settings.criterion,
            shortens,
            self.deadline,
            settings.evidence_per_mass,
            settings.tariff,
            settings.target_impurity is None and settings.space.monotone is None,
            settings.required,
            self.keeps_fronts,
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
            choice=self._choice(rows, settings),
            given=given,
            wished=wished or {},
            searched=searched or SearchedNodes(),
        )
        root = growth.run(rows)
        if traits_of(self.search).weighs_length:
            prove(root, rows, growth.choice, growth.excess)
        return growth, root

    def _others(
        self, rows: TrainingRows, first: Growth, root: GrowingNode, limits: Limits, look_ahead: bool
    ) -> Iterator[UncutTree]:
        """Trees with another rule at the root, and trees of shorter rules: what limits ask for, or of one factor."""
        n_rules, length = first.choice.size(root)
        # Where leaves are to keep an order, the best rule may have to go for what grew below it.
        may_gain = n_rules > 1 or (n_rules == 0 and self.settings.space.monotone is not None)
        if look_ahead and may_gain and first.work < MOST_WORK_BEFORE_OTHERS:
            for place, rule in enumerate(first.alternatives):
                growth, other = self._grown(rows, {"root": rule}, self.settings, first.searched)
                reports = [*first.reports[:1], *growth.reports]  # the root was searched
                yield UncutTree(other, reports, growth.complete, LEAD_OF_FURTHER_ROOTS if place else 0.0)
        if n_rules > limits.rules or length > limits.length:
            for longest in limits.shorter_rules(length):
                yield self._of_short_rules(rows, longest)
        elif look_ahead and length > n_rules and self._may_have_single_factors(rows):
            yield self._of_short_rules(rows, SINGLE)

    def _may_have_single_factors(self, rows: TrainingRows) -> bool:
        """Whether a second tree takes little beside the first; a target of impurity asks for longer rules."""
        n_numbers = len(rows) * self.settings.space.n_columns
        is_small = len(rows) <= MOST_ROWS_FOR_SINGLE and n_numbers <= MOST_NUMBERS_FOR_SINGLE
        return is_small and self.settings.target_impurity is None and not self.deadline.passed()

    def _of_short_rules(self, rows: TrainingRows, longest: int, wished: Wished | None = None) -> UncutTree:
        """A tree of rules of so many factors at the most."""
        shorter = replace(self.settings, space=replace(self.settings.space, max_complexity=longest))
        growth, root = self._grown(rows, self._fixed(rows), shorter, wished=wished)
        lead = LEAD_OF_SINGLE if longest == SINGLE else 0.0
        return UncutTree(root, growth.reports, growth.complete, lead)

    def _with_required(
        self, rows: TrainingRows, first: Growth, root: GrowingNode, limits: Limits
    ) -> Iterator[UncutTree]:
        """Trees in which some rule must have what is required and the best tree has not."""
        required = self.settings.required
        if not required:
            return
        rules = replace(first.choice, limits=limits).rules(root)
        for wished in placings(required, rules, self.root is not None, self.settings.space):
            growth, other = self._grown(rows, self._fixed(rows), self.settings, first.searched, wished)
            yield UncutTree(other, growth.reports, growth.complete)
            if limits.bind:
                length = first.choice.size(root)[1] + len(required)
                for longest in limits.shorter_rules(length):
                    yield self._of_short_rules(rows, longest, wished)


def best_part(trees: Sequence[UncutTree], choice: Choice) -> UncutTree:
    """A copy of the tree of which the best part comes out best, cut down to that part; raises NoSuchTree.

    Of a tree it is the part of the fewest bits; between trees each factor counts once more.
    """
    bits = [choice.best_beside_others(tree.root) + tree.lead for tree in trees]
    best = min(range(len(trees)), key=lambda place: (bits[place], place))
    if bits[best] == np.inf:
        raise NoSuchTree
    root = trees[best].root.copy()
    choice.make(root)
    return replace(trees[best], root=root)


def _freeze(tree: UncutTree, target: Target, choices: dict[str, Choices], seconds: float) -> GrownTree:
    """Arrays in pre-order, from the objects that the tree grew as."""
    ordered = list(tree.root.in_order())
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
        sum(report.generations for report in tree.reports),
        sum(report.structures_evaluated for report in tree.reports),
        tuple(tree.reports),
        tree.complete,
    )
    by_number = {i: choices[node.path] for i, node in enumerate(ordered) if node.children is not None}
    return GrownTree(
        FittedTree(left, right, sums, rules, target),
        {i: own.front for i, own in by_number.items()},
        {i: own.alternatives for i, own in by_number.items()},
        report,
    )
