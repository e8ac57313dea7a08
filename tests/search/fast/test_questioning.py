"""Plainer rules in the end: never so plain that a node whose rule pays is left without one."""

from __future__ import annotations

import numpy as np
import pytest
from node_data import node
from upper_level import node_task, space

from nldt import FastSearch
from nldt.description import Tariff, label_bits
from nldt.search.fast.questioning import plainer


def solved(factor_bits):
    """The sum of five columns of 0 and 1, which tells a class apart that rules above have half told already."""
    X = (np.random.default_rng(0).random((600, 8)) < 0.5).astype(float)
    rare = X[:, :5].sum(axis=1) >= 4
    rows = node([X[~rare], X[rare]])
    known_bits = 0.5 * float(label_bits(np.bincount(rare).astype(float)))
    chosen = space(8, (0, 1), max_terms=5)
    task = node_task(rows, chosen, tariff=Tariff(1.0, factor_bits), known_bits=known_bits).in_rows()
    search = FastSearch()
    archive = search.make_archive(task)
    (rule,) = archive.solve(np.eye(5, 8, dtype=np.int8)[None], search.final_steps, thorough=True)
    return archive, rule, plainer(archive, rule, chosen, search.steps, search.final_steps)


def test_factors_that_are_free_stay():
    archive, rule, plain = solved(0.0)
    assert archive.pays(rule) and plain.complexity == 5


@pytest.mark.parametrize("factor_bits", [60.0, 100.0, 150.0])
def test_a_rule_that_pays_gives_way_to_none_that_does_not(factor_bits):
    """However dear factors are: what they cost is weighed against a leaf by the tree."""
    archive, rule, plain = solved(factor_bits)
    assert archive.pays(rule) and archive.pays(plain)
