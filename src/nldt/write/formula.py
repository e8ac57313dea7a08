"""Rules as people write them: ``0.61·x3²/x7 − x12 ≤ −0.24``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from nldt.decimals import Digits
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.model.unit import Unit
from nldt.write.definition import define
from nldt.write.printable import distinct, printable
from nldt.write.printed_numbers import MINUS, PrintedNumber, legend_digits
from nldt.write.printed_rule import (
    Power,
    PrintedRule,
    PrintedTerm,
    print_model_rule,
    print_rule,
    print_term,
    word_text,
)

SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
WORD = re.compile(r"(?!\d)[^\W⁰¹²³⁴⁵⁶⁷⁸⁹]+")


def format_rule(rule: SplitRule, names: Sequence[str], digits: Digits = "auto") -> str:
    """The condition under which a row goes left; a name for each column.

    >>> format_rule(SplitRule([[1, 0], [0, 2]], [-1.0, 0.5], -np.inf, -0.25), ["a", "b"])
    'a − 0.5·b² ≥ 0.25'
    >>> format_rule(SplitRule([[1, 1]], [2.0], 0.98, 1.02), ["a", "b"])
    '0.49 ≤ a·b ≤ 0.51'
    """
    return rule_text(print_rule(rule, digits), [format_name(name) for name in names])


def format_term(exponents: NDArray[np.int8], names: Sequence[str]) -> str:
    """A product of powers as a quotient.

    >>> format_term(np.array([2, 0, -1], dtype=np.int8), ["a", "b", "c"])
    'a²/c'
    """
    return term_text(print_term(1.0, exponents, None), [format_name(name) for name in names])


def rule_text(rule: PrintedRule, symbols: Sequence[str]) -> str:
    """A printed rule, with a symbol for each column."""
    side = "" if rule.missing is None else f" (missing → {rule.missing})"
    if rule.says:
        return "".join(symbols[piece] if isinstance(piece, int) else word_text(piece) for piece in rule.says) + side
    relation, end = rule.end
    text = f"{_sum_text(rule.terms, symbols)} {relation} {end}{unit_text(rule.unit)}{side}"
    return text if rule.start is None else f"{rule.start} ≤ {text}"


def unit_text(unit: Unit) -> str:
    """What follows a number, a name or a formula that has a unit.

    >>> unit_text(Unit.of([("kg", 1), ("m", 2)])), unit_text(Unit())
    (' [kg·m²]', '')
    """
    return f" [{unit}]" if unit else ""


def term_text(term: PrintedTerm, symbols: Sequence[str], *, roomy: bool = False) -> str:
    """A term without its sign; ``roomy``: with blanks around its signs, for the names of axes."""
    dot, line = (" · ", " / ") if roomy else ("·", "/")
    numerator = [] if term.numerator is None else [str(term.numerator)]
    above = dot.join(numerator + [_power_text(power, symbols) for power in term.above])
    if not term.below:
        return above
    below = dot.join(_power_text(power, symbols) for power in term.below)
    return f"{above}{line}{below if len(term.below) == 1 else f'({below})'}"


def signed_term_text(term: PrintedTerm, symbols: Sequence[str]) -> str:
    """A term with its minus, if it has one."""
    return (MINUS if term.is_negative else "") + term_text(term, symbols)


def format_name(name: str) -> str:
    r"""A feature name that can stand in a product, without hidden signs.

    >>> print(format_name("x3"), format_name("mean radius"), format_name("a]·[b"))
    x3 [mean radius] [a\]·[b]
    """
    return bracket(printable(name))


def bracket(shown: str) -> str:
    r"""A printed name, bracketed unless it is one word, with no digit first and no power.

    Brackets inside that are no pairs are escaped, so that the name ends where it seems to end.

    >>> print(bracket("load [kN]"), bracket("a] b"))
    [load [kN]] [a\] b]
    """
    if WORD.fullmatch(shown):
        return shown
    if "\\" not in shown and _has_pairs_only(shown):
        return f"[{shown}]"
    closed = re.sub(r"(\\*)(\]|$)", lambda found: 2 * found[1] + found[2].replace("]", r"\]"), shown)
    return f"[{closed}]"


def _has_pairs_only(shown: str) -> bool:
    """Whether every bracket that opens closes, and none closes that did not open."""
    depths = np.cumsum([{"[": 1, "]": -1}.get(sign, 0) for sign in shown])
    return len(depths) == 0 or (depths.min() >= 0 and depths[-1] == 0)


@dataclass(frozen=True)
class TextFormulas:
    """The formulas of a model as text, under names that no two features or columns share."""

    model: FittedModel
    digits: Digits  # that a reader asked for; "auto": the model's own

    @cached_property
    def names(self) -> list[str]:
        """Of the features."""
        return distinct(self.model.feature_names)

    @cached_property
    def symbols(self) -> list[str]:
        """Of the columns."""
        symbols = self.model.basis.symbols(self.names)
        return [format_name(symbol) for symbol in (symbols if len(set(symbols)) == len(symbols) else distinct(symbols))]

    def printed(self, rule: SplitRule) -> PrintedRule:
        return print_model_rule(self.model, rule, self.model.printed_digits(self.digits))

    def rule(self, rule: SplitRule) -> str:
        return rule_text(self.printed(rule), self.symbols)

    @cached_property
    def definitions(self) -> dict[int, str]:
        """What the symbols in the rules stand for, by column; none for a column that goes by its feature's name."""
        digits = legend_digits(self.model.rules, self.model.printed_digits(self.digits))
        columns = {place: self.model.basis.columns[place] for place in self.model.used_columns}
        return {
            place: define(column, format_name(self.names[column.feature]), TextNotation(), digits)
            for place, column in columns.items()
            if column.has_symbol
        }

    @property
    def legend(self) -> list[str]:
        """The same, a line each."""
        defined = [
            f"{self.symbols[place]} = {definition}{self._measured_in(place)}"
            for place, definition in self.definitions.items()
        ]
        return defined + [f"{self.symbols[place]}: {words}" for place, words in level_numbers(self.model).items()]

    def _measured_in(self, column: int) -> str:
        """The unit of the feature in a column's definition, where the column itself has none."""
        feature = self.model.basis.columns[column].feature
        unit = self.model.features[feature].unit
        return f", {format_name(self.names[feature])} in {unit}" if unit else ""


