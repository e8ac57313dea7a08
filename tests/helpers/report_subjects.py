"""Models made by hand, and rows for them, that a report is made of."""

from __future__ import annotations

from typing import Any

import numpy as np
from made_trees import made_model

from nldt import SplitRule
from nldt.model.fitted_model import FittedModel
from nldt.model.tree import FittedTree, FrontPoint
from nldt.report import render_page, summarise

INF = np.inf

NASTY_FEATURES = [
    "</script><script>window.broken = 1</script>",
    '"><img src=x onerror="window.broken = 1">',
    "it's `${window.broken = 1}` & <b>bold</b> &lt;",
    "高さ μ² \u2028{{ 7 * 7 }}",
]
NASTY_CLASSES = ["</style><b>class</b>", "<!-- <script>", "'\"&amp; ☃"]


def two_rules(**more: Any) -> FittedTree:
    """A band of three terms above a rule of one term with a negative weight; four features, three classes."""
    band = SplitRule([[2, -1, 0, 0], [0, 0, 1, 0], [0, 0, -2, -1]], [0.61, -1.0, 0.25], -1.5, 2.75)
    single = SplitRule([[0, 1, 0, 1]], [-2.0], -INF, -1.125)
    evidence = np.array([[40.0, 31, 30], [30, 1, 20], [10, 30, 10], [7, 30, 3], [3, 0, 7]])
    left, right = np.array([1, -1, 3, -1, -1]), np.array([2, -1, 4, -1, -1])
    return FittedTree(left, right, evidence, (band, None, single, None, None), **more)


def fronts_of(tree: FittedTree, simple: SplitRule) -> dict[int, list[FrontPoint]]:
    """For each rule: a simple one, and the rule itself."""
    return {
        int(node): [FrontPoint(1, 0.4, simple), FrontPoint(tree.rules[node].complexity, 0.1, tree.rules[node])]
        for node in tree.conditional_nodes
    }


def subject(features: list[str] | None = None, classes: list[str] | None = None, **more: Any) -> FittedModel:
    """A model of two rules; ``more``: of its tree."""
    tree = two_rules(**more)
    fronts = fronts_of(tree, SplitRule([[0, 0, 0, 1]], [1.0], -INF, 1e-7))
    return made_model(tree, features or ["a", "b", "c", "d"], classes or ["red", "green", "blue"], full_fronts=fronts)


def rows(n_rows: int = 120, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Rows of four features with classes at random, so that some are misclassified."""
    random = np.random.default_rng(seed)
    return random.uniform(0.2, 2.0, size=(n_rows, 4)), random.integers(0, 3, size=n_rows)


def page_of(what: FittedModel, X: np.ndarray, truth: np.ndarray, title: str = "A report") -> str:
    return render_page(summarise(what, X, truth), title)
