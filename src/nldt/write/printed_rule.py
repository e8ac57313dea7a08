"""A rule as people see it, made once; text, LaTeX, mathtext, MathML and DOT only set it in their own signs.

Columns are numbers here: a format has a symbol for each of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from nldt.decimals import Digits
from nldt.model.condition import condition_of
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.model.unit import PLAIN_NUMBER, Unit
from nldt.write.branch_words import YES_OR_NO, branch_words
from nldt.write.printed_numbers import MINUS, PrintedNumber, print_ends, print_number, rule_digits

Power = tuple[int, int]  # number of a column, and its exponent, which is positive
Words = tuple[int | str, ...]  # numbers of columns, words and brackets
AND, OR = "and", "or"


@dataclass(frozen=True)
class PrintedTerm:
    """A signed factor times a quotient of powers; the factor is None where it is 1."""

    sign: str  # "+" or "−"
    factor: PrintedNumber | None
    above: tuple[Power, ...]
    below: tuple[Power, ...]

    @property
    def is_negative(self) -> bool:
        return self.sign == MINUS

    @property
    def numerator(self) -> PrintedNumber | None:
        """What stands above the line beside the powers: a factor of 1 too, where nothing else does."""
        return self.factor or (None if self.above else PrintedNumber("", "1"))

    @property
    def alone(self) -> PrintedTerm:
        """The term without its sign and its factor."""
        return PrintedTerm("+", None, self.above, self.below)


@dataclass(frozen=True)
class PrintedRule:
    """``low ≤ terms ≤ high``, in this order; an end that does not bound the rule is None.

    A rule that says yes or no ``says`` which columns must be 1, with the words and brackets between them: it needs no
    ends. ``missing`` is the branch of rows that lack a number, where that matters, by its name.
    """

    low: PrintedNumber | None
    high: PrintedNumber | None
    terms: tuple[PrintedTerm, ...]
    divisor: float  # weights and ends are printed divided by it
    digits: int | None  # of the weights; None: in full
    says: tuple[int | str, ...] = ()
    missing: str | None = None  # a branch word
    unit: Unit = PLAIN_NUMBER  # of the ends, and of every term

    @property
    def end(self) -> tuple[str, PrintedNumber]:
        """The relation that follows the terms, with its end; that of a rule without any is as low as can be."""
        if self.high is not None:
            return "≤", self.high
        return "≥", self.low or PrintedNumber(MINUS, "inf")

    @property
    def start(self) -> PrintedNumber | None:
        """The end that stands before the terms: the low one of a band."""
        return self.low if self.high is not None else None


def print_rule(rule: SplitRule, digits: Digits = "auto") -> PrintedRule:
    """A rule of one term solved for the term, one that would start with a minus turned round.

    Where numbers are printed in full the printed rule is the rule, bit for bit: it is solved only if that is exact.

    >>> printed = print_rule(SplitRule([[2, -1]], [-2.0], -np.inf, -0.5))  # a²/b ≥ 0.25
    >>> str(printed.low), printed.high, printed.terms[0].above, printed.terms[0].below
    ('0.25', None, ((0, 2),), ((1, 1),))
    """
    digits = rule_digits(rule, digits)
    divisor = _divisor(rule, digits)
    low, high = rule.low / divisor, rule.high / divisor
    if divisor < 0:
        low, high = high, low
    ends = _word_ends(rule, divisor, low, high) or print_ends(low, high, digits)
    return PrintedRule(
        ends[0] if np.isfinite(low) else None,
        ends[1] if np.isfinite(high) else None,
        tuple(
            print_term(weight, row, digits)
            for weight, row in zip((rule.weights / divisor).tolist(), rule.exponents, strict=True)
        ),
        divisor,
        digits,
        _says(rule),
        YES_OR_NO[0] if rule.missing_left else None,
    )


def print_model_rule(model: FittedModel, rule: SplitRule, digits: Digits = "auto") -> PrintedRule:
    """A rule of a model, with its unit, and with the branch of gaps where training rows had some in what it uses."""
    printed = print_rule(rule, digits)
    if not printed.end[1].word:  # the name of a value needs no unit
        printed = replace(printed, unit=model.rule_unit(rule))
    has_gaps = any(model.features[j].has_gaps for j in rule.basis.features_of(rule.gap_columns))
    if not has_gaps and printed.missing is None:
        return printed
    yes, no = branch_words(model.labels)
    return replace(printed, missing=yes if rule.missing_left else no)


def print_term(weight: float, exponents: NDArray[np.int8], digits: int | None) -> PrintedTerm:
    """A term with its weight."""
    factor = print_number(abs(weight), digits)
    powers = [(int(j), int(exponents[j])) for j in np.flatnonzero(exponents)]
    return PrintedTerm(
        MINUS if weight < 0 else "+",
        None if factor.is_one else factor,
        tuple((j, e) for j, e in powers if e > 0),
        tuple((j, -e) for j, e in powers if e < 0),
    )


def _says(rule: SplitRule) -> Words:
    """The columns that must be 1 for the rule to hold, and what stands between them; none where it is more than that.

    What all alternatives have in common is said once, before them: a and (b or c). Where words would take more columns
    than the sum has, the sum is plainer.
    """
    condition = condition_of(rule)
    if condition is None or not condition.is_yes:
        return ()
    sets = [
        frozenset(np.flatnonzero(rule.exponents[list(terms)].any(axis=0)).tolist()) for terms in condition.alternatives
    ]
    sets = [own for own in dict.fromkeys(sets) if not any(other < own for other in sets)]
    common = frozenset.intersection(*sets)
    shared: list[Words] = [(column,) for column in sorted(common)]
    if len(sets) == 1:
        return _joined(AND, shared)
    if len(common) + sum(len(own - common) for own in sets) > rule.complexity:
        return ()
    either = _joined(OR, [_joined(AND, [(column,) for column in sorted(own - common)]) for own in sets])
    return _joined(AND, [*shared, ("(", *either, ")")]) if shared else either


def word_text(word: str) -> str:
    """A word or bracket of a rule that says yes or no, with its blanks.

    >>> word_text("or"), word_text("(")
    (' or ', '(')
    """
    return f" {word} " if word in (AND, OR) else word


def _joined(word: str, parts: Sequence[Words]) -> Words:
    """Parts with a word between them."""
    first, *others = parts or [()]
    return (*first, *(piece for part in others for piece in (word, *part)))


def _word_ends(rule: SplitRule, divisor: float, low: float, high: float) -> tuple[PrintedNumber, PrintedNumber] | None:
    """The ends of a rule of one column whose values have names, and nothing else, by the first and the last of them."""
    column = rule.basis.columns[rule.columns[0]] if len(rule.columns) == 1 else None
    alone = rule.exponents.shape[0] == 1 and rule.complexity == 1 and int(rule.exponents.max()) == 1
    if column is None or not column.has_words or not alone or divisor != rule.weights[0]:
        return None
    words = column.words_between(low, high)
    if words is None:
        return None
    first, last = words
    return replace(print_number(low, None), word=first), replace(print_number(high, None), word=last)


def _divisor(rule: SplitRule, digits: int | None) -> float:
    """What a rule is divided by before it is printed: its only weight, or the sign of its first."""
    first = float(rule.weights[0])
    may_divide = digits is not None or abs(np.frexp(first)[0]) == 0.5
    if len(rule.weights) == 1 and first != 0 and may_divide:
        return first
    return -1.0 if first < 0 else 1.0
