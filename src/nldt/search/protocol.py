"""What a search is given for one node, and what it gives back."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from nldt.data.columns import Columns
from nldt.progress import Deadline, Monitor, Step
from nldt.search.structures import Exponents, StructureSpace

Floats = NDArray[np.float64]


class HasMeasures(Protocol):
    """A rule with the two objectives of the upper level."""

    @property
    def complexity(self) -> int: ...

    @property
    def impurity(self) -> float: ...


Measured = TypeVar("Measured", bound=HasMeasures)


@dataclass(frozen=True, eq=False)
class NodeTask:
    """The rows of one node, in the units of the search, and all that the search may do with them."""

    columns: Columns  # rows grouped by class
    class_begin: NDArray[np.int64]  # rows of class c are class_begin[c] to class_begin[c + 1]
    sample_weight: Floats
    space: StructureSpace
    criterion: str
    target_impurity: float | None  # None: no such limit
    seed: int
    path: str  # of the node: "root", "root.L", ...
    n_threads: int
    monitor: Monitor
    deadline: Deadline
    known_bits: float = np.inf  # that the classes take at the most, after the rules above
    rows_per_weight: float = 1.0  # that a unit of sample weight is worth as evidence

    def in_rows(self) -> NodeTask:
        """The same task with weights that are numbers of rows, as bits need them; impurity does not mind."""
        return replace(self, sample_weight=self.sample_weight * self.rows_per_weight, rows_per_weight=1.0)

    @property
    def n_rows(self) -> int:
        return self.columns.n_rows

    @property
    def features(self) -> Floats:
        """All features of all rows: (features, rows). A large node should ask for those that it needs."""
        return self.columns.all

    @property
    def n_classes(self) -> int:
        return len(self.class_begin) - 1

    @property
    def impurity_limit(self) -> float:
        """The target impurity; any impurity where there is none."""
        return np.inf if self.target_impurity is None else self.target_impurity

    @property
    def class_weights(self) -> Floats:
        """Sum of weight of each class."""
        cumulative = np.concatenate([[0.0], np.cumsum(self.sample_weight)])
        return np.diff(cumulative[self.class_begin])

    @property
    def salt(self) -> bytes:
        """What random streams of this node depend on, beside the structure: the seed and the node."""
        return hashlib.blake2b(f"{self.seed} {self.path}".encode(), digest_size=16).digest()

    def random(self) -> np.random.Generator:
        """The generator of this node's upper level."""
        return np.random.default_rng(int.from_bytes(self.salt, "little"))

    def step(self, generation: int, generations: int, best: HasMeasures) -> Step:
        """A line for the monitor."""
        return Step(self.path, self.n_rows, generation, generations, best.impurity, best.complexity)


@dataclass(frozen=True, eq=False)
class Candidate:
    """A rule that the search has met, in the units of the search."""

    exponents: Exponents  # of the active terms
    weights: Floats
    low: float
    high: float
    impurity: float
    side_bits: tuple[float, float] = (np.inf, np.inf)  # that the classes of each side take, where they were counted

    @property
    def complexity(self) -> int:
        return int(np.count_nonzero(self.exponents))


@dataclass(frozen=True, eq=False)
class SearchOutcome:
    """The chosen rule of a node, the best rule met for each complexity, and what it took.

    ``best`` is None where no rule pays, or where the time limit passed before any was measured.
    """

    best: Candidate | None
    front: list[Candidate] = field(default_factory=list)
    generations: int = 0
    structures_evaluated: int = 0
    complete: bool = True


def trade_off_front(candidates: list[Measured], chosen: Measured | None = None) -> list[Measured]:
    """By rising complexity, the candidates that are purer than every simpler one; the chosen one always among them."""
    front: list[Measured] = []
    for candidate in sorted(candidates, key=lambda c: (c.complexity, c is not chosen, c.impurity)):
        if candidate is chosen:
            front = [point for point in front if point.impurity > candidate.impurity]
        elif front and (candidate.impurity >= front[-1].impurity or candidate.complexity == front[-1].complexity):
            continue
        front.append(candidate)
    return front
