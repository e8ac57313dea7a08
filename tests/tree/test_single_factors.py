"""A tree of rules of one factor grows beside the first: what a few long rules say, many short ones may say better."""

from __future__ import annotations

import numpy as np
import pytest
from growers import grower_of

from nldt.tree import grower as grower_module
from nldt.tree.grower import best_part


def stairs() -> tuple[np.ndarray, np.ndarray]:
    """Classes that four thresholds tell apart, and no sum or product of columns."""
    X = np.random.default_rng(5).uniform(1, 3, (600, 4))
    in_first = (X[:, 0] > 1.7) & ((X[:, 1] > 2.2) | (X[:, 2] < 1.4))
    return X, (in_first ^ ((X[:, 0] <= 1.7) & (X[:, 3] > 2.4))).astype(int)


def slope() -> tuple[np.ndarray, np.ndarray]:
    """Classes that one sum of two columns tells apart."""
    X = np.random.default_rng(6).uniform(1, 3, (400, 3))
    return X, (X[:, 0] + 2 * X[:, 1] > 6).astype(int)


def lengths(tree) -> list[int]:
    return [node.rule.complexity for node in tree.root.in_order() if node.rule is not None]


def test_the_last_tree_has_rules_of_one_factor_and_only_columns_are_looked_at():
    grower, rows = grower_of(*slope())
    first, *_, single = grower.trees(rows)
    assert max(lengths(first)) == 2
    assert set(lengths(single)) == {1} and len(lengths(single)) > 3
    assert first.lead == 0 < single.lead
    assert len(single.reports) > 3
    assert all(report.generations == 0 for report in single.reports)
    assert all(report.structures_evaluated <= grower.settings.space.n_columns for report in single.reports)


def test_a_law_stays_one_rule_and_stairs_become_thresholds():
    for make, longest in ((slope, 2), (stairs, 1)):
        grower, rows = grower_of(*make())
        chosen = grower.best_described(grower.trees(rows), rows)
        assert max(lengths(chosen)) == longest
    leaves = [node for node in chosen.root.in_order() if node.children is None]
    assert sum(leaf.sums.min() for leaf in leaves) < 0.01 * len(rows)


@pytest.mark.parametrize(("more", "longest"), [(-1.0, 1), (1.0, 2)])
def test_it_stays_only_where_it_leads_by_more(monkeypatch, more, longest):
    """A bit less than what it leads by, and a bit more."""
    grower, rows = grower_of(*stairs())
    trees, choice = grower.trees(rows), grower.choice(rows)
    *others, single = trees
    least = min(choice.best_beside_others(tree.root) + tree.lead for tree in others)
    lead = least - choice.best_beside_others(single.root)
    assert lead > 0
    monkeypatch.setattr(grower_module, "LEAD_OF_SINGLE", lead + more)
    chosen = lengths(best_part(grower.trees(rows), choice))
    assert max(chosen) == 1 if longest == 1 else max(chosen) > 1


def test_none_grows_from_many_rows_nor_beside_rules_of_one_factor(monkeypatch):
    X, y = slope()
    single, rows = grower_of(X, (X[:, 0] > 2).astype(int))
    assert len(single.trees(rows)) == 1
    monkeypatch.setattr(grower_module, "MOST_ROWS_FOR_SINGLE", len(X) - 1)
    grower, rows = grower_of(X, y)
    assert all(max(lengths(tree)) > 1 for tree in grower.trees(rows))


def test_where_limits_ask_for_shorter_rules_those_of_one_factor_grow_once():
    grower, rows = grower_of(*stairs(), max_length=2)
    of_one = [tree for tree in grower.trees(rows) if set(lengths(tree)) == {1}]
    assert len(of_one) == 1
