"""What every kind of target can do; a kind is one class in a file of its own, listed in ``kinds.py``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


class Target(ABC):
    """What a tree answers.

    A row brings some numbers; they are added up over the rows of a node, and all that is to be known of a node follows
    from its *sums*: how many rows it has, how mixed it is, what it answers. Of classes the sums are the evidence of
    each; of a number they would be those of evidence, evidence times value, and evidence times value squared.

    Sums are arrays whose last axis is ``n_sums`` long.
    """

    kind: ClassVar[str]  # its name in model files
    # What a model file keeps beside the kind, as JSON Schema says it.
    document_schema: ClassVar[Mapping[str, Any]] = {}

    is_counted: bool = True  # whether the sums tell numbers of rows: those of some old model files do not

    @property
    def has_costs(self) -> bool:
        """Whether errors on some rows cost more than on others, as far as is known."""
        return False

    # ------------------------------------------------------------------- sums

    @property
    @abstractmethod
    def n_sums(self) -> int: ...

    @abstractmethod
    def sums(self, values: NDArray[Any], evidence: Floats) -> Floats:
        """The sums of some rows, from their values of the target and their evidence."""

    @abstractmethod
    def row_sums(self, values: NDArray[Any], evidence: Floats) -> Floats:
        """What each row brings: (rows, sums)."""

    def cell_sums(self, values: NDArray[Any], evidence: Floats, cells: NDArray[np.int64], n_cells: int) -> Floats:
        """The sums of the rows in each of some cells: (cells, sums)."""
        return np.column_stack([np.bincount(cells, own, n_cells) for own in self.row_sums(values, evidence).T])

    @abstractmethod
    def rest(self, whole: Floats, part: Floats) -> Floats:
        """The sums of the rows that are not in a part, as far as rounding allows them."""

    # ----------------------------------------------------------- what they tell

    @abstractmethod
    def n_rows(self, sums: Floats) -> Floats:
        """Rows, each counted as often as its evidence says."""

    @abstractmethod
    def mass(self, sums: Floats) -> Floats:
        """Evidence times cost."""

    @abstractmethod
    def impurity(self, sums: Floats, criterion: str) -> Floats:
        """How mixed nodes with these sums are."""

    @abstractmethod
    def right(self, sums: Floats) -> Floats:
        """Mass that nodes get right by their own answers: what pruning and rounding may give up a little of."""

    @abstractmethod
    def value_bits(self, sums: Floats, unit_mass: float) -> Floats:
        """Bits that the values of nodes with these sums take, a unit of mass counting as so many rows."""

    @abstractmethod
    def leaf_bits(self, sums: Floats, unit_mass: float) -> Floats:
        """Bits that leaves with these sums take: those of the values, and of the errors of their answers."""

    @abstractmethod
    def answers(self, sums: Floats) -> Integers:
        """What nodes with these sums answer, by its number among ``labels``."""

    @abstractmethod
    def labels(self, sums: Floats) -> list[str | int | float | bool]:
        """All that the nodes of a tree with these sums may answer, as plain text or numbers."""

    @abstractmethod
    def shares(self, sums: Floats) -> Floats:
        """The probability of each of the labels in nodes with these sums: (nodes, labels)."""

    # ---------------------------------------------------------- in a model file

    @abstractmethod
    def to_document(self) -> dict[str, Any]:
        """What a model file keeps beside the kind."""

    @abstractmethod
    def check(self, sums: Floats) -> None:
        """Raise ValueError for sums of nodes that no training rows could have."""

    @classmethod
    @abstractmethod
    def from_document(cls, entry: Mapping[str, Any]) -> Target:
        """The target that a model file holds; raises KeyError, TypeError or ValueError for a damaged entry."""
