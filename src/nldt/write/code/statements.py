"""What the exports as source code share: expressions as text, nested branches, names that can't pass for code."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nldt.model.feature import CATEGORY, DATE, ORDERED, TIME, Level
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.model.scores import Step
from nldt.model.tree import FittedTree
from nldt.write.code.evaluation import rule_value
from nldt.write.code.functions import FUNCTIONS, SQL_CALENDAR

SUM, PRODUCT, ATOM, NUMBER = range(4)  # how strongly an expression holds together

LONGEST_SLUG = 30

# Branches within each other: Python reads up to 100 levels of indentation, C99 promises 127 levels of blocks.
MOST_NESTED = 60


class Code(NamedTuple):
    """An expression in some language, and how strongly it holds together."""

    text: str
    level: int

    def __str__(self) -> str:
        return self.text

    def within(self, level: int) -> str:
        """The text, in parentheses unless it holds together at this level."""
        return self.text if self.level >= level else f"({self.text})"


@dataclass(frozen=True)
class IndicatorWords:
    """How a language says that a category is one of some, or that a feature has a gap: 1 or 0."""

    one_of: Callable[[str, Sequence[int], Sequence[Level]], str]
    none_of: Callable[[str, Sequence[int], Sequence[Level]], str]
    is_missing: str


@dataclass(frozen=True)
class CodeAlgebra:
    """Writes expressions with the operators that all languages share; parentheses keep the order of operations."""

    columns: Sequence[Code] | Callable[[int], Code]
    language: str  # by its name among FUNCTIONS
    write_number: Callable[[float], str] = repr
    guard: str | None = None  # how to divide by what may be zero; None: as by anything else
    indicators: IndicatorWords | None = None  # None: there are none to write

    def column(self, number: int) -> Code:
        return self.columns(number) if callable(self.columns) else self.columns[number]

    def number(self, value: float) -> Code:
        return Code(self.write_number(value), NUMBER)

    def multiply(self, first: Code, second: Code) -> Code:
        return Code(f"{first.within(PRODUCT)} * {second.within(ATOM)}", PRODUCT)

    def divide(self, numerator: Code, divisor: Code) -> Code:
        if self.guard is None or divisor.level == NUMBER:
            return Code(f"{numerator.within(PRODUCT)} / {divisor.within(ATOM)}", PRODUCT)
        return Code(self.guard.format(above=numerator.within(PRODUCT), below=divisor), PRODUCT)

    def add(self, first: Code, second: Code) -> Code:
        return Code(f"{first} + {second.within(PRODUCT)}", SUM)

    def subtract(self, first: Code, second: Code) -> Code:
        return Code(f"{first} - {second.within(PRODUCT)}", SUM)

    def negate(self, value: Code) -> Code:
        return Code(f"-{value.within(PRODUCT)}", PRODUCT)

    def call(self, function: str, argument: Code) -> Code:
        if self.language == "sql" and function in SQL_CALENDAR:
            return Code(SQL_CALENDAR[function](argument.text), ATOM)
        return Code(f"({FUNCTIONS[function][self.language].format(argument.within(ATOM))})", ATOM)

    def one_of(self, category: Code, codes: Sequence[int], levels: Sequence[Level]) -> Code:
        assert self.indicators is not None
        return Code(self.indicators.one_of(category.text, codes, levels), ATOM)

    def none_of(self, category: Code, codes: Sequence[int], levels: Sequence[Level]) -> Code:
        assert self.indicators is not None
        return Code(self.indicators.none_of(category.text, codes, levels), ATOM)

    def is_missing(self, feature: Code) -> Code:
        assert self.indicators is not None
        return Code(self.indicators.is_missing.format(raw=feature), ATOM)


@dataclass(frozen=True)
class Dialect:
    """How a language with statements writes what a tree is made of."""

    language: str
    declare: str
    raw_feature: str
    finite: str
    both: str
    open: str
    close: str | None
    negate: str
    leaf: str
    indicators: IndicatorWords
    missing: str  # whether a number is a gap
    either: str
    # Of models with categories, dates or gaps: a number that may be missing, a category as one_of takes it, the number
    # of an ordered category, the days of a date and the seconds of a time.
    raw_with_gaps: str
    raw_category: str
    raw_ordered: str
    raw_date: str
    raw_time: str
    level: Callable[[Level], str]
    # The distance of a value from an end or from a band, over a scale, and the lesser of two: names of functions.
    above: str
    below: str
    beyond: str
    least: str
    guard: str | None = None

    def raw(self, model: FittedModel, feature: int) -> Code:
        """A feature as its columns take it."""
        known = model.features[feature]
        levels = ", ".join(map(self.level, known.levels)) + ("," if len(known.levels) == 1 else "")
        coded = {
            CATEGORY: self.raw_category,
            ORDERED: self.raw_ordered,
            DATE: self.raw_date,
            TIME: self.raw_time,
        }
        words = self.raw_feature if model.is_plain else coded.get(known.kind, self.raw_with_gaps)
        return Code(words.format(index=feature, levels=levels), ATOM)


def leaf_function_body(model: FittedModel, dialect: Dialect) -> list[str]:
    """Statements that return the number of the leaf, among the leaves, of the row ``x``, and its margin.

    A rule's left side stands within its branch, its right side after it. In a tree that would nest too deep for some
    language the side of fewer leaves stands within, so that branches nest no deeper than the logarithm of the leaves.
    """
    names, algebra = identifiers(model), _variables(model, dialect)
    lines = [dialect.declare.format(name=name, value=value) for name, value in _declarations(model, dialect)]
    numbers = {node: number for number, node in enumerate(model.tree.leaves)}
    rule_numbers = {int(node): number + 1 for number, node in enumerate(model.tree.conditional_nodes)}
    margins = [
        _margin(way, score.scales, rule_numbers, dialect)
        for way, score in zip(model.curves.ways(model.tree), model.curves.leaves, strict=True)
    ]
    fewer_within = _nesting(model.tree) > MOST_NESTED
    waiting: list[tuple[int, int] | str] = [(0, 0)]
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, str):
            lines.append(entry)
            continue
        node, depth = entry
        indent = "    " * depth
        rule = model.tree.rules[node]
        if rule is None:
            leaf = numbers[node]
            lines += [indent + line for line in dialect.leaf.format(leaf=leaf, margin=margins[leaf]).split("\n")]
            continue
        name = _variable(node, rule_numbers)
        lines.append(indent + dialect.declare.format(name=name, value=rule_value(rule, algebra)))
        condition = _condition(rule, name, dialect, names)
        within, after = int(model.tree.left[node]), int(model.tree.right[node])
        if fewer_within and model.tree.leaf_counts[within] > model.tree.leaf_counts[after]:
            condition, within, after = dialect.negate.format(condition=condition), after, within
        lines.append(indent + dialect.open.format(condition=condition))
        waiting.append((after, depth))
        if dialect.close is not None:
            waiting.append(indent + dialect.close)
        waiting.append((within, depth + 1))
    return lines


def _variable(node: int, rule_numbers: dict[int, int]) -> str:
    return f"rule_{rule_numbers[node]}"


def _margin(way: Sequence[Step], scales: Sequence[float], rule_numbers: dict[int, int], dialect: Dialect) -> str:
    """The margin of a row in the leaf at the end of a way; 0 where its probabilities are all the same."""
    distances = []
    for step, scale in zip(way, scales, strict=True):
        name, rule = _variable(step.node, rule_numbers), step.rule
        low, high = np.isfinite(rule.low), np.isfinite(rule.high)
        if low and high and not step.holds:
            distances.append(f"{dialect.beyond}({name}, {rule.low!r}, {rule.high!r}, {scale!r})")
            continue
        if low:
            distances.append(f"{dialect.above if step.holds else dialect.below}({name}, {rule.low!r}, {scale!r})")
        if high:
            distances.append(f"{dialect.below if step.holds else dialect.above}({name}, {rule.high!r}, {scale!r})")
    while len(distances) > 1:  # in pairs, so that calls do not nest as deep as the way is long
        pairs = [distances[place : place + 2] for place in range(0, len(distances), 2)]
        distances = [f"{dialect.least}({', '.join(pair)})" if len(pair) > 1 else pair[0] for pair in pairs]
    return distances[0] if distances else "0.0"


def used_functions(body: Sequence[str], functions: Mapping[str, str]) -> str:
    """The sources of those of some functions, by name, that the statements call."""
    called = "\n".join(body)
    return "".join(f"{source}\n" for name, source in functions.items() if f"{name}(" in called)


def _nesting(tree: FittedTree) -> int:
    """Left turns on the way to any leaf, at the most."""
    turns = np.zeros(len(tree), dtype=np.int64)
    for node in tree.conditional_nodes:  # pre-order: parents come before their children
        turns[tree.left[node]], turns[tree.right[node]] = turns[node] + 1, turns[node]
    return int(turns.max())


def indented(lines: Sequence[str]) -> str:
    """Lines of a function's body."""
    return "\n".join(f"    {line}" for line in lines)


