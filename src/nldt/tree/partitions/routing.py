"""The rows of a partition at the nodes of a tree: rules are asked on the way, and no row is copied."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from nldt.data.training_rows import TrainingRows
from nldt.model.rule import SplitRule
from nldt.model.tree import FittedTree
from nldt.tree.node_split import goes_left


def rows_at(tree: FittedTree, rows: TrainingRows, nodes: Collection[int]) -> Iterator[tuple[int, TrainingRows]]:
    """The rows at some nodes; what leads to none of them is not asked."""
    wanted = {node for node in range(len(tree)) if any(below in nodes for below in tree.descendants(node))}
    waiting = [(0, rows)]
    while waiting:
        node, own = waiting.pop()
        if node in nodes:
            yield node, own
        rule = tree.rules[node]
        children = int(tree.left[node]), int(tree.right[node])
        if rule is None or wanted.isdisjoint(children):
            continue
        left = goes_left(rule, own)
        for child, side in zip(children, (left, ~left), strict=True):
            if child in wanted:
                waiting.append((child, own.take(side)))


def features_above(tree: FittedTree, nodes: Collection[int]) -> list[int]:
    """The features that rules on the way to some nodes use."""
    above = [
        node
        for node in tree.conditional_nodes.tolist()
        if any(below in nodes for below in tree.descendants(node) if below != node)
    ]
    return features_of([rule for node in above if (rule := tree.rules[node]) is not None])


def features_of(rules: Sequence[SplitRule]) -> list[int]:
    """The features that some rules use."""
    return sorted({feature for rule in rules for feature in rule.features})
