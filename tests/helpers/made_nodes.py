"""Nodes with a rule as a search finds it, for tests of what becomes of its numbers."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from nldt import SplitRule
from nldt.data.training_rows import TrainingRows
from nldt.model.basis import Basis
from nldt.model.target import Classes

INF = np.inf


def rows_of(X, y, weight=None, n_classes=None) -> TrainingRows:
    X, y = np.asarray(X, dtype=np.float64), np.asarray(y, dtype=np.int64)
    weight = np.ones(len(X)) if weight is None else np.asarray(weight, dtype=np.float64)
    return TrainingRows.of(X, y, weight, Classes.alike(np.arange(n_classes or int(y.max()) + 1)))


@st.composite
def nodes(draw) -> tuple[SplitRule, TrainingRows, str]:
    """A rule as a search finds it, at ends in the middle of gaps, and the rows of its node."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_rows, n_terms, n_classes = draw(st.integers(4, 60)), draw(st.integers(1, 6)), draw(st.integers(2, 3))
    places = draw(st.sampled_from([1, 3, 9]))  # few places make ties
    X = random.uniform(0.5, 3.0, (n_rows, 3)).round(places) * 10.0 ** draw(st.integers(-4, 4))
    exponents = random.integers(-2, 3, (n_terms, 3))
    exponents[~exponents.any(axis=1), 0] = 1
    basis = Basis.shifted(X.min(axis=0), X.max(axis=0)) if draw(st.booleans()) else None
    weights = random.standard_normal(n_terms) / np.abs(
        SplitRule(exponents, np.ones(n_terms), -INF, 0, basis).value(X).mean()
    )
    values = np.unique(SplitRule(exponents, weights, -INF, 0.0, basis).value(X))
    middles = (values[1:] + values[:-1]) / 2 if len(values) > 1 else values
    beyond = [values[0] - 0.1 * abs(values[0]), values[-1] + 0.1 * abs(values[-1])]  # no row lies on that side of it
    low, high = sorted(random.choice([*middles, *beyond], 2))
    is_band = draw(st.booleans()) and low < high
    signal = np.searchsorted(np.sort(random.choice(middles, n_classes - 1)), X @ random.standard_normal(3))
    y = np.where(random.random(n_rows) < 0.3, random.integers(0, n_classes, n_rows), signal)
    rule = SplitRule(exponents, weights, low if is_band else -INF, high, basis)
    weight = random.integers(1, 4, n_rows)
    return rule, rows_of(X, y, weight, n_classes), draw(st.sampled_from(["gini", "entropy"]))
