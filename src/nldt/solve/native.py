"""The compiled core: the one module that calls it."""

from __future__ import annotations

import os

import numpy as np

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
        weights, low, high, impurity, relative_gap, left = solve_directions(
            rows.features,
            rows.class_begin,
            rows.mass,
            np.ascontiguousarray(exponents),
            seeds,
            instruction_set=requested_instruction_set(),
            **vars(settings),
        )
        return RuleBatch(weights, low, high, impurity, relative_gap, left)

    def fit_curves(self, rows: NodeRows, exponents: Exponents, group: Flags, settings: CurveSettings) -> RuleBatch:
        """See ``Backend``."""
        weights, high, impurity, relative_gap, left, bits, side_bits = fit_curves(
            rows.features,
            rows.class_begin,
            rows.mass,
            np.ascontiguousarray(exponents),
            group,
            instruction_set=requested_instruction_set(),
            **vars(settings),
        )
        low = np.full(len(exponents), -np.inf)
        return RuleBatch(weights, low, high, impurity, relative_gap, left, bits=bits, side_bits=side_bits)


NATIVE = NativeBackend()
