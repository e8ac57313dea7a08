"""FasterRisk's risk scores as a classifier: a few yes-or-no questions, a few whole points for each.

The package has an optimiser of two classes, coded as -1 and 1, and of columns of 0 and 1, and no classifier as others
have them; this is one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin

Floats = NDArray[np.float64]

# What its authors show: five questions, of -5 to 5 points each.
QUESTIONS = 5
# Quantiles of a number at which is asked whether it is above.
THRESHOLDS = np.arange(1, 10) / 10


class Thresholds(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Columns of 0 and 1 that ask whether a number is above the quantiles that it has in the training rows."""

    def fit(self, X: Any, y: Any = None) -> Thresholds:
        """Learn the quantiles; one at the largest value asks nothing."""
        found = [np.unique(np.quantile(column, THRESHOLDS, method="lower")) for column in _numbers(X).T]
        self.ends_ = [ends[ends < column.max()] for ends, column in zip(found, _numbers(X).T, strict=True)]
        return self

    def transform(self, X: Any) -> Floats:
        """The questions, answered."""
        rows = _numbers(X)
        asked = [rows[:, [j]] > ends for j, ends in enumerate(self.ends_)]
        return np.hstack([np.empty((len(rows), 0)), *asked]).astype(float)


class RiskScores:
    """The best risk score that FasterRisk finds."""

    def fit(self, X: Floats, y: Any) -> RiskScores:
        """Learn from columns of 0 and 1."""
        from fasterrisk.fasterrisk import RiskScoreClassifier, RiskScoreOptimizer

        self.classes_, codes = np.unique(y, return_inverse=True)
        optimizer = RiskScoreOptimizer(X, 2.0 * codes - 1.0, k=min(QUESTIONS, X.shape[1]))
        # Its own calls a method that arrays had before numpy 2.3.
        rounding = optimizer.starRaySearchModel_object
        rounding.star_ray_search_scale_and_round = lambda *pool: _rounded(rounding, *pool)
        optimizer.optimize()
        multiplier, intercept, points = optimizer.get_models(model_index=0)
        self.points_ = np.asarray(points)
        self._score = RiskScoreClassifier(multiplier, intercept, points)
        return self

    def predict_proba(self, X: Floats) -> Floats:
        """The probability of each class."""
        second = np.asarray(self._score.predict_prob(X))
        return np.column_stack([1 - second, second])

    def predict(self, X: Floats) -> NDArray[Any]:
        """The class of each row."""
        return np.asarray(self.classes_[(np.asarray(self._score.predict(X)) > 0).astype(int)])


def _rounded(rounding: Any, intercepts: Floats, coefficients: Floats) -> tuple[Floats, Floats, Floats]:
    """Each solution of a pool in whole points, the best that its rounding finds: multipliers, intercepts, points."""
    pool = np.column_stack([intercepts, coefficients])
    found = [rounding.line_search_scale_and_round(solution) for solution in pool]
    points = np.array([own for _, own in found])
    return np.array([multiplier for multiplier, _ in found]), points[:, 0], points[:, 1:]


def _numbers(X: Any) -> Floats:
    return np.asarray(X, dtype=np.float64)
