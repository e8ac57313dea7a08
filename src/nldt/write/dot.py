"""The tree as a Graphviz digraph."""

from __future__ import annotations

import re
import textwrap

from nldt.decimals import Digits
from nldt.model.fitted_model import TreeModel
from nldt.write.code.evaluation import plain_labels
from nldt.write.formula import format_rule, format_shift, print_shift
from nldt.write.printable import distinct

WIDTH = 44  # characters of a line in a box

# Colour-blind-safe (Okabe and Ito), light enough for black text.
COLOURS = ("#a6cfe8", "#f5cf8e", "#9fd9c5", "#e6bcd4", "#f4efa0", "#d9d9d9", "#f0b49b", "#b3c0dd")


def to_dot(model: TreeModel, digits: Digits = "auto") -> str:
    """A digraph with one box a node; rules lead to "yes" and "no"."""
    digits = model.printed_digits(digits)
    raw = names = distinct(model.feature_names)
    if model.shift is not None:
        names = [f"u{j + 1}" for j in range(len(names))]
    lines = [
        "digraph nldt {",
        '  graph [fontname="Helvetica"];',
        '  node [shape=box, style="rounded,filled", fillcolor="#ffffff", fontname="Helvetica"];',
        '  edge [fontname="Helvetica"];',
    ]
    for node, rule in enumerate(model.tree.rules):
        if rule is None:
            lines.append(_leaf(model, node))
        else:
            lines.append(f"  n{node} [label={_quoted(format_rule(rule, names, digits))}];")
            lines.append(f'  n{node} -> n{model.tree.left[node]} [label="yes"];')
            lines.append(f'  n{node} -> n{model.tree.right[node]} [label="no"];')
    lines += _legend(model, raw, digits)
    return "\n".join([*lines, "}"]) + "\n"


def escaped(text: str) -> str:
    r"""A line that Graphviz shows as it is: no escape, no entity, no end of the quotes, control characters as pictures.

    >>> escaped('5" & \\N')
    '5\\" &amp; \\\\N'
    """
    shown = "".join(chr(0x2400 + ord(sign)) if ord(sign) < 32 else sign for sign in text)
    shown = "".join("\N{REPLACEMENT CHARACTER}" if _unprintable(sign) else sign for sign in shown)
    for sign, replacement in (("&", "&amp;"), ("\\", "\\\\"), ('"', '\\"')):
        shown = shown.replace(sign, replacement)
    return shown


def _unprintable(sign: str) -> bool:
    return "\x7f" <= sign <= "\x9f" or "\ud800" <= sign <= "\udfff" or sign in "\ufffe\uffff"


def _quoted(text: str) -> str:
    """A label, broken into lines at spaces, but not between a sign and the number or term that it belongs to."""
    held = re.sub("([≤≥+−]) ", "\\1\N{NO-BREAK SPACE}", text)
    lines = textwrap.wrap(held, WIDTH, break_long_words=False, break_on_hyphens=False) or [""]
    return '"' + "\\n".join(escaped(line).replace("\N{NO-BREAK SPACE}", " ") for line in lines) + '"'


def _leaf(model: TreeModel, node: int) -> str:
    weights = model.tree.class_weights[node]
    best, total = int(weights.argmax()), weights.sum()
    label = str(plain_labels(model)[best])
    shares = f"{100 * weights[best] / total:.1f} % of {total:g}"
    text = _quoted(label)[:-1] + f'\\n{shares}"'
    return f'  n{node} [label={text}, fillcolor="{COLOURS[best % len(COLOURS)]}"];'


def _legend(model: TreeModel, names: list[str], digits: Digits) -> list[str]:
    """What the u's stand for, in raw units."""
    scaling = model.shift
    if scaling is None:
        return []
    rules = model.tree.conditional_rules
    shown = {j: format_shift(names[j], print_shift(scaling, j, rules, digits)) for j in model.used_features}
    lines = [escaped(f"u{j + 1} = {formula}") + "\\l" for j, formula in shown.items()]
    return [f'  legend [shape=plaintext, style="", label="{"".join(lines)}"];']
