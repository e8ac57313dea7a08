"""Rules of indicators, as people say them: "yes" goes left, and nothing is said that changes nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nldt.data.training_rows import TrainingRows
from nldt.model.condition import combination_values, condition_of
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


def _turned(rule: SplitRule) -> SplitRule:
    """The rule that holds where a half-space of indicators does not."""
    values = combination_values(rule)
    holds = rule.holds(values)
    is_upper = np.isfinite(rule.high)
    near, far = (values[holds].max(), values[~holds].min()) if is_upper else (values[holds].min(), values[~holds].max())
    own = rule.high if is_upper else rule.low
    end = own if own not in values else near + (far - near) / 2
    if is_upper:
        return replace(rule, weights=-rule.weights, high=-end)
    return replace(rule, low=-np.inf, high=end)


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
