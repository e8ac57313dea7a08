"""The logistic last step: weights that a sample has found, moved to where all rows want them.

A logistic regression along the terms of a rule is fitted on the sample; one pass gives its gradient and its matrix of
second derivatives on all rows; after a step of Newton's method from there the error is the square of the sample's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from nldt.data.partitions.row_reading import RowReading
from nldt.data.training_rows import TrainingRows
from nldt.model.rule import SplitRule
from nldt.model.target import Classes
from nldt.model.tree import FittedTree
from nldt.tree.node_split import goes_left, rule_terms
from nldt.tree.partitions.routing import features_above, features_of, rows_at

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

FARTHEST = 32.0  # deviations from the mean that a term is counted with at the most
# Each row's part of a sum is rounded to whole multiples of this: then any order of adding them up gives the same.
STEP = 2.0**-18
PRECISION = 0.3  # of the weights, before any row is seen
MOST_ITERATIONS = 30
CLOSE = 1e-9


@dataclass(frozen=True, eq=False)
class Logistic:
    """The chance of being in a group of classes along the terms of a node's rule."""

    node: int
    rule: SplitRule
    group: NDArray[np.bool_]  # by class
    mean: Floats
    deviation: Floats
    weights: Floats  # of 1 and of the terms, in deviations from their means

    def derivatives(self, rows: TrainingRows) -> Derivatives:
        """Gradient and second derivatives of the rows' log-likelihood."""
        terms = rule_terms(self.rule, rows)
        known = np.isfinite(terms).all(axis=0)
        target = rows.target
        assert isinstance(target, Classes)
        values, mass = rows.values[known], (rows.evidence * target.cost[rows.values])[known]
        z = np.ones((len(terms) + 1, len(values)))
        z[1:] = np.clip((terms[:, known] - self.mean[:, None]) / self.deviation[:, None], -FARTHEST, FARTHEST)
        chance = expit(sum(weight * column for weight, column in zip(self.weights.tolist(), z, strict=True)))
        misses, spread = mass * (self.group[values] - chance), mass * chance * (1 - chance)
        first, second = np.triu_indices(len(z))
        return Derivatives(
            np.array([_whole_steps(misses * column) for column in z]),
            np.array([_whole_steps(spread * z[i] * z[j]) for i, j in zip(first, second, strict=True)]),
        )

    def stepped(self, found: Derivatives) -> Floats:
        """The weights after one step of Newton's method."""
        prior = np.append(0.0, np.full(len(self.weights) - 1, PRECISION))
        gradient = found.gradient * STEP - prior * self.weights
        matrix = np.zeros((len(prior), len(prior)))
        matrix[np.triu_indices(len(prior))] = found.matrix * STEP
        matrix = matrix + np.triu(matrix, 1).T + np.diag(prior + CLOSE)
        return self.weights + np.linalg.solve(matrix, gradient)

    def direction(self, weights: Floats) -> Floats:
        """Weights of a rule on whose left the group is, scaled as those of the rule are."""
        raw = -weights[1:] / self.deviation
        pivot = int(np.argmin(np.abs(np.abs(self.rule.weights) - 1.0)))
        if raw[pivot] * self.rule.weights[pivot] < 0:
            raw = -raw
        return np.asarray(raw * np.abs(self.rule.weights[pivot] / raw[pivot]))


@dataclass(frozen=True, eq=False)
class Derivatives:
    """In whole steps."""

    gradient: Integers
    matrix: Integers  # the upper triangle

    def __add__(self, other: Derivatives) -> Derivatives:
        return Derivatives(self.gradient + other.gradient, self.matrix + other.matrix)


@dataclass(frozen=True, eq=False)
class LogisticPass:
    """The derivatives of some logistic regressions on all rows."""

    reading: RowReading
    tree: FittedTree
    curves: tuple[Logistic, ...]
    name: str = "logistic step"

    @property
    def _needed(self) -> list[int]:
        above = features_above(self.tree, {curve.node for curve in self.curves})
        return sorted({*above, *features_of([curve.rule for curve in self.curves])})

    @property
    def columns(self) -> list[str]:
        return self.reading.columns(self._needed)

    def of(self, frame: pd.DataFrame) -> list[Derivatives]:
        rows = self.reading.rows(frame, self._needed, self.tree.target)
        own = dict(rows_at(self.tree, rows, {curve.node for curve in self.curves}))
        return [curve.derivatives(own[curve.node]) for curve in self.curves]

    def add(self, total: list[Derivatives], more: list[Derivatives]) -> list[Derivatives]:
        return [first + second for first, second in zip(total, more, strict=True)]


def fit_logistic(node: int, rule: SplitRule, rows: TrainingRows) -> Logistic | None:
    """The regression along the terms of a rule, on rows in memory; None where there is nothing to fit."""
    terms = rule_terms(rule, rows)
    terms = terms[:, np.isfinite(terms).all(axis=0)]
    if terms.shape[1] == 0:
        return None
    mean, deviation = terms.mean(axis=1), terms.std(axis=1)
    left = rows.sums_of(goes_left(rule, rows))
    group = left > rows.sums / 2
    if not deviation.all() or group.all() or not group.any():
        return None
    curve = Logistic(node, rule, group, mean, deviation, np.zeros(len(terms) + 1))
    for _ in range(MOST_ITERATIONS):
        weights = curve.stepped(curve.derivatives(rows))
        change = weights - curve.weights
        longest = np.abs(change).max()
        if not np.isfinite(longest):
            return None
        weights = curve.weights + change / max(1.0, longest / 4)
        curve = Logistic(node, rule, group, mean, deviation, weights)
        if longest < CLOSE * max(1.0, np.abs(weights).max()):
            break
    return curve


def _whole_steps(parts: Floats) -> int:
    return int(np.rint(parts / STEP).astype(np.int64).sum())
