"""Trees for several prices of rules at once: few are grown, and for each price the best part of some of them is taken.

What a search finds depends on the price, but little on a small change of it; which part of a tree is worth its length
does, and costs next to nothing to find out.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import ceil, log
from typing import NamedTuple

import numpy as np

from nldt.data.training_rows import TrainingRows
from nldt.decimals import round_to
from nldt.model.rule import SplitRule
from nldt.parameters import MOST_PRICE
from nldt.tree.grower import Grower, GrownTree, UncutTree, best_part

# The highest price of those that share a search, over the lowest.
WIDEST_GROUP = 2.1
USUAL_PRICE = 1.0
# Rules on a way that trees of other prices may have beyond those of the usual price, on its longest way.
DEEPER = 2
# A price of further cuts over the one before it, at the most, and the highest of them over the highest of the path:
# trees of many classes are long at any usual price, and only then come to lengths between.
FINEST, BEYOND = 1.1, 6.0
# A length of a further tree over the next shorter one, at the least: very long trees have more lengths than are of use.
DIFFERENT = 1.04


class Cut(NamedTuple):
    """How a tree of a path comes about: the best part, at a price, of the trees that were grown at some prices."""

    price: float
    grown_at: tuple[float, ...]


def path_cuts(prices: Sequence[float]) -> list[Cut]:
    """A cut for each price, by rising price.

    It looks at the trees that were grown for it or for higher prices: those of lower prices have rules that a search
    has found by looking at many which were not worth their length here.

    >>> path_cuts([1.0, 2.0, 4.0])
    [Cut(price=1.0, grown_at=(1.0, 4.0)), Cut(price=2.0, grown_at=(1.0, 4.0)), Cut(price=4.0, grown_at=(4.0,))]
    """
    groups = price_groups(prices)
    grown = [_searched(group) for group in groups]
    return [Cut(price, tuple(grown[place:])) for place, group in enumerate(groups) for price in group]


def further_cuts(cuts: Sequence[Cut]) -> list[Cut]:
    """Others of the same growths, which may give trees of other lengths; how good these are, only folds can tell.

    First cuts at prices between, each of what the price below it looks at; then, at these prices and beyond, cuts of
    the trees that were grown at one price, whatever it is: those of the usual one first, which had most effort. A path
    of one price is that price alone.

    >>> [cut.price for cut in further_cuts(path_cuts([1.0, 1.2]))][:4]
    [1.1, 1.3, 1.4, 1.6]
    """
    if len(cuts) < 2:
        return []
    between = [
        Cut(price, lower.grown_at) for lower, upper in pairwise(cuts) for price in _between(lower.price, upper.price)
    ]
    highest = cuts[-1].price
    prices = sorted({cut.price for cut in (*cuts, *between)}) + _between(highest, min(BEYOND * highest, MOST_PRICE))
    grown = sorted({price for cut in cuts for price in cut.grown_at}, key=_from_usual)
    alone = [Cut(price, (source,)) for source in grown for price in prices]
    return [cut for cut in dict.fromkeys([*between, *alone]) if cut not in cuts]


def grow_path(
    grower: Grower, rows: TrainingRows, cuts: Sequence[Cut], further: Sequence[Cut] = ()
) -> dict[Cut, GrownTree]:
    """The tree of each cut, and of those further ones whose trees are of lengths that no other is near to.

    Cuts of one tree share one object. Raises NoSuchTree.
    """
    started = time.perf_counter()
    grown = _grown(grower, rows, sorted({price for cut in (*cuts, *further) for price in cut.grown_at}))
    choice = grower.choice(rows)
    finished: dict[tuple[object, ...], GrownTree] = {}

    def best(cut: Cut) -> UncutTree:
        return best_part([tree for price in cut.grown_at for tree in grown[price]], choice.at(cut.price))

    def finish(tree: UncutTree) -> GrownTree:
        name = _name(tree)
        if name not in finished:
            finished[name] = grower.finished(tree, rows, started)
        return finished[name]

    found = {cut: finish(best(cut)) for cut in cuts}
    lengths = {_length(tree.tree.conditional_rules) for tree in found.values()}
    for cut in further:
        tree = best(cut)
        if not _is_different(_length(node.rule for node in tree.root.in_order()), lengths):
            continue
        whole = finish(tree)
        length = _length(whole.tree.conditional_rules)  # which may be less: factors that do nothing go
        if _is_different(length, lengths):
            found[cut] = whole
            lengths.add(length)
    return found


def price_groups(prices: Sequence[float]) -> list[list[float]]:
    """Neighbours that share the trees grown at one of them, by rising price.

    >>> price_groups([0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4])
    [[0.25, 0.35, 0.5], [0.7, 1, 1.4], [2, 2.8, 4]]
    """
    groups: list[list[float]] = []
    for price in sorted(set(prices)):
        if groups and price <= WIDEST_GROUP * groups[-1][0]:
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


def _grown(grower: Grower, rows: TrainingRows, prices: Sequence[float]) -> Mapping[float, list[UncutTree]]:
    """Trees by the price that they were grown at.

    All effort goes to the price that is nearest to the usual one. Trees of lower prices are large and take long, and
    many others are as good; of higher prices there is little to find that the others have not. So less will do there;
    and where a tree of that price leaves no row wrong, those of lower prices have nothing to add.
    """
    usual = min(prices, key=_from_usual)
    at_usual = _at(grower, usual)
    grown = {usual: at_usual.trees(rows)}
    is_all_told = _leaves_nothing(at_usual.best_described(grown[usual], rows), at_usual.settings.criterion, rows)
    deepest = max(node.depth for tree in grown[usual] for node in tree.root.in_order())
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
        elif price != usual:
            # Of plainer trees the rule of the root decides more, and they take less time to grow.
            grown[price] = _at(quick, price).trees(rows, look_ahead=price > usual)
    return grown


def _leaves_nothing(tree: UncutTree, criterion: str, rows: TrainingRows) -> bool:
    """Whether each leaf has rows of one value only."""
    leaves = [node.sums for node in tree.root.in_order() if node.children is None]
    return bool((rows.target.impurity(np.array(leaves), criterion) <= 0).all())


def _from_usual(price: float) -> tuple[float, float]:
    """How far a price is from the usual one, as an order."""
    return abs(log(price / USUAL_PRICE)), price


def _between(low: float, high: float) -> list[float]:
    """Prices between two, as short numbers, each a little above the one before it.

    >>> _between(0.25, 0.35), _between(1.0, 1.1)
    ([0.27, 0.3, 0.32], [])
    """
    if high <= low:
        return []
    n_steps = ceil(log(high / low) / log(FINEST) * (1 - 1e-9))
    found = {round_to(low * (high / low) ** (step / n_steps), 2) for step in range(1, n_steps)}
    return sorted(price for price in found if low < price < high)


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
