"""All that a report says, as typed data: computed once, rendered in several ways."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nldt.feature_scaling import ShiftScaling
from nldt.report.figures import Figures, measure
from nldt.report.printed_rule import PrintedRule, print_number, print_rule
from nldt.report.sample import evenly, stratified_sample
from nldt.split_rule import SplitRule
from nldt.tree import FittedTree, FrontPoint, TreeModel

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# A page carries at most so many rows, fewer where rules use many features, so that it stays below 2 MB.
MOST_DRAWN, MOST_DRAWN_VALUES = 2000, 24_000
MOST_LISTED, MOST_LISTED_VALUES = 500, 6_000


@dataclass(frozen=True, eq=False)
class Subject:
    """What a report is about."""

    model: TreeModel
    fronts: Mapping[int, Sequence[FrontPoint]]
    criterion: str
    training_range: tuple[Floats, Floats] | None = None  # lowest and highest value of each feature, where known


@dataclass(frozen=True)
class ShiftSummary:
    """What the symbol of a shifted feature stands for: ``1 + (name sign minimum)/span``."""

    minimum: float
    span: float
    sign: str
    minimum_text: str
    span_text: str


@dataclass(frozen=True)
class FeatureSummary:
    """A feature that the rules of the tree or of its fronts mention."""

    name: str
    symbol: str  # its name in rules
    in_tree: bool
    shift: ShiftSummary | None

    @property
    def letter(self) -> str:
        """The symbol's letter, where it is one letter or one with a number, such as x12; empty otherwise."""
        return self.symbol[0] if re.fullmatch(r"[^\W\d_][0-9]{0,3}", self.symbol) else ""

    @property
    def index(self) -> str:
        """The number after the letter."""
        return self.symbol[1:] if self.letter else ""


@dataclass(frozen=True)
class NodeSummary:
    """A node of the tree; a leaf has no rule."""

    number: int
    left: int
    right: int
    rule_number: int | None  # rules are counted from 1, in pre-order
    rule: SplitRule | None
    printed: PrintedRule | None
    label: int  # the class that it answers, if it is a leaf
    shares: tuple[float, ...]  # of the classes, in training: what predict_proba gives
    training_weight: float


@dataclass(frozen=True, eq=False)
class TreeSummary:
    """The tree in print, without any data."""

    classes: list[str]
    features: tuple[FeatureSummary, ...]  # those of the tree first
    feature_numbers: Integers  # in the model, of the same
    n_features: int
    nodes: tuple[NodeSummary, ...]
    rule_length: int

    @property
    def rules(self) -> list[NodeSummary]:
        """The nodes that have a rule, in pre-order."""
        return [node for node in self.nodes if node.rule is not None]

    @property
    def n_in_tree(self) -> int:
        """Number of features that the rules of the tree use."""
        return sum(feature.in_tree for feature in self.features)


@dataclass(frozen=True)
class NodeRows:
    """The given rows that come by a node."""

    n_rows: int
    class_counts: tuple[int, ...]
    share: float  # of all rows
    share_of_parent: float | None  # None where no row comes by the parent


@dataclass(frozen=True)
class FrontPointSummary:
    """A rule that a node could have, with its accuracy on the given rows."""

    complexity: int
    impurity: float
    printed: PrintedRule
    split_accuracy: float | None  # of the node's rows, each side answering its most frequent class; None without rows
    tree_accuracy: float  # of all rows, only this rule exchanged; its branches swapped where that is better


@dataclass(frozen=True)
class FrontSummary:
    """The trade-off front of a node."""

    node: int
    chosen: int | None  # which point is the tree's own rule
    points: tuple[FrontPointSummary, ...]


@dataclass(frozen=True)
class FeatureRange:
    """Where a feature of the tree lies."""

    low: float
    high: float
    median: float


@dataclass(frozen=True, eq=False)
class KeptRows:
    """The rows that the page carries."""

    number: Integers  # in the given data, from 0
    truth: Integers
    leaf: Integers
    values: Floats  # (rows, features of the tree)
    listed: Integers  # the misclassified rows that are listed: positions in these arrays
    is_sample: bool


@dataclass(frozen=True, eq=False)
class Summary:
    """All that a report says."""

    tree: TreeSummary
    criterion: str
    figures: Figures
    node_rows: tuple[NodeRows, ...]
    fronts: tuple[FrontSummary, ...]
    ranges: tuple[FeatureRange, ...]
    ranges_from_training: bool
    rows: KeptRows


