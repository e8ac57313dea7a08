"""The smallest change of one feature that flips the predicted class."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from nldt.explain.floats import Floats, Integers, shortest_decimal, switches
from nldt.explain.line import Line, breakpoints

# A suggested value may lie this share of the change beyond the boundary, for the sake of a short number.
BEYOND = 0.01
# Away from a pole no change is too small to flip: this one, or this share of the value, can be read.
BESIDE_POLE = 0.001


@dataclass(frozen=True)
class Crossing:
    """A way into another class."""

    boundary: float  # the first value of the feature in the other class
    value: float  # a short number just beyond it
    class_number: int
    at_pole: bool  # whether the class changes because a rule's value is not finite there


def nearest_crossing(line: Line) -> Crossing | None:
    """The nearest value of the line's feature with another predicted class; None where there is none.

    Solved on all rules of the tree, the other features held. Values so large that a rule overflows don't count.
    """
    points = _class_boundaries(line)
    classes = line.classes(points)
    start = int(np.searchsorted(points, line.start))
    runs = [_first_other_run(points[start::step], classes[start::step]) for step in (1, -1)]
    found = [run for run in runs if run is not None]
    if not found:
        return None
    first, last = min(found, key=lambda run: abs(run[0] - line.start))
    boundary, value = first, _beside_pole(line, first, last)
    if value is None:
        boundary, value = _settle(line, first, _readable(line, first, last))
    return Crossing(boundary, value, int(line.classes(np.array([value]))[0]), _is_at_pole(line, line.start, value))


def _class_boundaries(line: Line) -> Floats:
    """Values of the feature, rising, between whose neighbours the predicted class does not change."""
    by_rule = [breakpoints(line, rule) for rule in line.tree.conditional_rules]
    lowest = min(line.start, max(at.reach[0] for at in by_rule))
    highest = max(line.start, min(at.reach[1] for at in by_rule))
    points = np.unique(np.concatenate([[line.start], *(at.points for at in by_rule)]))
    return points[(lowest <= points) & (points <= highest)]


def _first_other_run(points: Floats, classes: Integers) -> tuple[float, float] | None:
    """The first and the last of the nearest points with one class other than the first point's."""
    others = np.flatnonzero(classes != classes[0])
    if not len(others):
        return None
    first = others[0]
    ends = np.flatnonzero(classes[first:] != classes[first])
    last = first + ends[0] - 1 if len(ends) else len(points) - 1
    return float(points[first]), float(points[last])


def _readable(line: Line, first: float, last: float) -> float:
    """A short number that is hardly farther away than the first value of the other class."""
    with np.errstate(over="ignore"):
        farthest = float(np.float64(first) + BEYOND * (np.float64(first) - line.start))
    stop = min(last, farthest) if first > line.start else max(last, farthest)
    value = shortest_decimal(first, stop)
    before, after, proposed = line.classes(np.array([line.start, first, value]))
    return value if before != proposed == after else first


def _beside_pole(line: Line, first: float, last: float) -> float | None:
    """A short number of the class that begins beside a pole, if the row is at the pole; the first float is none."""
    upwards = first > line.start
    if not _is_at_pole(line, first, math.nextafter(first, line.start)):
        return None
    step = BESIDE_POLE * max(abs(line.start), 1.0)
    stop = min(last, line.start + step) if upwards else max(last, line.start - step)
    if abs(stop - line.start) <= abs(first - line.start):  # the row is not at the pole
        return None
    value = shortest_decimal(stop, first)
    after, proposed = line.classes(np.array([first, value]))
    return value if proposed == after else None


def _is_at_pole(line: Line, away: float, value: float) -> bool:
    """Whether the feature itself keeps a rule on the value's way from being finite, which it is away from there."""
    positions = np.array([away, value])
    with np.errstate(all="ignore"):
        way = line.tree.decision_path(line.rows(positions[1:])).indices
    values = [line.values(rule, positions) for node in way if (rule := line.tree.rules[node]) is not None]
    return any(np.isfinite(before) and not np.isfinite(after) for before, after in values)


def _settle(line: Line, boundary: float, value: float) -> tuple[float, float]:
    """Come nearer while half of the change flips too.

    Only where rounding decides: next to a boundary a sum of several terms may cross it to and fro.
    """
    own = line.classes(np.array([line.start]))[0]
    while True:
        half = line.start + (value / 2 - line.start / 2)
        if half in (line.start, value) or line.classes(np.array([half]))[0] == own:
            return boundary, value
        pair = np.array(sorted([line.start, half]))
        nearer = switches(lambda x: line.classes(x) == own, pair)
        boundary = value = float(nearer[line.classes(nearer) != own][0])
