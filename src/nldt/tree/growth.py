"""One tree growing (Alg. 1): nodes are searched, from the root down, until none is worth a further rule."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.data.training_rows import TrainingRows
from nldt.description import PATIENCE_BITS
from nldt.model.basis import IsMissing
from nldt.model.basis.search_units import SearchUnits
from nldt.model.search_report import NodeReport
from nldt.model.target import Target
from nldt.model.tree import FrontPoint
from nldt.progress import Deadline, Monitor, Recorder, SearchState
from nldt.search import FitSettings, NodeTask, Search
from nldt.search.outcome import Candidate, SearchOutcome, checked
from nldt.search.protocol import SearchTraits, traits_of
from nldt.search.structures import Exponents, StructureSpace
from nldt.tree.chance import Excess
from nldt.tree.choice import Choice
from nldt.tree.finishing import Finishing
from nldt.tree.growing_node import GivenRule, GrowingNode
from nldt.tree.last_rule import last_rule
from nldt.tree.node_split import goes_left
from nldt.tree.searched import SearchedNodes

ROUNDING = 1e-9  # relative, of sums of evidence: ten rows of 0.1 are one row

Branch = tuple[GrowingNode, TrainingRows]


@dataclass(eq=False, kw_only=True)
class Growth:
    """What is needed while a tree grows, and what has been learned on the way."""

    search: Search
    settings: FitSettings
    units: SearchUnits
    finishing: Finishing
    monitor: Monitor
    deadline: Deadline
    choice: Choice
    given: Mapping[str, GivenRule | None]  # by path; None: a leaf
    wished: Mapping[str, frozenset[int]] = field(default_factory=dict)  # by path: features that its rule must use
    searched: SearchedNodes = field(default_factory=SearchedNodes)  # by trees of the same settings
    reports: list[NodeReport] = field(default_factory=list)
    alternatives: list[GivenRule] = field(default_factory=list)  # that the root may have instead
    work: float = 0.0  # structures times rows
    complete: bool = True

    @property
    def traits(self) -> SearchTraits:
        return traits_of(self.search)

    def run(self, rows: TrainingRows) -> GrowingNode:
        """The root of the grown tree."""
        root = GrowingNode("root", 0, rows.sums)
        waiting = [(root, rows)]
        while waiting:
            waiting += self._grow_node(*waiting.pop())
        return root

    def _grow_node(self, node: GrowingNode, rows: TrainingRows) -> list[Branch]:
        """Find a node's rule, or take the one that is given; its children with their rows."""
        if node.path in self.given:
            return self._take(node, rows, self.given[node.path])
        if self._stays_leaf(node, rows.target):
            return []
        if node.depth > 0 and self.deadline.passed():  # the root is searched in any case: one rule is better than none
            self.complete = False
            return []
        started = time.perf_counter()
        recorder = Recorder(self.monitor)
        outcome = self._outcome(node, rows, recorder)
        children: list[Branch] = []
        if outcome.best is not None:
            chosen = self.finishing.point(outcome.best, rows)
            n = outcome.generations
            n_rows, stays = round(float(rows.target.n_rows(node.sums))), not self.traits.weighs_length
            recorder.node_done(SearchState(node.path, n_rows, n, n, chosen.impurity, chosen.complexity, stays))
            others = [rule for rule in outcome.front if rule is not outcome.best]
            given = replace(_given(chosen, others, outcome.best, outcome), near=outcome.near)
            children = self._take(node, rows, given)
            if node.depth == 0:
                self._note_alternatives(outcome, rows)
        self._report(node, rows, outcome, recorder, time.perf_counter() - started)
        return children

    def _outcome(self, node: GrowingNode, rows: TrainingRows, recorder: Recorder) -> SearchOutcome:
        def search(**wishes: Any) -> SearchOutcome:
            found = self.search.find_split(replace(self._task(node, rows, recorder), **wishes))
            return checked(found, self.search, self.settings.space.n_columns)

        usual = self.searched.outcome(node, rows, self.choice.unit_mass, recorder, search)
        wished = self.wished.get(node.path)
        if not wished:
            return usual
        basis = self.units.basis
        is_value = self._is_usable & [not isinstance(column, IsMissing) for column in basis.columns]
        must = tuple(np.flatnonzero((basis.features == feature) & is_value) for feature in sorted(wished))
        found = search(must=must, start=_structures(usual, self.settings.space))
        node.is_wished = found.best is not None
        return found

    @property
    def _is_usable(self) -> NDArray[np.bool_]:
        """By column, whether a rule may have it."""
        return np.asarray(self.settings.space.counts > 1)

    def _report(
        self, node: GrowingNode, rows: TrainingRows, outcome: SearchOutcome, recorder: Recorder, seconds: float
    ) -> None:
        history = tuple((state.generation, state.impurity, state.complexity) for state in recorder.states)
        report = NodeReport(node.path, seconds, outcome.generations, outcome.structures_evaluated, history)
        self.reports.append(report)
        self.work += outcome.structures_evaluated * len(rows)
        self.complete &= outcome.complete

    def _stays_leaf(self, node: GrowingNode, target: Target) -> bool:
        """The three termination criteria (Sec. V)."""
        return bool(
            (self.settings.max_depth is not None and node.depth >= self.settings.max_depth)
            or target.n_rows(node.sums) < (1 - ROUNDING) * self.settings.min_samples_split
            or target.impurity(node.sums, self.settings.criterion) <= (self.settings.min_impurity or 0.0)
        )

    def excess(self, node: GrowingNode, rows: TrainingRows) -> Excess:
        """What the columns tell of a node's classes above chance."""
        return self.searched.excess(self._task(node, rows, self.monitor))

    def _task(self, node: GrowingNode, rows: TrainingRows, monitor: Monitor) -> NodeTask:
        return replace(
            node_task(node.path, rows, self.units, self.settings, monitor, self.deadline),
            known_bits=node.known_bits,
            promising=node.promising,
            start=self.settings.start if node.depth == 0 else None,
        )

    def _take(self, node: GrowingNode, rows: TrainingRows, given: GivenRule | None) -> list[Branch]:
        """Give the node its rule; its children, where something may grow on them that pays."""
        node.is_fixed = given is None or given.is_fixed
        if given is None:
            return []
        node.rule_bits = given.rule_bits
        children = self._split(node, rows, given)
        weighed = children and self.traits.weighs_length and not node.is_fixed
        if weighed and not self._may_pay(node, rows) and not node.is_wished:
            children, node.children = [], None
        return children

    def _split(self, node: GrowingNode, rows: TrainingRows, given: GivenRule) -> list[Branch]:
        """Part the rows; no children where the rule leaves a side empty (Alg. 1)."""
        rule = given.chosen.rule
        side = goes_left(rule, rows)
        if side.all() or not side.any() or not np.isfinite(rule.high):
            return []
        node.rule, node.given = rule, given
        of_left, of_right = rows.take(side), rows.take(~side)
        left, right = (
            GrowingNode(f"{node.path}.{side}", node.depth + 1, part.sums, bits, promising=given.promising)
            for side, part, bits in zip("LR", (of_left, of_right), given.chosen.side_bits, strict=True)
        )
        node.children = (left, right)
        return [(right, of_right), (left, of_left)]  # the left one is searched first

    def _may_pay(self, node: GrowingNode, rows: TrainingRows) -> bool:
        """Whether what may grow below a node is worth a look; what the node would be with two leaves is noted."""
        assert node.rule is not None
        assert node.children is not None
        node.last = last_rule(node.rule, rows, self.choice.unit_mass)
        sides = [child.sums for child in node.children]
        return self.choice.of_split(node, sides) < self.choice.bits(node.sums) + PATIENCE_BITS

    def _note_alternatives(self, outcome: SearchOutcome, rows: TrainingRows) -> None:
        for candidate in outcome.alternatives:
            if not self.deadline.passed():
                chosen = self.finishing.point(candidate, rows)
                others = [outcome.best, *outcome.near, *outcome.alternatives, *outcome.front]
                unranked = [rule for rule in others if rule is not None and rule is not candidate]
                given = _given(chosen, outcome.front, candidate, outcome)
                self.alternatives.append(replace(given, unranked=unranked))


