"""Floats as the finite set that they are: neighbours, exact bisection, short decimals."""

from __future__ import annotations

from collections.abc import Callable
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

LARGEST = float(np.finfo(np.float64).max)

RUNGS = 32

_SIGN = np.int64(-(2**63))
_PRECISE = Context(prec=1000)  # digits enough for the difference of any two floats


def switches(holds: Callable[[Floats], NDArray[np.bool_]], points: Floats) -> Floats:
    """Where a property changes between consecutive points: the two neighbouring floats of each place.

    One place is found between two points of which one has the property and the other has not, none between two points
    that agree: the points must be so many that the property changes at most once from one to the next.

    >>> switches(lambda x: x * x > 2.0, np.array([0.0, 1.0, 10.0])).tolist()
    [1.414213562373095, 1.4142135623730951]
    """
    here = holds(points)
    first = np.flatnonzero(here[:-1] != here[1:])
    if not len(first):
        return points[:0]
    before, after, wanted = _ordinal(points[first]), _ordinal(points[first + 1]), here[first]
    while ((width := _width(before, after)) > 1).any():
        # A ladder from before to after; many rungs at once cost hardly more than one.
        rungs = np.minimum(np.maximum(width // RUNGS, 1)[:, None] * np.arange(RUNGS, dtype=np.uint64), width[:, None])
        ladder = np.column_stack([before[:, None] + rungs.view(np.int64), after])
        inner = holds(_float(ladder[:, 1:-1].ravel())).reshape(len(first), -1)
        changed = np.column_stack([inner != wanted[:, None], np.ones(len(first), dtype=bool)])
        rung = changed.argmax(axis=1)
        every = np.arange(len(first))
        before, after = ladder[every, rung], ladder[every, rung + 1]
    return _float(np.unique(np.concatenate([before, after])))


def shortest_decimal(start: float, stop: float) -> float:
    """A float from start to stop with as few decimals as there can be; the one nearest to start among them.

    >>> shortest_decimal(0.123456, 0.1239), shortest_decimal(-7.31, -7.2), shortest_decimal(1934.2, 1999.0)
    (0.1235, -7.3, 1940.0)
    """
    low, high = min(start, stop), max(start, stop)
    if low <= 0.0 <= high:
        return 0.0
    if low == high:
        return start
    if high < 0.0:
        return -shortest_decimal(-start, -stop)
    bottom, top = Decimal(repr(low)), Decimal(repr(high))  # what is between them is read as a float between the two
    power = _PRECISE.subtract(top, bottom).adjusted() + 1
    while True:
        if start < stop:
            steps = bottom.scaleb(-power, _PRECISE).to_integral_value(ROUND_CEILING, _PRECISE)
        else:
            steps = top.scaleb(-power, _PRECISE).to_integral_value(ROUND_FLOOR, _PRECISE)
        decimal = steps.scaleb(power, _PRECISE)
        if bottom <= decimal <= top:
            return float(decimal)
        power -= 1


def _ordinal(numbers: Floats) -> Integers:
    """The place of each float in the order of all floats, 0 for zero."""
    bits = np.ascontiguousarray(numbers).view(np.int64)
    return np.where(bits >= 0, bits, -(bits & ~_SIGN))


def _width(before: Integers, after: Integers) -> NDArray[np.uint64]:
    """Their difference, which may exceed the signed integers."""
    return after.view(np.uint64) - before.view(np.uint64)


def _float(ordinals: Integers) -> Floats:
    return np.where(ordinals >= 0, ordinals, -ordinals | _SIGN).view(np.float64)
