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

Limits = tuple[float, float] | None  # the lowest and the highest value that training rows had, where they are known
Run = tuple[float, float]  # the value of one class that is nearest to the row, and the farthest


@dataclass(frozen=True)
class Crossing:
    """A way into another class."""

    boundary: float  # the first value of the feature in the other class
    value: float  # a short number just beyond it
    class_number: int
    at_pole: bool  # whether the class changes because a rule's value is not finite there


def nearest_crossing(line: Line, limits: Limits = None) -> Crossing | None:
    """The nearest value of the line's feature with another predicted class; None where there is none.

    Solved on all rules of the tree, the other features held. Values so large that a rule overflows don't count.
    A value within ``limits`` is preferred to a nearer one beyond them.
    """
    within, any_value = _other_runs(line, limits)
    found = within or any_value
    if not found:
        return None
    first, last = min(found, key=lambda run: abs(run[0] - line.start))
    boundary, value = first, _beside_pole(line, first, last)
    if value is None:
        boundary, value = first, _readable(line, first, last)
        if not within or _is_within(line.start, limits):  # from elsewhere, what is nearer may be beyond the limits
            boundary, value = _settle(line, boundary, value)
    return _crossing(line, boundary, value)


def nearest_whole_crossing(line: Line, limits: Limits = None) -> Crossing | None:
    """The same among whole numbers only; of two that are as near, the larger one."""
    for runs in _other_runs(line, limits):
        found = [whole for run in runs if (whole := _first_whole(line, *run)) is not None]
        if found:
            return _crossing(line, *min(found, key=lambda pair: abs(pair[1] - line.start)))
    return None


def _crossing(line: Line, boundary: float, value: float) -> Crossing:
    return Crossing(boundary, value, int(line.classes(np.array([value]))[0]), _is_at_pole(line, line.start, value))


def _first_whole(line: Line, first: float, last: float) -> tuple[float, float] | None:
    """Where a run begins, and the first whole number of it; None where it has none."""
    own = line.classes(np.array([line.start]))[0]
    value = float(np.ceil(first) if first > line.start else np.floor(first))
    if min(first, last) <= value <= max(first, last) and line.classes(np.array([value]))[0] != own:
        return first, value + 0.0  # no minus zero
    return None


def _class_boundaries(line: Line) -> Floats:
    """Values of the feature, rising, between whose neighbours the predicted class does not change."""
    by_rule = [breakpoints(line, rule) for rule in line.tree.conditional_rules]
    lowest = min(line.start, max(at.reach[0] for at in by_rule))
    highest = max(line.start, min(at.reach[1] for at in by_rule))
    points = np.unique(np.concatenate([[line.start], *(at.points for at in by_rule)]))
    return points[(lowest <= points) & (points <= highest)]


def _other_runs(line: Line, limits: Limits) -> tuple[list[Run], list[Run]]:
    """Where classes other than the row's own begin and end on the way from it: parts within limits, and all runs."""
    points = _class_boundaries(line)
    classes = line.classes(points)
    start = int(np.searchsorted(points, line.start))
    upwards = _runs_of_others(points[start:], classes[start:])
    downwards = _runs_of_others(points[start::-1], classes[start::-1])
    runs = [*upwards, *downwards]
    parts = [] if limits is None else [_part_within(line, run, limits) for run in runs]
    return [part for part in parts if part is not None], runs


def _part_within(line: Line, run: Run, limits: tuple[float, float]) -> Run | None:
    low, high = max(min(run), limits[0]), min(max(run), limits[1])
    if low > high:
        return None
    return (low, high) if run[0] > line.start else (high, low)


def _is_within(value: float, limits: Limits) -> bool:
    return limits is not None and limits[0] <= value <= limits[1]


def _runs_of_others(points: Floats, classes: Integers) -> list[Run]:
    """The first and the last point of each run of one class that is not the first point's."""
    begins = np.flatnonzero(np.concatenate([[True], classes[1:] != classes[:-1]]))
    ends = np.append(begins[1:], len(points)) - 1
    others = classes[begins] != classes[0]
    return list(zip(points[begins[others]].tolist(), points[ends[others]].tolist(), strict=True))


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
