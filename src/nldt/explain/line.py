"""A tree along one feature, the others held: every rule is a Laurent polynomial of the feature's column there."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from nldt.explain.floats import LARGEST, Floats, switches
from nldt.model.basis import Basis
from nldt.model.rule import SplitRule
from nldt.model.tree import FittedTree

# Coefficients smaller than this share (a power of two) of the largest move no root near 1.
NEGLIGIBLE_POWER = -200
# Powers of two between which a rule's value is looked at, to see where it stops being finite.
POWERS = np.ldexp(1.0, np.arange(-1072, 1024, 16))


@dataclass(frozen=True, eq=False)
class Line:
    """All rows that differ from one row in one feature only."""

    tree: FittedTree
    row: Floats
    feature: int

    @property
    def start(self) -> float:
        """The row's own value of the feature."""
        return float(self.row[self.feature])

    def rows(self, positions: Floats) -> Floats:
        """The rows at some values of the feature."""
        rows = np.tile(self.row, (len(positions), 1))
        rows[:, self.feature] = positions
        return rows

    def classes(self, positions: Floats) -> NDArray[np.int64]:
        """Numbers of the predicted classes, as ``predict`` has them."""
        with np.errstate(all="ignore"):
            leaves = self.tree.apply(self.rows(positions))
        return self.tree.answers[leaves]

    def values(self, rule: SplitRule, positions: Floats) -> Floats:
        """A rule's values, as ``predict`` has them."""
        with np.errstate(all="ignore"):
            return rule.value(self.rows(positions))


@dataclass(frozen=True, eq=False)
class Breakpoints:
    """Values of the feature between whose neighbours a rule does not change its mind."""

    points: Floats  # rising
    reach: tuple[float, float]  # beyond it the rule's value overflows


def breakpoints(line: Line, rule: SplitRule) -> Breakpoints:
    """All places where a rule may change its mind along a line, exact to the last bit.

    The value is monotone between its turning points on either side of 0, so that it meets each end of the rule at most
    once between two of them; there bisection on the value itself, as ``predict`` computes it, finds the place.
    Turning points are known where the rule uses one column of the feature, and that rises or falls with it; where it
    uses several, those of each alone are looked at.
    """
    used = [place for place in rule.basis.columns_of(line.feature) if rule.exponents[:, place].any()]
    if not used:
        return Breakpoints(np.array([]), (-LARGEST, LARGEST))

    def values(positions: Floats) -> Floats:
        return line.values(rule, positions)

    points = _sorted([line.start, -LARGEST, LARGEST], *(_knots(line, rule, place) for place in used))
    points = _sorted(points, switches(lambda x: np.isfinite(values(x)), points))
    reach = _reach(points, np.isfinite(values(points)))
    crossings = [
        switches(lambda x: values(x) <= rule.high, points),
        switches(lambda x: values(x) >= rule.low, points),
    ]
    return Breakpoints(_sorted(points, *crossings), reach)


def _sorted(*points: Floats | list[float]) -> Floats:
    together = np.concatenate(points)
    return np.unique(together[np.abs(together) <= LARGEST])


def column_values(basis: Basis, row: Floats) -> Floats:
    """The columns of one row."""
    with np.errstate(all="ignore"):
        return basis.values(row[None, :])[0]


def _knots(line: Line, rule: SplitRule, place: int) -> Floats:
    """Values of the feature at which a column of it is 0 or a power of two, or the rule turns."""
    at = np.concatenate([-POWERS, [0.0], POWERS, slope_roots(*_slope(line, rule, place))])
    with np.errstate(all="ignore"):
        return rule.basis.columns[place].feature_at(at)


def _slope(line: Line, rule: SplitRule, place: int) -> tuple[list[int], Floats, NDArray[np.int64]]:
    """The derivative by a column, times the column: exponents and coefficients, these as mantissas and powers of two.

    A product of other columns may exceed the floats although the value does not.
    """
    mantissas, powers = np.frexp(column_values(rule.basis, line.row))
    mantissas[place], powers[place] = 1.0, 0
    exponents = rule.exponents.astype(np.int64)
    with np.errstate(all="ignore"):
        factors = rule.weights * np.prod(mantissas**exponents, axis=1)
    if not np.isfinite(factors).all():  # another column is 0 under a quotient: no value is finite
        return [], np.array([]), np.array([], dtype=np.int64)
    two = exponents @ powers.astype(np.int64)
    own = exponents[:, place]
    present = sorted(set(own[own != 0].tolist()))
    coefficients = []
    for exponent in present:
        terms = own == exponent
        common = int(two[terms].max())
        mantissa, power = np.frexp(exponent * np.ldexp(factors[terms], two[terms] - common).sum())
        coefficients.append((float(mantissa), int(power) + common))
    return present, np.array([m for m, _ in coefficients]), np.array([p for _, p in coefficients], dtype=np.int64)


def slope_roots(exponents: list[int], mantissas: Floats, powers: NDArray[np.int64]) -> Floats:
    """Real parts of the roots of a sum of powers, all real roots other than 0 among them.

    The unknown is scaled in turn so that each two terms are of one size at 1, since roots far from 1 come out blurred.

    >>> slope_roots([-1, 1], np.array([-0.5, 0.5]), np.array([401, 1])).tolist() == [-(2.0**200), 2.0**200]
    True
    """
    used = [i for i in range(len(exponents)) if mantissas[i] != 0.0]
    roots = []
    for i, j in combinations(used, 2):
        scale = round(int(powers[i] - powers[j]) / (exponents[j] - exponents[i]))
        scaled = {k: int(powers[k]) + exponents[k] * scale for k in used}
        largest = max(scaled.values())
        polynomial = np.zeros(exponents[-1] - exponents[0] + 1)
        for k in used:
            if scaled[k] - largest > NEGLIGIBLE_POWER:
                polynomial[exponents[-1] - exponents[k]] = math.ldexp(mantissas[k], scaled[k] - largest)
        with np.errstate(over="ignore"):
            roots.append(np.ldexp(np.roots(polynomial).real, scale))
    together = np.concatenate(roots) if roots else np.array([])
    return np.unique(together[np.isfinite(together) & (together != 0.0)])


def _reach(points: Floats, finite: NDArray[np.bool_]) -> tuple[float, float]:
    """The first and the last point before the value overflows; no limit where it is finite nowhere."""
    within = points[finite]
    return (float(within[0]), float(within[-1])) if len(within) else (-LARGEST, LARGEST)
