"""Which rules are asked to have what is required."""

from __future__ import annotations

import numpy as np

from nldt import SplitRule
from nldt.search.structures import StructureSpace
from nldt.tree.required import DEEPEST, placings


def space(max_terms: int, max_features_per_term: int) -> StructureSpace:
    values = np.tile(np.array([0, 1], dtype=np.int8), (6, 1))
    return StructureSpace(values, np.full(6, 2), max_terms, max_features_per_term, True)


def rule(*features: int) -> SplitRule:
    return SplitRule([[int(j in features) for j in range(6)]], [1.0], -np.inf, 0.0)


def test_nothing_is_asked_of_a_tree_that_has_all():
    assert placings(frozenset({0, 3}), {"root": rule(0), "root.L": rule(3)}, False, space(3, 3)) == []


def test_what_is_missing_is_asked_of_one_rule_at_a_time():
    ways = placings(frozenset({0, 3}), {"root": rule(0), "root.L": rule(1)}, False, space(3, 3))
    assert {"root": frozenset({3})} in ways and {"root.L": frozenset({3})} in ways
    assert {"root": frozenset({0, 3})} in ways


def test_a_fixed_root_is_asked_nothing():
    for rules in ({"root": rule(0)}, {"root": rule(0), "root.R": rule(1)}):
        ways = placings(frozenset({3}), rules, True, space(3, 3))
        assert ways and all("root" not in way for way in ways)


def test_what_has_no_room_in_one_rule_is_asked_of_several():
    (way,) = placings(frozenset(range(5)), {}, False, space(1, 2))
    assert way["root"] == {0, 1} and way["root.L"] == way["root.R"] == {2, 3} and way["root.L.R"] == {4}


def test_paths_do_not_double_for_ever():
    values = np.tile(np.array([0, 1], dtype=np.int8), (60, 1))
    wide = StructureSpace(values, np.full(60, 2), 1, 1, True)
    (way,) = placings(frozenset(range(60)), {}, False, wide)
    assert len(way) < 2**DEEPEST
