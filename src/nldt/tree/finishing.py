"""Rules and fronts as a fitted tree has them: in the user's units, with short numbers where the search wants them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nldt.data.training_rows import TrainingRows
from nldt.model.basis.search_units import SearchUnits
from nldt.model.rule import SplitRule
from nldt.model.tree import FrontPoint
from nldt.progress import Deadline
from nldt.search import Candidate
from nldt.search.outcome import trade_off_front
from nldt.tree.growing_node import GrowingNode
from nldt.tree.missing_side import cheaper_side
from nldt.tree.node_split import goes_left, is_missing, split_impurity
from nldt.tree.rounding import round_rule
from nldt.tree.yes_or_no import said_as_yes, said_at_last, without_idle_terms


@dataclass(frozen=True, eq=False)
class Finishing:
    """Makes what a tree keeps of what a search has found."""

    units: SearchUnits
    criterion: str
    shortens_numbers: bool
    deadline: Deadline
    unit_mass: float = 1.0  # in rows: see ``cheaper_side``
    required: frozenset[int] = frozenset()  # features whose terms stay, idle or not

    def point(self, candidate: Candidate, rows: TrainingRows, *, in_time: bool = True) -> FrontPoint:
        """A rule with the numbers that it keeps, measured on the rows of its node."""
        rule = self.units.rule(candidate.exponents, candidate.weights, candidate.low, candidate.high)
        rule, candidate = said_as_yes(rule, candidate)
        rule = cheaper_side(rule, rows, self.unit_mass)
        if not self.shortens_numbers:
            impurity = candidate.impurity
            if is_missing(rule, rows).any():  # the search may have sent gaps to another side
                impurity = split_impurity(rule, rows, self.criterion)
            return FrontPoint(candidate.complexity, impurity, rule, candidate.side_bits)
        if in_time:
            rule = round_rule(rule, rows, self.criterion)
        # Measured on the rows of the node: a search that was cut short has seen a sample of them.
        return FrontPoint(candidate.complexity, split_impurity(rule, rows, self.criterion), rule, candidate.side_bits)

    def fronts(self, root: GrowingNode, rows: TrainingRows) -> dict[str, list[FrontPoint]]:
        """The fronts of all nodes with a rule, by path; rules with an end for two leaves get short numbers."""
        found = {}
        waiting = [(root, rows)]
        while waiting:
            node, own = waiting.pop()
            if node.rule is None or node.children is None or node.given is None:
                continue
            found[node.path] = self._front(node, own)
            side = goes_left(node.rule, own)
            waiting += zip(node.children, (own.take(side), own.take(~side)), strict=True)
        return found

    def _front(self, node: GrowingNode, rows: TrainingRows) -> list[FrontPoint]:
        given = node.given
        assert given is not None
        chosen = given.chosen
        if node.last is None and given.front:
            return given.front
        rule = chosen.rule if node.last is None else node.last.rule
        said = without_idle_terms(rule, rows, self.required)
        is_other = node.last is not None or (said is not rule and self.shortens_numbers)
        rule = round_rule(said, rows, self.criterion, keep_sides=True) if is_other else rule
        if self.shortens_numbers:
            rule = _spoken(node, rule, self.required)
        if rule is not chosen.rule:
            node.rule = rule
            impurity = split_impurity(node.rule, rows, self.criterion)
            chosen = replace(chosen, complexity=node.rule.complexity, rule=node.rule, impurity=impurity)
        others = [self.point(other, rows, in_time=not self.deadline.passed()) for other in given.candidates]
        return trade_off_front([chosen, *others], chosen)


def _spoken(node: GrowingNode, rule: SplitRule, required: frozenset[int]) -> SplitRule:
    """The rule as people say it; two leaves change places where "yes" was on the right, children with rules do not."""
    said, is_turned = said_at_last(rule)
    if required & (set(rule.features) - set(said.features)):
        return rule
    if not is_turned:
        return said
    assert node.children is not None
    left, right = node.children
    if left.children is not None or right.children is not None:
        return rule
    node.children = (right, left)
    return said
