"""Trees grow from other rules of the root, too: the shortest of many is shorter by chance, so that some must lead."""

from __future__ import annotations

import pytest
from growers import grower_of
from quick_models import tangled

from nldt.tree import grower as grower_module
from nldt.tree.grower import best_part


def grown():
    grower, rows = grower_of(*tangled(n_rows=300))
    return grower.choice(rows), grower.trees(rows)


def root_columns(tree) -> frozenset[int]:
    return frozenset(tree.root.rule.columns) if tree.root.rule is not None else frozenset()


def test_further_roots_use_other_columns_and_must_lead_but_for_the_first():
    _, trees = grown()
    first, other, *further = [tree for tree in trees if tree.lead != grower_module.LEAD_OF_SINGLE]
    assert first.lead == other.lead == 0.0
    assert further and all(tree.lead == grower_module.LEAD_OF_FURTHER_ROOTS for tree in further)
    assert len({root_columns(tree) for tree in (first, other, *further)}) == 2 + len(further)


@pytest.mark.parametrize(("more", "stays"), [(-1.0, True), (1.0, False)])
def test_a_further_root_stays_only_where_it_leads_by_more(monkeypatch, more, stays):
    """A bit less than what the best of them leads by, and a bit more."""
    choice, trees = grown()
    further = [tree for tree in trees if tree.lead == grower_module.LEAD_OF_FURTHER_ROOTS]
    others = [tree for tree in trees if tree not in further]
    best = min(further, key=lambda tree: choice.best_beside_others(tree.root))
    lead = min(choice.best_beside_others(tree.root) + tree.lead for tree in others)
    lead -= choice.best_beside_others(best.root)
    monkeypatch.setattr(grower_module, "LEAD_OF_FURTHER_ROOTS", lead + more)
    chosen = best_part(grown()[1], choice)
    assert (root_columns(chosen) == root_columns(best)) is stays