def node_task(
    path: str, rows: TrainingRows, units: SearchUnits, settings: FitSettings, monitor: Monitor, deadline: Deadline
) -> NodeTask:
    """A node of these rows, as a search sees it."""
    return NodeTask(
        columns=rows.columns.in_units(units),
        values=rows.values,
        evidence=rows.evidence,
        target=rows.target,
        path=path,
        settings=settings,
        monitor=monitor,
        deadline=deadline,
    )


def _structures(outcome: SearchOutcome, space: StructureSpace) -> Exponents | None:
    """What a search has found, as structures that another may start from."""
    rules = [rule for rule in (outcome.best, *outcome.alternatives, *outcome.front) if rule is not None]
    found = [rule.exponents for rule in rules if len(rule.exponents) <= space.max_terms]
    structures = np.zeros((len(found), space.max_terms, space.n_columns), dtype=np.int8)
    for structure, exponents in zip(structures, found, strict=True):
        structure[: len(exponents)] = exponents
    return structures if found else None


def _given(chosen: FrontPoint, others: list[Candidate], candidate: Candidate, outcome: SearchOutcome) -> GivenRule:
    """A rule that a search has found, with its finished numbers, and the candidates for its front."""
    return GivenRule(
        chosen, [], others, candidate.rule_bits, is_fixed=False, promising=outcome.promising, candidate=candidate
    )
