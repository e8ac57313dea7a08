"""The tree as a Graphviz digraph."""

from __future__ import annotations

import re
import textwrap

from nldt.decimals import Digits
from nldt.model.fitted_model import FittedModel
from nldt.palette import class_colour, tint
from nldt.write.branch_words import branch_words
from nldt.write.formula import TextFormulas
from nldt.write.leaf_words import leaf_words, row_notes
from nldt.write.printable import distinct

WIDTH = 44  # characters of a line in a box


def to_dot(model: FittedModel, digits: Digits = "auto") -> str:
    """A digraph with one box a node; rules lead to "yes" and "no", or to other words where these are classes."""
    formulas = TextFormulas(model, digits)
    yes, no = branch_words(model.labels)
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
            lines.append(f"  n{node} [label={_quoted(formulas.rule(rule))}];")
            lines.append(f'  n{node} -> n{model.tree.left[node]} [label="{yes}"];')
            lines.append(f'  n{node} -> n{model.tree.right[node]} [label="{no}"];')
    lines += _aside("legend", formulas.legend)
    for note in row_notes(model, distinct(model.labels)):
        lines += _aside("note", _wrapped(note))
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
    return '"' + "\\n".join(escaped(line).replace("\N{NO-BREAK SPACE}", " ") for line in _wrapped(held)) + '"'


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False) or [""]


def _leaf(model: FittedModel, node: int) -> str:
    answer = int(model.tree.answers[node])
    text = _quoted(str(model.labels[answer]))[:-1] + f'\\n{leaf_words(model.tree, node)}"'
    return f'  n{node} [label={text}, fillcolor="{tint(class_colour(answer))}"];'


def _aside(name: str, lines: list[str]) -> list[str]:
    """Lines beside the tree: what symbols stand for, what costs do."""
    if not lines:
        return []
    text = "".join(f"{escaped(line)}\\l" for line in lines)
    return [f'  {name} [shape=plaintext, style="", label="{text}"];']
