"""The tree as plain text."""

from __future__ import annotations

from nldt.decimals import Digits
from nldt.model.fitted_model import FittedModel
from nldt.write.branch_words import branch_words
from nldt.write.card import card_lines
from nldt.write.formula import TextFormulas
from nldt.write.leaf_words import leaf_words, row_notes
from nldt.write.printable import distinct


def to_text(model: FittedModel, digits: Digits = "auto", *, numbers: bool = False) -> str:
    """The tree with one rule or leaf a line, and the card of a tree of one rule.

    Numbers with so many digits, in full where None. "auto": the model's own, which may be "auto" again: rules with
    short numbers in full, others with four digits. With ``numbers``, each line begins with the number of its node.
    """
    formulas = TextFormulas(model, digits)
    tree, labels = model.tree, distinct(model.labels)
    yes, no = branch_words(labels)
    width = max(len(yes), len(no)) + 2  # with a colon and a space
    indent = " " * (width - 1)
    lines = [_headline(model)]
    waiting = [(0, "", "")]
    while waiting:
        node, lead, below = waiting.pop()
        rule = tree.rules[node]
        lead += f"#{node} " if numbers else ""
        if rule is None:
            lines.append(f"{lead}{labels[tree.answers[node]]} ({leaf_words(tree, node)})")
            continue
        lines.append(f"{lead}{formulas.rule(rule)}")
        waiting.append((int(tree.right[node]), f"{below}└─ {f'{no}:':{width}}", f"{below}   {indent}"))
        waiting.append((int(tree.left[node]), f"{below}├─ {f'{yes}:':{width}}", f"{below}│  {indent}"))
    if formulas.legend:
        lines += ["where", *(f"  {line}" for line in formulas.legend)]
    return "\n".join([*lines, *row_notes(model, labels), *card_lines(model, digits)]) + "\n"


def _headline(model: FittedModel) -> str:
    n_rules = len(model.rules)
    plural = "" if n_rules == 1 else "s"
    leaves = "1 leaf" if model.tree.n_leaves == 1 else f"{model.tree.n_leaves} leaves"
    return f"{n_rules} rule{plural}, rule length {model.rule_length}, {leaves}"
