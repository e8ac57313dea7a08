"""The tree within a grown one that is described best: from the leaves up, all that a node may become is weighed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import inf

import numpy as np

from nldt.description import Tariff
from nldt.model.target import Target
from nldt.tree.growing_node import Floats, GrowingNode


@dataclass(frozen=True)
class Limits:
    """What a whole tree may have at the most."""

    rules: float = inf
    length: float = inf

    @classmethod
    def of(cls, rules: int | None, length: int | None) -> Limits:
        """Limits as the user gives them; None: there is none."""
        return cls(*(inf if limit is None else limit for limit in (rules, length)))

    @property
    def bind(self) -> bool:
        """Whether there are any."""
        return min(self.rules, self.length) < inf

    def shorter_rules(self, length: int) -> list[int]:
        """Complexities of rules with which a tree, which would be so long without limits, may come out shorter."""
        longest = int(min(self.length, length))
        return sorted({max(longest // part, 1) for part in (1, 2, 3, 5)} | {1}, reverse=True)


@dataclass(frozen=True, eq=False)
class _Option:
    """What may become of a node and all below it."""

    bits: float
    class_bits: float  # of the classes alone
    rule_bits: float = 0.0  # that it takes to write its rules down
    n_rules: int = 0
    length: int = 0
    answer: int | None = None  # of a leaf
    is_last: bool = False  # it takes the rule for two leaves
    below: tuple[_Option, _Option] | None = None  # of its children


@dataclass(frozen=True, eq=False)
class Choice:
    """Weighs all that nodes may become."""

    target: Target
    tariff: Tariff
    unit_mass: float = 1.0
    limits: Limits = Limits()

    def make(self, root: GrowingNode) -> float:
        """Cut the tree down to the best one within the limits; its bits.

        A node may stay a leaf, split into two leaves, or have what its children have become. Two leaves that answer the
        same are one. Nodes that the user has fixed stay as they are.
        """
        chosen = self._chosen(root)
        _apply(root, chosen)
        return chosen.bits

    def size(self, root: GrowingNode) -> tuple[int, int]:
        """Rules and length of the best tree."""
        chosen = self._chosen(root)
        return chosen.n_rules, chosen.length

    def _chosen(self, root: GrowingNode) -> _Option:
        options: dict[int, list[_Option]] = {}
        for node in reversed(list(root.in_order())):
            below = [] if node.children is None else [options.pop(id(child)) for child in node.children]
            options[id(node)] = self._best(self._options(node, below))
        return min(options[id(root)], key=_order)

    def bits(self, sums: Floats) -> float:
        """Of a leaf with these sums."""
        return float(self.target.leaf_bits(sums, self.unit_mass))

    def of_split(self, node: GrowingNode, sides: Iterable[Floats]) -> float:
        """Bits of a node whose rule parts it into two leaves with these sums."""
        assert node.rule is not None
        return self.tariff.rule(node.rule_bits, node.rule.complexity) + sum(self.bits(side) for side in sides)

    def _leaf(self, sums: Floats) -> _Option:
        of_classes = float(self.target.value_bits(sums, self.unit_mass))
        return _Option(self.bits(sums), of_classes, answer=int(self.target.answers(sums)))

    def _options(self, node: GrowingNode, below: list[list[_Option]]) -> Iterator[_Option]:
        leaf = self._leaf(node.sums)
        if node.rule is None or not node.is_fixed:
            yield leaf
        pairs = [(pair, False) for pair in product(*below)] if below else []
        if node.last is not None and not node.is_fixed:
            left, right = (self._leaf(side) for side in node.last.sides)
            pairs.append(((left, right), True))
        for pair, is_last in pairs:
            option = self._joined(node, pair, is_last)
            if node.is_fixed or (self._is_allowed(option) and self._is_no_chance(node, leaf, option)):
                yield option

    def _joined(self, node: GrowingNode, below: tuple[_Option, ...], is_last: bool) -> _Option:
        """A node with its rule, and what its children become."""
        assert node.rule is not None
        left, right = below
        return _Option(
            bits=self.tariff.rule(node.rule_bits, node.rule.complexity) + left.bits + right.bits,
            class_bits=left.class_bits + right.class_bits,
            rule_bits=node.rule_bits + left.rule_bits + right.rule_bits,
            n_rules=1 + left.n_rules + right.n_rules,
            length=node.rule.complexity + left.length + right.length,
            is_last=is_last,
            below=(left, right),
        )

    def _is_allowed(self, option: _Option) -> bool:
        """Whether it is within the limits, and no two leaves that answer the same."""
        assert option.below is not None
        left, right = option.below
        alike = left.answer is not None and left.answer == right.answer
        return option.n_rules <= self.limits.rules and option.length <= self.limits.length and not alike

    def _is_no_chance(self, node: GrowingNode, leaf: _Option, option: _Option) -> bool:
        """Whether it saves more than the best of very many rules would save of rows without any sense in them."""
        return option.class_bits + self.tariff.by_chance(option.rule_bits) < min(leaf.class_bits, node.known_bits)

    def _best(self, options: Iterable[_Option]) -> list[_Option]:
        """The shortest description; where limits bind, also those that leave more of them to other nodes."""
        ranked = sorted(options, key=_order)
        if not self.limits.bind:
            return ranked[:1]
        best: list[_Option] = []
        for option in ranked:
            if not any(other.n_rules <= option.n_rules and other.length <= option.length for other in best):
                best.append(option)
        return best


def _order(option: _Option) -> tuple[float, int, int]:
    return option.bits, option.length, option.n_rules


def _apply(root: GrowingNode, chosen: _Option) -> None:
    waiting = [(root, chosen)]
    while waiting:
        node, option = waiting.pop()
        if option.below is None:
            node.become_leaf()
        elif option.is_last:
            assert node.last is not None
            node.rule = node.last.rule
            node.children = tuple(  # type: ignore[assignment]
                GrowingNode(f"{node.path}.{side}", node.depth + 1, np.asarray(sums))
                for side, sums in zip("LR", node.last.sides, strict=True)
            )
        else:
            assert node.children is not None
            node.last = None
            waiting += zip(node.children, option.below, strict=True)
