"""What a search took, node by node."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class NodeReport:
    """What the search of one node took, and how it went.

    ``history`` holds (generation, impurity, complexity) of the best rule so far, the last entry being the chosen rule;
    a model file does not keep it.
    """

    path: str
    seconds: float
    generations: int
    structures_evaluated: int
    history: tuple[tuple[int, float, int], ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class SearchReport:
    """What the search of the whole tree took; ``complete`` is False where the time limit cut it short.

    Of partitions, there may have been no time to count the rows of leaves: then they are those of a sample.
    """

    seconds: float = 0.0
    generations: int = 0
    structures_evaluated: int = 0
    nodes: tuple[NodeReport, ...] = ()
    complete: bool = True
    counts_a_sample: bool = False
