"""A kind of target that nldt does not have, numbers, and a plain search for it: what a regressor would bring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from nldt.model.target import Target
from nldt.search import Candidate, NodeTask, SearchOutcome, SearchTraits


@dataclass(frozen=True)
class Numbers(Target):
    """Numbers; the sums of a node are those of evidence, evidence times value, and evidence times value squared."""

    kind: ClassVar[str] = "numbers"

    @property
    def n_sums(self) -> int:
        return 3

    def sums(self, values, evidence):
        return self.row_sums(values, evidence).sum(axis=0)

    def row_sums(self, values, evidence):
        return np.column_stack([evidence, evidence * values, evidence * values**2])

    def rest(self, whole, part):
        return whole - part

    def n_rows(self, sums):
        return sums[..., 0]

    def mass(self, sums):
        return sums[..., 0]

    def impurity(self, sums, criterion):
        """The variance."""
        count = np.maximum(sums[..., 0], 1e-300)
        return np.maximum(sums[..., 2] / count - (sums[..., 1] / count) ** 2, 0.0)

    def right(self, sums):
        """Minus the squared error."""
        return -self.impurity(sums, "") * self.mass(sums)

    def value_bits(self, sums, unit_mass):
        """Of a number of the node's spread for each row, to a hundredth of a unit."""
        return self.mass(sums) * unit_mass * np.log2(1 + 100 * np.sqrt(self.impurity(sums, "")))

    def leaf_bits(self, sums, unit_mass):
        return self.value_bits(sums, unit_mass)

    def answers(self, sums):
        return np.arange(len(sums))

    def labels(self, sums):
        return (sums[:, 1] / sums[:, 0]).tolist()

    def shares(self, sums):
        return np.eye(len(sums))

    def to_document(self) -> dict[str, Any]:
        return {}

    def check(self, sums) -> None: ...

    @classmethod
    def from_document(cls, entry: Mapping[str, Any]) -> Numbers:
        return cls()


class LeastSquares:
    """The threshold of one column, or of the sum or product of two, that leaves the least variance."""

    traits = SearchTraits(shortens_numbers=True)

    def find_split(self, task: NodeTask) -> SearchOutcome:
        n_columns = task.settings.space.n_columns
        single = np.eye(n_columns, dtype=np.int8)
        structures = [single[[j]] for j in range(n_columns)]
        structures += [single[[i, j]] for i in range(n_columns) for j in range(i)]
        structures += [single[[i]] + single[[j]] for i in range(n_columns) for j in range(i)]
        found = [self._best(task, exponents) for exponents in structures]
        best = min(found, key=lambda rule: rule.impurity)
        return SearchOutcome(best, [best])

    def _best(self, task: NodeTask, exponents) -> Candidate:
        terms = [np.prod(task.features.T ** row.astype(float), axis=1) for row in exponents]
        value = np.sum(terms, axis=0)
        order = np.argsort(value, kind="stable")
        left = np.cumsum(task.target.row_sums(task.values, task.evidence)[order], axis=0)[:-1]
        whole = task.target.sums(task.values, task.evidence)
        sides = np.stack([left, task.target.rest(whole, left)])
        variance = (task.target.impurity(sides, "") * task.target.mass(sides)).sum(axis=0) / task.target.mass(whole)
        variance[np.diff(value[order]) <= 0] = np.inf
        place = int(np.argmin(variance))
        end = value[order][place : place + 2].mean()
        return Candidate(exponents, np.ones(len(exponents)), -np.inf, float(end), float(variance[place]))