def level_numbers(model: FittedModel) -> dict[int, str]:
    """What ordered categories, dates and months count for, by column: of those that rules compute with.

    ``low counts 0, mid 1, high 2``; ``days since 2019-01-01``. Those that rules just compare are printed by name.
    """
    computed = {
        place
        for rule in model.rules
        for place in rule.columns
        if not any(end is not None and end.word for end in (print_rule(rule).low, print_rule(rule).high))
    }
    found = {}
    for place in model.used_columns:
        column = model.basis.columns[place]
        words = [column.numbers_in_words] if place in computed and column.numbers_in_words is not None else []
        words += ["in UTC"] if model.features[column.feature].is_utc and not column.is_indicator else []
        if words:
            found[place] = printable(", ".join(words))
    return found


class TextNotation:
    """Definitions on one line."""

    stacks_quotients = False

    def number(self, number: PrintedNumber) -> str:
        return str(number)

    def sum(self, first: str, sign: str, second: str) -> str:
        return f"{first} {sign} {second}"

    def product(self, first: str, second: str) -> str:
        return f"{first}·{second}"

    def quotient(self, above: str, below: str) -> str:
        return f"{above}/{below}"

    def negative(self, value: str) -> str:
        return f"{MINUS}{value}"

    def brackets(self, inner: str) -> str:
        return f"({inner})"

    def call(self, function: str, argument: str) -> str:
        return function + argument


def _sum_text(terms: Sequence[PrintedTerm], symbols: Sequence[str]) -> str:
    first, *others = terms
    return signed_term_text(first, symbols) + "".join(f" {term.sign} {term_text(term, symbols)}" for term in others)


def _power_text(power: Power, symbols: Sequence[str]) -> str:
    column, exponent = power
    return symbols[column] + (str(exponent).translate(SUPERSCRIPTS) if exponent > 1 else "")
