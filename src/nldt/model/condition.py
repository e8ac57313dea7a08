"""What a rule of indicators asks, in words: any of its terms, or all of them."""

from __future__ import annotations

from enum import Enum
from itertools import product

import numpy as np

from nldt.model.rule import SplitRule

MOST_TERMS_SAID = 6  # nobody says more alternatives in one breath


class Condition(Enum):
    """Where a rule holds, by how many of its terms are 1."""

    ANY = "any"
    NONE = "none"
    ALL = "all"
    NOT_ALL = "not all"

    @property
    def is_yes(self) -> bool:
        """Whether the rule says where something is so, rather than where it is not."""
        return self in (Condition.ANY, Condition.ALL)


def condition_of(rule: SplitRule) -> Condition | None:
    """What a rule of indicators asks; None for other rules, and for those that count or weigh their terms.

    All combinations of terms are tried, those too that no row has: it is what the rule says of any row.

    >>> from nldt.model.basis import Basis, OneOf
    >>> basis = Basis((OneOf(0, (1,), ("child",)), OneOf(1, (0,), ("women",))), 2)
    >>> rule = SplitRule([[1, 0], [0, 1]], [1.0, 2.0], -np.inf, 0.5, basis)
    >>> condition_of(rule).value, condition_of(SplitRule([[1, 0], [0, 1]], [1.0, 2.0], 1.5, np.inf, basis))
    ('none', None)
    """
    n_terms = len(rule.weights)
    if rule.gap_columns or not rule.columns or n_terms > MOST_TERMS_SAID:
        return None
    combinations = np.array(list(product([0.0, 1.0], repeat=n_terms)))
    values = np.zeros(len(combinations))
    for weight, is_active in zip(rule.weights, combinations.T, strict=True):
        values = values + weight * is_active  # in the order of a rule's own sum
    holds, n_active = rule.holds(values), combinations.sum(axis=1)
    where = {
        Condition.ANY: n_active > 0,
        Condition.NONE: n_active == 0,
        Condition.ALL: n_active == n_terms,
        Condition.NOT_ALL: n_active < n_terms,
    }
    return next((condition for condition, expected in where.items() if np.array_equal(holds, expected)), None)