def describe(subject: Subject) -> TreeSummary:
    """The tree in print."""
    model = subject.model
    numbers, n_in_tree = _mentioned(subject)
    scaling = _shift(model.tree)
    names = [_printable(name) for name in model.feature_names]
    symbols = names if scaling is None else [f"u{j + 1}" for j in range(len(names))]
    features = tuple(
        FeatureSummary(names[j], symbols[j], i < n_in_tree, None if scaling is None else _print_shift(scaling, j))
        for i, j in enumerate(numbers)
    )
    rules = model.tree.conditional_rules
    return TreeSummary(
        [_printable(str(label)) for label in model.classes],
        features,
        numbers,
        len(names),
        tuple(_node(model.tree, node, numbers, [symbols[j] for j in numbers]) for node in range(len(model.tree))),
        sum(rule.complexity for rule in rules),
    )


def summarise(subject: Subject, X: Floats, truth: Integers) -> Summary:
    """The report on rows X, whose true classes are given by their numbers."""
    tree = describe(subject)
    fitted = subject.model.tree
    leaf = fitted.apply(X)
    answer = fitted.class_weights.argmax(axis=1)[leaf]
    figures = measure(truth, answer, tree.classes)
    used = X[:, tree.feature_numbers[: tree.n_in_tree]]
    known_range = _training_range(subject)
    return Summary(
        tree,
        subject.criterion,
        figures,
        _count_rows(fitted, leaf, truth, len(tree.classes)),
        _fronts(subject, tree, X, truth, leaf, truth == answer),
        _ranges(known_range, used, tree.feature_numbers[: tree.n_in_tree]),
        known_range is not None,
        _keep_rows(used, truth, leaf, answer, len(tree.classes)),
    )


def _mentioned(subject: Subject) -> tuple[Integers, int]:
    """Features of the tree's rules, then those that only rules of its fronts use; and the number of the former."""
    n_features = len(subject.model.feature_names)
    in_tree, anywhere = np.zeros(n_features, dtype=bool), np.zeros(n_features, dtype=bool)
    for rule in subject.model.tree.conditional_rules:
        in_tree |= rule.exponents.any(axis=0)
    for front in subject.fronts.values():
        for point in front:
            anywhere |= point.rule.exponents.any(axis=0)
    first, then = np.flatnonzero(in_tree), np.flatnonzero(anywhere & ~in_tree)
    return np.concatenate([first, then]), len(first)


def _printable(name: str) -> str:
    """A name that can be encoded, and seen."""
    name = name.encode("utf-8", "replace").decode("utf-8")
    return name if name.strip() else "(no name)"


def _shift(tree: FittedTree) -> ShiftScaling | None:
    return next((rule.scaling for rule in tree.conditional_rules if rule.scaling is not None), None)


def _print_shift(scaling: ShiftScaling, feature: int) -> ShiftSummary:
    minimum, span = float(scaling.minimum[feature]), float(scaling.span[feature])
    sign = "−" if minimum >= 0 else "+"
    return ShiftSummary(minimum, span, sign, print_number(abs(minimum), 6), print_number(span, 6))


def _node(tree: FittedTree, node: int, numbers: Integers, symbols: list[str]) -> NodeSummary:
    rule = tree.rules[node]
    if rule is not None:  # in the features that the page knows
        rule = _narrow(rule, numbers)
    return NodeSummary(
        node,
        int(tree.left[node]),
        int(tree.right[node]),
        None if rule is None else int(np.searchsorted(tree.conditional_nodes, node)) + 1,
        rule,
        None if rule is None else print_rule(rule, symbols),
        int(tree.class_weights[node].argmax()),
        tuple(tree.shares[node].tolist()),
        float(tree.class_weights[node].sum()),
    )


def _narrow(rule: SplitRule, numbers: Integers) -> SplitRule:
    """The rule over some of the features, for printing only: its scaling is told apart from it."""
    return SplitRule(rule.exponents[:, numbers], rule.weights, rule.low, rule.high)


