"""One timed fit and what is measured of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nldt import NLDTClassifier
from nldt.bench.splits import Split


@dataclass(frozen=True)
class Time:
    """Seconds on the wall, and of all cores together: those hardly depend on what else the machine does."""

    wall: float
    cpu: float


def timed(work: Callable[[], Any]) -> tuple[Any, Time]:
    """What the work returns, and its time."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    return result, Time(time.perf_counter() - wall, time.process_time() - cpu)


@dataclass(frozen=True)
class Fit:
    """Test accuracy in percent, size of the tree, and what it took."""

    accuracy: float
    rules: int
    length: int
    time: Time
    structures: int

    @property
    def cpu(self) -> float:
        """CPU seconds."""
        return self.time.cpu


def fit(rows: Split, **parameters: Any) -> Fit:
    """Fit a classifier with these parameters and measure it."""
    classifier, taken = timed(lambda: NLDTClassifier(**parameters).fit(rows.X_train, rows.y_train))
    return Fit(
        100 * float(classifier.score(rows.X_test, rows.y_test)),
        classifier.n_rules_,
        classifier.rule_length_,
        taken,
        classifier.search_report_.structures_evaluated,
    )
