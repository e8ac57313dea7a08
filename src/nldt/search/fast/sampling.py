"""Large nodes: search on a stratified sample that grows as candidates get fewer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from nldt.search.task import NodeTask

GROWTH = 4  # each stage has so many times the rows of the one before, and so many times fewer candidates


def stage_sizes(n_rows: int, first_rows: int) -> list[int]:
    """Rows of each stage; the last one has all. But for the first, none has more than half of them.

    >>> stage_sizes(100_000, 5_000), stage_sizes(300_000, 5_000)
    ([5000, 20000, 100000], [5000, 20000, 80000, 300000])
    """
    sizes, size = [], first_rows
    while size < n_rows and (size == first_rows or 2 * size <= n_rows):
        sizes.append(size)
        size *= GROWTH
    return [*sizes, n_rows]


def stages(task: NodeTask, first_rows: int) -> Iterator[NodeTask]:
    """The task on samples of rising size, each drawn when its turn comes; the last one has all rows."""
    random = task.random("sample")
    for size in stage_sizes(task.n_rows, first_rows)[:-1]:
        yield stratified_sample(task, size, random)
    yield task


def stratified_sample(task: NodeTask, n_rows: int, random: np.random.Generator) -> NodeTask:
    """About so many rows of the task, each class with its share of them and at least one row if it has any.

    Evidence is scaled so that that of the sample's classes stands to each other as the task's, and each row on the
    average keeps its own.
    """
    share = n_rows / task.n_rows
    chosen, evidence = [], []
    for begin, end in zip(task.class_begin[:-1], task.class_begin[1:], strict=True):
        count = min(int(end - begin), max(1, round(share * (end - begin)))) if end > begin else 0
        rows = begin + np.sort(random.choice(int(end - begin), count, replace=False))
        drawn = task.evidence[rows]
        if count:
            drawn = drawn * (share * task.evidence[begin:end].sum() / drawn.sum())
        chosen.append(rows)
        evidence.append(drawn)
    places = np.concatenate(chosen)
    tariff = task.settings.tariff.of_sample(n_rows, len(task.class_mass))
    return replace(
        task,
        settings=replace(task.settings, tariff=tariff),
        columns=task.columns.take(places),
        values=task.values[places],
        evidence=np.concatenate(evidence),
        known_bits=share * task.known_bits,
    )
