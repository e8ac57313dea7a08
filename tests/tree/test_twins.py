"""Walking a tree and pruning it, against their slow twins."""

import naive
import numpy as np
import pytest

from nldt.tree import prune


def test_every_row_ends_in_the_leaf_that_one_row_at_a_time_ends_in(full_grown, tangled_rows):
    X, _ = tangled_rows
    tree = full_grown.full_tree_
    assert len(set(tree.apply(X))) > 2
    assert tree.apply(X).tolist() == [naive.leaf_of(tree, row) for row in X]


@pytest.mark.parametrize("tolerance", [0.0, 0.01, 0.03, 0.1, 0.3, 1.0])
def test_pruning_removes_the_splits_that_trying_all_of_them_removes(full_grown, tolerance):
    tree = full_grown.full_tree_
    pruned, _ = tree.without(prune(tree, tolerance))
    expected, _ = tree.without(set(naive.pruned_splits(tree, tolerance)))
    assert np.array_equal(pruned.left, expected.left)
    assert np.array_equal(pruned.evidence, expected.evidence)
