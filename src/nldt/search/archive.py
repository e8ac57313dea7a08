"""Every structure that the fast search has met at a node, each solved once."""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.search.node import Candidate, NodeTask
from nldt.search.rule_kinds import solve_kinds
from nldt.search.selection import coefficient_bits, label_bits, split_bits, structure_bits
from nldt.search.structures import Exponents, Structures

Floats = NDArray[np.float64]

# Work is counted in rows times structures that are solved quickly. The core is called for about so much of it at once:
# a fraction of a second, after which an interrupt or the time limit is noticed.
MOST_WORK_A_CALL = 2e6
FEW_CLASSES = 8
# A structure that is solved with care takes 5 to 25 times as long; a deadline doubles what it expects.
THOROUGH_EFFORT = 12.0


@dataclass(frozen=True, eq=False)
class Solved:
    """A structure with the best of its kinds of rule."""

    exponents: Exponents  # (terms, features); inactive rows are zero
    weights: Floats
    low: float
    high: float
    impurity: float
    relative_gap: float
    bits: float  # of the classes and the rule; infinite where the structure splits nothing
    split_bits: float  # the same if all rows of a side were alike, as they are in a tree
    side_bits: tuple[float, float]  # of the classes on the left and on the right
    complexity: int

    def candidate(self) -> Candidate:
        """The rule of the active terms."""
        active = self.exponents.any(axis=1)
        return Candidate(self.exponents[active], self.weights[active], self.low, self.high, self.impurity)


class Archive:
    """Solves structures that are new, remembers them and keeps them ranked."""

    def __init__(self, task: NodeTask, steps: int) -> None:
        self._task = task
        self._steps = steps
        self.unsplit_bits = unsplit_bits(task)
        self._known: set[bytes] = set()
        self.solved: list[Solved] = []
        self._ranked: list[tuple[tuple[Any, ...], int, Solved]] = []  # by rank, and equal ones by their place in solved

    @property
    def n_rows(self) -> int:
        """Rows that structures are solved on."""
        return self._task.n_rows

    @property
    def best(self) -> Solved | None:
        """The structure that ranks first."""
        return self._ranked[0][-1] if self._ranked else None

    def ranked(self, count: int | None = None) -> list[Solved]:
        """All structures from the best to the worst, or so many of the best."""
        return [solved for _, _, solved in self._ranked[:count]]

    def rank(self, solved: Solved) -> tuple[bool, bool, float, int, float]:
        """Order of choice: first what reaches the user's target, then what pays; bits; the shorter; the wider gap."""
        infeasible = solved.impurity > self._task.impurity_limit
        return infeasible, not self.pays(solved), round(solved.bits, 9), solved.complexity, -solved.relative_gap

    def pays(self, solved: Solved) -> bool:
        """Whether the classes take fewer bits with the two sides than without."""
        return solved.split_bits < self.unsplit_bits

    def add(self, structures: Structures, *, reserve: float = 0.0, in_any_case: bool = False) -> bool:
        """Solve the structures that are new; False when the deadline, less the reserve, left some of them out.

        ``reserve`` is in units of work. A first batch is solved ``in_any_case``, if so wanted.
        """
        structures = distinct_terms(structures).canonical()
        names = [matrix.tobytes() for matrix in structures.exponents]
        new = list({name: place for place, name in enumerate(names) if name not in self._known}.values())
        exponents = structures.exponents[new]
        solved = self.solve(exponents, self._steps, thorough=False, reserve=reserve, in_any_case=in_any_case)
        self._keep(solved)
        self._known.update(names[place] for place in new[: len(solved)])
        return len(solved) == len(new)

    def _keep(self, found: list[Solved]) -> None:
        for solved in found:
            insort(self._ranked, (self.rank(solved), len(self.solved), solved))
            self.solved.append(solved)

    def solve(
        self,
        exponents: Exponents,
        steps: int,
        *,
        thorough: bool,
        reserve: float = 0.0,
        in_any_case: bool = False,
    ) -> list[Solved]:
        """Solutions of the first of these canonical structures: of as many as the deadline leaves time for."""
        task = self._task
        effort = THOROUGH_EFFORT if thorough else 1.0
        most = int(MOST_WORK_A_CALL / solving_work(task.n_rows, task.n_classes, 1, 1, effort))
        batch = max(task.n_threads if thorough else 2 * task.n_threads, most)
        solved: list[Solved] = []
        for start in range(0, len(exponents), batch):
            part = exponents[start : start + batch]
            work = solving_work(task.n_rows, task.n_classes, len(part), task.n_threads, effort)
            if task.deadline.passed(work + reserve) and not (in_any_case and start == 0):
                break
            with task.deadline.timed(work):
                solved += self._solve_batch(part, steps, thorough)
        return solved

    def _solve_batch(self, exponents: Exponents, steps: int, thorough: bool) -> list[Solved]:
        """Solutions of canonical structures, after so many steps of the local search: the kind that ranks best."""
        kinds = solve_kinds(self._task, exponents, steps, thorough)
        infeasible = (kinds.impurity > self._task.impurity_limit) | np.isinf(kinds.bits)
        useless = ~(kinds.split_bits < self.unsplit_bits)
        kind = np.lexsort((kinds.bits, useless, infeasible))[:, 0]
        chosen = np.arange(len(kind)), kind
        fields = kinds.low, kinds.high, kinds.impurity, kinds.relative_gap, kinds.bits, kinds.split_bits
        numbers = [array[chosen].tolist() for array in fields]
        sides = [tuple(pair) for pair in kinds.side_bits[chosen].tolist()]
        complexity = np.count_nonzero(exponents, axis=(1, 2)).tolist()
        return [
            Solved(*parts) for parts in zip(exponents, kinds.weights[chosen], *numbers, sides, complexity, strict=True)
        ]