def identifiers(model: FittedModel) -> list[str]:
    """A variable for each column of the basis, whatever the name of its feature.

    It has the kind's letter, the feature's number, and what of its name any language takes.
    """
    names = [identifier(c.letter, c.feature, model.feature_names[c.feature]) for c in model.basis.columns]
    several = {name for name, count in Counter(names).items() if count > 1}  # such as indicators of one feature
    seen: Counter[str] = Counter()
    for place, name in enumerate(names):
        if name in several:
            seen[name] += 1
            names[place] = f"{name}_{seen[name]}"
    return names if len(set(names)) == len(names) else [f"v{place + 1}" for place in range(len(names))]


def identifier(letter: str, index: int, name: str) -> str:
    """The variable of one column.

    >>> identifier("x", 2, "mean radius"), identifier("x", 0, "x1"), identifier("u", 4, '"; DROP TABLE')
    ('x3_mean_radius', 'x1', 'u5_DROP_TABLE')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^A-Za-z0-9]+", "_", plain)[:LONGEST_SLUG].strip("_")
    number = f"{letter}{index + 1}"
    return number if slug in ("", f"x{index + 1}") else f"{number}_{slug}"


def _variables(model: FittedModel, dialect: Dialect) -> CodeAlgebra:
    return CodeAlgebra([Code(name, ATOM) for name in identifiers(model)], dialect.language, guard=dialect.guard)


def _declarations(model: FittedModel, dialect: Dialect) -> list[tuple[str, str]]:
    """A variable for each column that a rule uses, with its value."""
    names = identifiers(model)
    algebra = CodeAlgebra([], dialect.language, indicators=dialect.indicators)
    declared = []
    for number in model.used_columns:
        column = model.basis.columns[number]
        raw = dialect.raw(model, column.feature)
        declared.append((names[number], str(column.expression(raw, algebra))))
    return declared


def _condition(rule: SplitRule, name: str, dialect: Dialect, columns: Sequence[str]) -> str:
    """Whether a row goes left; two finite ends keep out all that is not finite, one needs help."""
    low = f"{rule.low!r} <= {name}" if np.isfinite(rule.low) else None
    high = f"{name} <= {rule.high!r}" if np.isfinite(rule.high) else None
    finite = None if rule.is_band else dialect.finite.format(value=name)
    holds = dialect.both.join(part for part in (finite, low, high) if part is not None)
    missing = [dialect.missing.format(value=columns[place]) for place in rule.gap_columns] if rule.missing_left else []
    return dialect.either.join([*missing, f"({holds})"]) if missing else holds
