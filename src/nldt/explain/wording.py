"""Words and numbers that the text and the HTML of an explanation share."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from nldt.explain.explanation import DefinedColumn, Explanation, Flip, Step
from nldt.model.feature import MISSING_WORD
from nldt.write.printable import distinct, printable
from nldt.write.printed_numbers import END_DIGITS, MOST_DIGITS, format_count, format_number, shown_value
from nldt.write.printed_rule import print_rule

DIGITS = 4
SHARES = "Share of training rows in its leaf"
SHARES_BY_COST = "Probability: share of rows × cost in its leaf"
PROBABILITY = "Probability"
ROWS = "Training rows in its leaf"


def printed_names(explanation: Explanation) -> dict[str, str]:
    """Each feature's name as it is printed, in formulas too."""
    return dict(zip(explanation.row, distinct(list(explanation.row)), strict=True))


def printed_labels(explanation: Explanation) -> dict[Any, str]:
    """Each class's label as it is printed."""
    return dict(zip(explanation.probabilities, distinct(list(explanation.probabilities)), strict=True))


def percent(share: float) -> str:
    """A share as people say it.

    >>> percent(0.9634), percent(0.00012), percent(12.0)
    ('96.3 %', '0.012 %', '1200 %')
    """
    value = 100 * share
    text = f"{value:.1f}" if 1 <= abs(value) < 1000 else f"{value:.0f}" if abs(value) >= 1000 else f"{value:.2g}"
    return f"{text.removesuffix('.0')} %".replace("-", "−")


def exact(value: float | str) -> str:
    """A number in full, so that it can be fed back; a category by its name.

    >>> exact(17.0), exact(-0.1), exact("red")
    ('17', '−0.1', 'red')
    """
    if isinstance(value, str):
        return printable(value)
    return format_number(value, None).removesuffix(".0")


def printed_terms(step: Step) -> list[tuple[str, float]]:
    """Each weighted term of the printed formula with what it contributes.

    None where a number is missing, and where the rule says yes or no.
    """
    if step.missing or print_rule(step.rule, step.digits).says:
        return []
    divisor = step.printed_divisor
    return [(part.printed, part.contribution / divisor) for part in step.contributions]


def answer(step: Step) -> str:
    """How the printed rule turned out for the row, and by how much."""
    divisor = step.printed_divisor
    value = step.value / divisor
    if step.missing:
        return f"{'yes' if step.goes_left else 'no'}: {', '.join(step.missing)} is missing"
    printed = print_rule(step.rule, step.digits)
    if printed.says:
        return "yes" if step.goes_left else "no"
    column = step.rule.basis.columns[step.rule.columns[0]]
    if any(end is not None and end.word for end in (printed.low, printed.high)):
        return f"{'yes' if step.goes_left else 'no'}: it is {printable(column.word(value))}"
    if not np.isfinite(value):
        return f"no: the value is not finite ({format_number(value, DIGITS)})"
    word = "yes" if step.goes_left else "no"
    if step.deciding_end is None:
        return f"{word}: {format_number(value, DIGITS)}"
    end = step.deciding_end / divisor
    shown, limit = tell_apart(value, end, step.digits)
    if value == end:
        return f"{word}: {shown} is on the boundary"
    side = "below" if value < end else "above"
    amount = f"{format_number(abs(value - end), 3)} {step.unit}".rstrip()
    return (
        f"{word}: {shown} is {side} {limit} by {amount} "
        f"({percent(step.relative_margin)} of {'it' if len(step.contributions) == 1 else 'its terms'})"
    )


def tell_apart(value: float, end: float, end_digits: int | None = DIGITS) -> tuple[str, str]:
    """Both numbers with so many digits that their texts compare as they do; an end in full where its digits are None.

    >>> tell_apart(0.41000001, 0.41)
    ('0.41000001', '0.41')
    """
    for digits in range(DIGITS, MOST_DIGITS + 1):
        # An end gets a few digits more, as it does in the printed rule.
        limit_digits = None if end_digits is None else max(digits, end_digits + END_DIGITS)
        if np.sign(shown_value(value, digits) - shown_value(end, limit_digits)) == np.sign(value - end):
            break
    return format_number(value, digits), format_number(end, limit_digits)


def legend(entry: DefinedColumn) -> str:
    """What a symbol stands for, with its value on the row."""
    value = MISSING_WORD if math.isnan(entry.value) else format_number(entry.value, DIGITS)
    return f"{entry.unit} = {entry.formula} = {value}"


def flip_name(flip: Flip, names: dict[str, str]) -> str:
    """The feature as it is printed, with its unit."""
    return names[flip.name] + (f" [{flip.unit}]" if flip.unit else "")


def change(flip: Flip) -> str:
    """By how much the feature would change.

    >>> change(Flip(0, "a", 2.0, 1.5, -0.5, 1.52, "yes"))
    '−0.5 (−25 %)'
    """
    if flip.change is None:
        return ""
    sign = "+" if flip.change > 0 else ""
    amount = f"{sign}{format_number(flip.change, 3)}"
    if isinstance(flip.current, str):  # a date
        return f"{amount} {'day' if abs(flip.change) == 1 else 'days'}"
    return amount if math.isinf(flip.relative_change) else f"{amount} ({sign}{percent(flip.relative_change)})"


def no_flip(flip: Flip) -> str:
    """What is said of a feature that alone can do nothing."""
    if isinstance(flip.current, str):
        what = "category" if flip.training_range is None else "date"
    else:
        what = "whole number" if flip.is_whole else "value"
    return f"no {what} changes the class"


def reached(flip: Flip, labels: dict[Any, str]) -> str:
    """The class after the change, and what is to be known of it.

    >>> reached(Flip(0, "age", 40.0, 97.0, 57.0, 96.5, "yes", training_range=(18.0, 80.0)), {"yes": "yes"})
    'yes (outside the training data: 18 to 80)'
    """
    notes = ["divides by zero"] * flip.at_pole
    if flip.is_outside and flip.training_range is not None:
        low, high = map(exact, flip.training_range)
        notes.append(f"outside the training data: {low} to {high}")
    return labels[flip.to_class] + (f" ({'; '.join(notes)})" if notes else "")


def shares_title(explanation: Explanation) -> str:
    """What the shown shares are."""
    if explanation.is_scored:
        return PROBABILITY
    return SHARES_BY_COST if shown_rows(explanation) else SHARES


def shown_rows(explanation: Explanation) -> dict[Any, str] | None:
    """The leaf's rows of each class, where they are not what the probabilities are shares of; None where they are."""
    if explanation.rows is None or not (explanation.is_scored or explanation.notes):
        return None
    return {label: format_count(count) for label, count in explanation.rows.items()}


def likeliest_first(explanation: Explanation) -> list[Any]:
    """The predicted class, then the others by their probability."""
    shares = explanation.probabilities
    others = sorted((label for label in shares if label != explanation.prediction), key=lambda label: -shares[label])
    return [explanation.prediction, *others]
