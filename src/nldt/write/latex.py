"""The tree as LaTeX that needs amsmath only."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from nldt.decimals import Digits
from nldt.model.feature_scaling import ShiftScaling
from nldt.model.fitted_model import TreeModel
from nldt.model.rule import SplitRule
from nldt.write.code.evaluation import leaves, plain_labels
from nldt.write.formula import format_ends, format_number, print_shift, readable, rule_digits
from nldt.write.latex_names import labels, latex_text, numbered_symbol, symbols

WIDEST = 55  # signs of a formula that fits beside "class = {" and its label on one line

PARAGRAPHS = r"""\begingroup
\setlength{\parindent}{0pt}\setlength{\parskip}{3pt plus 1pt}\setlength{\lineskiplimit}{2pt}\setlength{\lineskip}{4pt}
\raggedright"""


def to_latex(model: TreeModel, digits: Digits = "auto") -> str:
    """A tree of one rule by cases, a larger one as nested conditions; numbers with so many digits, or in full."""
    writer = _Writer(model, model.printed_digits(digits))
    parts = [*writer.comments(), writer.tree(), *writer.legends()]
    return "\n".join(parts) + "\n"


def typeset(number: str) -> str:
    r"""A number of ``to_text`` as it is set in a formula.

    >>> print(typeset("−0.25"), typeset("2.5e−07"), typeset("1e−07"), typeset("3.0"))
    -0.25 2.5 \cdot 10^{-7} 10^{-7} 3
    """
    mantissa, _, exponent = number.replace("−", "-").partition("e")
    mantissa = mantissa.removesuffix(".0")
    if not exponent:
        return mantissa
    power = f"10^{{{int(exponent)}}}"
    return power if mantissa == "1" else f"-{power}" if mantissa == "-1" else rf"{mantissa} \cdot {power}"


@dataclass
class _Writer:
    """Writes one model, whose features and classes have got symbols."""

    model: TreeModel
    digits: Digits

    def __post_init__(self) -> None:
        self.raw = symbols(self.model.feature_names)
        self.class_names = [str(label) for label in plain_labels(self.model)]
        self.classes = labels(self.class_names)
        self.scaling = self.model.shift
        self.features = self.raw if self.scaling is None else [rf"u_{{{j + 1}}}" for j in range(len(self.raw))]

    # ------------------------------------------------------------------ rules

    def rule(self, rule: SplitRule) -> str:
        """The condition under which a row goes left, as in ``to_text``."""
        digits = rule_digits(rule, self.digits)
        weights, low, high = readable(rule, digits)
        total = self._sum(weights, rule.exponents.tolist(), digits)
        ends = [typeset(end) for end in format_ends(low, high, digits)]
        if rule.is_band:
            return rf"{ends[0]} \le {total} \le {ends[1]}"
        return rf"{total} \le {ends[1]}" if np.isfinite(high) else rf"{total} \ge {ends[0]}"

    def _sum(self, weights: list[float], exponents: list[list[int]], digits: int | None) -> str:
        text = ""
        for weight, row in zip(weights, exponents, strict=True):
            sign = "-" if weight < 0 else "+" if text else ""
            text += f" {sign} " if text else sign
            text += self._product(typeset(format_number(abs(weight), digits)), row)
        return text

    def _product(self, weight: str, exponents: list[int]) -> str:
        above, below = (self._powers(exponents, sign) for sign in (1, -1))
        factor = "" if weight == "1" else weight
        if not below:
            return self._times(factor, above) or "1"
        if not above:
            return rf"\dfrac{{{factor or 1}}}{{{below}}}"
        return self._times(factor, rf"\dfrac{{{above}}}{{{below}}}")

    def _powers(self, exponents: list[int], sign: int) -> str:
        text = ""
        for j, exponent in enumerate(exponents):
            power = exponent * sign
            if power > 0:
                text = self._times(text, self.features[j] + (f"^{{{power}}}" if power > 1 else ""))
        return text

    def _times(self, first: str, second: str) -> str:
        """A product; names of several letters need a dot between them."""
        dot = r" \cdot " if r"\text" in first + second else r"\,"
        return dot.join(part for part in (first, second) if part)

    # ------------------------------------------------------------------- tree

    def tree(self) -> str:
        rules = self.model.tree.conditional_rules
        if len(rules) > 1 or any(_width(self.rule(rule)) > WIDEST for rule in rules):
            return "\n".join([PARAGRAPHS, *self._conditions(0, 0, ""), r"\endgroup"])
        leaf_labels = [self._label(node) for node in leaves(self.model.tree)]
        if not rules:
            return rf"\[ \text{{class}} = \text{{{leaf_labels[0]}}} \]"
        condition = self.rule(rules[0])
        return "\n".join(
            [
                r"\[",
                r"  \text{class} = \begin{cases}",
                rf"    \text{{{leaf_labels[0]}}} & \text{{if }} {condition}, \\",
                rf"    \text{{{leaf_labels[1]}}} & \text{{otherwise.}}",
                r"  \end{cases}",
                r"\]",
            ]
        )

    def _conditions(self, node: int, depth: int, before: str) -> list[str]:
        """Lines of a subtree; the rules on the way right share one chain of conditions."""
        lines = []
        while (rule := self.model.tree.rules[node]) is not None:
            left = int(self.model.tree.left[node])
            leaf = self.model.tree.rules[left] is None
            then = f" {self._label(left)}" if leaf else ""
            lines.append(_line(depth, rf"{before}\textbf{{if}} ${self.rule(rule)}$ \textbf{{then}}{then}"))
            if not leaf:
                lines += self._conditions(left, depth + 1, "")
            node, before = int(self.model.tree.right[node]), r"\textbf{else} "
        return [*lines, _line(depth, before + self._label(node))]

    def _label(self, node: int) -> str:
        return self.classes[int(self.model.tree.class_weights[node].argmax())]

    # ---------------------------------------------------------------- legends

    def comments(self) -> list[str]:
        """The true names of what had to be renamed, where they can do no harm."""
        pairs = [(self.raw, self.model.feature_names, "feature"), (self.classes, self.class_names, "class")]
        return [
            f"% {kind} {j + 1}: {name!a}"
            for shown, names, kind in pairs
            for j, name in enumerate(names)
            if f"{kind} {j + 1}" in shown[j] and name != f"{kind} {j + 1}"
        ]

    def legends(self) -> list[str]:
        """What the u's stand for, and long names that only a legend has room for."""
        lines = []
        if self.scaling is not None:
            rows = " \\\\[4pt]\n".join(self._shift(j, self.scaling) for j in self.model.used_features)
            lines = [
                r"where",
                r"\begingroup\allowdisplaybreaks",
                r"\begin{align*}",
                rows,
                r"\end{align*}",
                r"\endgroup",
            ]
        for j in self.model.used_features:
            text = latex_text(self.model.feature_names[j])
            if self.raw[j] == numbered_symbol(j) and text is not None:
                lines.append(rf"\par\noindent feature {j + 1}: {text}\par")
        return lines

    def _shift(self, j: int, scaling: ShiftScaling) -> str:
        shift = print_shift(scaling, j, self.model.tree.conditional_rules, self.digits)
        sign = shift.sign.replace("−", "-")
        difference = f"{self.raw[j]} {sign} {typeset(shift.minimum)}" if sign else self.raw[j]
        return rf"  {self.features[j]} &= 1 + \dfrac{{{difference}}}{{{typeset(shift.span)}}}"


def _line(depth: int, text: str) -> str:
    return rf"{{\leftskip={1.5 * depth:g}em\relax \hangindent=3em\relax \noindent {text}\par}}"


def _width(formula: str) -> int:
    """Signs that a formula shows, roughly."""
    return len(re.sub(r"\\[A-Za-z]+|[{}\\ ^_]", "", formula))
