"""A finished tree: flat arrays and rules, all that prediction reads."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from nldt.model.frozen import read_only
from nldt.model.rule import SplitRule
from nldt.model.target import Classes, Target

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

LEAF = -1


@dataclass(frozen=True)
class FrontPoint:
    """A rule on a node's trade-off front: the purest met at this complexity."""

    complexity: int
    impurity: float
    rule: SplitRule
    # That the classes of each side take, where the search counted them: for children that are searched anew.
    side_bits: tuple[float, float] = field(default=(np.inf, np.inf), repr=False, compare=False)


@dataclass(frozen=True, eq=False)
class FittedTree:
    """Nodes numbered in pre-order, root 0; rows for which a node's rule holds go to its left child.

    Attributes
    ----------
    left, right : array of shape (nodes,)
        Child numbers; -1 for leaves.
    sums : array of shape (nodes, sums)
        What the target adds up over the training rows of each node: of classes, the evidence of each.
    rules : tuple
        The rule of each node; None for leaves.
    target : Target
        What the tree answers; classes 0, 1, … on which errors cost the same, unless told.
    """

    left: Integers
    right: Integers
    sums: Floats
    rules: tuple[SplitRule | None, ...]
    target: Target = None  # type: ignore[assignment]  # set below

    def __post_init__(self) -> None:
        if self.target is None:
            object.__setattr__(self, "target", Classes.alike(np.arange(self.sums.shape[1])))
        for name in ("left", "right", "sums"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

    def __len__(self) -> int:
        return len(self.left)

    def __repr__(self) -> str:
        return f"FittedTree({len(self)} nodes, {self.n_leaves} leaves)"

    @property
    def conditional_nodes(self) -> Integers:
        """Numbers of the nodes with a rule, in pre-order."""
        return np.flatnonzero(self.left != LEAF)

    @property
    def conditional_rules(self) -> list[SplitRule]:
        """The rules, in pre-order."""
        return [rule for rule in self.rules if rule is not None]

    @property
    def n_leaves(self) -> int:
        return int(np.count_nonzero(self.left == LEAF))

    @property
    def depth(self) -> Integers:
        """Depth of each node, the root's being 0."""
        depth = np.zeros(len(self), dtype=np.int64)
        for node in self.conditional_nodes:  # pre-order: parents come before their children
            depth[[self.left[node], self.right[node]]] = depth[node] + 1
        return depth

    @cached_property
    def leaves(self) -> list[int]:
        """Numbers of the nodes without a rule, in pre-order."""
        return np.flatnonzero(self.left == LEAF).tolist()

    @cached_property
    def leaf_counts(self) -> Integers:
        """Leaves below each node; 1 for a leaf."""
        counts = np.ones(len(self), dtype=np.int64)
        for node in self.conditional_nodes[::-1]:  # pre-order: children come after their parents
            counts[node] = counts[self.left[node]] + counts[self.right[node]]
        return counts

    @cached_property
    def answers(self) -> Integers:
        """What each node answers where it is a leaf, by its number among the labels."""
        return self.target.answers(self.sums)

    @property
    def n_rows(self) -> Floats:
        """Training rows of each node, by their evidence."""
        return self.target.n_rows(self.sums)

    @cached_property
    def shares(self) -> Floats:
        """The probability of each label in each node: of classes, by evidence times cost."""
        return self.target.shares(self.sums)

    # Of trees that answer classes:

    @property
    def classes(self) -> Classes:
        """The target; TypeError where it is not classes."""
        if not isinstance(self.target, Classes):
            raise TypeError(f"this tree answers {self.target.kind}, not classes")
        return self.target

    @property
    def evidence(self) -> Floats:
        """Training rows of each class in each node, each counted as often as its ``sample_weight`` says."""
        return self.sums

    @property
    def mass(self) -> Floats:
        """Evidence times cost of each class in each node."""
        return self.classes.class_mass(self.sums)

    @property
    def share_right(self) -> float:
        """The share of the training rows that are of the class that their leaf answers."""
        own = self.evidence[self.leaves]
        return float(own[range(len(own)), self.answers[self.leaves]].sum() / own.sum())

    @property
    def class_weights(self) -> Floats:
        """Deprecated: ``mass``, or ``evidence`` for numbers of rows."""
        message = "FittedTree.class_weights is deprecated: use evidence for rows, or mass for evidence times cost"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return self.mass

    @property
    def paths(self) -> list[str]:
        """The way to each node: "root", "root.L" for the root's left child, and so on."""
        paths = ["root"] * len(self)
        for node in self.conditional_nodes:  # pre-order: parents come before their children
            paths[self.left[node]] = f"{paths[node]}.L"
            paths[self.right[node]] = f"{paths[node]}.R"
        return paths

    def descendants(self, node: int) -> range:
        """The node and all below it: a run of numbers, since they are in pre-order."""
        last = node
        while self.left[last] != LEAF:
            last = int(self.right[last])
        return range(node, last + 1)

    def apply(self, X: Floats, start: int = 0) -> Integers:
        """The leaf that each row ends in when it starts at a node, the root unless told."""
        leaf = np.zeros(len(X), dtype=np.int64)
        for node, rows in self._visits(X, start):
            leaf[rows] = node
        return leaf

    def decision_path(self, X: Floats) -> sparse.csr_matrix:
        """Indicator matrix (rows, nodes) of the nodes that each row passes."""
        visits = list(self._visits(X))
        rows = np.concatenate([rows for _, rows in visits])
        nodes = np.repeat([node for node, _ in visits], [len(rows) for _, rows in visits])
        return sparse.csr_matrix((np.ones(len(rows), dtype=np.int64), (rows, nodes)), shape=(len(X), len(self)))

    def _visits(self, X: Floats, start: int = 0) -> Iterator[tuple[int, Integers]]:
        """Each node with the rows that come by, parents before children."""
        waiting = [(start, np.arange(len(X)))]
        while waiting:
            node, rows = waiting.pop()
            yield node, rows
            rule = self.rules[node]
            if rule is not None:
                left = rule.goes_left(X[rows])
                waiting.append((int(self.right[node]), rows[~left]))
                waiting.append((int(self.left[node]), rows[left]))

    def feature_importances(self, n_features: int, criterion: str) -> Floats:
        """Each rule's weighted impurity decrease, shared among its non-zero exponents; sums to 1."""
        total = self.target.impurity(self.sums, criterion) * self.target.mass(self.sums)
        importance = np.zeros(n_features)
        for node in self.conditional_nodes:
            rule = self.rules[node]
            assert rule is not None
            decrease = total[node] - total[self.left[node]] - total[self.right[node]]
            uses = np.bincount(rule.basis.features, np.count_nonzero(rule.exponents, axis=0), n_features)
            importance += max(decrease, 0.0) * uses / uses.sum()
        return importance / importance.sum() if importance.sum() > 0 else importance

    def without(self, removed: set[int]) -> tuple[FittedTree, Integers]:
        """The tree with the given splits turned into leaves, and the old numbers of its nodes."""
        gone = {below for node in removed for below in self.descendants(node) if below != node}
        kept = np.array([node for node in range(len(self)) if node not in gone], dtype=np.int64)
        new_number = np.full(len(self) + 1, LEAF)  # the last entry serves the leaves' -1
        new_number[kept] = np.arange(len(kept))
        stays = np.array([node not in removed for node in kept])
        return (
            replace(
                self,
                left=np.where(stays, new_number[self.left[kept]], LEAF),
                right=np.where(stays, new_number[self.right[kept]], LEAF),
                sums=self.sums[kept],
                rules=tuple(self.rules[node] if stay else None for node, stay in zip(kept, stays, strict=True)),
            ),
            kept,
        )
