"""One timed fit and what is measured of it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from nldt import NLDTClassifier
from nldt.bench.splits import Split


@dataclass(frozen=True)
class Fit:
    """Test accuracy in percent, size of the tree, and what it took."""

    accuracy: float
    rules: int
    length: int
    seconds: float
    structures: int


def fit(rows: Split, **parameters: Any) -> Fit:
    """Fit a classifier with these parameters and measure it."""
    started = time.perf_counter()
    classifier = NLDTClassifier(**parameters).fit(rows.X_train, rows.y_train)
    seconds = time.perf_counter() - started
    return Fit(
        100 * float(classifier.score(rows.X_test, rows.y_test)),
        classifier.n_rules_,
        classifier.rule_length_,
        seconds,
        classifier.search_report_.structures_evaluated,
    )
