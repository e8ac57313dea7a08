"""The lower level for whole populations, by the backend's genetic algorithm (Alg. 3, EvaluateUpperLevelPop)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nldt.search.outcome import Candidate
from nldt.search.structures import Structures
from nldt.search.task import NodeTask
from nldt.solve import GeneticSettings, RuleBatch, concatenate

# The backend is called for so many row evaluations at once, at the most: a second or so, after which an interrupt or
# the time limit is noticed.
MOST_WORK_A_CALL = 5e9


class TimeLimitReached(Exception):  # noqa: N818  (an event, not an error)
    """The deadline passed before a whole population was solved."""


class LowerLevel:
    """Solves structures on the rows of one node.

    Every call is a new run of the genetic algorithm, as in Alg. 3, so that a structure which comes up again gets
    another chance. Its random stream comes from the seed, the node, the generation and the structure alone: the
    number of threads and the order of work change nothing.
    """

    def __init__(self, task: NodeTask, settings: GeneticSettings) -> None:
        self._task = task
        self._settings = settings
        evaluations = settings.population * (settings.generations + 1)
        self._batch_size = max(settings.n_threads, int(MOST_WORK_A_CALL / (evaluations * (task.n_rows + 400))))
        self.n_solved = 0
        self.best_of_complexity: dict[int, Candidate] = {}

    def solve(self, structures: Structures, generation: int) -> RuleBatch:
        """Rules of canonical structures; raises TimeLimitReached when the deadline passes first."""
        names = structures.digests(self._task.salt("breeding") + generation.to_bytes(4, "little"))
        seeds = np.array([int.from_bytes(name[:8], "little") for name in names], dtype=np.uint64)
        parts = []
        for start in range(0, len(structures), self._batch_size):
            if self._task.deadline.passed():
                raise TimeLimitReached
            batch = slice(start, start + self._batch_size)
            parts.append(self._run(structures[batch], seeds[batch]))
        return concatenate(parts)

    def _run(self, structures: Structures, seeds: NDArray[np.uint64]) -> RuleBatch:
        task = self._task
        rules = task.settings.backend.evolve(task.rows, structures.exponents, structures.modulus, seeds, self._settings)
        self.n_solved += len(structures)
        self._remember_best(structures, rules)
        return rules

    def _remember_best(self, structures: Structures, rules: RuleBatch) -> None:
        complexity = structures.complexity
        for value in np.unique(complexity):
            of_value = np.flatnonzero(complexity == value)
            place = int(of_value[np.argmin(rules.impurity[of_value])])
            known = self.best_of_complexity.get(int(value))
            if known is None or rules.impurity[place] < known.impurity:
                self.best_of_complexity[int(value)] = candidate(structures, rules, place)


def candidate(structures: Structures, rules: RuleBatch, place: int) -> Candidate:
    """One solved structure as a rule of its active terms."""
    ends = float(rules.low[place]), float(rules.high[place])
    rule = Candidate(structures.exponents[place], rules.weights[place], *ends, float(rules.impurity[place]))
    return rule.with_active_terms()
