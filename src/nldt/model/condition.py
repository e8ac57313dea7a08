"""What a rule of indicators asks, in words: which of them must be true together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nldt.model.rule import SplitRule

MOST_TERMS_SAID = 6  # nobody says more in one breath


@dataclass(frozen=True)
class Condition:
    """Alternatives, each a set of terms that must all be 1; ``is_yes``: the rule holds where one of them is so.

    Otherwise it holds where none is.
    """

    alternatives: tuple[tuple[int, ...], ...]
    is_yes: bool


def condition_of(rule: SplitRule) -> Condition | None:
    """What a rule of indicators asks; None for other rules, and where one more true term may undo what it asks.

    All combinations of terms are tried, those too that no row has: it is what the rule says of any row.

    >>> from nldt.model.basis import Basis, OneOf
    >>> basis = Basis((OneOf(0, (1,), ("child",)), OneOf(1, (0,), ("women",)), OneOf(2, (2,), ("3rd",), True)), 3)
    >>> condition_of(SplitRule(np.eye(3), [1.0, 1.0, 2.0], 2.5, np.inf, basis))
    Condition(alternatives=((0, 2), (1, 2)), is_yes=True)
    >>> condition_of(SplitRule(np.eye(3), [1.0, 1.0, 2.0], -np.inf, 0.5, basis))
    Condition(alternatives=((0,), (1,), (2,)), is_yes=False)
    """
    n_terms = len(rule.weights)
    if rule.gap_columns or not rule.columns or n_terms > MOST_TERMS_SAID:
        return None
    holds = rule.holds(combination_values(rule))
    is_yes = not holds[0]
    is_so = holds if is_yes else ~holds
    bits = 1 << np.arange(n_terms)
    combinations = np.arange(len(is_so))
    less, more = combinations[:, None] & ~bits, combinations[:, None] | bits
    if not is_so.any() or (is_so[:, None] & ~is_so[more]).any():
        return None
    has_less = (is_so[less] & (less != combinations[:, None])).any(axis=1)
    smallest = np.flatnonzero(is_so & ~has_less)
    return Condition(tuple(tuple(np.flatnonzero(place & bits).tolist()) for place in smallest), is_yes)


def combination_values(rule: SplitRule) -> NDArray[np.float64]:
    """The rule's value for each combination of terms that are 1: the binary digits of its place say which are."""
    places = np.arange(2 ** len(rule.weights))
    values = np.zeros(len(places))
    for term, weight in enumerate(rule.weights):
        values = values + weight * (places >> term & 1)  # in the order of a rule's own sum
    return values
