"""A model of one rule as an index card: values of the rule, and the probability of each class at these.

The values are the knots between which probabilities are straight, so that the card is all that there is to know.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

import numpy as np
from numpy.typing import NDArray

from nldt.decimals import Digits
from nldt.model.basis.column import Column
from nldt.model.basis.days_since import DaysSince
from nldt.model.basis.whole_values import WholeValues
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.model.scores import margins
from nldt.write.branch_words import branch_words
from nldt.write.leaf_words import probability_notes
from nldt.write.printable import distinct
from nldt.write.printed_numbers import END_DIGITS, PrintedNumber, print_number
from nldt.write.printed_rule import PrintedRule, print_model_rule

Floats = NDArray[np.float64]
Head = tuple[str, PrintedNumber | None, str]  # relation, number, words

MOST_CLASSES = 6  # that have columns of their own; the least probable of more share one
MOST_LEVELS = 12  # of an ordered feature that are told one by one
OTHERS = "others"
STRAIGHT = "In between, probabilities follow straight lines."


@dataclass(frozen=True)
class CardRow:
    """A value of the rule, and the probability of each column of the card there."""

    relation: str  # "≤" or "≥" where probabilities stay level beyond; else nothing
    number: PrintedNumber | None
    words: str  # instead of the number: yes, no, a category, missing
    probabilities: tuple[float, ...]

    @property
    def value(self) -> str:
        """The value as plain text."""
        return self.words if self.number is None else f"{self.relation} {self.number}".lstrip()


@dataclass(frozen=True)
class Card:
    """The card; its columns are classes by number, the last standing for all others where ``shares_last``."""

    rule: SplitRule
    classes: tuple[int, ...]
    shares_last: bool
    rows: tuple[CardRow, ...]
    notes: tuple[str, ...]  # what a reader must know of the probabilities

    def heads(self, labels: list[str]) -> list[str]:
        """The heads of the columns of probabilities."""
        return [labels[k] for k in self.classes] + [OTHERS] * self.shares_last


def model_card(model: FittedModel, digits: Digits = "auto") -> Card | None:
    """The card of a model of one rule; None of all others, and where probabilities are the shares of leaves.

    Where they do not follow the rule's value, the card has one line for each of its two answers.
    """
    if len(model.rules) != 1 or model.scores is None:
        return None
    rule = model.rules[0]
    printed = print_model_rule(model, rule, model.printed_digits(digits))
    if not any(model.scores.ways(model.tree)):
        return _card(model, rule, printed, [("", None, word) for word in branch_words(model.labels)], _by_side(model))
    values = _told_values(rule, printed, model)
    # At an end its class wins by less than a part in a million, which no card tells.
    found = np.array([_at(model, value) for value in [*map(float, values), np.nan]]).round(6)
    return _card(model, rule, printed, _heads(values, rule, printed), found)


def card_lines(model: FittedModel, digits: Digits = "auto") -> list[str]:
    """The card as lines of text; none where the model has no card."""
    card = model_card(model, digits)
    if card is None:
        return []
    head = ["value of the rule", *card.heads(distinct(model.labels))]
    table = [head, *([row.value, *map(percent, row.probabilities)] for row in card.rows)]
    widths = [max(len(cells[place]) for cells in table) for place in range(len(head))]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True)) for cells in table]
    return ["", *lines, *card.notes]


def percent(share: float) -> str:
    """A probability as people read it.

    >>> percent(0.932), percent(0.9995), percent(0.5)
    ('93.2 %', '99.95 %', '50 %')
    """
    return f"{percents(share)} %"


def percents(share: float) -> str:
    """The number of hundredths; no more digits than probabilities at knots have."""
    return f"{100 * share:.4f}".rstrip("0").rstrip(".")


def _by_side(model: FittedModel) -> Floats:
    """The probabilities where the rule holds, where it does not, and where it lacks a number."""
    assert model.scores is not None
    left, right = (np.array(leaf.parts[0]) / model.scores.total for leaf in model.scores.leaves)
    return np.array([left, right, left if model.rules[0].missing_left else right])


def _card(model: FittedModel, rule: SplitRule, printed: PrintedRule, heads: list[Head], found: Floats) -> Card:
    """The card with these heads of rows; ``found`` has one line more, of rows that lack a number."""
    order = np.argsort(-found.max(axis=0), kind="stable").tolist()
    shown = sorted(order if len(order) <= MOST_CLASSES else order[: MOST_CLASSES - 1])
    rest = [k for k in order if k not in shown]
    columns = [(*row[shown].tolist(), *([float(row[rest].sum())] if rest else [])) for row in found]
    rows = [CardRow(*head, shares) for head, shares in zip(heads, columns, strict=False)]
    if printed.divisor < 0 and rows[0].number is not None:
        rows.reverse()
        turned = {"≤": "≥", "≥": "≤", "": ""}
        rows = [CardRow(turned[row.relation], row.number, row.words, row.probabilities) for row in rows]
    if printed.missing is not None:
        rows.append(CardRow("", None, "missing", columns[-1]))
    straight = [STRAIGHT] if any(row.number is not None for row in rows) else []
    return Card(rule, tuple(shown), bool(rest), tuple(rows), (*straight, *probability_notes(model)))


def _levels(rule: SplitRule, printed: PrintedRule) -> dict[int, str] | None:
    """The names of the values of a rule of one column of named whole numbers, if they are few."""
    column = _named_column(rule, printed)
    return column.names if isinstance(column, WholeValues) and len(column.names) <= MOST_LEVELS else None


def _named_column(rule: SplitRule, printed: PrintedRule) -> Column | None:
    """The only column of a rule whose ends are printed by name, such as a date."""
    ends = [end for end in (printed.low, printed.high) if end is not None]
    return rule.basis.columns[rule.columns[0]] if any(end.word for end in ends) else None


def _told_values(rule: SplitRule, printed: PrintedRule, model: FittedModel) -> list[Decimal]:
    """The values of the rule that the card tells, rising; those of categories as they come."""
    levels = _levels(rule, printed)
    if levels is not None:
        return [Decimal(code) * Decimal(rule.weights[0]) for code in levels]
    assert model.scores is not None
    inside, outside = ([Decimal(repr(knot)) for knot in leaf.knots] for leaf in model.scores.leaves)
    low, high = (Decimal(repr(end)) if np.isfinite(end) else None for end in (rule.low, rule.high))
    values = set()
    if low is not None:
        values |= {low - knot for knot in outside} | {low + knot for knot in inside}
    if high is not None:
        values |= {high + knot for knot in outside} | {high - knot for knot in inside}
    if low is not None and high is not None:
        # Inside a band only distances up to half its width occur; the middle is where both ends are as far.
        middle, half = (low + high) / 2, (high - low) / 2
        values -= {sign * knot + end for knot in inside if knot > half for sign, end in ((1, low), (-1, high))}
        values |= {low - knot for knot in outside} | {high + knot for knot in outside}
        values |= {middle} if half < inside[-1] else set()
    column = _named_column(rule, printed)
    return sorted(values if column is None else _occurring(values, column, Decimal(printed.divisor)))


def _occurring(values: set[Decimal], column: Column, divisor: Decimal) -> set[Decimal]:
    """Of a column that has whole values only, the next ones on both sides of each: others have no name of their own."""
    if isinstance(column, DaysSince) and column.has_times:
        return values
    names = [Decimal(value) for value in column.names] if isinstance(column, WholeValues) else []
    found = {(value / divisor).to_integral_value(way) for value in values for way in (ROUND_FLOOR, ROUND_CEILING)}
    return {divisor * (min(max(value, names[0]), names[-1]) if names else value) for value in found}


def _at(model: FittedModel, value: float) -> Floats:
    """The probabilities where the rule has this value."""
    assert model.scores is not None
    rule, number = model.rules[0], np.array([value])
    is_left = rule.holds(number)[0] if np.isfinite(number[0]) else rule.missing_left
    place = 0 if is_left else 1
    way = model.scores.ways(model.tree)[place]
    margin = margins(way, model.scores.leaves[place].scales, [number], 1)
    return model.scores.of_leaf(model.scores.leaves[place], margin)[0]


def _heads(values: list[Decimal], rule: SplitRule, printed: PrintedRule) -> list[Head]:
    """What stands before the probabilities in each row."""
    levels = _levels(rule, printed)
    if levels is not None:
        return [("", None, name) for name in levels.values()]
    digits = None if printed.digits is None else printed.digits + END_DIGITS
    shown = [float(value / Decimal(printed.divisor)) for value in values]
    column = _named_column(rule, printed)
    words = ["" if column is None else column.word(value) for value in shown]
    numbers = [replace(print_number(value, digits), word=word) for value, word in zip(shown, words, strict=True)]
    # Beside an end of 1e300 all knots are at the same value.
    relations = ["≤", *[""] * (len(values) - 2), "≥"] if len(values) > 1 else [""]
    return [(relation, number, "") for relation, number in zip(relations, numbers, strict=True)]
