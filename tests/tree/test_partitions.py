"""Passes over partitions beside what one table in memory gives."""

from __future__ import annotations

import numpy as np
import pyarrow.dataset
import pytest
from partitioned_tables import PARTITIONINGS, beams

from nldt import FastSearch, NLDTClassifier, SplitRule
from nldt.data.feature_table import read_features
from nldt.data.partitions.arrow_dataset import ArrowDataset
from nldt.data.partitions.passes import Passes
from nldt.data.partitions.row_reading import RowReading
from nldt.model.tree import LEAF, FittedTree
from nldt.tree.partitions.leaf_counts import LeafCountsPass, with_sums

N_TREES = 20


@pytest.fixture(scope="module")
def table():
    return beams(3000)


@pytest.fixture(scope="module")
def model(table):
    """A model that knows the columns of the table, with all kinds of them."""
    search = FastSearch(generations=0, pairs=0, final_steps=1)
    return NLDTClassifier(search=search, random_state=0).fit(table.drop(columns="state"), table["state"]).model_


def random_rule(random, model, rows):
    columns = model.basis.columns
    while True:
        exponents = np.zeros((random.integers(1, 3), len(columns)), dtype=np.int8)
        for term in exponents:
            used = random.choice(len(columns), random.integers(1, 3), replace=False)
            term[used] = [1 if columns[j].is_indicator else random.choice([-1, 1, 2]) for j in used]
        rule = SplitRule(exponents, random.normal(size=len(exponents)), -np.inf, 0.0, model.basis)
        values = rule.value(rows)
        values = values[np.isfinite(values)]
        if len(values):
            low, high = np.quantile(values, np.sort(random.random(2)))
            low = low if random.random() < 0.4 else -np.inf
            return SplitRule(exponents, rule.weights, low, high, model.basis, bool(random.random() < 0.5))


def random_tree(seed, model, rows):
    random = np.random.default_rng(seed)
    left, right, rules = [], [], []

    def grow(depth):
        node = len(left)
        left.append(LEAF)
        right.append(LEAF)
        rules.append(None)
        if depth < 3 and (node == 0 or random.random() < 0.7):
            rules[node] = random_rule(random, model, rows)
            left[node] = grow(depth + 1)
            right[node] = grow(depth + 1)
        return node

    grow(0)
    sums = np.ones((len(left), 2))
    return FittedTree(np.array(left), np.array(right), sums, tuple(rules), model.target)


@pytest.mark.parametrize("name", PARTITIONINGS)
def test_leaves_count_what_apply_counts(name, table, model, tmp_path):
    PARTITIONINGS[name](table, tmp_path / "parts")
    dataset = ArrowDataset(pyarrow.dataset.dataset(tmp_path / "parts"), "the dataset", n_threads=2)
    names = model.feature_names
    reading = RowReading(names, model.features, "state", np.array(model.classes, dtype=object), np.arange(2))
    rows = read_features(model, table.drop(columns="state"))
    codes = np.searchsorted(model.classes, table["state"])
    for seed in range(N_TREES):
        tree = random_tree(seed, model, rows)
        counted = with_sums(tree, Passes(dataset).run(LeafCountsPass(reading, tree)))
        leaves = tree.apply(rows)
        expected = np.array([np.bincount(codes[leaves == leaf], minlength=2) for leaf in tree.leaves])
        assert np.array_equal(counted.sums[tree.leaves], expected)
        assert np.array_equal(counted.sums[0], np.bincount(codes))
