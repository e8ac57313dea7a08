"""FasterRisk's risk scores as a classifier of scikit-learn's kind."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

MOST_POINTS = 5  # rows of the score card: the package's own example
CUTS = 9  # of each number: its tenths


class RiskScore:
    """A score card of a few yes-or-no questions, each "is this number at most that?", for two classes."""

    def fit(self, X: Any, y: Any, sample_weight: Floats | None = None) -> RiskScore:
        """Learn the cuts and the card; the package knows no weights, so that rows count once."""
        from fasterrisk.fasterrisk import RiskScoreClassifier, RiskScoreOptimizer

        self.classes_ = np.unique(y)
        self._cuts = np.quantile(X, np.linspace(0, 1, CUTS + 2)[1:-1], axis=0)
        card = RiskScoreOptimizer(self._asked(X), np.where(y == self.classes_[1], 1.0, -1.0), k=MOST_POINTS)
        card.optimize()
        multiplier, intercept, points = card.get_models(model_index=0)
        self.size = int(np.count_nonzero(points))
        self._card = RiskScoreClassifier(multiplier, intercept, points)
        return self

    def predict_proba(self, X: Any) -> Floats:
        """The probability of each class."""
        second = np.asarray(self._card.predict_prob(self._asked(X)))
        return np.column_stack([1 - second, second])

    def predict(self, X: Any) -> NDArray[Any]:
        """The class of each row."""
        return self.classes_[np.argmax(self.predict_proba(X), axis=1)]

    def _asked(self, X: Any) -> Floats:
        return (np.asarray(X)[:, None, :] <= self._cuts).reshape(len(X), -1).astype(np.float64)
