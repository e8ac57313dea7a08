"""Rules and fronts as a fitted tree has them: in the user's units, with short numbers where the search wants them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from nldt.data.training_rows import TrainingRows
from nldt.description import BITS_OF_A_DIGIT, Tariff
from nldt.model.alternative import Alternative
from nldt.model.basis.search_units import SearchUnits
from nldt.model.rule import SplitRule
from nldt.model.tree import FrontPoint
from nldt.progress import Deadline
from nldt.search import Candidate
from nldt.search.near_equal import near_equal
from nldt.search.outcome import trade_off_front
from nldt.tree.alternatives import NearPoint, measured
from nldt.tree.growing_node import GivenRule, GrowingNode
from nldt.tree.last_rule import last_rule
from nldt.tree.missing_side import cheaper_side
from nldt.tree.node_split import goes_left, is_missing, split_impurity
from nldt.tree.plain_numbers import plain_rule
from nldt.tree.rounding import round_rule
from nldt.tree.yes_or_no import said_as_yes, said_at_last, with_one_sign, without_idle_terms


@dataclass(frozen=True, eq=False)
class Choices:
    """What a node could have had: the purest rule met at each complexity, and rules that are nearly as good."""

    front: list[FrontPoint]
    alternatives: list[Alternative]


@dataclass(frozen=True, eq=False)
class Finishing:
    """Makes what a tree keeps of what a search has found."""

    units: SearchUnits
    criterion: str
    shortens_numbers: bool
    deadline: Deadline
    unit_mass: float = 1.0  # in rows: see ``cheaper_side``
    tariff: Tariff = field(default_factory=Tariff)
    rows_may_move: bool = True  # to the other leaf, for shorter numbers: no wish depends on it
    required: frozenset[int] = frozenset()  # features whose terms stay, idle or not
    keeps_fronts: bool = True
    # What was finished before, by the object that it was made of, which is kept so that its id stays its own, and by
    # whether rows had to keep their sides and ends were to suit leaves. Trees that have nodes in common have the same
    # objects there.
    _made: dict[tuple[int, bool, bool], tuple[object, FrontPoint]] = field(default_factory=dict)

    def _once(
        self, source: object, make: Callable[[], FrontPoint], keep_sides: bool = False, is_last: bool = False
    ) -> FrontPoint:
        name = id(source), keep_sides, is_last
        if name not in self._made:
            self._made[name] = source, make()
        return self._made[name][1]

    def point(
        self, candidate: Candidate, rows: TrainingRows, *, in_time: bool = True, keep_sides: bool = False
    ) -> FrontPoint:
        """A rule with the numbers that it keeps, measured on the rows of its node."""
        return self._once(candidate, lambda: self._point(candidate, rows, in_time, keep_sides), keep_sides)

    def _point(
        self, candidate: Candidate, rows: TrainingRows, in_time: bool, keep_sides: bool, is_last: bool = False
    ) -> FrontPoint:
        rule = self.units.rule(candidate.exponents, candidate.weights, candidate.low, candidate.high)
        rule, candidate = said_as_yes(rule, candidate)
        rule = cheaper_side(rule, rows, self.unit_mass)
        if is_last and (last := last_rule(rule, rows, self.unit_mass)) is not None:
            rule = last.rule
        if not self.shortens_numbers:
            impurity = candidate.impurity
            if is_missing(rule, rows).any():  # the search may have sent gaps to another side
                impurity = split_impurity(rule, rows, self.criterion)
            return FrontPoint(candidate.complexity, impurity, rule, candidate.side_bits)
        if in_time:
            rule = round_rule(rule, rows, self.criterion, keep_sides=keep_sides)
        # Measured on the rows of the node: a search that was cut short has seen a sample of them.
        return FrontPoint(candidate.complexity, split_impurity(rule, rows, self.criterion), rule, candidate.side_bits)

    def unrounded(self, candidate: Candidate, rows: TrainingRows) -> FrontPoint:
        """A rule with the numbers that the search has found."""
        return self._point(candidate, rows, in_time=False, keep_sides=False)

    def choices(self, root: GrowingNode, rows: TrainingRows) -> dict[str, Choices]:
        """What all nodes with a rule could have had, by path; rules with an end for two leaves get short numbers."""
        found = {}
        waiting = [(root, rows)]
        while waiting:
            node, own = waiting.pop()
            if node.rule is None or node.children is None or node.given is None:
                continue
            front = self._front(node, own)
            found[node.path] = Choices(front, measured(self._near(node, own), node.rule, own))
            side = goes_left(node.rule, own)
            waiting += zip(node.children, (own.take(side), own.take(~side)), strict=True)
        return found

    def _front(self, node: GrowingNode, rows: TrainingRows) -> list[FrontPoint]:
        given = node.given
        assert given is not None
        if node.last is None and given.front:
            return given.front
        source: object = given if node.last is None else node.last
        before = given.chosen.rule if node.last is None else node.last.rule
        # Trees of a path share it, each with children of its own: leaves below it in one may be rules in another.
        chosen = self._once(source, lambda: self._chosen(node, given, rows), keep_sides=not node.has_two_leaves)
        if node.has_two_leaves and chosen.rule is not before:
            _count_leaves(node, chosen.rule, rows)
        if self.shortens_numbers:
            chosen = self._spoken(node, chosen, rows)
        node.rule = chosen.rule
        if not self.keeps_fronts:
            return [chosen]
        # Many rules that nobody may ever look at: numbers that keep every row where it is are soon found.
        others = [
            self.point(other, rows, in_time=not self.deadline.passed(), keep_sides=True) for other in given.candidates
        ]
        return trade_off_front([chosen, *others], chosen)

    def _near(self, node: GrowingNode, rows: TrainingRows) -> Iterator[NearPoint]:
        """Rules that are nearly as good, with the ends that suit the node as its own do."""
        assert node.given is not None
        yield from node.given.near_points
        if self.keeps_fronts:
            is_last = node.last is not None
            for candidate in node.given.near or self._ranked(node, rows):
                if not self.deadline.passed():
                    yield self._near_point(candidate, rows, is_last), candidate.more_bits

    def _ranked(self, node: GrowingNode, rows: TrainingRows) -> list[Candidate]:
        """Those of a rule's unranked others that are nearly as good, by the bits of both sides and of the rule."""
        given = node.given
        assert given is not None
        assert node.rule is not None
        if not given.unranked or given.candidate is None or self.deadline.passed():
            return []
        chosen = given.chosen.rule  # with the end that it had for its children, as the others have theirs
        own = self._split_bits(chosen, given.candidate, rows)
        others = [
            (self._split_bits(self.unrounded(rule, rows).rule, rule, rows) - own, rule.exponents, rule)
            for rule in given.unranked
        ]
        return [replace(rule, more_bits=more) for more, rule in near_equal(given.candidate.exponents, others)]

    def _split_bits(self, rule: SplitRule, candidate: Candidate, rows: TrainingRows) -> float:
        side = goes_left(rule, rows)
        sides = sum(rows.target.value_bits(rows.sums_of(part), self.unit_mass) for part in (side, ~side))
        return float(sides + self.tariff.in_search(candidate.rule_bits, candidate.complexity))

    def _near_point(self, candidate: Candidate, rows: TrainingRows, is_last: bool) -> FrontPoint:
        return self._once(
            candidate, lambda: self._point(candidate, rows, True, is_last, is_last), keep_sides=is_last, is_last=is_last
        )

    def _chosen(self, node: GrowingNode, given: GivenRule, rows: TrainingRows) -> FrontPoint:
        """The rule that the node has in its tree."""
        chosen = given.chosen
        rule = chosen.rule if node.last is None else node.last.rule
        said = without_idle_terms(rule, rows, self.required)
        if self.shortens_numbers and not given.is_fixed and self.rows_may_move:
            said = self._plain(node, said, rows)
        if node.last is not None or (said is not rule and self.shortens_numbers):
            rule = round_rule(said, rows, self.criterion, keep_sides=True)
            impurity = split_impurity(rule, rows, self.criterion)
            return replace(chosen, complexity=rule.complexity, rule=rule, impurity=impurity)
        return chosen

    def _plain(self, node: GrowingNode, rule: SplitRule, rows: TrainingRows) -> SplitRule:
        """Above two leaves, the rule with numbers that pay for their digits, unless an answer changes with them."""
        if not node.has_two_leaves or self.deadline.passed():
            return rule
        assert node.children is not None
        plain = plain_rule(rule, rows, self.unit_mass, self.tariff.price * BITS_OF_A_DIGIT)
        side = goes_left(plain, rows)
        sides = rows.sums_of(side), rows.sums_of(~side)
        before, after = (
            rows.target.answers(np.stack(sums)) for sums in ([child.sums for child in node.children], sides)
        )
        return plain if np.array_equal(before, after) else rule

    def _spoken(self, node: GrowingNode, chosen: FrontPoint, rows: TrainingRows) -> FrontPoint:
        """With the rule as people say it; two leaves change places where "yes" was on the right.

        Children with rules stay where they are.
        """
        said, is_turned = said_at_last(with_one_sign(chosen.rule, rows))
        if said is chosen.rule or self.required & (set(chosen.rule.features) - set(said.features)):
            return chosen
        if is_turned:
            assert node.children is not None
            left, right = node.children
            if left.children is not None or right.children is not None:
                return chosen
            node.children = (right, left)
        impurity = split_impurity(said, rows, self.criterion)
        return replace(chosen, complexity=said.complexity, rule=said, impurity=impurity)


def _count_leaves(node: GrowingNode, rule: SplitRule, rows: TrainingRows) -> None:
    """Give two leaves the rows that get there by a rule."""
    assert node.children is not None
    side = goes_left(rule, rows)
    for child, part in zip(node.children, (side, ~side), strict=True):
        child.sums = rows.sums_of(part)