def unsplit_bits(task: NodeTask) -> float:
    """Bits of the classes without a rule, unless the rules above have left fewer."""
    return min(float(label_bits(task.class_weights)), task.known_bits)


def could_pay(task: NodeTask, singles: Structures, n_factors: int = 1) -> bool:
    """Whether the cheapest rule of so many factors would pay if it parted two classes without an error.

    ``singles`` are all structures of one factor; the cheapest rule of more has them in one term.
    """
    weights = task.class_weights
    factor = structure_bits(singles.exponents, task.space).min(initial=np.inf)
    price = n_factors * factor + coefficient_bits(singles.exponents, weights.sum()).min(initial=np.inf)
    perfect = split_bits(np.where(np.arange(len(weights)) == weights.argmax(), weights, 0.0), weights)
    two_classes = np.count_nonzero(weights) == 2
    return bool(price + (perfect if two_classes else 0.0) < unsplit_bits(task))


def solving_work(n_rows: int, n_classes: int, n_structures: int, n_threads: int, effort: float = 1.0) -> float:
    """Work of solving structures on so many threads; a structure itself counts as some rows.

    Bands are looked for from every class, at a cost that rises with the classes: with many it is all there is.
    """
    return effort * max(1.0, (n_classes / FEW_CLASSES) ** 2) * (n_rows + 400) * -(-n_structures // n_threads)


def distinct_terms(structures: Structures) -> Structures:
    """Equal terms of a structure are one: all but the first become inactive. Structures without a term are left out.

    No modulus flag is set: one solution holds the half-space and the band.
    """
    exponents = structures.exponents.copy()
    for t in range(1, exponents.shape[1]):
        for earlier in range(t):
            exponents[(exponents[:, t] == exponents[:, earlier]).all(axis=1), t] = 0
    active = exponents.any(axis=(1, 2))
    return Structures(exponents[active], np.zeros(np.count_nonzero(active), dtype=bool))
