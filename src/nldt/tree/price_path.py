"""Trees for several prices of rules at once: few are grown, and for each price the best part of any of them is taken.

What a search finds depends on the price, but little on a small change of it; which part of a tree is worth its length
does, and costs next to nothing to find out.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from nldt.data.training_rows import TrainingRows
from nldt.tree.grower import GrownTree, Grower, UncutTree

# The highest price of those that share a search, over the lowest.
WIDEST_GROUP = 2.1


def grow_path(grower: Grower, rows: TrainingRows, prices: Sequence[float]) -> list[GrownTree]:
    """For each price, the tree that is described best at it among all parts of the trees grown for any of the prices.

    Prices of one tree share one object. Raises NoSuchTree.
    """
    started = time.perf_counter()
    grown = [tree for price in growing_prices(prices) for tree in _at(grower, price).trees(rows)]
    finished: dict[tuple[object, ...], GrownTree] = {}
    path = []
    for price in prices:
        best = _at(grower, price).best_described(grown, rows)
        name = _name(best)
        if name not in finished:
            finished[name] = grower.finished(best, rows, started)
        path.append(finished[name])
    return path


def growing_prices(prices: Sequence[float]) -> list[float]:
    """Prices at which trees are grown: the middle one of each group of neighbours.

    >>> growing_prices([0.25, 0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4])
    [0.35, 1, 2.8]
    """
    groups: list[list[float]] = []
    for price in sorted(set(prices)):
        if groups and price <= WIDEST_GROUP * groups[-1][0]:
            groups[-1].append(price)
        else:
            groups.append([price])
    return [group[(len(group) - 1) // 2] for group in groups]


def _at(grower: Grower, price: float) -> Grower:
    settings = grower.settings
    return replace(grower, settings=replace(settings, tariff=replace(settings.tariff, price=price)))


def _name(tree: UncutTree) -> tuple[object, ...]:
    """What tells trees apart that were cut from some that were grown: their rules, before these get short numbers."""
    return tuple((node.path, node.rule) for node in tree.root.in_order())
