"""The tree as one SQL expression, for SQLite, DuckDB and whatever else speaks standard SQL.

A condition that is NULL does not hold, so that a missing value and a division by zero (``NULLIF``) go right. Numbers
are quotients of whole numbers, which every database reads exactly: SQLite's own reading of decimals may be off by the
last bit, and DuckDB takes ``0.61`` for a DECIMAL.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

import numpy as np

from nldt.errors import InputError, list_names
from nldt.model.basis import CalendarPart, Column
from nldt.model.feature import CATEGORY, DATE, ORDERED, Level
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.model.scores import LEAST_WAY, LeafScore, Step
from nldt.write.code import sql_dates
from nldt.write.code.evaluation import rule_value
from nldt.write.code.statements import ATOM, Code, CodeAlgebra, IndicatorWords

EXACT = 2**53  # whole numbers up to here are doubles
STEP = 2**52
MOST_DECIMALS = 15  # ten to this power is far below EXACT
MOST_COMPARED = 12  # distances on a way that are compared with each other; a subquery finds the least of more


def to_sql(model: FittedModel, table: str | None = None, probability: object = None) -> str:
    """A CASE expression that gives the class label, or the label itself where the tree has no rule.

    With a label, the expression gives the probability of that class. With the name or alias of a table, columns are
    written as ``"table"."column"``.
    """
    algebra = _columns(model, table)
    values = {node: str(rule_value(rule, algebra)) for node, rule in enumerate(model.tree.rules) if rule is not None}
    if probability is None:
        labels = [label_literal(label) for label in model.labels]
        of_leaves = [labels[answer] for answer in model.tree.answers[model.tree.leaves]]
        return "\n".join(_tree(model, values, of_leaves, algebra)) + "\n"
    # A subquery gives names to the values of rules, which probabilities need many times.
    names = {node: column(f"nldt rule {number + 1}") for number, node in enumerate(values)}
    named = ",\n".join(f"  {values[node]} AS {name}" for node, name in names.items())
    lines = _tree(model, names, _probabilities(model, _class_number(model, probability), names), algebra)
    if not names:
        return "\n".join(lines) + "\n"
    return "\n".join(["(SELECT", *lines, "FROM (SELECT", named, ') AS "nldt rules")']) + "\n"


def to_sql_probabilities(model: FittedModel) -> str:
    """The probabilities of all classes as columns of a SELECT, one expression each."""
    named = ((to_sql(model, None, label).rstrip(), column(f"probability of {label}")) for label in model.labels)
    return ",\n".join(f"{expression} AS {name}" for expression, name in named) + "\n"


def column(name: str) -> str:
    """A quoted name of a column or a table."""
    return '"' + _without_nul(name).replace('"', '""') + '"'


def label_literal(label: str | int | float | bool) -> str:
    """A class label as a literal of its type."""
    if isinstance(label, str):
        return "'" + _without_nul(label).replace("'", "''") + "'"
    if isinstance(label, bool):
        return "TRUE" if label else "FALSE"
    return str(label) if isinstance(label, int) else number(label)


def number(value: float) -> str:
    """A double as whole numbers, which every database reads exactly.

    >>> number(3.0), number(-0.61), number(2.0**-60)
    ('3e0', '(-61e0 / 100e0)', '(1e0 / 4503599627370496e0 / 256e0)')
    """
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    assert isinstance(exponent, int)  # not infinite
    minus = "-" if sign else ""
    whole = int("".join(map(str, digits)))
    if exponent >= 0 and whole * 10**exponent <= EXACT:
        return f"{minus}{whole * 10**exponent}e0"
    if whole <= EXACT and -MOST_DECIMALS <= exponent < 0:  # both exact: their quotient is the double nearest to it
        return f"({minus}{whole}e0 / {10**-exponent}e0)"
    return f"({minus}{_binary(abs(value))})"


def _binary(value: float) -> str:
    """A whole number times or over powers of two: each step exact."""
    above, below = value.as_integer_ratio()
    factors = []
    while above > EXACT:
        step = min(STEP, above & -above)
        above //= step
        factors.append(f" * {step}e0")
    while below > 1:
        step = min(STEP, below)
        below //= step
        factors.append(f" / {step}e0")
    return f"{above}e0" + "".join(factors)


def _one_of(raw: str, codes: Sequence[int], levels: Sequence[Level]) -> str:
    return f"CASE WHEN {raw} IN ({', '.join(map(label_literal, levels))}) THEN 1e0 ELSE 0e0 END"


def _none_of(raw: str, codes: Sequence[int], levels: Sequence[Level]) -> str:
    return f"CASE WHEN {raw} NOT IN ({', '.join(map(label_literal, levels))}) THEN 1e0 ELSE 0e0 END"


# A number is missing where it is NULL or, in databases that tell the two apart, not a number; infinity is neither.
NUMBER_IS_MISSING = "({raw} IS NULL OR NOT (ABS({raw}) / 16e0 <= 12e306 OR 1e0 / NULLIF({raw}, 0e0) = 0e0))"
# A sixteenth of a finite number stays far from where databases differ in reading numbers, and infinity does not.
FINITE = "ABS({value}) / 16e0 <= 12e306"
# Names within subqueries, which no column should have.
MARGIN, DISTANCE, ROW, WAY = '"nldt margin"', '"nldt distance"', '"nldt row"', '"nldt way"'
OF_NUMBERS = IndicatorWords(_one_of, _none_of, f"CASE WHEN {NUMBER_IS_MISSING} THEN 1e0 ELSE 0e0 END")
OF_CATEGORIES = IndicatorWords(_one_of, _none_of, "CASE WHEN {raw} IS NULL THEN 1e0 ELSE 0e0 END")


def _name(model: FittedModel, feature: int, table: str | None) -> str:
    place = "" if table is None else f"{column(table)}."
    return f"{place}{column(model.feature_names[feature])}"


def _raw(model: FittedModel, made: Column, table: str | None) -> Code:
    """What a column is made of: a number, the text of a category or of a date, or the number of an ordered one."""
    name, known = _name(model, made.feature, table), model.features[made.feature]
    if known.kind == CATEGORY or (known.is_date and made.is_indicator):
        return Code(name, ATOM)
    if known.is_date:
        text = sql_dates.date_text(name)
        number_of = (
            str if isinstance(made, CalendarPart) else sql_dates.days if known.kind == DATE else sql_dates.seconds
        )
        return Code(number_of(text), ATOM)
    if known.kind == ORDERED:
        cases = " ".join(f"WHEN {label_literal(level)} THEN {code}e0" for code, level in enumerate(known.levels))
        return Code(f"CASE {name} {cases} END", ATOM)
    return Code(f"CAST({name} AS DOUBLE PRECISION)", ATOM)


@dataclass(frozen=True)
class _SqlAlgebra(CodeAlgebra):
    """The columns of a model, and how to say that one of them is missing."""

    missing: Callable[[int], str] = str


def _columns(model: FittedModel, table: str | None) -> _SqlAlgebra:
    of_numbers = CodeAlgebra([], "sql", number, indicators=OF_NUMBERS)
    of_categories = replace(of_numbers, indicators=OF_CATEGORIES)

    def of_basis(index: int) -> Code:
        made = model.basis.columns[index]
        algebra = of_numbers if model.features[made.feature].is_number else of_categories
        return made.expression(_raw(model, made, table), algebra)

    def missing(index: int) -> str:
        feature = model.basis.columns[index].feature
        if model.features[feature].is_date:
            return f"{_name(model, feature, table)} IS NULL"
        return NUMBER_IS_MISSING.format(raw=of_basis(index).within(ATOM))

    return _SqlAlgebra(of_basis, "sql", number, "{above} / NULLIF({below}, 0e0)", missing=missing)


def _tree(model: FittedModel, values: Mapping[int, str], of_leaves: list[str], algebra: _SqlAlgebra) -> list[str]:
    """The lines of the tree, from the values of its rules and what its leaves give."""
    conditions = {
        node: _condition(rule, values[node], algebra) for node, rule in enumerate(model.tree.rules) if rule is not None
    }
    return _node(model, 0, dict(zip(model.tree.leaves, of_leaves, strict=True)), conditions)


def _node(model: FittedModel, node: int, leaves: Mapping[int, str], conditions: Mapping[int, str]) -> list[str]:
    """The lines of a node. The sides of more leaves share one CASE, since databases limit how deep they nest."""
    if node in leaves:
        return [leaves[node]]
    lines = ["CASE"]
    while node not in leaves:
        left, right = int(model.tree.left[node]), int(model.tree.right[node])
        condition = conditions[node]
        if model.tree.leaf_counts[left] > model.tree.leaf_counts[right]:
            condition, left, right = f"({condition}) IS NOT TRUE", right, left
        then = _node(model, left, leaves, conditions)
        lines += [f"  WHEN {condition}", f"  THEN {then[0]}", *(f"  {line}" for line in then[1:])]
        node = right
    return [*lines, f"  ELSE {leaves[node]}", "END"]


def _class_number(model: FittedModel, label: object) -> int:
    if label not in model.labels:
        raise InputError(f"to_sql: probability={label!r} is no class; the classes are {list_names(model.labels)}")
    return model.labels.index(label)


def _probabilities(model: FittedModel, index: int, values: Mapping[int, str]) -> list[str]:
    """The probability of a class in each leaf, from the margin of a row."""
    curves, found = model.curves, []
    for way, score in zip(curves.ways(model.tree), curves.leaves, strict=True):
        if not way:
            found.append(number(score.parts[0][index] / curves.total))
            continue
        steps = zip(way, score.scales, strict=True)
        distances = [text for step, scale in steps for text in _far(step, values[step.node], scale)]
        if len(distances) > MOST_COMPARED:
            listed = " UNION ALL ".join(f"SELECT {far} AS {DISTANCE}" for far in distances)
            least = f"(SELECT MIN({DISTANCE}) AS {MARGIN} FROM ({listed}) AS {WAY}) AS {ROW}"
            found.append(f"(SELECT {_curve(MARGIN, score, index, curves.total)} FROM {least})")
            continue
        # Every database knows CASE, but not every one has a function for the least of some numbers.
        of_each = [_curve(far, score, index, curves.total) for far in distances]
        text = of_each[-1]
        for place in reversed(range(len(distances) - 1)):
            later = " AND ".join(f"{distances[place]} <= {other}" for other in distances[place + 1 :])
            text = f"CASE WHEN {later} THEN {of_each[place]} ELSE {text} END"
        found.append(text)
    return found


def _curve(margin: str, score: LeafScore, index: int, total: int) -> str:
    """The probability of a class at a margin."""
    parts = [float(row[index]) for row in score.parts]
    cases = [f"WHEN {margin} < 0e0 THEN {number(score.missing[index] / total)}"]
    for piece, (start, end) in enumerate(pairwise(score.knots)):
        change, width = parts[piece + 1] - parts[piece], end - start
        from_knot = f"{margin} - {number(start)}" if start else margin
        along = f"({from_knot}) / {number(width)}"
        if piece == 0:
            at_edge = number((parts[0] + LEAST_WAY * change) / total)
            cases.append(f"WHEN {along} < {number(LEAST_WAY)} THEN {at_edge}")
        straight = f"({number(parts[piece])} + {along} * {number(change)}) / {number(float(total))}"
        cases.append(f"WHEN {margin} < {number(end)} THEN {straight}")
    return f"CASE {' '.join(cases)} ELSE {number(parts[-1] / total)} END"


def _far(step: Step, value: str, scale: float) -> list[str]:
    """The distances between a rule's value and its ends, -1 where it has none: the least of them counts."""
    rule = step.rule
    low, high = (number(end) if np.isfinite(end) else "" for end in (rule.low, rule.high))
    if low and high and not step.holds:
        far = [f"CASE WHEN {value} < {low} THEN {low} - {value} ELSE {value} - {high} END"]
    else:
        far = [f"({value} - {low})" if step.holds else f"({low} - {value})"] * bool(low)
        far += [f"({high} - {value})" if step.holds else f"({value} - {high})"] * bool(high)
    over = "" if scale == 1.0 else f" / {number(scale)}"
    return [f"CASE WHEN {FINITE.format(value=value)} THEN {text}{over} ELSE -1e0 END" for text in far]


def _condition(rule: SplitRule, value: str, algebra: _SqlAlgebra) -> str:
    """Whether a row goes left; NULL, and so right, where the value is missing or not a number."""
    low = number(rule.low) if np.isfinite(rule.low) else None
    high = number(rule.high) if np.isfinite(rule.high) else None
    if rule.missing_left:
        missing = list(dict.fromkeys(algebra.missing(place) for place in rule.gap_columns))
        return " OR ".join([*missing, f"({_condition(replace(rule, missing_left=False), value, algebra)})"])
    if low is not None and high is not None:
        return f"{value} BETWEEN {low} AND {high}"
    finite = FINITE.format(value=value)
    end = f"{value} <= {high}" if high is not None else f"{value} >= {low}" if low is not None else None
    return finite if end is None else f"{end} AND {finite}"


def _without_nul(text: str) -> str:
    if "\0" in text:
        raise InputError(f"SQL can't write the name {text!r}, which holds a NUL character: rename it")
    return text
