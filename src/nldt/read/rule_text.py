"""A rule from the text that someone typed or pasted: ``x2/x1 - 2``, ``0.61·x3²/x7 − x12 ≤ −0.24``.

A small grammar, and nothing is ever evaluated as code: sums, products and quotients of numbers and columns, with whole
powers and brackets, multiplied out into terms; one relation or two; the words of rules that say yes or no.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from nldt.errors import InputError, hint
from nldt.model.basis import Column
from nldt.parameters import MOST_EXPONENT
from nldt.read.column_names import NUMBER, WORD_SIGN, ColumnNames

MOST_TERMS_READ = 60  # of a rule: more than anyone would read

Term = frozenset[tuple[Column, int]]  # columns with their exponents
Sum = dict[Term, float]  # weights of terms, in the order in which they were read; that of no column is a constant

CONSTANT: Term = frozenset()
MISSING_SIDE = re.compile(r"\s*\(\s*missing\s*(?:→|->)\s*(left|right|yes|no|if so|otherwise)\s*\)\s*$")
HOLDS = ("left", "yes", "if so")  # what a branch may be called to which rows go of which the rule holds
RELATION = re.compile(r"<=|=<|≤|⩽|>=|=>|≥|⩾")
OTHER_RELATION = re.compile(r"==?|<|>|≠|!=")
TIMES = re.compile(r"·|⋅|×|\*(?!\*)")
POWER = re.compile(r"\^|\*\*")
WHOLE = re.compile(r"\(\s*[+\-−]?\s*\d+\s*\)|[+\-−]?\s*\d+", re.ASCII)
SUPERSCRIPT = re.compile(r"⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
PLAIN_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
AND, OR, WORD = re.compile(r"and\b"), re.compile(r"or\b"), re.compile(r"\b(and|or)\b")
OPEN, CLOSE = re.compile(r"\("), re.compile(r"\)")
BLANKS = re.compile(r"\s*")


@dataclass(frozen=True, eq=False)
class ReadRule:
    """What a text says: left where low ≤ Σ weight·term ≤ high."""

    terms: dict[Term, float]
    low: float
    high: float
    missing: str | None  # "left" or "right", where the text names a side

    @property
    def columns(self) -> list[Column]:
        """All that the terms are made of, each once."""
        return list(dict.fromkeys(column for term in self.terms for column, _ in term))


def read_rule(text: str, names: ColumnNames, what: str) -> ReadRule:
    """The rule that a text says; a formula without a relation means formula ≤ 0.

    InputError, in one line, names what can't be read and where it stands; ``what`` is what its message starts with.

    >>> from nldt.model.basis import AsIs
    >>> from nldt.model.feature import numbers
    >>> names = ColumnNames(numbers(2), ["mass", "body height"], [AsIs(0), AsIs(1)])
    >>> rule = read_rule("mass/`body height`^2 >= 25", names, "start_from")
    >>> [{names.known[column.feature]: exponent for column, exponent in sorted(term, key=str)} for term in rule.terms]
    [{'mass': 1, 'body height': -2}]
    >>> list(rule.terms.values()), rule.low, rule.high
    ([-1.0], -inf, -25.0)
    """
    found = MISSING_SIDE.search(text)
    body = text[: found.start()] if found else text
    reader = _Reader(body, names, lambda message: InputError(f"{what}: {message}"))
    terms, low, high = reader.rule()
    side = None if found is None else "left" if found[1] in HOLDS else "right"
    return ReadRule(terms, low, high, side)


class _Reader:
    """Goes through a text from left to right."""

    def __init__(self, text: str, names: ColumnNames, error: Callable[[str], InputError]) -> None:
        self.text = text
        self.place = 0
        self.names = names
        self._error = error

    # ------------------------------------------------------------------ rules

    def rule(self) -> tuple[Sum, float, float]:
        """Terms and ends."""
        if (named := self._of_words()) is not None:
            return named
        if (said := self._said()) is not None:
            return said
        sides, relations = [self._sum()], []
        while relation := self._take(RELATION):
            relations.append("≤" if relation in ("<=", "=<", "≤", "⩽") else "≥")
            sides.append(self._sum())
        self._require_end()
        if not relations and len(sides[0]) == 1 and _says_yes(sides[0]):
            return self._yes(sides[0])
        if len(relations) > 2:
            raise self._error("a rule has two relations at the most")
        return self._band(sides, relations) if len(relations) == 2 else self._half_space(sides, relations)

    def _half_space(self, sides: list[Sum], relations: list[str]) -> tuple[Sum, float, float]:
        left, right = (*sides, {})[:2]
        difference = _minus(right, left) if relations == ["≥"] else _minus(left, right)
        terms, constant = self._parted(difference)
        return terms, -math.inf, 0.0 - constant

    def _band(self, sides: list[Sum], relations: list[str]) -> tuple[Sum, float, float]:
        if relations[0] != relations[1]:
            raise self._error("the two relations of a band must both be ≤, or both ≥")
        ends = [sides[0], sides[2]] if relations[0] == "≤" else [sides[2], sides[0]]
        if any(term for end in ends for term in end):
            raise self._error("the ends of a band must be numbers, as in 1 ≤ formula ≤ 2")
        terms, constant = self._parted(sides[1])
        low, high = (end.get(CONSTANT, 0.0) - constant for end in ends)
        if low > high:
            raise self._error(f"the low end {low:g} is above the high end {high:g}")
        return terms, low + 0.0, high + 0.0

    def _parted(self, whole: Sum) -> tuple[Sum, float]:
        """The terms with columns, and the constant."""
        terms = {term: weight for term, weight in whole.items() if term and weight != 0.0}
        if not terms:
            raise self._error("there is no column left")
        numbers = [*terms.values(), whole.get(CONSTANT, 0.0)]
        if not all(map(math.isfinite, numbers)):
            raise self._error("a number is too large for a float")
        return terms, whole.get(CONSTANT, 0.0)

    def _said(self) -> tuple[Sum, float, float] | None:
        """Indicators with words between them, ``[class ≠ 3rd] and ([age = child] or [sex = women])``; None: no words.

        A column may have such a word in its name: what goes on after the words are read is another kind of rule.
        """
        start = self.place
        if not WORD.search(self.text):
            return None
        alternatives = self._any_of()
        if self._skip() == len(self.text) and _says_yes(alternatives):
            return self._yes(alternatives)
        self.place = start
        return None

    def _any_of(self) -> Sum:
        """Alternatives, each a product."""
        return self._linked(OR, self._all_of, lambda first, second, _: [*first, *second])

    def _all_of(self) -> Sum:
        return self._linked(AND, self._condition, self._product)

    def _linked(
        self, word: re.Pattern[str], part: Callable[[], Sum], join: Callable[[Sum, Sum, int], Iterable[Term]]
    ) -> Sum:
        """Parts with a word between them, joined; each product counts once."""
        terms = part()
        while self._ahead(word):
            at = self._skip()
            self._require_indicators(terms, at)
            self._take(word)
            more = part()
            self._require_indicators(more, at)
            terms = dict.fromkeys(join(terms, more, at), 1.0)
        return terms

    def _condition(self) -> Sum:
        """A product of indicators, or alternatives in brackets; any other formula that stands in such a place."""
        start = self._skip()
        if self._take(OPEN):
            inner = self._any_of()
            if self._take(CLOSE) and (self._skip() == len(self.text) or self._ahead(AND, OR, CLOSE)):
                return inner
            self.place = start
        return self._sum()

    def _ahead(self, *patterns: re.Pattern[str]) -> bool:
        """Whether one of some patterns is next."""
        at = self._skip()
        return any(pattern.match(self.text, at) for pattern in patterns)

    def _require_indicators(self, terms: Sum, at: int) -> None:
        if not _says_yes(terms):
            word = "and" if AND.match(self.text, at) else "or"
            raise self._error(
                f"{word!r} at character {at + 1} must stand between indicators, as in [a = b] {word} [c = d]"
            )

    def _yes(self, product: Sum) -> tuple[Sum, float, float]:
        """As rules that say yes are kept: 1 goes left."""
        return dict.fromkeys(product, -1.0), -math.inf, -0.5

    def _of_words(self) -> tuple[Sum, float, float] | None:
        """A rule of one column whose ends are names of its values: ``B ≤ grade ≤ A``, ``signed ≤ 2024-03-01``."""
        for column, spelled in self.names.with_words():
            name = "|".join(re.escape(sign) for one in spelled for sign in (one, f"[{one}]", f"`{one}`"))
            found = re.fullmatch(
                rf"(?:(?P<low>.*?)(?:≤|<=))?\s*(?:{name})\s*(?P<relation>≤|<=|≥|>=)(?P<end>.*?)", self.text, re.DOTALL
            )
            ends = [] if found is None else [column.value_of(end.strip()) for end in found.group("low", "end") if end]
            if found is None or None in ends:
                continue
            is_upper, end = found["relation"] in ("≤", "<="), ends[-1]
            assert end is not None
            if found["low"] is not None and not is_upper:
                raise self._error("the two relations of a band must both be ≤, or both ≥")
            term = frozenset({(column, 1)})
            if found["low"] is not None and ends[0] is not None:
                return {term: 1.0}, ends[0], end
            return ({term: 1.0}, -math.inf, end) if is_upper else ({term: -1.0}, -math.inf, 0.0 - end)
        return None

    # --------------------------------------------------------------- formulas

    def _sum(self) -> Sum:
        total = self._terms()
        while sign := self._sign():
            more = self._terms()
            total = _minus(total, more) if sign == "-" else _plus(total, more)
        return total

    def _terms(self) -> Sum:
        """A product of factors: one term, or several where sums are multiplied out."""
        product = self._factor()
        while True:
            at = self._skip()
            if self._take(TIMES):
                product = self._product(product, self._factor(), at)
            elif self._take(re.compile("/")):
                below = self._skip()
                product = self._product(product, self._power(self._factor(), -1, below), at)
            else:
                return product

    def _factor(self) -> Sum:
        if sign := self._sign():
            factor = self._factor()
            return _minus({}, factor) if sign == "-" else factor
        at = self._skip()
        atom = self._atom()
        raised = self._take(SUPERSCRIPT)
        if raised is None and self._take(POWER):
            raised = self._whole_number(at)
        return atom if raised is None else self._power(atom, int(raised.translate(PLAIN_DIGITS)), at)

    def _atom(self) -> Sum:
        at = self._skip()
        if found := self.names.at(self.text, at):
            column, self.place = found
            return {frozenset({(column, 1)}): 1.0}
        if number := self._take(NUMBER):
            return {CONSTANT: float(number.replace("−", "-"))}
        if self._take(OPEN):
            inner = self._sum()
            if self._take(CLOSE) is None:
                raise self._error(f"the bracket at character {at + 1} is not closed")
            return inner
        raise self._unknown(at)

    def _whole_number(self, at: int) -> str:
        self._skip()
        start, found = self.place, self._take(WHOLE)
        fraction = found is not None and re.match(r"[.\w]", self.text[self.place : self.place + 1])
        if found is None or fraction:
            raise self._error(f"the power at character {start + 1} must be a whole number")
        return re.sub(r"[()\s+]", "", found).replace("−", "-")

    def _power(self, base: Sum, exponent: int, at: int) -> Sum:
        if abs(exponent) > MOST_EXPONENT:
            raise self._error(f"the power {exponent} is beyond {MOST_EXPONENT}")
        if exponent < 0:
            base, exponent = self._reciprocal(base, at), -exponent
        result: Sum = {CONSTANT: 1.0}
        for _ in range(exponent):
            result = self._product(result, base, at)
        return result

    def _reciprocal(self, base: Sum, at: int) -> Sum:
        if len(base) != 1:
            raise self._error(f"a sum stands below the line at character {at + 1}: only a product can be divided by")
        ((term, weight),) = base.items()
        if weight == 0.0:
            raise self._error(f"a division by zero at character {at + 1}")
        if any(column.is_indicator for column, _ in term):
            raise self._error(f"an indicator stands below the line at character {at + 1}: it may be 0")
        return {frozenset((column, -exponent) for column, exponent in term): 1.0 / weight}

    def _product(self, first: Sum, second: Sum, at: int) -> Sum:
        product: Sum = {}
        for term, weight in first.items():
            for other, factor in second.items():
                both = _joined(term, other)
                product[both] = product.get(both, 0.0) + weight * factor
        if len(product) > MOST_TERMS_READ:
            raise self._error(
                f"multiplied out, what stands at character {at + 1} has more than {MOST_TERMS_READ} terms"
            )
        if any(abs(exponent) > MOST_EXPONENT for term in product for _, exponent in term):
            raise self._error(f"at character {at + 1} there is a power beyond {MOST_EXPONENT}")
        return product

    # ------------------------------------------------------------------ signs

    def _skip(self) -> int:
        """The place after any blanks."""
        found = BLANKS.match(self.text, self.place)
        assert found is not None
        self.place = found.end()
        return self.place

    def _take(self, pattern: re.Pattern[str]) -> str | None:
        """What a pattern finds here, after any blanks."""
        found = pattern.match(self.text, self._skip())
        if found is None:
            return None
        self.place = found.end()
        return found[0]

    def _sign(self) -> str | None:
        sign = self._take(re.compile(r"[+\-−–]"))
        return sign if sign in (None, "+") else "-"

    def _require_end(self) -> None:
        if self._skip() < len(self.text):
            raise self._unknown(self.place)

    def _unknown(self, at: int) -> InputError:
        """What to say of a text that is not understood from a place on."""
        if at >= len(self.text):
            return self._error("something is missing at the end")
        if other := OTHER_RELATION.match(self.text, at):
            return self._error(f"{other[0]!r} at character {at + 1} is no relation of a rule: write <= or >=")
        if self.names.at(self.text, at) is not None:
            return self._error(f"a sign such as + or * is missing before character {at + 1}")
        if self.text[at] in "[`":
            closed = re.compile(r"\[[^\]]*\]?|`[^`]*`?").match(self.text, at)
            word = closed[0] if closed else self.text[at:]
        else:
            word = _word(self.text, at)
        if self.text.startswith("(", at + len(word)) and word.isidentifier():
            return self._error(
                f"{word!r} at character {at + 1} is no column, and a rule has no functions: write sums of products of "
                "whole powers of columns"
            )
        if not WORD_SIGN.match(word) and word[0] not in "[`":
            return self._error(f"{word!r} at character {at + 1} can't be read")
        if category := self.names.category_of(word):
            return self._error(f"at character {at + 1}: {category}")
        near = hint(word.strip("[]`"), self.names.known, "columns").replace("; its", "; the")
        return self._error(f"no column {word.strip('[]`')!r} at character {at + 1}{near}")


def _says_yes(terms: Sum) -> bool:
    """Whether all are products of indicators and nothing else."""
    factors = [list(term) for term in terms]
    are_indicators = all(own and all(column.is_indicator for column, _ in own) for own in factors)
    return bool(factors) and are_indicators and all(weight == 1.0 for weight in terms.values())


def _joined(first: Term, second: Term) -> Term:
    """A product of terms; an indicator has no powers."""
    exponents = dict(first)
    for column, exponent in second:
        exponents[column] = 1 if column.is_indicator else exponents.get(column, 0) + exponent
    return frozenset((column, exponent) for column, exponent in exponents.items() if exponent)


def _plus(first: Sum, second: Sum) -> Sum:
    total = dict(first)
    for term, weight in second.items():
        total[term] = total.get(term, 0.0) + weight
    return total


def _minus(first: Sum, second: Sum) -> Sum:
    return _plus(first, {term: -weight for term, weight in second.items()})


def _word(text: str, at: int) -> str:
    """The word at a place, or its one sign."""
    end = at
    while end < len(text) and (WORD_SIGN.match(text[end]) or (end > at and text[end] == ".")):
        end += 1
    return text[at : max(end, at + 1)]
