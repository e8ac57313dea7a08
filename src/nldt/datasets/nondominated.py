"""Non-dominated sorting with constraints, and crowding distance (Deb et al., NSGA-II), for two objectives."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]


def best_first(objectives: Floats, violation: Floats) -> tuple[Integers, Integers]:
    """Rows by rising rank, the least crowded of a rank first; and the rank of each row, counted from 1."""
    ranks = nondominated_ranks(objectives, violation)
    crowding = np.zeros(len(ranks))
    for rank in range(1, ranks.max(initial=0) + 1):
        front = np.flatnonzero(ranks == rank)
        crowding[front] = crowding_distance(objectives[front])
    return np.lexsort((-crowding, ranks)), ranks


def nondominated_ranks(objectives: Floats, violation: Floats) -> Integers:
    """The number of the front that each row is in, from 1.

    A row dominates another when it is feasible and the other is not, when both are infeasible and it violates
    less, or when both are feasible and it is no worse in both objectives and better in one.

    Parameters
    ----------
    objectives : array of shape (rows, 2)
        To be minimised.
    violation : array of shape (rows,)
        How far a row is from being feasible; 0 for a feasible one.

    Examples
    --------
    >>> objectives = np.array([[1.0, 2.0], [2.0, 1.0], [2.0, 2.0], [0.0, 0.0]])
    >>> nondominated_ranks(objectives, np.array([0.0, 0.0, 0.0, 0.3])).tolist()
    [1, 1, 2, 3]
    """
    feasible = violation <= 0
    ranks = np.empty(len(objectives), dtype=np.intp)
    ranks[feasible] = _ranks_of_feasible(objectives[feasible])
    _, place = np.unique(violation[~feasible], return_inverse=True)
    ranks[~feasible] = 1 + ranks[feasible].max(initial=0) + place
    return ranks


def crowding_distance(front: Floats) -> Floats:
    """The distance between the neighbours of each row of a front, in shares of the front's extent.

    It is summed over the objectives, and infinite for the rows at the ends of an objective. An objective in which
    the front has no finite extent adds nothing to the other rows.
    """
    distance = np.zeros(len(front))
    for values in front.T:
        order = np.argsort(values, kind="stable")
        ordered = values[order]
        with np.errstate(invalid="ignore"):
            extent = ordered[-1] - ordered[0]
        if np.isfinite(extent) and extent > 0:
            distance[order[1:-1]] += (ordered[2:] - ordered[:-2]) / extent
        distance[order[[0, -1]]] = np.inf
    return distance


def _ranks_of_feasible(objectives: Floats) -> Integers:
    """In one sweep along the first objective: a front's last row has the smallest second objective of that front."""
    rows, place = np.unique(objectives, axis=0, return_inverse=True)
    smallest: list[float] = []  # second objective of each front's last row, rising from front to front
    ranks = np.empty(len(rows), dtype=np.intp)
    for row, second in enumerate(rows[:, 1].tolist()):
        front = bisect_right(smallest, second)  # the fronts before this one dominate the row
        smallest[front : front + 1] = [second]
        ranks[row] = front + 1
    return ranks[place.reshape(-1)]
