"""Classifiers with rules of one's own choice, and names that try to break what prints them."""

from __future__ import annotations

from typing import Any

import numpy as np

from nldt import NLDTClassifier, SplitRule
from nldt.model.document import ModelDocument
from nldt.model.search_report import SearchReport
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
    """A classifier with these rules at these nodes, and the class weights that the rows give it."""
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
    content: dict[str, Any] = {
        "parameters": {},
        "classes": classes,
        "n_features": X.shape[1],
        "feature_names": None if names is None else np.array(names, dtype=object),
        "full_tree": tree,
        "fronts": fronts,
        "pruned_at": set(),
        "report": SearchReport(0.0, 0, 0, (), True),
    }
    return NLDTClassifier.from_document(ModelDocument(**content))
