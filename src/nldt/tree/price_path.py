"""Trees for several prices of rules at once: few are grown, and for each price the best part of any of them is taken.

What a search finds depends on the price, but little on a small change of it; which part of a tree is worth its length
does, and costs next to nothing to find out.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from nldt.data.training_rows import TrainingRows
from nldt.tree.grower import Grower, GrownTree, UncutTree

# The highest price of those that share a search, over the lowest.
WIDEST_GROUP = 2.1
USUAL_PRICE = 1.0


def grow_path(grower: Grower, rows: TrainingRows, prices: Sequence[float]) -> list[GrownTree]:
    """For each price, the tree that is described best at it, of all parts of the trees grown for it or for higher ones.

    Trees of lower prices have rules that a search has found by looking at many which were not worth their length here.
    Prices of one tree share one object. Raises NoSuchTree.
    """
    started = time.perf_counter()
    groups = price_groups(prices)
    middles = [group[(len(group) - 1) // 2] for group in groups]
    grown = [
        _at(grower, price).trees(rows) if price >= USUAL_PRICE or len(middles) == 1 else _rich(grower, price, rows)
        for price in middles
    ]
    finished: dict[tuple[object, ...], GrownTree] = {}
    by_price = {}
    for place, group in enumerate(groups):
        trees = [tree for of_group in grown[place:] for tree in of_group]
        for price in group:
            best = _at(grower, price).best_described(trees, rows)
            name = _name(best)
            if name not in finished:
                finished[name] = grower.finished(best, rows, started)
            by_price[price] = finished[name]
    return [by_price[price] for price in prices]


def price_groups(prices: Sequence[float]) -> list[list[float]]:
    """Neighbours that share the trees grown at the middle one of them, by rising price.

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


def _rich(grower: Grower, price: float, rows: TrainingRows) -> list[UncutTree]:
    """Trees of a low price: they are large and take long, and many others are as good, so that less effort will do."""
    hastened = getattr(grower.search, "hastened", None)
    quick = grower if hastened is None else replace(grower, search=hastened())
    return _at(quick, price).trees(rows, look_ahead=False)


def _at(grower: Grower, price: float) -> Grower:
    settings = grower.settings
    return replace(grower, settings=replace(settings, tariff=replace(settings.tariff, price=price)))


def _name(tree: UncutTree) -> tuple[object, ...]:
    """What tells trees apart that were cut from some that were grown: their rules, before these get short numbers."""
    return tuple((node.path, node.rule) for node in tree.root.in_order())
