"""What a search is given: the settings of a fit, and the rows of one node."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nldt import solve
from nldt.data.columns import Columns
from nldt.description import Tariff
from nldt.errors import InputError
from nldt.model.target import Classes, Target
from nldt.progress import Deadline, Monitor, SearchState
from nldt.search.outcome import Candidate, HasMeasures
from nldt.search.structures import Exponents, StructureSpace
from nldt.solve import Backend, NodeRows

Floats = NDArray[np.float64]

# The stream that draws the numbers it drew before streams had names, so that a seed still gives the tree that it gave.
# The seeds of structures come from its salt, as they did.
UNNAMED_STREAM = "breeding"


@dataclass(frozen=True, eq=False, kw_only=True)
class FitSettings:
    """What does not change while a tree grows."""

    space: StructureSpace  # the structures that rules may have
    criterion: str = "gini"  # or "entropy"
    target_impurity: float | None = None  # that a rule must reach to count as feasible; None: no such limit
    min_impurity: float | None = None  # a node that is this pure stays a leaf; None: only a pure one does
    min_samples_split: float = 10  # a node with less evidence stays a leaf
    max_depth: int | None = 5  # rules on any path from the root to a leaf; None: no limit
    tariff: Tariff = field(default_factory=Tariff)  # what rules cost
    max_rules: int | None = None  # of the whole tree; None: no limit
    max_length: int | None = None  # complexities of all rules of the tree, added up; None: no limit
    required: frozenset[int] = frozenset()  # features each of which some rule of the tree must use
    start: Exponents | None = None  # structures that the search of the root is to look at: (structures, terms, columns)
    evidence_per_mass: float = 1.0  # that a unit of mass is worth; costs of classes bring no rows
    seed: int = 0
    n_threads: int = 1
    backend: Backend = solve.NATIVE


@dataclass(frozen=True, eq=False, kw_only=True)
class NodeTask:
    """One node: its rows, in the units of the search, and what the search may do with them.

    Rows are grouped by class; ``mass`` says what each of them counts for, its evidence times its class's cost. Features
    come in units that keep products of powers in bounds, and rules are given back in the same units: the tree has them
    in the user's. NaN is a gap; categories come as columns of 0 and 1. ``settings`` holds what all nodes of the tree
    share. A search that takes long asks ``deadline.passed()`` now and then, and stops with the best that it has.
    """

    columns: Columns  # rows sorted by the target: grouped by class
    values: NDArray[Any]  # of the target: the number of each row's class
    evidence: Floats  # for how many rows each row counts
    target: Target  # what the tree is to answer
    path: str  # of the node: "root", "root.L", ...
    settings: FitSettings
    monitor: Monitor
    deadline: Deadline
    known_bits: float = np.inf  # that the classes take at the most, after the rules above
    unit_mass: float = 1.0  # of a row of evidence 1 and cost 1
    promising: NDArray[np.int64] | None = None  # columns that the search of the node above found so; None: not known
    start: Exponents | None = None  # structures to look at in any case: (structures, terms, columns)
    must: tuple[NDArray[np.int64], ...] = ()  # groups of columns: a rule has to use one of each, whatever it costs

    def in_rows(self) -> NodeTask:
        """The same task with masses that add up to the evidence they are worth, as bits need them.

        Impurity does not mind.
        """
        return replace(self, unit_mass=self.settings.evidence_per_mass)

    def with_backend(self, backend: Backend) -> NodeTask:
        """The same task, solved by another lower level."""
        return replace(self, settings=replace(self.settings, backend=backend))

    def with_threads(self, most: int) -> NodeTask:
        """The same task, solved by so many threads at the most."""
        if self.settings.n_threads <= most:
            return self
        return replace(self, settings=replace(self.settings, n_threads=most))

    # ------------------------------------------------------------------- rows

    @cached_property
    def mass(self) -> Floats:
        """What each row counts for where impurity or bits are measured: the one place to take it from."""
        mass, cost = self.evidence, self.classes.cost
        if (cost != 1.0).any():
            mass = mass * cost[self.values]
        return mass if self.unit_mass == 1.0 else mass * self.unit_mass

    @property
    def rows(self) -> NodeRows:
        """The rows as a backend takes them."""
        return NodeRows(self.columns, self.class_begin, self.mass)

    @property
    def n_rows(self) -> int:
        return self.columns.n_rows

    @property
    def classes(self) -> Classes:
        """The target; a search for classes can't be asked for anything else."""
        if not isinstance(self.target, Classes):
            raise InputError(f"this search finds rules for classes, not for {self.target.kind}")
        return self.target

    @property
    def n_classes(self) -> int:
        return self.classes.n_sums

    @cached_property
    def class_begin(self) -> NDArray[np.int64]:
        """Rows of class c are class_begin[c] to class_begin[c + 1]."""
        return np.searchsorted(self.values, np.arange(self.n_classes + 1)).astype(np.int64)

    @property
    def features(self) -> Floats:
        """All features of all rows: (features, rows). A large node should ask ``columns`` for those that it needs."""
        return self.columns.all

    @cached_property
    def filled_features(self) -> Floats:
        """The same with means in the place of gaps: to see what promises something, never to make a rule of."""
        return self.columns.filled().all

    @cached_property
    def class_mass(self) -> Floats:
        """Mass of the rows of each class."""
        cumulative = np.concatenate([[0.0], np.cumsum(self.mass)])
        return np.diff(cumulative[self.class_begin])

    @property
    def impurity_limit(self) -> float:
        """The target impurity; any impurity where there is none."""
        return np.inf if self.settings.target_impurity is None else self.settings.target_impurity

    def candidate(self, exponents: ArrayLike, weights: ArrayLike, low: float, high: float) -> Candidate:
        """The rule low ≤ weights·terms ≤ high with its impurity on these rows; exponents are (terms, features)."""
        given, weights = np.array(exponents, ndmin=2), np.array(weights, np.float64, ndmin=1)
        exponents = given.astype(np.int8)
        if not np.array_equal(exponents, given) or weights.shape != (len(exponents),):
            raise InputError(
                f"candidate: exponents {given.tolist()} must be whole numbers from -128 to 127, (terms, features), "
                f"and weights {weights.tolist()} one number a term"
            )
        used = np.flatnonzero(exponents.any(axis=0))
        rows = np.ascontiguousarray(self.columns.of(used).T)
        values = solve.rule_values(rows, np.ascontiguousarray(exponents[:, used]), weights)
        left = solve.left_class_mass(values, low, high, self.class_begin, self.mass)
        impurity = solve.split_impurity(left, self.class_mass, self.settings.criterion)
        return Candidate(exponents, weights, float(low), float(high), float(impurity))

    # -------------------------------------------------------------- randomness

    def random(self, stream: str) -> np.random.Generator:
        """The generator of one of this node's random streams, from its first number on.

        What is drawn from one stream tells nothing about another, so that a change to one part of a search leaves the
        numbers of its other parts alone. Any name will do.
        """
        return np.random.default_rng(int.from_bytes(self.salt(stream), "little"))

    def salt(self, stream: str) -> bytes:
        """What a random stream depends on: the seed, the node and the stream's name."""
        name = f"{self.settings.seed} {self.path}"
        if stream != UNNAMED_STREAM:
            name += f" {stream}"
        return hashlib.blake2b(name.encode(), digest_size=16).digest()

    # ---------------------------------------------------------------- progress

    def tell(self, generation: int, generations: int, best: HasMeasures) -> None:
        """Let the user see how far the search is, and its best rule so far."""
        state = SearchState(self.path, self.n_rows, generation, generations, best.impurity, best.complexity)
        self.monitor.generation_done(state)
