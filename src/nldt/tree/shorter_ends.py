"""Shorter rules for nodes that become two leaves: what the search has met there, with ends that suit answers.

Above further rules no other rule will do: they were found for the sides of the one that is there. Two leaves take any.
"""

from __future__ import annotations

from dataclasses import replace

from nldt.data.training_rows import TrainingRows
from nldt.search import Candidate
from nldt.tree.finishing import Finishing
from nldt.tree.growing_node import GivenRule, GrowingNode, LastRule
from nldt.tree.last_rule import last_rule
from nldt.tree.node_split import goes_left


def note_shorter_ends(root: GrowingNode, rows: TrainingRows, finishing: Finishing) -> None:
    """Tell each node, but those that the user has fixed, the shorter rules that it may have above two leaves."""
    waiting = [(root, rows)]
    while waiting:
        node, own = waiting.pop()
        if node.rule is None or node.children is None or node.given is None:
            continue
        if not node.is_fixed:
            shorter = [rule for rule in node.given.candidates if rule.complexity < node.rule.complexity]
            node.shorter = tuple(_above_leaves(rule, node.given, own, finishing) for rule in shorter)
        side = goes_left(node.rule, own)
        waiting += zip(node.children, (own.take(side), own.take(~side)), strict=True)


def _above_leaves(candidate: Candidate, given: GivenRule, rows: TrainingRows, finishing: Finishing) -> LastRule:
    """The rule with the best end for two leaves; a band as it is."""
    point = finishing.unrounded(candidate, rows)
    last = last_rule(point.rule, rows, finishing.unit_mass)
    if last is None:
        left = rows.sums_of(goes_left(point.rule, rows))
        last = LastRule(point.rule, (left, rows.target.rest(rows.sums, left)))
    others = [other for other in given.candidates if other is not candidate]
    own = replace(given, chosen=point, front=[], candidates=others, rule_bits=candidate.rule_bits, candidate=candidate)
    unranked = [*others, *given.near, *given.unranked]
    if given.candidate is not None:
        unranked.append(given.candidate)
    # What is nearly as good as the rule that was the best is behind this one by nobody knows yet how much.
    return replace(last, given=replace(own, near=[], near_points=[], unranked=unranked))
