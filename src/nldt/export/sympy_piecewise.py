"""The tree as a SymPy Piecewise.

Products and sums are left unevaluated: SymPy would reorder them and turn repeated factors into powers, and a lambdified
rule would then differ from ``predict`` in the last bit. ``.doit()`` gives the simplified form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nldt.export.code import identifiers
from nldt.export.evaluation import SMALLEST, leaf_classes, leaves, plain_labels, rule_value, shift_of, shifted
from nldt.extras import require
from nldt.split_rule import SplitRule
from nldt.tree import TreeModel

ROUND_TRIP_DIGITS = 17


def to_sympy(model: TreeModel) -> Any:
    """A Piecewise over the features' symbols that gives the class index."""
    sympy = require("sympy", "the SymPy export", "export")
    algebra = _Symbols(sympy, model)
    leaf_class = dict(zip(leaves(model.tree), leaf_classes(model.tree), strict=True))
    expressions: dict[int, Any] = {}
    for node in reversed(range(len(model.tree))):  # pre-order: children come after their parents
        rule = model.tree.rules[node]
        if rule is None:
            expressions[node] = sympy.Integer(leaf_class[node])
        else:
            left, right = expressions[int(model.tree.left[node])], expressions[int(model.tree.right[node])]
            pairs = (left, _condition(rule, algebra)), (right, True)
            expressions[node] = sympy.Piecewise(*pairs, evaluate=False)
    if len(model.tree) == 1:  # a Piecewise even so
        return sympy.Piecewise((expressions[0], True), evaluate=False)
    return expressions[0]


def to_sympy_text(model: TreeModel) -> str:
    """The Piecewise as text that SymPy reads, below a legend of its symbols and classes."""
    printing = require("sympy.printing.str", "the SymPy export", "export")

    class Printer(printing.StrPrinter):  # type: ignore[misc, name-defined]
        def _print_Float(self, expr: Any) -> str:  # noqa: N802  (SymPy looks for this name)
            return repr(float(expr))

    legend = [f"# {name}: {feature!a}" for name, feature in zip(_names(model), model.feature_names, strict=True)]
    legend += [f"# {index}: {label!a}" for index, label in enumerate(plain_labels(model))]
    return "\n".join([*legend, Printer().doprint(to_sympy(model))]) + "\n"


def _names(model: TreeModel) -> list[str]:
    """The symbols: features in raw units, whatever the units of the rules."""
    return [f"x{name[1:]}" for name in identifiers(model)]


@dataclass
class _Symbols:
    """Writes unevaluated SymPy expressions; nested products are sealed, since SymPy prints them without parentheses."""

    sympy: Any
    model: TreeModel

    def __post_init__(self) -> None:
        self.symbols = [self.sympy.Symbol(name) for name in _names(self.model)]
        self.scaling = shift_of(self.model)
        self.divisors: list[Any] = []

    def feature(self, index: int) -> Any:
        symbol = self.symbols[index]
        return symbol if self.scaling is None else self._sealed(shifted(symbol, index, self.scaling, self))

    def number(self, value: float) -> Any:
        return self.sympy.Float(value, ROUND_TRIP_DIGITS)

    def multiply(self, first: Any, second: Any) -> Any:
        return self.sympy.Mul(self._sealed(first), self._sealed(second), evaluate=False)

    def divide(self, numerator: Any, divisor: Any) -> Any:
        if not divisor.is_Float:
            self.divisors.append(divisor)
        below = self.sympy.Pow(self._sealed(divisor), -1, evaluate=False)
        return self.sympy.Mul(self._sealed(numerator), below, evaluate=False)

    def add(self, first: Any, second: Any) -> Any:
        return self.sympy.Add(self._sealed(first), self._sealed(second), evaluate=False)

    def subtract(self, first: Any, second: Any) -> Any:
        return self.add(first, self.negate(second))

    def negate(self, value: Any) -> Any:
        return self.sympy.Mul(-1, self._sealed(value), evaluate=False)

    def _sealed(self, value: Any) -> Any:
        return value if value.is_Atom or value.func is self.sympy.UnevaluatedExpr else self.sympy.UnevaluatedExpr(value)


def _condition(rule: SplitRule, algebra: _Symbols) -> Any:
    """Whether a row goes left; no division by zero is ever evaluated, in floats or in symbols."""
    sympy = algebra.sympy
    algebra.divisors = []
    value = rule_value(rule, algebra)
    low, high = max(rule.low, SMALLEST), min(rule.high, -SMALLEST)
    within = sympy.And(
        sympy.Ge(value, algebra.number(low), evaluate=False),
        sympy.Le(value, algebra.number(high), evaluate=False),
        evaluate=False,
    )
    if not algebra.divisors:
        return within
    zeros = [sympy.Eq(divisor, 0, evaluate=False) for divisor in algebra.divisors]
    by_zero = sympy.Or(*zeros, evaluate=False) if len(zeros) > 1 else zeros[0]
    holds = sympy.Piecewise((0, by_zero), (1, within), (0, True), evaluate=False)
    return sympy.Eq(holds, 1, evaluate=False)
