"""The one order of operations in which every export computes a rule's value, so that all agree on the last bit.

It is that of the core (``evaluate_rule`` in ``src/core/rows/power_terms.cpp``): powers by repeated multiplication in
the order of the columns, numerator before divisor, one division a term, then weight times term, added from left to
right.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Protocol, TypeVar

import numpy as np

from nldt.model.algebra import Algebra
from nldt.model.rule import SplitRule
from nldt.model.tree import FittedTree

# A finite number is at least this: what rules without a low end ask of a value.
SMALLEST = -float(np.finfo(np.float64).max)

T = TypeVar("T")


class RuleAlgebra(Algebra[T], Protocol[T]):
    """An algebra that knows the columns of the basis."""

    def column(self, number: int) -> T:
        """A column of the basis, as rules use it."""
        ...


def rule_value(rule: SplitRule, algebra: RuleAlgebra[T]) -> T:
    """The weighted sum of a rule's terms.

    To subtract a product is exactly to add the product with a negative weight, and to leave out a weight of 1 is
    exactly to multiply by it: both only read better.
    """
    total: T | None = None
    for weight, exponents in zip(rule.weights.tolist(), rule.exponents.tolist(), strict=True):
        term = _term(exponents, algebra)
        size = abs(weight)
        product = term if size == 1.0 else algebra.multiply(algebra.number(size), term)
        if total is None:
            total = algebra.negate(product) if weight < 0 else product
        elif weight < 0:
            total = algebra.subtract(total, product)
        else:
            total = algebra.add(total, product)
    assert total is not None  # a rule has at least one term
    return total


def leaf_classes(tree: FittedTree) -> list[int]:
    """The class that ``predict`` gives for each leaf."""
    return tree.answers[tree.leaves].tolist()


def _term(exponents: list[int], algebra: RuleAlgebra[T]) -> T:
    def product(factors: list[int]) -> T:
        return reduce(algebra.multiply, (algebra.column(j) for j in factors)) if factors else algebra.number(1.0)

    above, below = list(_factors(exponents, 1)), list(_factors(exponents, -1))
    numerator = product(above)
    return algebra.divide(numerator, product(below)) if below else numerator


def _factors(exponents: list[int], sign: int) -> Iterator[int]:
    """Columns with an exponent of this sign, each as often as its power says."""
    for column, exponent in enumerate(exponents):
        yield from [column] * (exponent * sign if exponent * sign > 0 else 0)
