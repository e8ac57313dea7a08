"""Structures that say about the same as a rule in other ways: all rows may want one of them, where a sample did not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from nldt.search.fast.archive import Archive
from nldt.search.fast.neighbours import neighbours
from nldt.search.fast.sampling import stratified_sample
from nldt.search.fast.selection import coefficient_bits, structure_bits
from nldt.search.outcome import Candidate
from nldt.search.structures import Exponents, Structures, StructureSpace
from nldt.search.task import NodeTask

FIRST_ROWS = 20_000  # on which all of them are solved


def rivals(
    make_archive: Callable[[NodeTask], Archive], steps: int, task: NodeTask, exponents: Exponents, most: int
) -> list[Candidate]:
    """The best of the structures one step away, of the same columns and no longer, solved on the rows of a task."""
    task = replace(task.in_rows(), start=None, must=())
    space = task.settings.space
    own = np.zeros((1, space.max_terms, space.n_columns), dtype=np.int8)
    own[0, : len(exponents)] = exponents
    near = neighbours(own[0], space, ()).canonical()
    near = near[near.complexity <= np.count_nonzero(exponents)]
    some = task
    if task.n_rows > 2 * FIRST_ROWS:
        some = stratified_sample(task, FIRST_ROWS, task.random("rivals"))
    archive = make_archive(some)
    archive.add(near)
    mine = Structures(own, np.zeros(1, dtype=bool)).canonical().exponents[0]
    best = [solved for solved in archive.ranked if np.isfinite(solved.bits)]
    others = [solved.exponents for solved in best if not np.array_equal(solved.exponents, mine)][:most]
    if not others:
        return []
    again = make_archive(task)
    return [solved.candidate() for solved in again.solve(np.array(others), steps, thorough=False)]


def rule_bits(exponents: Exponents, is_band: bool, n_rows: float, space: StructureSpace) -> float:
    """Bits that it takes to write down a rule for so many rows."""
    ends = coefficient_bits(exponents, n_rows, space)[..., int(is_band)]
    return float(structure_bits(exponents, space) + ends)
