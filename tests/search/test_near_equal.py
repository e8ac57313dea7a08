"""Rules that a search has not compared with the chosen one: which of them are nearly as good, and by how much."""

from __future__ import annotations

import numpy as np
import pytest

from nldt import NLDTClassifier, NLDTClassifierCV
from nldt.datasets import load
from nldt.search import Candidate
from nldt.search.near_equal import FEW_BITS, MOST_KEPT, near_equal


def rule_of(*columns):
    exponents = np.zeros((1, 6), dtype=np.int8)
    exponents[0, list(columns)] = 1
    return Candidate(exponents, np.ones(1), -np.inf, 1.0, 0.1)


def kept(chosen, others):
    """Columns and bits of those that are kept of (columns, bits)."""
    rules = [rule_of(*columns) for columns, _ in others]
    given = [(bits, rule.exponents, rule) for (_, bits), rule in zip(others, rules, strict=True)]
    found = near_equal(rule_of(*chosen).exponents, given)
    return [(tuple(np.flatnonzero(rule.exponents[0]).tolist()), bits) for bits, rule in found]


def test_they_come_by_bits_within_a_few_either_way():
    others = [((1,), 3.0), ((2,), -2.0), ((3,), FEW_BITS + 0.1), ((4,), -FEW_BITS - 0.1)]
    assert kept((0,), others) == [((2,), -2.0), ((1,), 3.0)]


def test_each_has_a_column_less_than_those_before():
    others = [((0, 1), 1.0), ((0,), 2.0), ((0, 2), 3.0), ((0, 2, 3), 4.0), ((4,), 5.0)]
    assert kept((0, 1), others) == [((0, 2), 3.0), ((4,), 5.0)]


def test_not_more_than_a_search_keeps():
    assert len(kept((0,), [((column,), 1.0) for column in (1, 2, 3, 4, 5)])) == MOST_KEPT


@pytest.fixture(scope="module")
def path():
    table = load("wdbc")
    return NLDTClassifierCV(cv=2, prices=[0.7, 1, 1.4], random_state=0).fit(table.X, table.y), table


def test_a_shorter_rule_of_a_path_has_alternatives(path):
    """The chosen model's rule is not the one that its node was grown with."""
    fitted, table = path
    grown = NLDTClassifier(random_state=0).fit(table.X, table.y).rules_[0]
    shorter = fitted.at_length(grown.complexity - 1)
    assert shorter.n_rules_ == 1 and shorter.rules_[0].complexity < grown.complexity
    others = shorter.alternatives_[0]
    own = frozenset(shorter.rules_[0].features)
    assert others and all(abs(other.bits) <= FEW_BITS for other in others)
    assert not any(own <= frozenset(other.rule.features) for other in others)
    assert shorter.with_rule(0, alternative=0).rules_[0].features != shorter.rules_[0].features
