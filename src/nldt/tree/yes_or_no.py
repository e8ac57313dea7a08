"""Rules of indicators, as people say them: "yes" goes left, and nothing is said that changes nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from nldt.data.training_rows import TrainingRows
from nldt.decimals import short_between
from nldt.model.basis import OneOf
from nldt.model.condition import MOST_TERMS_SAID, combination_values, condition_of
from nldt.model.rule import SplitRule
from nldt.search import Candidate
from nldt.tree.node_split import goes_left


def said_as_yes(rule: SplitRule, candidate: Candidate) -> tuple[SplitRule, Candidate]:
    """A rule of one product of indicators as the one that holds where the product is 1; others as they are.

    People say "sex = female", and not "sex = female ≤ 0.5": the two sides change places where they must.

    >>> from nldt.model.basis import Basis, OneOf
    >>> rule = SplitRule([[1]], [1.0], -np.inf, 0.25, Basis((OneOf(0, (1,), ("b",)),), 1))
    >>> said, _ = said_as_yes(rule, Candidate(rule.exponents, rule.weights, rule.low, rule.high, 0.1))
    >>> said.weights, said.high, said.goes_left([[0.0], [1.0]])
    (array([-1.]), -0.5, array([False,  True]))
    """
    if len(rule.weights) > 1 or rule.gap_columns:
        return rule, candidate
    holds_at_0, holds_at_1 = rule.holds(rule.weights[0] * np.array([0.0, 1.0]))
    if holds_at_0 == holds_at_1:
        return rule, candidate
    said = replace(rule, weights=np.array([-1.0]), low=-np.inf, high=-0.5)
    if holds_at_0:
        candidate = replace(candidate, side_bits=(candidate.side_bits[1], candidate.side_bits[0]))
    return said, candidate


def said_at_last(rule: SplitRule) -> tuple[SplitRule, bool]:
    """A finished rule that asks which indicators are true together, as one that holds where they are.

    And whether its two sides must change places for it. Other rules as they are.

    >>> from nldt.model.basis import Basis, OneOf
    >>> basis = Basis((OneOf(0, (1,), ("child",)), OneOf(1, (0,), ("women",))), 2)
    >>> said, turned = said_at_last(SplitRule([[1, 0], [0, 1]], [1.0, 2.0], -np.inf, 0.5, basis))
    >>> said.weights, said.high, turned
    (array([-1., -1.]), -0.5, True)
    """
    condition = condition_of(rule)
    if condition is None:
        return rule, False
    alternatives = condition.alternatives
    if len(alternatives) == 1:  # one product says it
        chosen = np.atleast_2d(np.any(rule.exponents[list(alternatives[0])], axis=0)).astype(np.int8)
    elif all(len(terms) == 1 for terms in alternatives):
        chosen = rule.exponents[[terms[0] for terms in alternatives]]
    else:
        return (rule, False) if condition.is_yes or rule.is_band else (_turned(rule), True)
    said = replace(rule, exponents=chosen, weights=np.full(len(chosen), -1.0), low=-np.inf, high=-0.5)
    return said, not condition.is_yes


def with_one_sign(rule: SplitRule, rows: TrainingRows) -> SplitRule:
    """A half-space of indicators whose weights have two signs, with the opposites of those of one sign.

    "Not in the third class, and a child or a woman" is the sum of three indicators or a difference of them, by which of
    two opposites a search has met first; only the sum can be said in words. Other rules as they are, as are those of
    which a row would change its side.

    >>> from nldt.model.basis import Basis, OneOf
    >>> from nldt.model.target import Classes
    >>> third = OneOf(0, (2,), ("3rd",))
    >>> basis = Basis((third, third.opposite, OneOf(1, (0,), ("child",))), 2)
    >>> rule = SplitRule([[1, 0, 0], [0, 0, 1]], [1.0, -1.0], -np.inf, -0.5, basis)
    >>> X, y = np.array([[2.0, 0.0], [1.0, 0.0]]), np.arange(2)
    >>> rows = TrainingRows.of(X, y, np.ones(2), Classes.alike(y))
    >>> said = with_one_sign(rule, rows)
    >>> said.exponents.tolist(), said.weights, said.high
    ([[0, 1, 0], [0, 0, 1]], array([-1., -1.]), -1.5)
    """
    positive = rule.weights > 0
    has_two_signs = positive.any() and not positive.all()
    is_sayable = has_two_signs and not rule.gap_columns and not rule.is_band and len(positive) <= MOST_TERMS_SAID
    if not is_sayable or condition_of(rule) is not None or len(set(rule.holds(combination_values(rule)))) < 2:
        return rule
    for turned in sorted((positive, ~positive), key=np.count_nonzero):
        said = _with_opposites(rule, np.flatnonzero(turned))
        if said is not None and condition_of(said) is not None:
            return said if np.array_equal(goes_left(said, rows), goes_left(rule, rows)) else rule
    return rule


def _with_opposites(rule: SplitRule, terms: NDArray[np.int64]) -> SplitRule | None:
    """The rule with the opposites of the indicators that these terms are; None where one of them has none."""
    columns, exponents, weights = rule.basis.columns, rule.exponents.copy(), rule.weights.copy()
    for term in terms:
        factors = np.flatnonzero(exponents[term])
        own = columns[factors[0]]
        if len(factors) > 1 or not isinstance(own, OneOf) or own.opposite not in columns:
            return None
        exponents[term, factors[0]] = 0
        exponents[term, columns.index(own.opposite)] = 1
    weights[terms] *= -1
    near, far = _nearest_values(rule) - rule.weights[terms].sum()
    end = short_between(*sorted((near, far)))
    low, high = (rule.low, end) if np.isfinite(rule.high) else (end, rule.high)
    return replace(rule, exponents=exponents, weights=weights, low=low, high=high)


def _turned(rule: SplitRule) -> SplitRule:
    """The rule that holds where a half-space of indicators does not."""
    is_upper = np.isfinite(rule.high)
    near, far = _nearest_values(rule)
    own = rule.high if is_upper else rule.low
    end = own if own not in combination_values(rule) else near + (far - near) / 2
    if is_upper:
        return replace(rule, weights=-rule.weights, high=-end)
    return replace(rule, low=-np.inf, high=end)


def _nearest_values(rule: SplitRule) -> NDArray[np.float64]:
    """Of a half-space of indicators, the last value for which it holds, and the first for which it does not."""
    values = combination_values(rule)
    holds = rule.holds(values)
    if np.isfinite(rule.high):
        return np.array([values[holds].max(), values[~holds].min()])
    return np.array([values[holds].min(), values[~holds].max()])


def without_idle_terms(rule: SplitRule, rows: TrainingRows, required: frozenset[int] = frozenset()) -> SplitRule:
    """The rule without the terms of indicators that change no row's side: another end may have made them idle.

    Terms of ``required`` features stay.
    """
    side = goes_left(rule, rows)
    place = len(rule.weights)
    while place > 0 and len(rule.weights) > 1:
        place -= 1
        columns = [rule.basis.columns[column] for column in np.flatnonzero(rule.exponents[place])]
        if all(column.is_indicator and column.feature not in required for column in columns):
            kept = np.arange(len(rule.weights)) != place
            shorter = replace(rule, exponents=rule.exponents[kept], weights=rule.weights[kept])
            if np.array_equal(goes_left(shorter, rows), side):
                rule = shorter
    return rule
