"""Trees for several prices of rules at once: few are grown, and for each price the best part of some of them is taken.

What a search finds depends on the price, but little on a small change of it; which part of a tree is worth its length
does, and costs next to nothing to find out.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log
from typing import NamedTuple

import numpy as np

from nldt.data.training_rows import TrainingRows
from nldt.model.rule import SplitRule
from nldt.tree.choice import Choice, Part
from nldt.tree.grower import Grower, GrownTree, NoSuchTree, UncutTree, best_part
from nldt.tree.growing_node import GivenRule

USUAL_PRICE = 1.0
# The highest price of those that share a search, over the lowest. It is less above the usual price: the best trees that
# are short are found by searches that weigh length so, and are seldom parts of others.
WIDEST_GROUP = 2.1
WIDEST_GROUP_ABOVE = 1.5
# Of more rows the rules near the root hardly depend on the price: trees of lower prices go on from the usual one.
MOST_ROWS_ANEW = 2000
# Rules on a way that trees of other prices may have beyond those of the usual price, on its longest way.
DEEPER = 2
# A length of a further tree over the next shorter one, at the least: very long trees have more lengths than are of use.
DIFFERENT = 1.04


class Cut(NamedTuple):
    """How a tree of a path comes about: the best part, at a price, of the trees that were grown at some prices.

    Where there is a limit, the best one that is no longer.
    """

    price: float
    grown_at: tuple[float, ...]
    max_length: int | None = None


def path_cuts(prices: Sequence[float]) -> list[Cut]:
    """A cut for each price, by rising price.

    It looks at the trees that were grown for it or for higher prices: those of lower prices have rules that a search
    has found by looking at many which were not worth their length here.

    >>> path_cuts([1.0, 2.0, 4.0])
    [Cut(price=1.0, grown_at=(1.0, 4.0), max_length=None), Cut(price=2.0, grown_at=(1.0, 4.0), max_length=None), \
Cut(price=4.0, grown_at=(4.0,), max_length=None)]
    """
    groups = price_groups(prices)
    grown = [_searched(group) for group in groups]
    return [Cut(price, tuple(grown[place:])) for place, group in enumerate(groups) for price in group]


def grows_anew(rows: TrainingRows) -> bool:
    """Whether trees of low prices are grown from the root on; of folds this is asked of the whole table."""
    return bool(rows.target.n_rows(rows.sums) <= MOST_ROWS_ANEW)


def grow_path(
    grower: Grower, rows: TrainingRows, cuts: Sequence[Cut], *, all_lengths: bool = False, anew: bool | None = None
) -> dict[Cut, GrownTree]:
    """The tree of each cut; with ``all_lengths``, also the best of lengths between, which no price may give.

    Cuts of one tree share one object. A path of one price is that price alone. ``anew``: whether trees of low prices
    are grown from the root on; None: as suits these rows. Raises NoSuchTree.
    """
    started = time.perf_counter()
    prices = sorted({price for cut in cuts for price in cut.grown_at})
    grown = _grown(grower, rows, prices, anew=grows_anew(rows) if anew is None else anew)
    if len(cuts) > 1:
        for tree in {id(tree): tree for trees in grown.values() for tree in trees}.values():
            grower.note_shorter_ends(tree, rows)
    trees = _Trees(grown, grower.choice(rows))
    finished: dict[tuple[object, ...], GrownTree] = {}

    def finish(tree: UncutTree) -> GrownTree:
        name = _name(tree)
        if name not in finished:
            finished[name] = grower.finished(tree, rows, started)
        return finished[name]

    found = {cut: finish(trees.best(cut)) for cut in cuts}
    taken = set(finished)
    if len(cuts) > 1 and all_lengths:
        for grown_at in sorted({cut.grown_at for cut in cuts}, key=lambda prices: _from_usual(prices[0])):
            lengths = {_length(tree.tree.conditional_rules) for cut, tree in found.items() if cut.grown_at == grown_at}
            for cut in trees.cuts_by_length(grown_at):
                tree = trees.best(cut)
                length = _length(node.rule for node in tree.root.in_order())
                name = _name(tree)
                if name in taken or not _is_different(length, lengths):
                    continue
                whole = finish(tree)
                length = _length(whole.tree.conditional_rules)  # which may be less: factors that do nothing go
                if _is_different(length, lengths):
                    found[cut] = whole
                    taken.add(name)
                    lengths.add(length)
    return found


@dataclass(frozen=True, eq=False)
class _Trees:
    """Trees by the price that they were grown at, and what they may be cut down to."""

    grown: Mapping[float, list[UncutTree]]
    choice: Choice
    _parts: dict[tuple[float, tuple[float, ...]], list[tuple[Part, UncutTree]]] = field(default_factory=dict)

    def best(self, cut: Cut) -> UncutTree:
        """The tree of a cut; where all are longer than its limit, the shortest."""
        if cut.max_length is None:
            return best_part(self._of(cut.grown_at), self.choice.at(cut.price))
        parts = self._all_parts(cut.price, cut.grown_at)
        short = [both for both in parts if both[0].length <= cut.max_length] or parts[:1]
        if not short:
            raise NoSuchTree
        choice = self.choice.at(cut.price)

        def order(both: tuple[Part, UncutTree]) -> tuple[float, int]:
            part, tree = both
            return choice.beside_others(part.bits, part.length) + tree.lead, part.length

        part, tree = min(short, key=order)
        return replace(tree, root=part.cut())

    def cuts_by_length(self, grown_at: tuple[float, ...]) -> list[Cut]:
        """A cut for each length that some part has, at the lowest price that these trees are for."""
        lengths = {part.length for part, _ in self._all_parts(grown_at[0], grown_at)}
        return [Cut(grown_at[0], grown_at, length) for length in sorted(lengths)]

    def _all_parts(self, price: float, grown_at: tuple[float, ...]) -> list[tuple[Part, UncutTree]]:
        if (price, grown_at) not in self._parts:
            choice = self.choice.at(price)
            found = [(part, tree) for tree in self._of(grown_at) for part in choice.parts(tree.root)]
            self._parts[price, grown_at] = sorted(found, key=lambda both: both[0].length)
        return self._parts[price, grown_at]

    def _of(self, grown_at: tuple[float, ...]) -> list[UncutTree]:
        return [tree for price in grown_at for tree in self.grown[price]]


def price_groups(prices: Sequence[float]) -> list[list[float]]:
    """Neighbours that share the trees grown at one of them, by rising price.

    >>> price_groups([0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4])
    [[0.25, 0.35, 0.5], [0.7, 1, 1.4], [2, 2.8], [4]]
    """
    groups: list[list[float]] = []
    for price in sorted(set(prices)):
        widest = WIDEST_GROUP if groups and groups[-1][0] <= USUAL_PRICE else WIDEST_GROUP_ABOVE
        if groups and price <= widest * groups[-1][0]:
            groups[-1].append(price)
        else:
            groups.append([price])
    return groups


def _searched(group: Sequence[float]) -> float:
    """The price that a group's trees are grown at: the one nearest to the usual one.

    Of high prices the lowest: from its trees rules can be cut, and what a search at a higher price leaves out can't be
    put back. Of low prices the highest: trees of lower ones take long, and are seldom chosen.
    """
    return min(group, key=_from_usual)


def _grown(
    grower: Grower, rows: TrainingRows, prices: Sequence[float], *, anew: bool = True
) -> Mapping[float, list[UncutTree]]:
    """Trees by the price that they were grown at.

    All effort goes to the price that is nearest to the usual one. Trees of lower prices are large and take long, and
    many others are as good; those of higher prices are small. So less will do there; unless they are to be grown anew,
    trees of lower prices go on from the leaves of the usual one; and where that leaves no row wrong, they have nothing
    to add.
    """
    usual = min(prices, key=_from_usual)
    at_usual = _at(grower, usual)
    grown = {usual: at_usual.trees(rows)}
    best = at_usual.best_described(grown[usual], rows)
    is_all_told = _leaves_nothing(best, at_usual.settings.criterion, rows)
    deepest = max(node.depth for node in grown[usual][0].root.in_order())  # single factors take more rules on a way
    given = grower.settings.max_depth
    max_depth = deepest + DEEPER if given is None else min(deepest + DEEPER, given)
    hastened = getattr(grower.search, "hastened", None)
    quick = replace(
        grower,
        search=grower.search if hastened is None else hastened(),
        settings=replace(grower.settings, max_depth=max_depth),
    )
    for price in prices:
        if price < usual and is_all_told:
            grown[price] = grown[usual]
        elif price < usual and not anew:
            grown[price] = _at(quick, price).trees(rows, _rules(best))
        elif price != usual:
            # Of plainer trees the rule of the root decides more, and they take less time to grow.
            grown[price] = _at(quick, price).trees(rows, look_ahead=price > usual)
    return grown


def _rules(tree: UncutTree) -> Mapping[str, GivenRule | None]:
    """The rules of a tree by path, for another that goes on from its leaves."""
    nodes = tree.root.in_order()
    return {node.path: node.given for node in nodes if node.children is not None and node.given is not None}


def _leaves_nothing(tree: UncutTree, criterion: str, rows: TrainingRows) -> bool:
    """Whether each leaf has rows of one value only."""
    leaves = [node.sums for node in tree.root.in_order() if node.children is None]
    return bool((rows.target.impurity(np.array(leaves), criterion) <= 0).all())


def _from_usual(price: float) -> tuple[float, float]:
    """How far a price is from the usual one, as an order."""
    return abs(log(price / USUAL_PRICE)), price


def _length(rules: Iterable[SplitRule | None]) -> int:
    return sum(rule.complexity for rule in rules if rule is not None)


def _is_different(length: int, others: Iterable[int]) -> bool:
    """Whether it is no other's, and longer than the next shorter, or shorter than the next longer, by a share of it."""
    return all(max(length, other) >= DIFFERENT * min(length, other) and length != other for other in others)


def _at(grower: Grower, price: float) -> Grower:
    settings = grower.settings
    return replace(grower, settings=replace(settings, tariff=replace(settings.tariff, price=price)))


def _name(tree: UncutTree) -> tuple[object, ...]:
    """What tells trees apart that were cut from some that were grown: their rules, before these get short numbers."""
    return tuple((node.path, node.rule) for node in tree.root.in_order())