def _count_rows(tree: FittedTree, leaf: Integers, truth: Integers, n_classes: int) -> tuple[NodeRows, ...]:
    counts = np.zeros((len(tree), n_classes), dtype=np.int64)
    np.add.at(counts, (leaf, truth), 1)
    for node in tree.conditional_nodes[::-1]:  # children before their parents
        counts[node] = counts[tree.left[node]] + counts[tree.right[node]]
    parent = np.zeros(len(tree), dtype=np.int64)
    for node in tree.conditional_nodes:
        parent[[tree.left[node], tree.right[node]]] = node
    totals = counts.sum(axis=1)
    return tuple(
        NodeRows(
            int(totals[node]),
            tuple(counts[node].tolist()),
            float(totals[node] / len(leaf)),
            float(totals[node] / totals[parent[node]]) if totals[parent[node]] else None,
        )
        for node in range(len(tree))
    )


def _fronts(
    subject: Subject, tree: TreeSummary, X: Floats, truth: Integers, leaf: Integers, right: NDArray[np.bool_]
) -> tuple[FrontSummary, ...]:
    symbols = [feature.symbol for feature in tree.features]
    fitted = subject.model.tree
    label = fitted.class_weights.argmax(axis=1)
    fronts = []
    for node in sorted(subject.fronts):
        own = fitted.rules[node]
        below = fitted.descendants(node)
        here = (leaf >= below.start) & (leaf < below.stop)
        rows, classes, n_right_elsewhere = X[here], truth[here], int(right[~here].sum())
        in_left, in_right = (
            label[fitted.apply(rows, int(child))] == classes for child in (fitted.left[node], fitted.right[node])
        )
        chosen = _chosen(own, subject.fronts[node])
        points = []
        for i, point in enumerate(subject.fronts[node]):
            rule = own if i == chosen and own is not None else point.rule
            left = rule.goes_left(rows) if len(rows) else np.zeros(0, dtype=bool)
            n_right = int(np.where(left, in_left, in_right).sum())
            if i != chosen:
                n_right = max(n_right, int(np.where(left, in_right, in_left).sum()))
            points.append(
                FrontPointSummary(
                    point.complexity,
                    point.impurity,
                    print_rule(_narrow(rule, tree.feature_numbers), symbols),
                    _right_by_majority(left, classes) / len(rows) if len(rows) else None,
                    (n_right_elsewhere + n_right) / len(X),
                )
            )
        fronts.append(FrontSummary(node, chosen, tuple(points)))
    return tuple(fronts)


def _chosen(own: SplitRule | None, front: Sequence[FrontPoint]) -> int | None:
    """The front's point of the node's own structure; its numbers may have been rounded since."""
    if own is None:
        return None
    return next((i for i, point in enumerate(front) if np.array_equal(point.rule.exponents, own.exponents)), None)


def _right_by_majority(left: NDArray[np.bool_], classes: Integers) -> int:
    """Rows that are right when each side answers its most frequent class."""
    return sum(int(np.bincount(classes[side]).max(initial=0)) for side in (left, ~left))


def _training_range(subject: Subject) -> tuple[Floats, Floats] | None:
    scaling = _shift(subject.model.tree)
    if subject.training_range is None and scaling is not None:
        return scaling.minimum, scaling.minimum + scaling.span
    return subject.training_range


def _ranges(known: tuple[Floats, Floats] | None, used: Floats, numbers: Integers) -> tuple[FeatureRange, ...]:
    low, high = (used.min(axis=0), used.max(axis=0)) if known is None else (known[0][numbers], known[1][numbers])
    return tuple(
        FeatureRange(*entry)
        for entry in zip(low.tolist(), high.tolist(), np.median(used, axis=0).tolist(), strict=True)
    )


def _keep_rows(used: Floats, truth: Integers, leaf: Integers, answer: Integers, n_classes: int) -> KeptRows:
    """A sample by leaf and class, and the misclassified rows that are listed."""
    width = max(used.shape[1], 1)
    most = min(MOST_DRAWN, MOST_DRAWN_VALUES // width)
    drawn = stratified_sample(leaf * n_classes + truth, most)
    listed = evenly(np.flatnonzero(truth != answer), min(MOST_LISTED, MOST_LISTED_VALUES // width))
    kept = np.union1d(drawn, listed)
    return KeptRows(
        kept, truth[kept], leaf[kept], used[kept], np.searchsorted(kept, listed), is_sample=len(kept) < len(truth)
    )
