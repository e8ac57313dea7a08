"""Classes, each with what an error on one of its rows costs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from nldt.description import label_bits, leaf_bits
from nldt.impurity import impurity
from nldt.model.frozen import read_only
from nldt.model.target.target import Target

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

DTYPE = "[<>|=]([biuf][1248]|U[0-9]{1,6}|O)"  # of the labels that a model file can hold


@dataclass(frozen=True, eq=False)
class Classes(Target):
    """Classes; values are their numbers, and the sums of a node are the evidence of each of them.

    Attributes
    ----------
    values : array of shape (classes,)
        The labels, in ascending order.
    cost : array of shape (classes,)
        What an error on a row of each class costs: ``class_weight``.
    is_counted : bool
        False where evidence and cost are known as products only, as in old model files of fits with costs: shares and
        answers are as they were, but nobody knows the rows.
    """

    kind: ClassVar[str] = "classes"
    document_schema: ClassVar[Mapping[str, Any]] = {
        "dtype": {"type": "string", "pattern": f"^{DTYPE}$", "description": "The NumPy type of the labels."},
        "values": {
            "type": "array",
            "minItems": 2,
            "uniqueItems": True,
            "items": {"type": ["string", "number", "boolean"]},
            "description": "The labels in ascending order.",
        },
        "cost": {
            "type": "array",
            "items": {"type": "number", "minimum": 0},
            "description": "What an error on a row of each class costs (class_weight); 1 each where all are alike.",
        },
        "is_counted": {
            "type": "boolean",
            "description": "false: the sums of nodes are known times cost only, so that they tell shares but no rows.",
        },
    }

    values: NDArray[Any]
    cost: Floats
    is_counted: bool = True

    def __post_init__(self) -> None:
        for name in ("values", "cost"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

    @classmethod
    def alike(cls, values: NDArray[Any]) -> Classes:
        """Classes on which errors cost the same."""
        return cls(values, np.ones(len(values)))

    # ------------------------------------------------------------------- sums

    @property
    def n_sums(self) -> int:
        return len(self.values)

    def sums(self, values: NDArray[Any], evidence: Floats) -> Floats:
        return np.bincount(values, evidence, self.n_sums).astype(np.float64)

    def row_sums(self, values: NDArray[Any], evidence: Floats) -> Floats:
        one_hot = np.zeros((len(values), self.n_sums))
        one_hot[np.arange(len(values)), values] = evidence
        return one_hot

    def cell_sums(self, values: NDArray[Any], evidence: Floats, cells: NDArray[np.int64], n_cells: int) -> Floats:
        counted = np.bincount(cells * self.n_sums + values, evidence, n_cells * self.n_sums)
        return counted.reshape(n_cells, self.n_sums).astype(np.float64)

    def rest(self, whole: Floats, part: Floats) -> Floats:
        return np.maximum(whole - part, 0.0)

    # ----------------------------------------------------------- what they tell

    @cached_property
    def has_costs(self) -> bool:
        """Whether an error on one class costs more than on another, as far as is known."""
        return bool((self.cost != self.cost[0]).any())

    def class_mass(self, sums: Floats) -> Floats:
        """Mass of each class: evidence times cost."""
        return sums * self.cost

    def n_rows(self, sums: Floats) -> Floats:
        return np.asarray(sums.sum(axis=-1))

    def mass(self, sums: Floats) -> Floats:
        return np.asarray(self.class_mass(sums).sum(axis=-1))

    def impurity(self, sums: Floats, criterion: str) -> Floats:
        return impurity(self.class_mass(sums), criterion)

    def right(self, sums: Floats) -> Floats:
        return np.asarray(self.class_mass(sums).max(axis=-1))

    def value_bits(self, sums: Floats, unit_mass: float) -> Floats:
        return label_bits(self.class_mass(sums) * unit_mass)

    def leaf_bits(self, sums: Floats, unit_mass: float) -> Floats:
        return leaf_bits(self.class_mass(sums) * unit_mass)

    def answers(self, sums: Floats) -> Integers:
        """The number of the class of the largest mass."""
        return np.asarray(self.class_mass(sums).argmax(axis=-1))

    def shares(self, sums: Floats) -> Floats:
        """Share of each class, by mass."""
        mass = self.class_mass(sums)
        return mass / mass.sum(axis=-1, keepdims=True)

    def labels(self, sums: Floats) -> list[str | int | float | bool]:
        return [_plain(label) for label in self.values.tolist()]

    # ---------------------------------------------------------- in a model file

    def to_document(self) -> dict[str, Any]:
        return {
            "dtype": self.values.dtype.str,
            "values": [_plain(label) for label in self.values.tolist()],
            "cost": self.cost.tolist(),
            "is_counted": self.is_counted,
        }

    def check(self, sums: Floats) -> None:
        with np.errstate(over="ignore"):
            mass = self.mass(sums)
        if (sums < 0).any() or (mass <= 0).any() or not np.isfinite(mass).all():
            raise ValueError("a node has no rows, fewer than none of a class, or rows that cost nothing or too much")

    @classmethod
    def from_document(cls, entry: Mapping[str, Any]) -> Classes:
        dtype, listed, costs, is_counted = (entry[key] for key in ("dtype", "values", "cost", "is_counted"))
        if not isinstance(dtype, str) or not re.fullmatch(DTYPE, dtype):
            raise ValueError(f"classes of type {dtype!r} are not known")
        if type(is_counted) is not bool:
            raise TypeError("is_counted is neither true nor false")
        values = np.array(listed, dtype=dtype)
        if values.dtype.kind in "UO" and not all(isinstance(value, str) for value in listed):
            raise ValueError("the classes are not text")
        if values.ndim != 1 or len(values) < 2 or values.tolist() != np.unique(values).tolist():
            raise ValueError("the classes are not two or more different ones, in order")
        if values.tolist() != listed:
            raise ValueError(f"the classes are not of type {dtype}")
        if not isinstance(costs, list) or not all(type(cost) in (int, float) for cost in costs):
            raise TypeError("the costs of the classes are not numbers")
        cost = np.array(costs, dtype=np.float64)
        if cost.shape != values.shape or not np.isfinite(cost).all() or (cost < 0).any():
            raise ValueError("the costs are not one number a class, 0 or more")
        return cls(values, cost, is_counted)


def _plain(label: object) -> str | int | float | bool:
    """A label that any format can write, whatever class of text or numbers it was."""
    if isinstance(label, np.generic):
        label = label.item()
    for plain in (bool, int, float):  # a bool is also an int: first things first
        if isinstance(label, plain):
            return plain(label)
    return str.__str__(label) if isinstance(label, str) else str(label)
