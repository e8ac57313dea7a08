"""The compiled core: the one module that calls it."""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

from nldt._core import (
    available_instruction_sets,
    fit_curves,
    left_class_mass,
    power_terms,
    rule_values,
    solve_directions,
    solve_lower_level,
    split_impurity,
)
from nldt.solve.backend import CurveSettings, DirectionSettings, Flags, GeneticSettings, Seeds
from nldt.solve.batch import Exponents, NodeRows, RuleBatch

__all__ = [
    "NATIVE",
    "NativeBackend",
    "available_instruction_sets",
    "left_class_mass",
    "power_terms",
    "requested_instruction_set",
    "rule_values",
    "split_impurity",
]


def requested_instruction_set() -> str:
    """The instruction set asked for by the environment; empty: the best."""
    return os.environ.get("NLDT_INSTRUCTION_SET", "")


class NativeBackend:
    """The C++ core on this machine's processor."""

    def evolve(
        self, rows: NodeRows, exponents: Exponents, modulus: Flags, seeds: Seeds, settings: GeneticSettings
    ) -> RuleBatch:
        """See ``Backend``."""
        weights, low, high, impurity, _ = solve_lower_level(
            rows.features,
            rows.class_begin,
            rows.mass,
            np.ascontiguousarray(exponents),
            np.ascontiguousarray(modulus),
            seeds,
            instruction_set=requested_instruction_set(),
            **vars(settings),
        )
        return RuleBatch(weights, low, high, impurity)

    def solve_directions(
        self, rows: NodeRows, exponents: Exponents, seeds: Seeds, settings: DirectionSettings
    ) -> RuleBatch:
        """See ``Backend``."""
        present = _present_classes(rows)
        weights, low, high, impurity, relative_gap, left = solve_directions(
            rows.features,
            _begin_of(rows, present),
            rows.mass,
            np.ascontiguousarray(exponents),
            seeds,
            instruction_set=requested_instruction_set(),
            **vars(settings),
        )
        return RuleBatch(weights, low, high, impurity, relative_gap, _of_all_classes(left, present))

    def fit_curves(self, rows: NodeRows, exponents: Exponents, group: Flags, settings: CurveSettings) -> RuleBatch:
        """See ``Backend``."""
        present = _present_classes(rows)
        weights, high, impurity, relative_gap, left, bits, side_bits = fit_curves(
            rows.features,
            _begin_of(rows, present),
            rows.mass,
            np.ascontiguousarray(exponents),
            np.ascontiguousarray(group[:, present]),
            instruction_set=requested_instruction_set(),
            **vars(settings),
        )
        low = np.full(len(exponents), -np.inf)
        left = _of_all_classes(left, present)
        return RuleBatch(weights, low, high, impurity, relative_gap, left, bits=bits, side_bits=side_bits)


def _present_classes(rows: NodeRows) -> Flags:
    """The classes that have rows, and at least two: time grows with the classes, and a node has few of many."""
    present = np.diff(rows.class_begin) > 0
    present[:2] |= np.count_nonzero(present) < 2
    return present


def _begin_of(rows: NodeRows, present: Flags) -> NDArray[np.int64]:
    """The first row of each class that is present, and the end."""
    return np.append(rows.class_begin[:-1][present], rows.class_begin[-1])


def _of_all_classes(left: NDArray[np.float64], present: Flags) -> NDArray[np.float64]:
    """Class masses (last axis) with zeros for the classes that are not present."""
    if present.all():
        return left
    spread = np.zeros((*left.shape[:-1], len(present)))
    spread[..., present] = left
    return spread


NATIVE = NativeBackend()
