"""Classifiers with rules of one's own choice, and names that try to break what prints them."""

from __future__ import annotations

import numpy as np
from made_trees import made_model

from nldt import NLDTClassifier, SplitRule
from nldt.model.tree import FittedTree, FrontPoint

NASTY_NAMES = [
    r"a$b^2_{x}\frac{",
    "中文特征名",
    "price in $ and % of {all}\nnew line",
    "_hidden",
    " ",
    "a very long feature name that goes on and on until it really must end",
    "</script>",
    "x_1",
    r"$\alpha$",
    "\\",
    "имя ελ ½",
]


def classifier_with(
    rules: dict[int, SplitRule],
    X: np.ndarray,
    y: np.ndarray,
    names: list[str] | None = None,
    front: list[SplitRule] | None = None,
) -> NLDTClassifier:
    """A classifier with these rules at these nodes, and the counts that the rows give it."""
    classes, codes = np.unique(y, return_inverse=True)
    left, right, weights, kept = [], [], [], []

    def grow(rows: np.ndarray) -> None:
        node = len(left)
        rule = rules.get(node)
        left.append(-1)
        right.append(-1)
        kept.append(rule)
        weights.append(np.bincount(codes[rows], minlength=len(classes)).astype(float))
        if rule is not None:
            goes_left = rule.goes_left(X[rows])
            left[node] = len(left)
            grow(rows[goes_left])
            right[node] = len(left)
            grow(rows[~goes_left])

    grow(np.arange(len(X)))
    assert all(total.sum() > 0 for total in weights), "a rule leaves a side empty"
    tree = FittedTree(np.array(left), np.array(right), np.array(weights), tuple(kept))
    fronts = {
        node: [FrontPoint(r.complexity, 1 / (1 + r.complexity), r) for r in front or [rule]]
        for node, rule in rules.items()
    }
    shown = names or [f"x{j + 1}" for j in range(X.shape[1])]
    model = made_model(tree, shown, classes, full_fronts=fronts, names_are_given=names is not None)
    return NLDTClassifier.from_model(model)
