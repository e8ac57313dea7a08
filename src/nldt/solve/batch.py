"""What travels between a search and a backend: the rows of a node, and batches of rules, an array a field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from enum import IntEnum
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Exponents = NDArray[np.int8]


class RuleShape(IntEnum):
    """What a structure can become: the place on the axis of shapes, where a batch has one."""

    HALF_SPACE = 0  # one end: least impurity
    BAND = 1  # two ends: least impurity
    CURVE = 2  # one end, across the direction of a logistic regression


class FeatureColumns(Protocol):
    """Any features of the rows of a node, made when they are asked for."""

    @property
    def n_rows(self) -> int: ...

    @property
    def all(self) -> Floats:
        """All features: (features, rows)."""

    def of(self, features: Sequence[int] | Integers) -> Floats:
        """Some features: (features, rows)."""


@dataclass(frozen=True, eq=False)
class NodeRows:
    """The rows of a node as a backend takes them."""

    columns: FeatureColumns  # rows grouped by class
    class_begin: Integers  # rows of class c are class_begin[c] to class_begin[c + 1]
    mass: Floats  # of the rows: evidence times cost
    used: Integers | None = None  # features that the exponents of structures are given for; None: all

    @cached_property
    def features(self) -> Floats:
        """The features in use, (features, rows), made once."""
        return self.columns.all if self.used is None else self.columns.of(self.used)

    def using(self, features: Integers) -> NodeRows:
        """The same rows for structures whose exponents are given for these features only."""
        return replace(self, used=features)


UNKNOWN: Any = None  # a field of a batch that nobody has measured


@dataclass(frozen=True, eq=False)
class RuleBatch:
    """Rules of some structures: one array a field, the structures along the first axis.

    A solver that finds several rules of a structure, one of each ``RuleShape``, gives them along a second axis. A rule
    that splits nothing has an infinite ``high``. Fields that nobody has measured are ``UNKNOWN``.
    """

    weights: Floats  # (..., terms)
    low: Floats
    high: Floats
    impurity: Floats
    relative_gap: Floats = UNKNOWN  # the gap between the two sides, over the spread of the rule's values
    left_mass: Floats = UNKNOWN  # mass of each class on the left: (..., classes)
    bits: Floats = UNKNOWN  # that the classes take, with what it takes to write down the rule where that is counted
    split_bits: Floats = UNKNOWN  # the same if all rows of a side were alike
    rule_bits: Floats = UNKNOWN  # that it takes to write down the rule
    tree_bits: Floats = UNKNOWN  # of a tree of the rule and two leaves
    side_bits: Floats = UNKNOWN  # that the classes take on the left and on the right: (..., 2)
    exponents: Exponents = UNKNOWN  # of the structures: (structures, terms, features)
    is_curve: NDArray[np.bool_] = UNKNOWN  # where one of several shapes was chosen

    def __len__(self) -> int:
        return len(self.impurity)

    def __getitem__(self, index: Any) -> RuleBatch:
        """Some of the rules: every field indexed alike."""
        return RuleBatch(**{name: array[index] for name, array in self.known()})

    @cached_property
    def complexity(self) -> Integers:
        """Non-zero exponents of each structure."""
        return np.count_nonzero(self.exponents, axis=(1, 2))

    def put(self, index: Any, rules: RuleBatch) -> None:
        """Overwrite some of the rules, in the fields that both batches know."""
        known = dict(self.known())
        for name, array in rules.known():
            if name in known:
                known[name][index] = array

    def known(self) -> list[tuple[str, NDArray[Any]]]:
        """The fields that somebody has measured, by name."""
        arrays = ((name, getattr(self, name)) for name in _FIELDS)
        return [(name, array) for name, array in arrays if array is not UNKNOWN]


_FIELDS = [field.name for field in fields(RuleBatch)]


def concatenate(batches: Sequence[RuleBatch], axis: int = 0) -> RuleBatch:
    """All rules of some batches, one after the other along an axis, with the fields that all of them know."""
    known = [dict(batch.known()) for batch in batches]
    shared = [name for name in known[0] if all(name in arrays for arrays in known)]
    return RuleBatch(**{name: np.concatenate([arrays[name] for arrays in known], axis) for name in shared})
