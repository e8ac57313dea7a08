"""The trade-off fronts and alternatives, with the accuracy of each rule on the given rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.model.tree import FrontPoint
from nldt.report.page_formulas import PageFormulas
from nldt.report.summary import AlternativeSummary, FrontPointSummary, FrontSummary

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]


def judge_fronts(
    model: FittedModel, X: Floats, truth: Integers, evidence: Floats | None = None
) -> tuple[FrontSummary, ...]:
    """The front of each node that has one; a row counts as often as its evidence says, once unless told."""
    leaf, formulas = model.tree.apply(X), PageFormulas(model)
    counts = np.ones(len(X)) if evidence is None else evidence
    return tuple(_judge_front(model, formulas, node, X, truth, counts, leaf) for node in sorted(model.fronts))


@dataclass(frozen=True, eq=False)
class _NodeRows:
    """The rows that come by a node, and whether either branch would answer them right."""

    rows: Floats
    classes: Integers
    evidence: Floats
    right_if_left: Flags
    right_if_right: Flags

    def side(self, rule: SplitRule) -> Flags:
        """Which rows a rule sends to the left."""
        return rule.goes_left(self.rows) if len(self.rows) else np.zeros(0, dtype=bool)

    def split_accuracy(self, left: Flags) -> float | None:
        """Where each side answers its most frequent class; None without rows."""
        sides = [np.bincount(self.classes[side], self.evidence[side]) for side in (left, ~left)]
        n_rows = float(self.evidence.sum())
        return sum(float(counts.max(initial=0.0)) for counts in sides) / n_rows if n_rows else None

    def n_right(self, left: Flags) -> float:
        """Where the branches stay as they are."""
        return float(self.evidence[np.where(left, self.right_if_left, self.right_if_right)].sum())


def _judge_front(
    model: FittedModel,
    formulas: PageFormulas,
    node: int,
    X: Floats,
    truth: Integers,
    evidence: Floats,
    leaf: Integers,
) -> FrontSummary:
    tree, front = model.tree, model.fronts[node]
    label = tree.answers
    below = tree.descendants(node)
    here = (leaf >= below.start) & (leaf < below.stop)
    by = _NodeRows(
        X[here],
        truth[here],
        evidence[here],
        *(label[tree.apply(X[here], int(side[node]))] == truth[here] for side in (tree.left, tree.right)),
    )
    n_right_elsewhere = float(evidence[(label[leaf] == truth) & ~here].sum())
    own = tree.rules[node]
    assert own is not None
    chosen = next((i for i, point in enumerate(front) if point.rule == own), None)
    own_side = by.side(own)

    def judged(point: FrontPoint) -> FrontPointSummary:
        left = by.side(point.rule)
        n_right = by.n_right(left if chosen is None or _agree(left, own_side) else ~left)
        return FrontPointSummary(
            point.complexity,
            point.impurity,
            formulas.set(point.rule),
            by.split_accuracy(left),
            (n_right_elsewhere + n_right) / float(evidence.sum()),
        )

    alternatives = tuple(
        AlternativeSummary(judged(other.point), other.bits, other.accuracy, other.agreement)
        for other in model.alternatives.get(node, ())
    )
    return FrontSummary(node, chosen, tuple(map(judged, front)), alternatives)


def _agree(left: Flags, other: Flags) -> bool:
    """Whether two rules send most rows to the same side: if not, the branches below change places."""
    return bool(2 * np.count_nonzero(left == other) >= len(left))
