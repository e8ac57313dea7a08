"""Rules, terms and names in mathtext, matplotlib's own TeX."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nldt.model.unit import Unit
from nldt.write.printed_numbers import MINUS, PrintedNumber
from nldt.write.printed_rule import AND, OR, Power, PrintedRule, PrintedTerm, Words, word_text

LONGEST_NAME = 24
INDICATOR = re.compile(r" (=|≠|∈|∉) | is missing$|^not ")  # what a column says: it needs brackets in a product
RELATIONS = {"≤": r"\leq", "≥": r"\geq"}
DOT = r"\,{\cdot}\,"


def cut_name(name: object, longest: int = LONGEST_NAME) -> str:
    """One line of text, cut in the middle where it is too long: names often differ at their ends only.

    >>> cut_name("mean  radius"), cut_name("a name that never seems to end at all", 12)
    ('mean radius', 'a name… all')
    """
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in str(name)).split()) or "(unnamed)"
    if len(text) <= longest:
        return text
    tail = longest // 3
    return f"{text[: longest - tail - 1].rstrip()}…{text[len(text) - tail :]}"


def upright(text: str) -> str:
    r"""Text inside a formula, letter by letter.

    >>> print(upright("50 $ {a}"))
    \text{50 \$ \{a\}}
    """
    escaped = re.sub(r"([\\{}$])", r"\\\1", text)
    return rf"\text{{{escaped}}}"


def symbol_mathtext(name: object, power: int = 1, longest: int = LONGEST_NAME) -> str:
    r"""A name in a formula; a letter with a number is a symbol with an index.

    >>> print(symbol_mathtext("x12"), symbol_mathtext("x3", 2), symbol_mathtext("mean radius", 2))
    x_{12} x_{3}^{2} [\text{mean radius}]^{2}
    """
    text = cut_name(name, longest)
    indexed = re.fullmatch(r"([A-Za-z])(\d*)", text)
    if indexed:
        letter, index = indexed.groups()
        symbol = f"{letter}_{{{index}}}" if index else letter
    else:
        is_plain = re.fullmatch(r"\w+", text) or (power == 1 and not INDICATOR.search(text))
        symbol = upright(text) if is_plain else f"[{upright(text)}]"
    return symbol if power == 1 else f"{symbol}^{{{power}}}"


def rule_mathtext(rule: PrintedRule, names: Sequence[object], longest: int = LONGEST_NAME) -> list[str]:
    """The condition under which a row goes left, in pieces between which a line may break; a name for each column."""
    side = [] if rule.missing is None else [rf"(\text{{missing}} \to \text{{{rule.missing}}})"]
    if rule.says:
        return [*_said(rule.says, names, longest), *side]
    first, *others = rule.terms
    head = ("-" if first.is_negative else "") + term_mathtext(first, names, longest)
    relation, end = rule.end
    tail = f"{RELATIONS[relation]} {number_mathtext(end)}{unit_mathtext(rule.unit)}"
    if rule.start is not None:  # a band's low end stays with the first term, and both with an only one
        head = rf"{number_mathtext(rule.start)} \leq {head}"
        if not others:
            return [f"{head} {tail}", *side]
    middle = [f"{'-' if term.is_negative else '+'} {term_mathtext(term, names, longest)}" for term in others]
    return [head, *middle, tail, *side]


def _said(words: Words, names: Sequence[object], longest: int) -> list[str]:
    """The words of a rule that says yes or no; a line may break before "and" and "or"."""
    pieces = [""]
    for word in words:
        if word in (AND, OR):
            pieces.append(rf"\text{{{word_text(str(word))}}} ")
        else:
            pieces[-1] += _power((word, 1), names, longest) if isinstance(word, int) else word
    return pieces


def unit_mathtext(unit: Unit) -> str:
    """What follows a number or a formula that has a unit."""
    return rf"\ {upright(f'[{unit}]')}" if unit else ""


def term_mathtext(term: PrintedTerm, names: Sequence[object], longest: int = LONGEST_NAME) -> str:
    """A term without its sign."""
    above = [_power(power, names, longest) for power in term.above]
    factor = [] if term.numerator is None else [number_mathtext(term.numerator)]
    if not term.below:
        return DOT.join(factor + above)
    below = DOT.join(_power(power, names, longest) for power in term.below)
    before, numerator = (factor, above) if above else ([], factor)  # a weight stands before a fraction of features
    return r"\,".join([*before, rf"\dfrac{{{DOT.join(numerator)}}}{{{below}}}"])


def number_mathtext(number: PrintedNumber) -> str:
    r"""A number, with its power of ten set as one.

    >>> print(number_mathtext(PrintedNumber("−", "2.5", "−7")), number_mathtext(PrintedNumber("", "1", "9")))
    -2.5{\cdot}10^{-7} 10^{9}
    """
    if number.word:
        return upright(cut_name(number.word))
    sign = "-" if number.sign else ""
    if not number.power:
        return sign + number.mantissa
    factor = "" if number.mantissa == "1" else rf"{number.mantissa}{{\cdot}}"
    return rf"{sign}{factor}10^{{{number.power.replace(MINUS, '-')}}}"


class MathtextNotation:
    """Definitions of columns, on one line."""

    stacks_quotients = False

    def number(self, number: PrintedNumber) -> str:
        return number_mathtext(number)

    def sum(self, first: str, sign: str, second: str) -> str:
        return f"{first} {sign.replace(MINUS, '-')} {second}"

    def product(self, first: str, second: str) -> str:
        return f"{first}{DOT}{second}"

    def quotient(self, above: str, below: str) -> str:
        return rf"{above}\,/\,{below}"

    def negative(self, value: str) -> str:
        return f"-{value}"

    def brackets(self, inner: str) -> str:
        return f"({inner})"

    def call(self, function: str, argument: str) -> str:
        return rf"\mathrm{{{function}}}{argument}"


def _power(power: Power, names: Sequence[object], longest: int) -> str:
    column, exponent = power
    return symbol_mathtext(names[column], exponent, longest)
