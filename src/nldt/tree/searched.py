"""What searches have found, by node: trees that part their rows alike have nodes in common."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from nldt.data.training_rows import TrainingRows
from nldt.progress import Recorder, SearchState
from nldt.search.outcome import SearchOutcome
from nldt.tree.growing_node import GrowingNode

Name = tuple[str, bytes, float]


@dataclass(frozen=True, eq=False)
class SearchedNodes:
    """Remembers outcomes of one search with one set of settings on parts of one table."""

    found: dict[Name, tuple[SearchOutcome, list[SearchState]]] = field(default_factory=dict)

    def outcome(
        self,
        node: GrowingNode,
        rows: TrainingRows,
        unit_mass: float,
        recorder: Recorder,
        search: Callable[[], SearchOutcome],
    ) -> SearchOutcome:
        """What the search finds at a node, or has found at the same place, of the same rows, in another tree."""
        name = _name(node, rows, unit_mass)
        if name not in self.found:
            self.found[name] = search(), recorder.states
        outcome, states = self.found[name]
        recorder.states = list(states)
        return outcome


def _name(node: GrowingNode, rows: TrainingRows, unit_mass: float) -> Name:
    """The path, which random numbers depend on; the rows; the bits of their classes, as far as rules above matter."""
    places = rows.columns.places
    digest = b"" if places is None else hashlib.blake2b(np.ascontiguousarray(places).data, digest_size=16).digest()
    return node.path, digest, min(float(rows.target.value_bits(node.sums, unit_mass)), node.known_bits)
