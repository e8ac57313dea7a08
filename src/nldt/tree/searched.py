"""What searches have found, by node: trees that part their rows alike have nodes in common."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from nldt.data.training_rows import TrainingRows
from nldt.progress import Recorder, SearchState
from nldt.search import NodeTask
from nldt.search.outcome import SearchOutcome
from nldt.tree.chance import Excess, excess
from nldt.tree.growing_node import GrowingNode

Name = tuple[str, bytes | None, bytes | None, float]


@dataclass(frozen=True, eq=False)
class SearchedNodes:
    """Remembers outcomes of one search with one set of settings on parts of one table."""

    found: dict[Name, tuple[SearchOutcome, list[SearchState]]] = field(default_factory=dict)
    asked: dict[tuple[str, bytes | None], Excess] = field(default_factory=dict)

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

    def excess(self, task: NodeTask) -> Excess:
        """What the columns tell of a node's classes above chance, asked once of the same rows."""
        name = task.path, _digest(task.columns.places)
        if name not in self.asked:
            self.asked[name] = excess(task)
        return self.asked[name]


def _name(node: GrowingNode, rows: TrainingRows, unit_mass: float) -> Name:
    """All that a search depends on: the path, for its random numbers; the rows; and what the rules above have told,
    which is the columns that promise something, and the bits of the classes where these are fewer than without rules.
    """
    bits = min(float(rows.target.value_bits(node.sums, unit_mass)), node.known_bits)
    return node.path, _digest(rows.columns.places), _digest(node.promising), bits


def _digest(numbers: NDArray[np.int64] | None) -> bytes | None:
    return None if numbers is None else hashlib.blake2b(np.ascontiguousarray(numbers).data, digest_size=16).digest()
