"""The one order of operations in which every export computes a rule's value, so that all agree on the last bit.

It is that of the core (``evaluate_rule`` in ``src/core/power_terms.cpp``): powers by repeated multiplication in the
order of the features, numerator before divisor, one division a term, then weight times term, added from left to right.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Protocol, TypeVar

import numpy as np

from nldt.model.feature_scaling import ShiftScaling
from nldt.model.fitted_model import TreeModel
from nldt.model.rule import SplitRule
from nldt.model.tree import FittedTree

# A finite number is at least this: what rules without a low end ask of a value.
SMALLEST = -float(np.finfo(np.float64).max)

T = TypeVar("T")


class Algebra(Protocol[T]):
    """What a format must be able to write; T is its kind of expression."""

    def feature(self, index: int) -> T:
        """A feature in the units of the rules."""
        ...

    def number(self, value: float) -> T: ...

    def multiply(self, first: T, second: T) -> T: ...

    def divide(self, numerator: T, divisor: T) -> T:
        """The quotient; one by zero must make the rule's value a thing that is not finite, and raise nothing."""
        ...

    def add(self, first: T, second: T) -> T: ...

    def subtract(self, first: T, second: T) -> T: ...

    def negate(self, value: T) -> T: ...


def rule_value(rule: SplitRule, algebra: Algebra[T]) -> T:
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


def shifted(raw: T, index: int, scaling: ShiftScaling, algebra: Algebra[T]) -> T:
    """The raw feature in shifted units: u = 1 + (x - minimum)/span."""
    minimum, span = float(scaling.minimum[index]), float(scaling.span[index])
    if minimum < 0:
        difference = algebra.add(raw, algebra.number(-minimum))
    else:
        difference = algebra.subtract(raw, algebra.number(abs(minimum)))
    return algebra.add(algebra.number(1.0), algebra.divide(difference, algebra.number(span)))


def leaves(tree: FittedTree) -> list[int]:
    """The nodes without a rule, in pre-order."""
    return [node for node, rule in enumerate(tree.rules) if rule is None]


def leaf_classes(tree: FittedTree) -> list[int]:
    """The class that ``predict`` gives for each leaf."""
    return [int(tree.class_weights[node].argmax()) for node in leaves(tree)]


def leaf_shares(tree: FittedTree) -> list[list[float]]:
    """What ``predict_proba`` gives for each leaf."""
    shares = tree.shares
    return [shares[node].tolist() for node in leaves(tree)]


def plain_labels(model: TreeModel) -> list[str | int | float | bool]:
    """The classes as plain text or numbers."""
    return [_plain(label) for label in model.classes]


def _plain(label: object) -> str | int | float | bool:
    if isinstance(label, np.generic):
        label = label.item()
    for kind in (bool, int, float):  # a bool is also an int: first things first
        if isinstance(label, kind):
            return kind(label)
    return str.__str__(label) if isinstance(label, str) else str(label)


def _term(exponents: list[int], algebra: Algebra[T]) -> T:
    def product(factors: list[int]) -> T:
        return reduce(algebra.multiply, (algebra.feature(j) for j in factors)) if factors else algebra.number(1.0)

    above, below = list(_factors(exponents, 1)), list(_factors(exponents, -1))
    numerator = product(above)
    return algebra.divide(numerator, product(below)) if below else numerator


def _factors(exponents: list[int], sign: int) -> Iterator[int]:
    """Features with an exponent of this sign, each as often as its power says."""
    for feature, exponent in enumerate(exponents):
        yield from [feature] * (exponent * sign if exponent * sign > 0 else 0)
