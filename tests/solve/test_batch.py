"""Batches of rules: every field indexed, overwritten and joined alike; what is not known stays unknown."""

from __future__ import annotations

import numpy as np
import pytest

from nldt.data.columns import Columns
from nldt.solve import UNKNOWN, NodeRows, RuleBatch, concatenate

FIELDS = ("weights", "low", "high", "impurity", "relative_gap", "left_mass", "bits", "split_bits", "side_bits")


def batch(n=5, shapes=(), seed=0, **more):
    random = np.random.default_rng(seed)
    shape = (n, *shapes)
    ends = random.random(shape), random.random(shape)
    return RuleBatch(random.random((*shape, 3)), *ends, random.random(shape), **more)


def full(n=5, shapes=(), seed=0):
    random = np.random.default_rng(seed + 1)
    shape = (n, *shapes)
    last = {"left_mass": (4,), "side_bits": (2,)}
    return batch(n, shapes, seed, **{name: random.random((*shape, *last.get(name, ()))) for name in FIELDS[4:]})


def known(rules):
    return {name for name in FIELDS if getattr(rules, name) is not UNKNOWN}


EVERY = slice(None)


@pytest.mark.parametrize("index", [slice(1, 3), np.array([4, 0]), np.arange(5) > 2, (EVERY, 1), (EVERY, None)])
def test_all_fields_are_indexed_alike(index):
    rules = full(shapes=(2,))
    some = rules[index]
    for name in FIELDS:
        assert (getattr(some, name) == getattr(rules, name)[index]).all()
    assert known(batch()[1:]) == {"weights", "low", "high", "impurity"}
    assert len(rules) == 5 and len(rules[1:3]) == 2


def test_rules_are_overwritten_in_the_fields_that_both_know():
    rules, others = full(shapes=(2,)), batch(seed=9)
    before = full(shapes=(2,))
    chosen = np.array([True, False, True, False, False])
    rules.put((chosen, 1), others[chosen])
    assert (rules.weights[chosen, 1] == others.weights[chosen]).all()
    assert (rules.impurity[~chosen] == before.impurity[~chosen]).all()
    assert (rules.impurity[:, 0] == before.impurity[:, 0]).all()
    assert (rules.bits == before.bits).all()
    few = batch()
    few.put(slice(None), full(seed=3))
    assert known(few) == {"weights", "low", "high", "impurity"}


def test_batches_are_joined_along_an_axis_in_the_fields_that_all_know():
    sharp, curve = batch(shapes=(2,), relative_gap=np.ones((5, 2))), full()
    joined = concatenate([sharp, curve[:, None]], axis=1)
    assert joined.weights.shape == (5, 3, 3) and joined.low.shape == (5, 3)
    assert known(joined) == {"weights", "low", "high", "impurity", "relative_gap"}
    assert (joined.impurity[:, 2] == curve.impurity).all()
    assert concatenate([curve, curve]).side_bits.shape == (10, 2)


def test_complexity_counts_the_exponents():
    exponents = np.array([[[1, 0], [0, -2]], [[0, 0], [3, 0]]], dtype=np.int8)
    assert batch(2, exponents=exponents).complexity.tolist() == [2, 1]


def test_rows_make_the_features_in_use_once():
    columns = Columns(np.arange(12.0).reshape(3, 4), np.array([3, 1]))
    rows = NodeRows(columns, np.array([0, 1, 2]), np.ones(2))
    some = rows.using(np.array([2, 0]))
    assert some.features.tolist() == [[11.0, 9.0], [3.0, 1.0]] and some.features is some.features
    assert rows.features.tolist() == columns.all.tolist()
