"""The tree within a grown one that is described best: from the leaves up, all that a node may become is weighed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from math import inf

import numpy as np

from nldt.description import Tariff
from nldt.model.rule import SplitRule
from nldt.model.target import Target
from nldt.model.tree import FittedTree
from nldt.search.monotone import Monotone
from nldt.tree.growing_node import Floats, GrowingNode, LastRule

Share = tuple[float, int]  # of the second class in a leaf, and its answer: the order of shares decides that of answers

# Bits that a factor must save a tree beside another one: what was found in many steps fits its rows by chance, too.
FACTOR_BESIDE_OTHERS = 5.0
# Ways of a node that are weighed with those of others, where wishes bind.
MOST_OPTIONS = 60
LONGEST = 1e9  # a limit that no tree reaches, so that all lengths below it are weighed


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
    last: LastRule | None = None  # the rule for two leaves that it takes
    below: tuple[_Option, _Option] | None = None  # of its children
    used: frozenset[int] = frozenset()  # required features that its rules have
    is_wished: bool = False  # some rule of it was to have such a feature
    lowest: Share = (0.0, 0)  # of its leaves, where shares are to keep an order
    highest: Share = (0.0, 0)


@dataclass(frozen=True, eq=False)
class Part:
    """What a grown tree may become."""

    bits: float
    length: int
    _root: GrowingNode
    _option: _Option

    def cut(self) -> GrowingNode:
        """A copy of the tree that is cut down to it."""
        root = self._root.copy()
        _apply(root, self._option)
        return root


@dataclass(frozen=True, eq=False)
class Choice:
    """Weighs all that nodes may become."""

    target: Target
    tariff: Tariff
    unit_mass: float = 1.0
    limits: Limits = Limits()
    required: frozenset[int] = frozenset()  # features each of which some rule must use
    monotone: Monotone | None = None
    doubts: bool = True  # what rules save may be chance, unless that is known of their node
    # Leaves by the sums that they are of, which are kept so that their id stays their own: no price changes them.
    _leaves: dict[int, tuple[Floats, _Option]] = field(default_factory=dict)

    def at(self, price: float) -> Choice:
        """The same at another price."""
        return replace(self, tariff=replace(self.tariff, price=price))

    def make(self, root: GrowingNode) -> float:
        """Cut the tree down to the best one within the limits and wishes; its bits, infinite where there is none.

        A node may stay a leaf, split into two leaves, or have what its children have become. Two leaves that answer the
        same are one. Nodes that the user has fixed stay as they are.
        """
        chosen = self._chosen(root)
        if chosen is None:
            return inf
        _apply(root, chosen)
        return chosen.bits

    def shortest(self, root: GrowingNode) -> float:
        """Bits of the best tree, infinite where there is none."""
        chosen = self._chosen(root)
        return inf if chosen is None else chosen.bits

    def beside_others(self, bits: float, length: int) -> float:
        """What a tree of so many bits, and of that length, is compared by with trees that have grown otherwise."""
        return bits + FACTOR_BESIDE_OTHERS * self.tariff.price * length

    def best_beside_others(self, root: GrowingNode) -> float:
        """The same of the best tree, infinite where there is none."""
        chosen = self._chosen(root)
        return inf if chosen is None else self.beside_others(chosen.bits, chosen.length)

    def size(self, root: GrowingNode) -> tuple[int, int]:
        """Rules and length of the best tree; 0 where there is none."""
        chosen = self._chosen(root)
        return (0, 0) if chosen is None else (chosen.n_rules, chosen.length)

    def rules(self, root: GrowingNode) -> dict[str, SplitRule]:
        """The rules of the best tree, by path, from the root down; none where there is no such tree."""
        found, waiting = {}, [(root, self._chosen(root))]
        while waiting:
            node, option = waiting.pop(0)
            if option is not None and option.below is not None and node.rule is not None:
                found[node.path] = node.rule if option.last is None else option.last.rule
                if option.last is None and node.children is not None:
                    waiting += zip(node.children, option.below, strict=True)
        return found

    def parts(self, root: GrowingNode) -> list[Part]:
        """All that the tree may become but what is no better described than something shorter, by rising length."""
        limits = replace(self.limits, length=min(self.limits.length, LONGEST))
        options = replace(self, limits=limits)._by_path(root)[root.path]
        allowed = [option for option in options if option.used >= self.required]
        return [Part(option.bits, option.length, root, option) for option in sorted(allowed, key=_by_length)]

    def splitting(self, root: GrowingNode) -> frozenset[str]:
        """Paths of the nodes that are better split than left alone, each looked at as if it were a root."""
        best = self._by_path(root).items()
        return frozenset(path for path, options in best if options and options[0].below is not None)

    def _chosen(self, root: GrowingNode) -> _Option | None:
        options = self._by_path(root)[root.path]
        return min((option for option in options if option.used >= self.required), key=_order, default=None)

    def _by_path(self, root: GrowingNode) -> dict[str, list[_Option]]:
        """The best that each node may become, the shortest description first."""
        found: dict[str, list[_Option]] = {}
        for node in reversed(list(root.in_order())):
            below = [] if node.children is None else [found[child.path] for child in node.children]
            found[node.path] = self._best(self._options(node, below))
        return found

    def bits(self, sums: Floats) -> float:
        """Of a leaf with these sums."""
        return float(self.target.leaf_bits(sums, self.unit_mass))

    def of_split(self, node: GrowingNode, sides: Iterable[Floats]) -> float:
        """Bits of a node whose rule parts it into two leaves with these sums."""
        assert node.rule is not None
        return self.tariff.rule(node.rule_bits, node.rule.complexity) + sum(self.bits(side) for side in sides)

    def _leaf(self, sums: Floats) -> _Option:
        if id(sums) not in self._leaves:
            self._leaves[id(sums)] = sums, self._made_leaf(sums)
        return self._leaves[id(sums)][1]

    def _made_leaf(self, sums: Floats) -> _Option:
        of_classes = float(self.target.value_bits(sums, self.unit_mass))
        answer = int(self.target.answers(sums))
        if self.monotone is None:
            return _Option(self.bits(sums), of_classes, answer=answer)
        share = float(self.target.shares(sums)[1]), answer
        return _Option(self.bits(sums), of_classes, answer=answer, lowest=share, highest=share)

    def _options(self, node: GrowingNode, below: list[list[_Option]]) -> Iterator[_Option]:
        leaf = self._leaf(node.sums)
        if node.rule is None or not node.is_fixed:
            yield leaf
        pairs: list[tuple[tuple[_Option, ...], LastRule | None]]
        pairs = [(pair, None) for pair in product(*below)] if below else []
        for last in () if node.is_fixed else (node.last, *node.shorter):
            if last is not None:
                pairs.append((tuple(self._leaf(side) for side in last.sides), last))
        keeps_order = self._order_kept_by(node) if pairs else None
        for pair, last in pairs:
            if keeps_order is not None and not keeps_order(*pair):
                continue
            option = self._joined(node, pair, last)
            is_worth_it = self._tells_enough if _is_one_leaf(option) else self._is_no_chance
            pays = node.is_fixed or option.is_wished or is_worth_it(node, leaf, option)
            if pays and self._is_allowed(option):
                yield option

    def _joined(self, node: GrowingNode, below: tuple[_Option, ...], last: LastRule | None) -> _Option:
        """A node with its rule, or one for two leaves, and what its children become."""
        rule, rule_bits = node.rule if last is None else last.rule, node.rule_bits
        is_own = last is None or last.given is None
        if last is not None and last.given is not None:
            rule_bits = last.given.rule_bits
        assert rule is not None
        left, right = below
        return _Option(
            bits=self.tariff.rule(rule_bits, rule.complexity) + left.bits + right.bits,
            class_bits=left.class_bits + right.class_bits,
            rule_bits=rule_bits + left.rule_bits + right.rule_bits,
            n_rules=1 + left.n_rules + right.n_rules,
            length=rule.complexity + left.length + right.length,
            last=last,
            below=(left, right),
            used=self._used_by(rule) | left.used | right.used,
            is_wished=(is_own and node.is_wished) or left.is_wished or right.is_wished,
            lowest=min(left.lowest, right.lowest),
            highest=max(left.highest, right.highest),
        )

    def _used_by(self, rule: SplitRule) -> frozenset[int]:
        """The required features that a rule has."""
        return self.required & set(rule.valued_features) if self.required else self.required

    def _is_allowed(self, option: _Option) -> bool:
        """Whether it is within the limits."""
        return option.n_rules <= self.limits.rules and option.length <= self.limits.length

    def _order_kept_by(self, node: GrowingNode) -> Callable[[_Option, _Option], bool] | None:
        """Says whether no leaf that rows can move to, as the probability may only rise, has a lower share than theirs.

        Two rows that differ in such a column alone part at one node: any leaf of one side, then any of the other. None
        where any leaves will do.
        """
        if self.monotone is None:
            return None
        assert node.rule is not None
        try:
            upper = self.monotone.upper_side(node.rule)
        except ValueError:
            return lambda left, right: False
        if upper is None:
            return None
        if upper == "R":
            return lambda left, right: left.highest <= right.lowest
        return lambda left, right: right.highest <= left.lowest

    def _is_no_chance(self, node: GrowingNode, leaf: _Option, option: _Option) -> bool:
        """Whether it saves more than the best of very many rules would save of rows without any sense in them."""
        by_chance = self.tariff.by_chance(option.rule_bits, is_proven=node.is_proven or not self.doubts)
        return bool(option.class_bits + by_chance < min(leaf.class_bits, node.known_bits))

    def _tells_enough(self, node: GrowingNode, leaf: _Option, option: _Option) -> bool:
        """Whether a rule for two leaves of the same answer may stay: as the only one of a tree, which tells how sure
        that answer is, where it saves on the classes all that it takes to write it down.
        """
        return node.depth == 0 and option.class_bits + self.tariff.price * option.rule_bits < leaf.class_bits

    def _best(self, options: Iterable[_Option]) -> list[_Option]:
        """The shortest description; where limits or wishes bind, also those that leave more to other nodes."""
        ranked = sorted(options, key=_order)
        if not self.limits.bind and not self.required and self.monotone is None:
            return ranked[:1]
        best: list[_Option] = []
        for option in ranked:
            if not any(self._leaves_more(other, option) for other in best):
                best.append(option)
        wishes = self.required or self.monotone is not None
        return _few(best) if wishes and len(best) > MOST_OPTIONS else best

    def _leaves_more(self, first: _Option, second: _Option) -> bool:
        """Whether nothing that is wished of the whole tree could be met with the second, and not with the first."""
        fewer = self.limits.rules == inf or first.n_rules <= second.n_rules
        shorter = not self.limits.bind or (fewer and first.length <= second.length)
        return (
            shorter and first.used >= second.used and first.lowest >= second.lowest and first.highest <= second.highest
        )


def is_monotone(tree: FittedTree, monotone: Monotone) -> bool:
    """Whether no leaf of a tree that rows can move to, as the probability may only rise, has a lower share.

    Shares are those of leaves, by mass; rules are taken as they are for all numbers, not just for those of training.
    """
    shares = list(zip(tree.shares[:, 1].tolist(), tree.answers.tolist(), strict=True))
    for node in tree.conditional_nodes.tolist():
        rule = tree.rules[node]
        assert rule is not None
        left, right = (
            [shares[leaf] for leaf in tree.descendants(int(child)) if tree.rules[leaf] is None]
            for child in (tree.left[node], tree.right[node])
        )
        try:
            upper = monotone.upper_side(rule)
        except ValueError:
            return False
        if (upper == "R" and max(left) > min(right)) or (upper == "L" and max(right) > min(left)):
            return False
    return True


def _is_one_leaf(option: _Option) -> bool:
    """Whether its two leaves answer the same."""
    assert option.below is not None
    left, right = option.below
    return left.answer is not None and left.answer == right.answer


def _few(ranked: Sequence[_Option]) -> list[_Option]:
    """The best, the best of those that use the same features, and the plainest, which leaves most to other nodes."""
    by_use = {option.used: option for option in reversed(ranked)}
    plainest = min(ranked, key=lambda option: (option.n_rules, option.length))
    kept = {id(option): option for option in (*ranked[:MOST_OPTIONS], *by_use.values(), plainest)}
    return sorted(kept.values(), key=_order)


def _order(option: _Option) -> tuple[float, int, int]:
    return option.bits, option.length, option.n_rules


def _by_length(option: _Option) -> tuple[int, float, int]:
    return option.length, option.bits, option.n_rules


def _apply(root: GrowingNode, chosen: _Option) -> None:
    waiting = [(root, chosen)]
    while waiting:
        node, option = waiting.pop()
        if option.below is None:
            node.become_leaf()
        elif option.last is not None:
            node.last, node.rule = option.last, option.last.rule
            if node.last.given is not None:
                node.given, node.rule_bits = node.last.given, node.last.given.rule_bits
            node.children = tuple(  # type: ignore[assignment]
                GrowingNode(f"{node.path}.{side}", node.depth + 1, np.asarray(sums))
                for side, sums in zip("LR", option.last.sides, strict=True)
            )
        else:
            assert node.children is not None
            node.last = None
            waiting += zip(node.children, option.below, strict=True)
