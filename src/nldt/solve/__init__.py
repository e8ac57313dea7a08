"""Everything that runs once per row, behind a protocol at the level of batches.

``Backend`` says what a search may ask for; ``NATIVE`` is the compiled core. The plain functions take arrays and give
new ones. Set the environment variable ``NLDT_INSTRUCTION_SET`` to ``avx512``, ``avx2`` or ``baseline`` to keep the core
from choosing the best that the machine can run.
"""

from __future__ import annotations

import os

from nldt.solve.backend import Backend, CurveSettings, DirectionSettings, GeneticSettings, SolverSettings
from nldt.solve.batch import UNKNOWN, FeatureColumns, NodeRows, RuleBatch, RuleShape, concatenate
from nldt.solve.native import (
    NATIVE,
    NativeBackend,
    available_instruction_sets,
    left_class_mass,
    power_terms,
    requested_instruction_set,
    rule_values,
    split_impurity,
)

__all__ = [
    "NATIVE",
    "UNKNOWN",
    "Backend",
    "CurveSettings",
    "DirectionSettings",
    "FeatureColumns",
    "GeneticSettings",
    "NativeBackend",
    "NodeRows",
    "RuleBatch",
    "RuleShape",
    "SolverSettings",
    "available_instruction_sets",
    "concatenate",
    "left_class_mass",
    "power_terms",
    "requested_instruction_set",
    "rule_values",
    "split_impurity",
    "thread_count",
]


def thread_count(n_jobs: int | None) -> int:
    """Threads for ``n_jobs``: all cores that this process may use for None and -1."""
    if n_jobs is not None and n_jobs > 0:
        return n_jobs
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
