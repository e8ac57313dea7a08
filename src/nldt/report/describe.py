"""The tree in print, without any data."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nldt.model.fitted_model import TreeModel
from nldt.model.rule import SplitRule
from nldt.report.summary import FeatureSummary, NodeSummary, ShiftSummary, Subject, TreeSummary
from nldt.write.formula import print_shift
from nldt.write.printed_rule import print_rule

Integers = NDArray[np.int64]


def describe(subject: Subject) -> TreeSummary:
    """The tree in print."""
    model = subject.model
    numbers, n_in_tree = _mentioned(subject)
    names = [_printable(name) for name in model.feature_names]
    symbols = names if model.shift is None else [f"u{j + 1}" for j in range(len(names))]
    features = tuple(
        FeatureSummary(names[j], symbols[j], i < n_in_tree, _print_shift(model, j)) for i, j in enumerate(numbers)
    )
    rules = model.tree.conditional_rules
    return TreeSummary(
        [_printable(str(label)) for label in model.classes],
        features,
        numbers,
        len(names),
        tuple(_node(model, node, numbers, [symbols[j] for j in numbers]) for node in range(len(model.tree))),
        sum(rule.complexity for rule in rules),
    )


def _mentioned(subject: Subject) -> tuple[Integers, int]:
    """Features of the tree's rules, then those that only rules of its fronts use; and the number of the former."""
    anywhere = np.zeros(len(subject.model.feature_names), dtype=bool)
    for front in subject.fronts.values():
        for point in front:
            anywhere |= point.rule.exponents.any(axis=0)
    first = np.array(subject.model.used_features, dtype=np.int64)
    anywhere[first] = False
    return np.concatenate([first, np.flatnonzero(anywhere)]), len(first)


def _printable(name: str) -> str:
    """A name that can be encoded, and seen."""
    name = name.encode("utf-8", "replace").decode("utf-8")
    return name if name.strip() else "(no name)"


def _print_shift(model: TreeModel, feature: int) -> ShiftSummary | None:
    scaling = model.shift
    if scaling is None:
        return None
    shown = print_shift(scaling, feature, model.tree.conditional_rules, model.digits)
    return ShiftSummary(float(scaling.minimum[feature]), float(scaling.span[feature]), *shown)


def _node(model: TreeModel, node: int, numbers: Integers, symbols: list[str]) -> NodeSummary:
    tree = model.tree
    rule = tree.rules[node]
    if rule is not None:  # in the features that the page knows
        rule = narrow(rule, numbers)
    return NodeSummary(
        node,
        int(tree.left[node]),
        int(tree.right[node]),
        None if rule is None else int(np.searchsorted(tree.conditional_nodes, node)) + 1,
        rule,
        None if rule is None else print_rule(rule, symbols, model.digits),
        int(tree.class_weights[node].argmax()),
        tuple(tree.shares[node].tolist()),
        float(tree.class_weights[node].sum()),
    )


def narrow(rule: SplitRule, numbers: Integers) -> SplitRule:
    """The rule over some of the features, for printing only: its scaling is told apart from it."""
    return SplitRule(rule.exponents[:, numbers], rule.weights, rule.low, rule.high)
