"""Pruning (paper, Sec. V): splits below the root are removed while the training accuracy stays within a tolerance."""

from __future__ import annotations

import numpy as np

from nldt.model.tree import LEAF, FittedTree


def prune(full_tree: FittedTree, tolerance: float | None) -> set[int]:
    """The nodes whose splits go: ``full_tree.without(...)`` of them is the pruned tree (NLDT_pruned).

    The least harmful split goes first, the deeper of equally harmful ones; the root's split stays. At the end sibling
    leaves of the same class become one; nothing else happens where the tolerance is None. Only counts are needed, never
    the training rows.
    """
    tree = full_tree
    numbers = np.arange(len(tree))  # of the nodes, in the full tree
    total = tree.target.mass(tree.sums[0])
    # Losses are sums and differences of masses: the slack is for their rounding.
    budget = ((tolerance or 0.0) + 1e-12) * total
    spent = 0.0
    while tolerance is not None:
        losses = _losses(tree)
        if not losses or spent + min(losses.values()) > budget:
            break
        depth = tree.depth
        node = min(losses, key=lambda node: (losses[node], -depth[node]))
        spent += losses[node]
        tree, kept = tree.without({node})
        numbers = numbers[kept]
    while twins := _parents_of_equal_leaves(tree):
        tree, kept = tree.without(twins)
        numbers = numbers[kept]
    return set(numbers[(tree.left == LEAF) & (full_tree.left[numbers] != LEAF)].tolist())


def _losses(tree: FittedTree) -> dict[int, float]:
    """Training mass that is misclassified anew when a split is removed, for every split below the root."""
    right_mass = tree.target.right(tree.sums)
    losses = {}
    for node in tree.conditional_nodes[1:]:
        below = [other for other in tree.descendants(int(node)) if tree.left[other] == LEAF]
        losses[int(node)] = max(float(right_mass[below].sum() - right_mass[node]), 0.0)
    return losses


def _parents_of_equal_leaves(tree: FittedTree) -> set[int]:
    label = tree.answers
    return {
        int(node)
        for node in tree.conditional_nodes[1:]
        if tree.left[tree.left[node]] == LEAF
        and tree.left[tree.right[node]] == LEAF
        and label[tree.left[node]] == label[tree.right[node]]
    }
