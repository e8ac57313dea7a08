"""A yardstick for laws: the rule of least impurity of whoever is told a law's structure, and finds its numbers only."""

from __future__ import annotations

import numpy as np
import pandas as pd
from law_table import Law
from numpy.typing import NDArray

from nldt.data.columns import Columns
from nldt.solve import NATIVE, DirectionSettings, NodeRows, power_terms
from nldt.solve.batch import RuleShape

STARTS, STEPS = 8, 50

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


def accuracy_if_told(law: Law, training: tuple[pd.DataFrame, Flags], test: tuple[pd.DataFrame, Flags]) -> float:
    """Percent of the test rows that weights and ends from the training rows get right."""
    terms, y = terms_of(law, training[0]), training[1]
    scale = terms.std(axis=1, keepdims=True)
    weights, low, high = fitted_numbers(terms / scale, y, RuleShape.BAND if law.rule.is_band else RuleShape.HALF_SPACE)
    value = weights @ (terms_of(law, test[0]) / scale)
    share = np.mean(((low <= value) & (value <= high)) == test[1])
    return 100 * float(max(share, 1 - share))  # a side may stand for either class


def terms_of(law: Law, X: pd.DataFrame) -> Floats:
    """The law's terms without their weights: (terms, rows)."""
    features = np.ascontiguousarray(X[list(law.features)].to_numpy(np.float64).T)
    return power_terms(features, np.ascontiguousarray(law.rule.exponents))


def fitted_numbers(terms: Floats, y: Flags, shape: RuleShape) -> tuple[Floats, float, float]:
    """Weights and ends of least impurity, the best of some starts."""
    by_class = np.argsort(y, kind="stable")
    rows = NodeRows(
        Columns(np.ascontiguousarray(terms[:, by_class])), np.array([0, np.sum(~y), len(y)]), np.ones(len(y))
    )
    structures = np.repeat(np.eye(len(terms), dtype=np.int8)[None], STARTS, axis=0)
    settings = DirectionSettings(criterion="gini", steps=STEPS, thorough=True)
    rules = NATIVE.solve_directions(rows, structures, np.arange(STARTS, dtype=np.uint64), settings)
    best = int(np.argmin(rules.impurity[:, shape]))
    return rules.weights[best, shape], float(rules.low[best, shape]), float(rules.high[best, shape])
