"""The lower level as a search sees it: batches of structures in, batches of rules out.

The compiled core is one such backend (``nldt.solve.native``). Another one, for rows on a cluster or on an accelerator,
has to give these three answers; the searches need not know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from nldt.solve.batch import Exponents, NodeRows, RuleBatch

Seeds = NDArray[np.uint64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, kw_only=True)
class SolverSettings:
    """What all solvers need to know."""

    criterion: str  # "gini" or "entropy"
    n_threads: int = 1  # the result never depends on it


@dataclass(frozen=True, kw_only=True)
class GeneticSettings(SolverSettings):
    """The lower level's genetic algorithm; the supplement's "Parameter Setting for Lower Level GA"."""

    population: int
    generations: int
    crossover_probability: float
    mutation_probability: float  # 0: one over the number of variables
    crossover_eta: float
    mutation_eta: float
    tolerance: float
    patience: int


@dataclass(frozen=True, kw_only=True)
class DirectionSettings(SolverSettings):
    """The search for the direction of least impurity."""

    steps: int  # of the local search
    thorough: bool  # with more care and exact ends, as finalists get


@dataclass(frozen=True, kw_only=True)
class CurveSettings(SolverSettings):
    """The logistic regression along a structure's terms."""

    precision: float  # of the weights, for terms of deviation 1, before any row is seen
    thorough: bool


class Backend(Protocol):
    """Solves batches of structures on the rows of one node.

    ``exponents`` is (structures, terms, features in use). A structure's rule depends on the rows, the structure, its
    seed and the settings alone: not on the rest of the batch, nor on the number of threads.
    """

    def evolve(
        self, rows: NodeRows, exponents: Exponents, modulus: Flags, seeds: Seeds, settings: GeneticSettings
    ) -> RuleBatch:
        """The paper's genetic algorithm over weights and biases; a band where ``modulus`` says so."""

    def solve_directions(
        self, rows: NodeRows, exponents: Exponents, seeds: Seeds, settings: DirectionSettings
    ) -> RuleBatch:
        """The purest half-space and the purest band: along the second axis, as ``RuleShape`` numbers them.

        With ``relative_gap`` and ``left_mass``.
        """

    def fit_curves(self, rows: NodeRows, exponents: Exponents, group: Flags, settings: CurveSettings) -> RuleBatch:
        """Half-spaces whose direction tells the classes of a group (structures, classes) from the others.

        With ``relative_gap``, ``left_mass``, and ``bits`` and ``side_bits`` of who is in the group.
        """
