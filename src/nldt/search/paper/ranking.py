"""The order of upper-level solutions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rank_order(
    impurity: NDArray[np.float64],
    complexity: NDArray[np.int64],
    modulus: NDArray[np.bool_],
    target_impurity: float,
) -> NDArray[np.int64]:
    """Indices from the best to the worst solution (paper, Definition IV.1); equal ones keep their order.

    Feasible solutions (impurity at most the target) come first, by complexity, impurity and modulus; infeasible ones
    by impurity, and, where that ties, by complexity and modulus (the paper is silent there).

    >>> rank_order(np.array([0.3, 0.04, 0.01]), np.array([1, 1, 2]), np.array([False, True, False]), 0.05)
    array([1, 2, 0])
    """
    feasible = impurity <= target_impurity
    first = np.where(feasible, complexity, impurity)
    second = np.where(feasible, impurity, complexity)
    return np.lexsort((modulus, second, first, ~feasible))
