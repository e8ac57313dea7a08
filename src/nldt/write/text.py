"""The tree as plain text."""

from __future__ import annotations

import numpy as np

from nldt.decimals import Digits
from nldt.model.feature_scaling import ShiftScaling
from nldt.model.fitted_model import TreeModel
from nldt.write.formula import format_rule, format_shift, print_shift
from nldt.write.printable import distinct


def to_text(model: TreeModel, digits: Digits = "auto") -> str:
    """The tree with one rule or leaf a line; numbers with so many digits, in full where None.

    "auto": the model's own, which may be "auto" again: rules with short numbers in full, others with four digits.
    """
    digits = model.printed_digits(digits)
    scaling = model.shift
    raw = distinct(model.feature_names)
    names = raw if scaling is None else [f"u{j + 1}" for j in range(len(raw))]
    labels = distinct(model.classes)
    lines = [_headline(model)]
    waiting = [(0, "", "")]
    while waiting:
        node, lead, below = waiting.pop()
        rule = model.tree.rules[node]
        if rule is None:
            lines.append(lead + _leaf(model, node, labels))
            continue
        lines.append(f"{lead}{format_rule(rule, names, digits)}")
        waiting.append((int(model.tree.right[node]), f"{below}└─ no:  ", f"{below}       "))
        waiting.append((int(model.tree.left[node]), f"{below}├─ yes: ", f"{below}│      "))
    if scaling is not None:
        lines += _legend(model, scaling, raw, digits)
    return "\n".join(lines) + "\n"


def _headline(model: TreeModel) -> str:
    rules = model.tree.conditional_rules
    length = sum(rule.complexity for rule in rules)
    plural = "" if len(rules) == 1 else "s"
    leaves = "1 leaf" if model.tree.n_leaves == 1 else f"{model.tree.n_leaves} leaves"
    return f"{len(rules)} rule{plural}, rule length {length}, {leaves}"


def _leaf(model: TreeModel, node: int, labels: list[str]) -> str:
    weights = model.tree.class_weights[node]
    best = int(np.argmax(weights))
    total = weights.sum()
    return f"{labels[best]} ({100 * weights[best] / total:.1f} % of {total:g})"


def _legend(model: TreeModel, scaling: ShiftScaling, names: list[str], digits: Digits) -> list[str]:
    """What the u's stand for, in raw units."""
    rules = model.tree.conditional_rules
    shown = [
        f"  u{j + 1} = {format_shift(names[j], print_shift(scaling, j, rules, digits))}" for j in model.used_features
    ]
    return ["where", *shown]
