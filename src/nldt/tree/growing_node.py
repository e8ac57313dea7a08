"""A node while its tree grows: an object with all that may become of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from nldt.model.rule import SplitRule
from nldt.model.tree import FrontPoint
from nldt.search import Candidate

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LastRule:
    """A rule for a node with two leaves: the one that it has for its children, with an end that suits answers."""

    rule: SplitRule
    sides: tuple[Floats, Floats]  # the target's sums on the left and on the right
    given: GivenRule | None = None  # where the rule is another one than the node has for its children


@dataclass(frozen=True, eq=False)
class GivenRule:
    """A rule for a node, and the front that it is on: a finished one, or the candidates for one."""

    chosen: FrontPoint
    front: list[FrontPoint] = field(default_factory=list)
    candidates: list[Candidate] = field(default_factory=list)
    rule_bits: float = 0.0
    is_fixed: bool = True  # the user has chosen it: it stays, whatever it costs
    promising: NDArray[np.int64] | None = None  # columns for rules below, see SearchOutcome
    candidate: Candidate | None = None  # the rule as a search has found it
    near: list[Candidate] = field(default_factory=list)  # rules that are nearly as good, see SearchOutcome
    unranked: list[Candidate] = field(default_factory=list)  # others, which nobody has compared with this one yet
    near_points: list[tuple[FrontPoint, float]] = field(default_factory=list)  # the same, finished, with their bits


@dataclass(eq=False)
class GrowingNode:
    """A node; ``children`` is None while it is a leaf."""

    path: str
    depth: int
    sums: Floats  # of the target, over the node's rows
    known_bits: float = np.inf  # see NodeTask
    rule: SplitRule | None = None
    rule_bits: float = 0.0  # of the rule, as the search counts them
    given: GivenRule | None = None
    children: tuple[GrowingNode, GrowingNode] | None = None
    last: LastRule | None = None
    shorter: tuple[LastRule, ...] = ()  # other rules that it may have with two leaves
    is_fixed: bool = False  # the user has chosen its rule, or that it has none
    is_wished: bool = False  # its rule was to have some column: it may stay though it does not pay
    is_proven: bool = False  # what its rules save is known to be no chance, see ``prove``
    promising: NDArray[np.int64] | None = None  # see NodeTask

    @property
    def has_two_leaves(self) -> bool:
        return self.children is not None and all(child.children is None for child in self.children)

    def in_order(self) -> Iterator[GrowingNode]:
        """The node and all below, in pre-order: parents come before their children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            if node.children is not None:
                waiting += reversed(node.children)

    def copy(self) -> GrowingNode:
        """The node and all below, in objects of their own."""
        copies = {id(node): replace(node) for node in self.in_order()}
        for node in copies.values():
            if node.children is not None:
                left, right = node.children
                node.children = copies[id(left)], copies[id(right)]
        return copies[id(self)]

    def become_leaf(self) -> None:
        """Cut off what is below."""
        self.rule, self.children, self.given, self.last = None, None, None, None
