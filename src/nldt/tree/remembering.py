"""A search, and the lower level below it, that ask a checkpoint before they do anything."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.progress import Recorder
from nldt.search import NodeTask, Search
from nldt.search.outcome import SearchOutcome, checked
from nldt.search.protocol import SearchTraits, traits_of
from nldt.solve import Backend, CurveSettings, DirectionSettings, GeneticSettings, NodeRows, RuleBatch
from nldt.tree.checkpoint import Checkpoint

Exponents = NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class RememberingSearch:
    """A search that is asked nothing twice."""

    search: Search
    checkpoint: Checkpoint

    @property
    def traits(self) -> SearchTraits:
        """See ``Search``."""
        return traits_of(self.search)

    def find_split(self, task: NodeTask) -> SearchOutcome:
        """What is kept, or what the search finds; it is told of what is kept as if it were found now."""
        key = _task_key(task)
        kept = self.checkpoint.outcome(key)
        if kept is not None:
            outcome, states = kept
            for state in states:
                task.monitor.generation_done(state)
            return outcome
        recorder = Recorder(task.monitor)
        backend = RememberingBackend(task.settings.backend, self.checkpoint)
        found = self.search.find_split(replace(task.with_backend(backend), monitor=recorder))
        outcome = checked(found, self.search, task.settings.space.n_columns)
        self.checkpoint.keep_outcome(key, outcome, recorder.states)
        return outcome


@dataclass(frozen=True, eq=False)
class RememberingBackend:
    """A lower level that solves nothing twice for the search that runs."""

    inner: Backend
    checkpoint: Checkpoint

    def evolve(
        self, rows: NodeRows, exponents: Exponents, modulus: Any, seeds: Any, settings: GeneticSettings
    ) -> RuleBatch:
        """See ``Backend``."""
        return self._answer(self.inner.evolve, rows, exponents, modulus, seeds, settings)

    def solve_directions(
        self, rows: NodeRows, exponents: Exponents, seeds: Any, settings: DirectionSettings
    ) -> RuleBatch:
        """See ``Backend``."""
        return self._answer(self.inner.solve_directions, rows, exponents, seeds, settings)

    def fit_curves(self, rows: NodeRows, exponents: Exponents, group: Any, settings: CurveSettings) -> RuleBatch:
        """See ``Backend``."""
        return self._answer(self.inner.fit_curves, rows, exponents, group, settings)

    def _answer(self, solve: Callable[..., RuleBatch], rows: NodeRows, *arguments: Any) -> RuleBatch:
        *arrays, settings = arguments
        key = digest(
            solve.__name__,
            *_row_parts(rows.columns),
            rows.class_begin,
            rows.used,
            *arrays,
            replace(settings, n_threads=1),  # on which no answer depends
        )
        kept = self.checkpoint.answer(key)
        if kept is not None:
            return kept
        answer = solve(rows, *arguments)
        self.checkpoint.keep_answer(key, answer)
        return answer


def _task_key(task: NodeTask) -> bytes:
    """What differs between the tasks of one fit: the node, its rows, what is known of it, and what is wished."""
    space = task.settings.space
    return digest(
        task.path,
        *_row_parts(task.columns),
        task.known_bits,
        task.promising,
        task.start,
        *task.must,
        space.max_complexity,
        task.settings.tariff,
    )


def _row_parts(columns: Any) -> tuple[Any, ...]:
    """Which rows and columns of the fit's table these are; of another table, which has no places, its numbers."""
    return columns.table if columns.places is None else columns.places, columns.chosen, columns.fills


def digest(*parts: Any) -> bytes:
    """A few bytes that follow from arrays and plain values; other parts, or an array cut elsewhere, give others."""
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        if isinstance(part, np.ndarray):
            digest.update(f"{part.dtype}{part.shape}".encode())
            digest.update(np.ascontiguousarray(part).data)
        else:
            digest.update(repr(part).encode())
        digest.update(b"\0")
    return digest.digest()
