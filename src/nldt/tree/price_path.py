"""Trees for several prices of rules at once: few are grown, and for each price the best part of some of them is taken.

What a search finds depends on the price, but little on a small change of it; which part of a tree is worth its length
does, and costs next to nothing to find out.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import log
from typing import NamedTuple

from nldt.data.training_rows import TrainingRows
from nldt.tree.grower import Grower, GrownTree, UncutTree

# The highest price of those that share a search, over the lowest.
WIDEST_GROUP = 2.1
USUAL_PRICE = 1.0
# Rules on a way that trees of other prices may have beyond those of the usual price, on its longest way.
DEEPER = 2


class Cut(NamedTuple):
    """How a tree of a path comes about: the best part, at a price, of the trees that were grown at some prices."""

    price: float
    grown_at: tuple[float, ...]


def path_cuts(prices: Sequence[float]) -> list[Cut]:
    """A cut for each price by itself, by rising price; then others, which may give trees of other lengths.

    The cut of a price looks at the trees that were grown for it or for higher prices: those of lower prices have rules
    that a search has found by looking at many which were not worth their length here. The others look at the trees of
    one price each, whatever it is; how good they are, only folds can tell.

    >>> path_cuts([1.0, 2.0])
    [Cut(price=1.0, grown_at=(1.0,)), Cut(price=2.0, grown_at=(1.0,))]
    >>> [(cut.price, cut.grown_at) for cut in path_cuts([1.0, 4.0])]
    [(1.0, (1.0, 4.0)), (4.0, (4.0,)), (1.0, (1.0,)), (4.0, (1.0,)), (1.0, (4.0,))]
    """
    groups = price_groups(prices)
    grown = [_searched(group) for group in groups]
    own = [Cut(price, tuple(grown[place:])) for place, group in enumerate(groups) for price in group]
    others = [Cut(cut.price, (price,)) for price in grown for cut in own]
    return [*own, *(cut for cut in others if cut not in own)]


def grow_path(grower: Grower, rows: TrainingRows, cuts: Sequence[Cut]) -> list[GrownTree]:
    """The tree of each cut; those of one tree share one object. Raises NoSuchTree."""
    started = time.perf_counter()
    grown = _grown(grower, rows, sorted({price for cut in cuts for price in cut.grown_at}))
    finished: dict[tuple[object, ...], GrownTree] = {}
    found = []
    for cut in cuts:
        trees = [tree for price in cut.grown_at for tree in grown[price]]
        best = _at(grower, cut.price).best_described(trees, rows)
        name = _name(best)
        if name not in finished:
            finished[name] = grower.finished(best, rows, started)
        found.append(finished[name])
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
    """The price that a group's trees are grown at: the usual one, or else the middle one."""
    return USUAL_PRICE if USUAL_PRICE in group else group[(len(group) - 1) // 2]


def _grown(grower: Grower, rows: TrainingRows, prices: Sequence[float]) -> Mapping[float, list[UncutTree]]:
    """Trees by the price that they were grown at.

    All effort goes to the price that is nearest to the usual one. Trees of lower prices are large and take long, and
    many others are as good; of higher prices there is little to find that the others have not. So less will do there.
    """
    usual = min(prices, key=lambda price: (abs(log(price / USUAL_PRICE)), price))
    grown = {usual: _at(grower, usual).trees(rows)}
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
        if price != usual:
            grown[price] = _at(quick, price).trees(rows, look_ahead=False)
    return grown


def _at(grower: Grower, price: float) -> Grower:
    settings = grower.settings
    return replace(grower, settings=replace(settings, tariff=replace(settings.tariff, price=price)))


def _name(tree: UncutTree) -> tuple[object, ...]:
    """What tells trees apart that were cut from some that were grown: their rules, before these get short numbers."""
    return tuple((node.path, node.rule) for node in tree.root.in_order())
