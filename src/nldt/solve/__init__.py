"""The compiled core: everything that runs once per row.

Arrays in, new arrays out. Set the environment variable ``NLDT_INSTRUCTION_SET`` to ``avx512``, ``avx2`` or
``baseline`` to keep the search from choosing the best that the machine can run.
"""

from __future__ import annotations

import os

from nldt._core import (
    available_instruction_sets,
    fit_curves,
    left_class_weights,
    power_terms,
    rule_values,
    solve_directions,
    solve_lower_level,
    split_impurity,
)

__all__ = [
    "available_instruction_sets",
    "fit_curves",
    "left_class_weights",
    "power_terms",
    "requested_instruction_set",
    "rule_values",
    "solve_directions",
    "solve_lower_level",
    "split_impurity",
    "thread_count",
]


def requested_instruction_set() -> str:
    """The instruction set asked for by the environment; empty: the best."""
    return os.environ.get("NLDT_INSTRUCTION_SET", "")


def thread_count(n_jobs: int | None) -> int:
    """Threads for ``n_jobs``: all cores that this process may use for None and -1."""
    if n_jobs is not None and n_jobs > 0:
        return n_jobs
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
