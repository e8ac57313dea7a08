"""How good probabilities are: do they rank the rows (ROC), and does what they say come true (calibration)?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

N_BINS = 10
MOST_CORNERS = 200  # of a curve on the page
NORMAL_95 = 1.959964  # standard deviations on both sides that hold 95 %


@dataclass(frozen=True)
class RocCurve:
    """Rows of one class against all others, ranked by its probability."""

    area: float  # under the curve: how often a row of the class is ranked above another one
    corners: tuple[tuple[float, float], ...]  # share of the others, and of the class, that a threshold lets through


@dataclass(frozen=True)
class CalibrationBin:
    """Rows with similar probabilities: what they said, and what came true, with a 95 % interval (Wilson's)."""

    said: float
    came_true: float
    low: float
    high: float
    n_rows: float


@dataclass(frozen=True)
class ProbabilityMeasures:
    """Probabilities against true classes; a row counts as often as its evidence says."""

    roc: tuple[RocCurve | None, ...]  # by class; None where the rows are all of it, or none
    mean_area: float | None  # over the classes that have a curve
    calibration: tuple[CalibrationBin, ...]  # of the second class of two, otherwise of the class that is answered
    calibration_error: float  # mean distance of what is said of the answer and what comes true, in ten bins


def measure_probabilities(
    probabilities: Floats, truth: Integers, answer: Integers, evidence: Floats | None = None
) -> ProbabilityMeasures:
    """Measures of the probabilities of each class, by row; ``answer``: the class that each row is given.

    >>> said = np.array([[0.9, 0.1], [0.6, 0.4], [0.7, 0.3], [0.2, 0.8]])
    >>> found = measure_probabilities(said, np.array([0, 0, 1, 1]), np.array([0, 0, 0, 1]))
    >>> found.roc[1].area, len(found.calibration), round(found.calibration_error, 3)
    (0.75, 4, 0.35)
    """
    counts = np.ones(len(truth)) if evidence is None else evidence
    n_classes = probabilities.shape[1]
    roc = tuple(roc_curve(probabilities[:, k], truth == k, counts) for k in range(n_classes))
    areas = [curve.area for curve in roc if curve is not None]
    of_answer = calibrate(probabilities[np.arange(len(truth)), answer], truth == answer, counts)
    return ProbabilityMeasures(
        roc=roc,
        mean_area=sum(areas) / len(areas) if areas else None,
        calibration=calibrate(probabilities[:, 1], truth == 1, counts) if n_classes == 2 else of_answer,
        calibration_error=sum(one.n_rows * abs(one.said - one.came_true) for one in of_answer) / float(counts.sum()),
    )


def roc_curve(score: Floats, is_member: NDArray[np.bool_], counts: Floats) -> RocCurve | None:
    """How far a score tells members from others; rows of one score are let through together."""
    _, place = np.unique(-score, return_inverse=True)
    members, others = (np.bincount(place, counts * kind) for kind in (is_member, ~is_member))
    if not members.sum() or not others.sum():
        return None
    through = [np.concatenate([[0.0], np.cumsum(part) / part.sum()]) for part in (others, members)]
    corners = np.column_stack(through)
    area = np.diff(corners[:, 0]) @ (corners[1:, 1] + corners[:-1, 1]) / 2
    return RocCurve(float(area), _few(_bends(corners)))


def calibrate(said: Floats, came_true: NDArray[np.bool_], counts: Floats) -> tuple[CalibrationBin, ...]:
    """Bins of about the same number of rows; equal probabilities are in one bin."""
    _, place = np.unique(said, return_inverse=True)
    rows_of = np.bincount(place, counts)
    middle = (np.cumsum(rows_of) - rows_of / 2) / counts.sum()
    number = np.minimum((N_BINS * middle).astype(np.int64), N_BINS - 1)[place]
    columns = (np.bincount(number, counts * part, N_BINS) for part in (np.ones(len(said)), said, came_true))
    return tuple(
        CalibrationBin(told / n_rows, true / n_rows, *_wilson(true, n_rows), n_rows)
        for n_rows, told, true in zip(*(column.tolist() for column in columns), strict=True)
        if n_rows
    )


def _wilson(n_true: float, n_rows: float) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson (1927)."""
    share, extra = n_true / n_rows, NORMAL_95**2 / n_rows
    middle = (share + extra / 2) / (1 + extra)
    reach = np.sqrt(extra * (share * (1 - share) + extra / 4)) / (1 + extra)
    return max(0.0, float(middle - reach)), min(1.0, float(middle + reach))


def _bends(corners: Floats) -> Floats:
    """The corners at which the curve turns, and both ends."""
    before, after = np.diff(corners[:-1], axis=0), np.diff(corners[1:], axis=0)
    turns = before[:, 0] * after[:, 1] != before[:, 1] * after[:, 0]
    return corners[np.concatenate([[True], turns, [True]])]


def _few(corners: Floats) -> tuple[tuple[float, float], ...]:
    """Corners at equal distances where there are too many to draw."""
    chosen = np.linspace(0, len(corners) - 1, min(len(corners), MOST_CORNERS)).round().astype(np.int64)
    return tuple((round(x, 4), round(y, 4)) for x, y in corners[chosen].tolist())
