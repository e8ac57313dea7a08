"""Random trees of random rules and rows for them, as hypothesis draws them; numbers round or not."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st
from made_trees import made_model, shifted_basis

from nldt import SplitRule
from nldt.model.basis import Basis
from nldt.model.fitted_model import FittedModel
from nldt.model.tree import FittedTree

CLASSES = ["a", "b", "c"]

round_numbers = st.integers(-4, 4).map(float)
numbers = round_numbers | st.floats(-5, 5, allow_subnormal=False).filter(lambda x: abs(x) > 1e-3)


@st.composite
def rules(draw: Any, n_features: int, basis: Basis | None = None) -> SplitRule:
    """Up to three terms of exponents from -3 to 3; a half-space of either side, or a band."""
    row = st.lists(st.just(0) | st.integers(-3, 3), min_size=n_features, max_size=n_features).filter(any)
    exponents = draw(st.lists(row, min_size=1, max_size=3))
    weights = draw(st.lists(numbers.filter(bool), min_size=len(exponents), max_size=len(exponents)))
    low, high = sorted(draw(st.tuples(numbers, numbers)))
    ends = draw(st.sampled_from(["upper", "lower", "band"]))
    return SplitRule(
        exponents, weights, -np.inf if ends == "upper" else low, np.inf if ends == "lower" else high, basis
    )


@st.composite
def shifted_bases(draw: Any, n_features: int) -> Basis:
    minimum = draw(st.lists(numbers, min_size=n_features, max_size=n_features))
    span = draw(st.lists(st.floats(0.1, 10), min_size=n_features, max_size=n_features))
    return shifted_basis(minimum, span)


@st.composite
def models(draw: Any, max_depth: int = 3) -> FittedModel:
    """A tree with a rule at its root, in raw or in shifted units."""
    n_features = draw(st.integers(1, 3))
    basis = draw(st.none() | shifted_bases(n_features))
    left: list[int] = []
    right: list[int] = []
    at_node: list[SplitRule | None] = []

    def grow(depth: int) -> int:
        node = len(left)
        left.append(-1)
        right.append(-1)
        at_node.append(None)
        if depth < max_depth and (node == 0 or draw(st.booleans())):
            at_node[node] = draw(rules(n_features, basis))
            left[node] = grow(depth + 1)
            right[node] = grow(depth + 1)
        return node

    grow(0)
    winners = draw(st.lists(st.integers(0, 2), min_size=len(left), max_size=len(left)))
    weights = 1.0 + 8.0 * np.eye(3)[winners]
    tree = FittedTree(np.array(left), np.array(right), weights, tuple(at_node))
    return made_model(tree, [f"x{j + 1}" for j in range(n_features)], CLASSES)


@st.composite
def models_and_rows(draw: Any) -> tuple[FittedModel, np.ndarray]:
    model = draw(models())
    n_features = len(model.feature_names)
    return model, np.array(draw(st.lists(numbers, min_size=n_features, max_size=n_features)))
