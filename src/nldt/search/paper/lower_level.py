"""The lower level for whole populations, by the core's genetic algorithm (Alg. 3, EvaluateUpperLevelPop)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt import solve
from nldt.search.protocol import Candidate, NodeTask
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

    Every call is a new run of the genetic algorithm, as in Alg. 3, so that a structure which comes up again gets
    another chance. Its random stream comes from the seed, the node, the generation and the structure alone: the
    number of threads and the order of work change nothing.
    """

    def __init__(self, task: NodeTask, settings: Mapping[str, Any]) -> None:
        self._task = task
        self._settings = settings
        evaluations = settings["population"] * (settings["generations"] + 1)
        self._batch_size = max(task.n_threads, int(MOST_WORK_A_CALL / (evaluations * (task.n_rows + 400))))
        self.n_solved = 0
        self.best_of_complexity: dict[int, Candidate] = {}

    def solve(self, structures: Structures, generation: int) -> Solutions:
        """Solutions of canonical structures; raises TimeLimitReached when the deadline passes first."""
        names = structures.digests(self._task.salt + generation.to_bytes(4, "little"))
        seeds = np.array([int.from_bytes(name[:8], "little") for name in names], dtype=np.uint64)
        parts = []
        for start in range(0, len(structures), self._batch_size):
            if self._task.deadline.passed():
                raise TimeLimitReached
            batch = slice(start, start + self._batch_size)
            parts.append(self._run(structures[batch], seeds[batch]))
        return concatenate(parts)

    def _run(self, structures: Structures, seeds: NDArray[np.uint64]) -> Solutions:
        task = self._task
        weights, low, high, impurity, _ = solve.solve_lower_level(
            task.features,
            task.class_begin,
            task.sample_weight,
            np.ascontiguousarray(structures.exponents),
            np.ascontiguousarray(structures.modulus),
            seeds,
            criterion=task.criterion,
            n_threads=task.n_threads,
            instruction_set=solve.requested_instruction_set(),
            **self._settings,
        )
        solutions = Solutions(weights, low, high, impurity)
        self.n_solved += len(structures)
        self._remember_best(structures, solutions)
        return solutions

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
