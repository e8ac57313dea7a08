"""Nodes as the user names them."""

from __future__ import annotations

from nldt.errors import InputError
from nldt.estimators.classifier import NLDTClassifier
from nldt.model.rule import SplitRule


def rule_of(caller: str, clf: NLDTClassifier, node: int) -> SplitRule:
    """The rule of a node; InputError for a leaf or a number beyond the tree."""
    with_rule = clf.tree_.conditional_nodes.tolist()
    if node in with_rule:
        rule = clf.tree_.rules[node]
        assert rule is not None
        return rule
    if not with_rule:
        raise InputError(f"{caller}: the tree is a single leaf and has no rule")
    inside = node in range(len(clf.tree_))
    what = "is a leaf" if inside else "is not in the tree"
    raise InputError(f"{caller}: node={node!r} {what}; nodes with a rule are {with_rule}")
