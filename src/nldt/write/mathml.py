"""Rules and definitions in MathML: elements, that a page gets as markup and a page's script as nested lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from nldt.write.formula import format_name
from nldt.write.printable import one_line
from nldt.write.printed_numbers import PrintedNumber
from nldt.write.printed_rule import AND, OR, Power, PrintedRule, PrintedTerm, Words, word_text


@dataclass(frozen=True)
class Element:
    """A tag with attributes, and with children that are elements or text."""

    tag: str
    children: tuple[Element | str, ...]
    attributes: tuple[tuple[str, str], ...] = ()

    @property
    def markup(self) -> str:
        """As HTML; names and numbers are text, whatever they hold.

        >>> Element("mtext", ("a<b",), (("class", "x"),)).markup
        '<mtext class="x">a&lt;b</mtext>'
        """
        attributes = "".join(f' {name}="{escape(value)}"' for name, value in self.attributes)
        inner = "".join(escape(child) if isinstance(child, str) else child.markup for child in self.children)
        return f"<{self.tag}{attributes}>{inner}</{self.tag}>"

    @property
    def nested(self) -> list[Any]:
        """As lists for JSON: tag, attributes, children.

        >>> Element("msup", (Element("mi", ("x",)), Element("mn", ("2",)))).nested
        ['msup', {}, ['mi', {}, 'x'], ['mn', {}, '2']]
        """
        inner = [child if isinstance(child, str) else child.nested for child in self.children]
        return [self.tag, dict(self.attributes), *inner]


Row = tuple[Element, ...]

NO_BREAK = "\u00a0"


def rule_mathml(rule: PrintedRule, names: Sequence[str]) -> Row:
    """The condition under which a row goes left, in pieces between which a line may break; a name for each column."""
    side = _missing(rule)
    if rule.says:
        return tuple(_formula(piece) for piece in (*_said(rule.says, names), side) if piece)
    pieces: list[Row] = []
    if rule.start is not None:
        pieces.append((number_mathml(rule.start), _infix("≤")))
    for place, term in enumerate(rule.terms):
        pieces += _term_pieces(term, place == 0, names)
    relation, end = rule.end
    unit: Row = (Element("mtext", (f" [{one_line(rule.unit)}]",)),) if rule.unit else ()
    pieces.append((_infix(relation), number_mathml(end), *unit))
    return tuple(_formula(piece) for piece in (*pieces, side) if piece)


def _missing(rule: PrintedRule) -> Row:
    """The branch of rows that lack a number, with a blank before it that is kept."""
    if rule.missing is None:
        return ()
    return (Element("mtext", (f"{NO_BREAK}(missing → {rule.missing.replace(' ', NO_BREAK)})",)),)


def _said(words: Words, names: Sequence[str]) -> list[Row]:
    """The words of a rule that says yes or no; a line may break before "and" and "or"."""
    pieces: list[Row] = [()]
    for word in words:
        if isinstance(word, int):
            pieces[-1] += (_power((word, 1), names),)
        elif word in (AND, OR):
            pieces.append((Element("mtext", (word_text(word).replace(" ", NO_BREAK),)),))  # others are not shown
        else:
            pieces[-1] += (Element("mtext", (word,)),)
    return pieces


def definition_mathml(symbol: str, definition: Row) -> Element:
    """What a symbol stands for."""
    return _formula((symbol_mathml(symbol), Element("mo", ("=",)), *definition))


def symbol_mathml(name: str, power: int = 1) -> Element:
    """A letter, a letter with an index, such as x12, or a name in words; raised where the power is not 1."""
    found = re.fullmatch(r"([^\W\d_])([0-9]{0,3})", name)
    letter, index = found.groups() if found else ("", "")
    base = Element("mi", (letter,)) if letter else name_mathml(name)
    small = {"sub": index, "sup": "" if power == 1 else str(power)}
    if not any(small.values()):
        return base
    tag = "m" + "".join(place for place, text in small.items() if text)
    return Element(tag, (base, *(Element("mn", (text,)) for text in small.values() if text)))


def name_mathml(name: str) -> Element:
    """A name in words, bracketed as ``to_text`` brackets it."""
    return Element("mtext", (format_name(one_line(name)),))


def number_mathml(number: PrintedNumber) -> Element:
    """A number, with its power of ten set as one."""
    if number.word:
        return Element("mtext", (one_line(number.word),))
    if not number.power:
        return Element("mn", (str(number),))
    ten = Element("msup", (Element("mn", ("10",)), Element("mn", (number.power,))))
    return Element("mrow", (Element("mn", (number.sign + number.mantissa,)), Element("mo", ("·",)), ten))


class MathmlNotation:
    """Definitions of columns."""

    stacks_quotients = True

    def number(self, number: PrintedNumber) -> Row:
        return (number_mathml(number),)

    def sum(self, first: Row, sign: str, second: Row) -> Row:
        return (*first, _infix(sign), *second)

    def product(self, first: Row, second: Row) -> Row:
        return (*first, _infix("·"), *second)

    def quotient(self, above: Row, below: Row) -> Row:
        return (Element("mfrac", (Element("mrow", above), below[0] if len(below) == 1 else Element("mrow", below))),)

    def negative(self, value: Row) -> Row:
        return (_prefix("−"), *value)

    def brackets(self, inner: Row) -> Row:
        return (Element("mrow", (Element("mo", ("(",)), *inner, Element("mo", (")",)))),)

    def call(self, function: str, argument: Row) -> Row:
        return (Element("mi", (function,)), *argument)


def _formula(parts: Row) -> Element:
    return Element("math", parts, (("displaystyle", "true"),))


def _infix(sign: str) -> Element:
    return Element("mo", (sign,), (("form", "infix"),))


def _prefix(sign: str) -> Element:
    return Element("mo", (sign,), (("form", "prefix"),))


def _term_pieces(term: PrintedTerm, is_first: bool, names: Sequence[str]) -> list[Row]:
    """One piece where the term is a quotient, a piece for each of its factors otherwise."""
    sign: Row = (_infix(term.sign),)
    if is_first:
        sign = (_prefix(term.sign),) if term.is_negative else ()
    factor: Row = () if term.numerator is None else (number_mathml(term.numerator),)
    if term.below:
        return [(*sign, *_quotient(term, factor, names))]
    if not term.above:
        return [(*sign, *factor)]
    start = (*sign, *factor, _infix("·")) if factor else sign
    powers = [_power(power, names) for power in term.above]
    return [(*start, powers[0]), *((_infix("·"), power) for power in powers[1:])]


def _quotient(term: PrintedTerm, factor: Row, names: Sequence[str]) -> Row:
    """A factor stands before a fraction of features, and above the line where nothing else does."""
    below = _product(term.below, names)
    if not term.above:
        return (Element("mfrac", (*factor, below)),)
    fraction = Element("mfrac", (_product(term.above, names), below))
    return (*factor, _infix("·"), fraction) if factor else (fraction,)


def _product(powers: Sequence[Power], names: Sequence[str]) -> Element:
    first, *others = (_power(power, names) for power in powers)
    dotted = [element for power in others for element in (Element("mo", ("·",)), power)]
    return Element("mrow", (first, *dotted))


def _power(power: Power, names: Sequence[str]) -> Element:
    column, exponent = power
    return symbol_mathml(names[column], exponent)
