"""Means, spreads, signed-rank tests and verdicts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np

Verdict = Literal["better", "similar", "worse"]

SIGNIFICANCE = 0.05  # paper, "Results": similar where the p-value is greater


@dataclass(frozen=True)
class Spread:
    """Mean and standard deviation of some runs; a single run has no deviation."""

    mean: float
    deviation: float | None
    runs: int

    @property
    def error(self) -> float:
        """Standard error of the mean."""
        return (self.deviation or 0.0) / math.sqrt(self.runs)


def spread(values: Iterable[float | None]) -> Spread | None:
    """Mean and sample standard deviation of the values that are there; None where none is.

    >>> spread([1.0, None, 3.0])
    Spread(mean=2.0, deviation=1.4142135623730951, runs=2)
    """
    known = np.array([value for value in values if value is not None], dtype=np.float64)
    if known.size == 0:
        return None
    return Spread(float(known.mean()), float(known.std(ddof=1)) if known.size > 1 else None, int(known.size))


def signed_rank_p(first: dict[int, float], second: dict[int, float]) -> float | None:
    """P-value of Wilcoxon's signed-rank test on the splits that both methods ran on; None where there is none.

    >>> signed_rank_p({0: 97.0, 1: 98.0}, {0: 97.0, 1: 98.0})  # nothing tells them apart
    1.0
    """
    from scipy.stats import wilcoxon

    seeds = sorted(first.keys() & second.keys())
    differences = np.array([first[seed] - second[seed] for seed in seeds])
    if not seeds:
        return None
    # Accuracies are shares of a few hundred rows: equal ones may differ in their last bit.
    differences[np.abs(differences) < 1e-9] = 0.0
    return float(wilcoxon(differences).pvalue) if differences.any() else 1.0


def verdict(ours: Spread, theirs: Spread, larger_is_better: bool = True) -> Verdict:
    """Our mean against a published one: similar within one standard error of their difference.

    >>> verdict(Spread(99.0, 1.0, 50), Spread(98.0, 1.0, 50))
    'better'
    """
    difference = ours.mean - theirs.mean
    if abs(difference) <= math.hypot(ours.error, theirs.error) + 1e-9:
        return "similar"
    return "better" if (difference > 0) == larger_is_better else "worse"
