"""The lower level for whole populations: each structure solved once, by the core's genetic algorithm (Alg. 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt import core
from nldt.search.node import Candidate, NodeTask
from nldt.search.structures import Structures

# The core is called for so many row evaluations at once, at the most: a second or so, after which an interrupt or
# the time limit is noticed.
MOST_WORK_A_CALL = 5e9


class TimeLimitReached(Exception):  # noqa: N818  (an event, not an error)
    """The deadline passed before a whole population was solved."""


@dataclass(frozen=True, eq=False)
class Solutions:
    """Weights, ends and impurity of some structures, in their order."""

    weights: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    impurity: NDArray[np.float64]

    def __getitem__(self, index: Any) -> Solutions:
        return Solutions(self.weights[index], self.low[index], self.high[index], self.impurity[index])


def concatenate(parts: list[Solutions]) -> Solutions:
    """All solutions of several parts, in order."""
    return Solutions(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("weights", "low", "high", "impurity"))
    )


class LowerLevel:
    """Solves structures on the rows of one node.

    A structure's random stream comes from the seed, the node and the structure alone, so that remembering its
    solution changes nothing but the time.
    """

    def __init__(self, task: NodeTask, settings: Mapping[str, Any]) -> None:
        self._task = task
        self._settings = settings
        self._known: dict[bytes, tuple[NDArray[np.float64], float, float, float]] = {}
        self.best_of_complexity: dict[int, Candidate] = {}

    @property
    def n_solved(self) -> int:
        """Different structures solved so far."""
        return len(self._known)

    def solve(self, structures: Structures) -> Solutions:
        """Solutions of canonical structures; raises TimeLimitReached when the deadline passes first."""
        names = structures.digests(self._task.salt)
        new = list({name: place for place, name in enumerate(names) if name not in self._known}.values())
        size = self._batch_size()
        for start in range(0, len(new), size):
            if self._task.deadline.passed():
                raise TimeLimitReached
            self._solve_new(structures, names, new[start : start + size])
        weights, low, high, impurity = zip(*(self._known[name] for name in names), strict=True)
        return Solutions(np.array(weights), np.array(low), np.array(high), np.array(impurity))

    def _batch_size(self) -> int:
        evaluations = self._settings["population"] * (self._settings["generations"] + 1)
        return max(self._task.n_threads, int(MOST_WORK_A_CALL / (evaluations * (self._task.n_rows + 400))))

    def _solve_new(self, structures: Structures, names: list[bytes], places: list[int]) -> None:
        task = self._task
        chosen = structures[places]
        seeds = np.array([int.from_bytes(names[place][:8], "little") for place in places], dtype=np.uint64)
        weights, low, high, impurity, _ = core.solve_lower_level(
            task.features,
            task.class_begin,
            task.sample_weight,
            np.ascontiguousarray(chosen.exponents),
            np.ascontiguousarray(chosen.modulus),
            seeds,
            criterion=task.criterion,
            n_threads=task.n_threads,
            instruction_set=core.requested_instruction_set(),
            **self._settings,
        )
        for i, place in enumerate(places):
            self._known[names[place]] = (weights[i], low[i], high[i], impurity[i])
        self._remember_best(chosen, Solutions(weights, low, high, impurity))

    def _remember_best(self, structures: Structures, solutions: Solutions) -> None:
        complexity = structures.complexity
        for value in np.unique(complexity):
            of_value = np.flatnonzero(complexity == value)
            place = int(of_value[np.argmin(solutions.impurity[of_value])])
            known = self.best_of_complexity.get(int(value))
            if known is None or solutions.impurity[place] < known.impurity:
                self.best_of_complexity[int(value)] = candidate(structures, solutions, place)


def candidate(structures: Structures, solutions: Solutions, place: int) -> Candidate:
    """One solved structure as a rule of its active terms."""
    active = structures.exponents[place].any(axis=1)
    return Candidate(
        structures.exponents[place][active],
        solutions.weights[place][active],
        float(solutions.low[place]),
        float(solutions.high[place]),
        float(solutions.impurity[place]),
    )
