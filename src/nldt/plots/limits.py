"""Limits of an axis: all points, unless a few far ones would squeeze the rest together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Range = tuple[float, float]

MARGIN = 0.05
CENTRAL_SHARE = 0.96
FAR = 3.5  # times the central range: beyond it an axis may be cut
WORTH_CUTTING = 0.7  # of its length: a cut that leaves more is not worth a lost point


def full_range(values: Floats) -> Range:
    """All values and a margin, which does not reach zero from positive values."""
    lowest, highest = float(values.min()), float(values.max())
    margin = MARGIN * (highest - lowest) or MARGIN * abs(highest) or 1.0
    low = lowest - margin
    return (lowest / 2 if lowest > 0 >= low else low), highest + margin


def central_range(values: Floats) -> Range:
    """The full range, cut where it is much longer than what the central 96 % of the values need."""
    tail = (1 - CENTRAL_SHARE) / 2
    low, high = np.quantile(values, [tail, 1 - tail])
    reach = (high - low) * (FAR - 1) / 2
    lowest, highest = full_range(values)
    if reach == 0:
        return lowest, highest
    cut_low, cut_high = max(lowest, float(low - reach)), min(highest, float(high + reach))
    worth_it = cut_high - cut_low < WORTH_CUTTING * (highest - lowest)
    return (cut_low, cut_high) if worth_it else (lowest, highest)


def within(places: Floats, ranges: list[Range]) -> tuple[NDArray[np.bool_], list[str]]:
    """Which points lie inside the limits, and a note if some do not."""
    lows, highs = np.array(ranges).T
    inside = ((places >= lows) & (places <= highs)).all(axis=1)
    far = int(np.count_nonzero(~inside))
    return inside, [f"{far:,} of {len(places):,} points lie outside the picture"] if far else []
