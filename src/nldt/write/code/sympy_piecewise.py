"""The tree as a SymPy Piecewise.

Products and sums are left unevaluated: SymPy would reorder them and turn repeated factors into powers, and a lambdified
rule would then differ from ``predict`` in the last bit. ``.doit()`` gives the simplified form.

The pairs of the Piecewise are the leaves in pre-order, each with the rules that lead to it on their left. The first
that holds is the leaf of a row: a leaf on the right of a rule needs no negation, which would turn what is not a number
into what holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nldt.extras import require
from nldt.model.basis import CalendarPart, IsMissing, OneOf
from nldt.model.feature import DATE, ORDERED, Level
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.write.code.evaluation import SMALLEST, rule_value
from nldt.write.code.functions import FUNCTIONS
from nldt.write.code.statements import identifier, identifiers

ROUND_TRIP_DIGITS = 17
PART_NOTES = {"month": ", January is 1", "weekday": ", Monday is 1"}


def to_sympy(model: FittedModel) -> Any:
    """A Piecewise over the features' symbols that gives the class index.

    Lambdified, it takes NumPy's numbers: Python's own raise on a division by zero.
    """
    sympy = require("sympy", "the SymPy export", "export")
    algebra = _Symbols(sympy, model)
    pairs = []
    waiting: list[tuple[int, list[Any]]] = [(0, [])]
    while waiting:
        node, conditions = waiting.pop()
        rule = model.tree.rules[node]
        if rule is None:
            pairs.append(
                (int(model.tree.answers[node]), sympy.And(*conditions, evaluate=False) if conditions else True)
            )
        else:
            waiting.append((int(model.tree.right[node]), conditions))
            waiting.append((int(model.tree.left[node]), [*conditions, *_conditions(rule, algebra)]))
    return sympy.Piecewise(*pairs, evaluate=False)


def to_sympy_text(model: FittedModel) -> str:
    """The Piecewise as text that ``sympy.sympify`` reads, above a legend of its symbols and classes."""
    printing = require("sympy.printing.str", "the SymPy export", "export")

    class Printer(printing.StrPrinter):  # type: ignore[misc, name-defined]
        def _print_Float(self, expr: Any) -> str:  # noqa: N802  (SymPy looks for this name)
            return repr(float(expr))

    names = symbol_names(model)
    legend = [f"# {name}: {feature!a}" for name, feature in zip(names, model.feature_names, strict=True)]
    legend += [f"# {name}: 1 where {names[j]} is missing, 0 elsewhere" for j, name in gap_symbol_names(model).items()]
    for place, name in own_symbol_names(model).items():
        column = model.basis.columns[place]
        if isinstance(column, OneOf):
            words = "none" if column.negated else "one"
            told = f"1 where {names[column.feature]} is {words} of {list(column.levels)!a}, 0 elsewhere"
            legend.append(f"# {name}: {told}")
        if isinstance(column, CalendarPart):
            legend.append(f"# {name}: the {column.kind} of {names[column.feature]}{PART_NOTES.get(column.kind, '')}")
    for name, feature in zip(names, model.features, strict=True):
        if feature.is_date:
            legend.append(f"# {name}: {'days' if feature.kind == DATE else 'seconds'} since 1970-01-01")
        if feature.kind == ORDERED:
            legend += [f"# {name} = {code}: {level!a}" for code, level in enumerate(feature.levels)]
    legend += [f"# {index}: {label!a}" for index, label in enumerate(model.labels)]
    return "\n".join([Printer().doprint(to_sympy(model)), *legend]) + "\n"


def symbol_names(model: FittedModel) -> list[str]:
    """The symbols: the features, whatever columns the rules make of them."""
    return [identifier("x", j, name) for j, name in enumerate(model.feature_names)]


def gap_symbol_names(model: FittedModel) -> dict[int, str]:
    """By feature, the symbol that is 1 where it has a gap and 0 elsewhere: of those whose gaps matter to some rule."""
    matter = {feature for rule in model.rules if rule.missing_left for feature in _needed(rule)}
    columns = [model.basis.columns[place] for place in model.used_columns]
    matter |= {column.feature for column in columns if isinstance(column, IsMissing)}
    return {j: f"{name}_is_missing" for j, name in enumerate(symbol_names(model)) if j in matter}


def own_symbol_names(model: FittedModel) -> dict[int, str]:
    """By column of the basis, the symbol of an indicator, 1 where what it says is true, or of a part of a date.

    SymPy would fold a condition into the terms around it, and spell a calendar out at every place.
    """
    gaps, names = gap_symbol_names(model), identifiers(model)
    columns = {place: model.basis.columns[place] for place in model.used_columns}
    return {
        place: gaps[column.feature] if isinstance(column, IsMissing) else names[place]
        for place, column in columns.items()
        if column.is_indicator or isinstance(column, CalendarPart)
    }


def _needed(rule: SplitRule) -> list[int]:
    return rule.basis.features_of(rule.gap_columns)


@dataclass
class _Symbols:
    """Writes unevaluated SymPy expressions.

    SymPy's printers misplace the parentheses of unevaluated products and sums that start with a minus sign. So minus
    signs stay with numbers, and these are sealed.
    """

    sympy: Any
    model: FittedModel

    def __post_init__(self) -> None:
        self.symbols = [self.sympy.Symbol(name) for name in symbol_names(self.model)]
        self.own_symbols = own_symbol_names(self.model)

    def column(self, number: int) -> Any:
        made = self.model.basis.columns[number]
        if number in self.own_symbols:
            return self.sympy.Symbol(self.own_symbols[number])
        return made.expression(self.symbols[made.feature], self)

    def number(self, value: float) -> Any:
        return self.sympy.Float(value, ROUND_TRIP_DIGITS)

    def multiply(self, first: Any, second: Any) -> Any:
        return self.sympy.Mul(first, second, evaluate=False)

    def divide(self, numerator: Any, divisor: Any) -> Any:
        inverse = self.sympy.Pow(divisor, -1, evaluate=False)
        return inverse if numerator == 1 else self.sympy.Mul(numerator, inverse, evaluate=False)

    def add(self, first: Any, second: Any) -> Any:
        return self.sympy.Add(first, second, evaluate=False)

    def subtract(self, first: Any, second: Any) -> Any:
        return self.add(first, -second if second.is_Float else self.negate(second))

    def call(self, function: str, argument: Any) -> Any:
        return getattr(self.sympy, FUNCTIONS[function]["sympy"])(argument)

    def one_of(self, category: Any, codes: Sequence[int], levels: Sequence[Level]) -> Any:
        raise NotImplementedError("indicators are symbols")

    none_of = one_of

    def is_missing(self, feature: Any) -> Any:
        raise NotImplementedError("indicators are symbols")

    def has_gap(self, feature: int) -> Any:
        name = gap_symbol_names(self.model)[feature]
        return self.sympy.Ge(self.sympy.Symbol(name), self.number(1.0), evaluate=False)

    def negate(self, value: Any) -> Any:
        weighted = value.is_Mul and value.args[0].is_Float
        weight, rest = value.args if weighted else (self.number(1.0), value)
        return self.sympy.Mul(self.sympy.UnevaluatedExpr(-weight), rest, evaluate=False)


def _conditions(rule: SplitRule, algebra: _Symbols) -> list[Any]:
    """What must hold for a row to go left; two finite ends keep out infinities."""
    value = rule_value(rule, algebra)
    low, high = algebra.number(max(rule.low, SMALLEST)), algebra.number(min(rule.high, -SMALLEST))
    holds = [algebra.sympy.Ge(value, low, evaluate=False), algebra.sympy.Le(value, high, evaluate=False)]
    if not rule.missing_left:
        return holds
    missing = [algebra.has_gap(feature) for feature in _needed(rule)]
    return [algebra.sympy.Or(*missing, algebra.sympy.And(*holds, evaluate=False), evaluate=False)]
