"""The tree as LaTeX that needs amsmath only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from nldt.decimals import Digits
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.model.unit import Unit
from nldt.write.card import CardRow, model_card, percents
from nldt.write.definition import define
from nldt.write.formula import level_numbers
from nldt.write.latex_names import column_symbols, labels, latex_text, numbered_symbol, symbols
from nldt.write.printed_numbers import MINUS, PrintedNumber, legend_digits
from nldt.write.printed_rule import AND, OR, Power, PrintedRule, PrintedTerm, print_model_rule, word_text

RELATIONS = {"≤": r"\le", "≥": r"\ge"}
WIDEST = 55  # signs of a formula that fits beside "class = {" and its label on one line

PARAGRAPHS = r"""\begingroup
\setlength{\parindent}{0pt}\setlength{\parskip}{3pt plus 1pt}\setlength{\lineskiplimit}{2pt}\setlength{\lineskip}{4pt}
\raggedright"""


def to_latex(model: FittedModel, digits: Digits = "auto") -> str:
    """A tree of one rule by cases, a larger one as nested conditions; numbers with so many digits, or in full."""
    writer = _Writer(model, model.printed_digits(digits))
    parts = [*writer.comments(), writer.tree(), *writer.legends(), *writer.card()]
    return "\n".join(parts) + "\n"


def number_latex(number: PrintedNumber) -> str:
    r"""A number as it is set in a formula.

    >>> print(number_latex(PrintedNumber("−", "2.5", "−7")), number_latex(PrintedNumber("", "1", "−7")))
    -2.5 \cdot 10^{-7} 10^{-7}
    """
    if number.word:
        return rf"\text{{{latex_text(number.word) or number.mantissa}}}"
    sign = "-" if number.sign else ""
    if not number.power:
        return sign + number.mantissa
    power = f"10^{{{number.power.replace(MINUS, '-')}}}"
    return sign + (power if number.mantissa == "1" else rf"{number.mantissa} \cdot {power}")


def rule_latex(rule: PrintedRule, symbols: Sequence[str]) -> str:
    """The condition under which a row goes left, with a symbol for each column."""
    side = "" if rule.missing is None else rf"\ (\text{{missing}} \to \text{{{rule.missing}}})"
    if rule.says:
        return "".join(symbols[piece] if isinstance(piece, int) else _word(piece) for piece in rule.says) + side
    text = ""
    for term in rule.terms:
        sign = "-" if term.is_negative else "+" if text else ""
        text += (f" {sign} " if text else sign) + _term(term, symbols)
    relation, end = rule.end
    unit = rf"\ [{unit_latex(rule.unit)}]" if rule.unit else ""
    text += rf" {RELATIONS[relation]} {number_latex(end)}{unit}{side}"
    return text if rule.start is None else rf"{number_latex(rule.start)} \le {text}"


def _word(word: str) -> str:
    """A word or bracket of a rule that says yes or no."""
    return rf" \text{{{word_text(word)}}} " if word in (AND, OR) else word


def unit_latex(unit: Unit) -> str:
    r"""A unit as it is set in a formula.

    >>> print(unit_latex(Unit.of([("kg", 1), ("m", 2), ("°C", -1)])))
    \text{kg} \cdot \text{m}^{2}/\text{\ensuremath{^\circ}C}
    """
    above, below = (r" \cdot ".join(map(_unit_power, part)) for part in (unit.above, unit.below))
    if not below:
        return above
    return f"{above or 1}/{below if len(unit.below) == 1 else f'({below})'}"


def _unit_power(power: tuple[str, Fraction]) -> str:
    symbol, exponent = power
    return rf"\text{{{latex_text(symbol) or 'unit'}}}" + (f"^{{{exponent}}}" if exponent != 1 else "")


def _term(term: PrintedTerm, symbols: Sequence[str]) -> str:
    above, below = (_product(powers, symbols) for powers in (term.above, term.below))
    factor = "" if term.factor is None else number_latex(term.factor)
    if not below:
        return _times(factor, above) or "1"
    if not above:
        return rf"\dfrac{{{factor or 1}}}{{{below}}}"
    return _times(factor, rf"\dfrac{{{above}}}{{{below}}}")


def _product(powers: Sequence[Power], symbols: Sequence[str]) -> str:
    text = ""
    for column, exponent in powers:
        text = _times(text, symbols[column] + (f"^{{{exponent}}}" if exponent > 1 else ""))
    return text


def _times(first: str, second: str) -> str:
    """A product; names of several letters need a dot between them."""
    dot = r" \cdot " if r"\text" in first + second else r"\,"
    return dot.join(part for part in (first, second) if part)


class LatexNotation:
    """Definitions of columns."""

    stacks_quotients = True

    def number(self, number: PrintedNumber) -> str:
        return number_latex(number)

    def sum(self, first: str, sign: str, second: str) -> str:
        return f"{first} {sign.replace(MINUS, '-')} {second}"

    def product(self, first: str, second: str) -> str:
        return _times(first, second)

    def quotient(self, above: str, below: str) -> str:
        return rf"\dfrac{{{above}}}{{{below}}}"

    def negative(self, value: str) -> str:
        return f"-{value}"

    def brackets(self, inner: str) -> str:
        return rf"\left({inner}\right)"

    def call(self, function: str, argument: str) -> str:
        return rf"\operatorname{{{function}}}{argument}"


@dataclass
class _Writer:
    """Writes one model, whose features, columns and classes have got symbols."""

    model: FittedModel
    digits: Digits

    def __post_init__(self) -> None:
        self.raw = symbols(self.model.feature_names)
        self.columns = column_symbols(self.model.basis, self.model.feature_names)
        self.class_names = [str(label) for label in self.model.labels]
        self.classes = labels(self.class_names)

    def rule(self, rule: SplitRule) -> str:
        return rule_latex(print_model_rule(self.model, rule, self.digits), self.columns)

    # ------------------------------------------------------------------- tree

    def tree(self) -> str:
        rules = self.model.rules
        if len(rules) > 1 or any(_width(self.rule(rule)) > WIDEST for rule in rules):
            return "\n".join([PARAGRAPHS, *self._conditions(), r"\endgroup"])
        leaf_labels = [self._label(node) for node in self.model.tree.leaves]
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

    def _conditions(self) -> list[str]:
        """Lines of the tree; the rules on the way right share one chain of conditions."""
        tree, lines = self.model.tree, []
        waiting = [(0, 0, "")]
        while waiting:
            node, depth, before = waiting.pop()
            rule = tree.rules[node]
            if rule is None:
                lines.append(_line(depth, before + self._label(node)))
                continue
            left = int(tree.left[node])
            leaf = tree.rules[left] is None
            then = f" {self._label(left)}" if leaf else ""
            lines.append(_line(depth, rf"{before}\textbf{{if}} ${self.rule(rule)}$ \textbf{{then}}{then}"))
            waiting.append((int(tree.right[node]), depth, r"\textbf{else} "))
            if not leaf:
                waiting.append((left, depth + 1, ""))
        return lines

    def _label(self, node: int) -> str:
        return self.classes[self.model.tree.answers[node]]

    # ---------------------------------------------------------------- legends

    def comments(self) -> list[str]:
        """The true names of what had to be renamed, where they can do no harm."""
        pairs = [(self.raw, self.model.feature_names, "feature"), (self.classes, self.class_names, "class")]
        return [
            f"% {what} {j + 1}: {name!a}"
            for shown, names, what in pairs
            for j, name in enumerate(names)
            if f"{what} {j + 1}" in shown[j] and name != f"{what} {j + 1}"
        ]

    def legends(self) -> list[str]:
        """What symbols of columns stand for, and long names that only a legend has room for."""
        lines = []
        definitions = self._definitions()
        if definitions:
            lines = [
                r"where",
                r"\begingroup\allowdisplaybreaks",
                r"\begin{align*}",
                " \\\\[4pt]\n".join(definitions),
                r"\end{align*}",
                r"\endgroup",
            ]
        for j in self.model.used_features:
            text = latex_text(self.model.feature_names[j])
            if self.raw[j] == numbered_symbol(j) and text is not None:
                lines.append(rf"\par\noindent feature {j + 1}: {text}\par")
        for place, words in level_numbers(self.model).items():
            text = latex_text(words)
            if text is not None:
                lines.append(rf"\par\noindent ${self.columns[place]}$: {text}\par")
        return lines

    def card(self) -> list[str]:
        """The probabilities at values of the rule, where it is the only one."""
        card = model_card(self.model, self.digits)
        if card is None:
            return []
        heads = card.heads([rf"\text{{{label}}}" for label in self.classes])
        rows = [
            " & ".join([_card_value(row), *(f"{percents(share)}\\,\\%" for share in row.probabilities)])
            for row in card.rows
        ]
        return [
            r"\[",
            rf"  \begin{{array}}{{{'r' * (len(heads) + 1)}}}",
            " & ".join([r"  \text{value of the rule}", *heads]) + r" \\ \hline",
            *(rf"  {row} \\" for row in rows),
            r"  \end{array}",
            r"\]",
            *(rf"\par\noindent {latex_text(note)}\par" for note in card.notes),
        ]

    def _definitions(self) -> list[str]:
        digits = legend_digits(self.model.rules, self.digits)
        columns = {place: self.model.basis.columns[place] for place in self.model.used_columns}
        return [
            f"  {self.columns[place]} &= {define(column, self.raw[column.feature], LatexNotation(), digits)}"
            + self._measured_in(column.feature)
            for place, column in columns.items()
            if column.has_symbol
        ]

    def _measured_in(self, feature: int) -> str:
        unit = self.model.features[feature].unit
        return rf",\quad {self.raw[feature]} \text{{ in }} {unit_latex(unit)}" if unit else ""


def _card_value(row: CardRow) -> str:
    if row.number is None:
        return rf"\text{{{latex_text(row.words) or '?'}}}"
    relation = f"{RELATIONS[row.relation]} " if row.relation else ""
    return relation + number_latex(row.number)


def _line(depth: int, text: str) -> str:
    return rf"{{\leftskip={1.5 * depth:g}em\relax \hangindent=3em\relax \noindent {text}\par}}"


def _width(formula: str) -> int:
    """Signs that a formula shows, roughly."""
    return len(re.sub(r"\\[A-Za-z]+|[{}\\ ^_]", "", formula))
