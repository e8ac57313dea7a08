"""Small data and quickly fitted classifiers for tests that are not about the quality of the search."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from nldt import NLDTClassifier, PaperSearch


def quick(**parameters: Any) -> NLDTClassifier:
    """An unfitted classifier whose search takes a few hundredths of a second a node."""
    chosen = {"search": PaperSearch(population=10, generations=5), "random_state": 0} | parameters
    return NLDTClassifier(**chosen)


def tangled(n_rows: int = 150, n_classes: int = 3, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Rows of three positive features whose classes no single rule tells apart."""
    random = np.random.default_rng(seed)
    X = random.uniform(0.5, 2.0, size=(n_rows, 3))
    score = X[:, 0] * X[:, 1] + np.sin(5 * X[:, 2]) + 0.3 * random.standard_normal(n_rows)
    cuts = np.quantile(score, np.arange(1, n_classes) / n_classes)
    return X, np.searchsorted(cuts, score)


def fingerprint(classifier: NLDTClassifier) -> dict[str, Any]:
    """All that rows and rules decide of a model: equal means the same, bit for bit.

    Not its parameters, its estimate, the time that it took, and what its table is told from others by: weights are no
    repeated rows there.
    """
    content = json.loads(classifier.to_json())
    left_out = ("parameters", "search_report", "estimates", "fingerprint")
    return {key: value for key, value in content.items() if key not in left_out}
