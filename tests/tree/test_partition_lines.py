"""Ends and weights that passes find, beside a search through all rows in memory."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.dataset
import pytest
from sklearn.linear_model import LogisticRegression

from nldt import SplitRule
from nldt.data.partitions.arrow_dataset import ArrowDataset
from nldt.data.partitions.passes import Passes
from nldt.data.partitions.row_reading import RowReading
from nldt.data.training_rows import TrainingRows
from nldt.description import Tariff, leaf_bits
from nldt.model.feature import Feature
from nldt.model.target import Classes
from nldt.model.tree import LEAF, FittedTree
from nldt.progress import Deadline
from nldt.tree.partitions.logistic_step import LogisticPass, fit_logistic
from nldt.tree.partitions.refining import Refining

N_ROWS, N_SAMPLED = 20_000, 1500


def made(seed, gaps=0.0, decimals=None):
    """Rows, classes that follow a sum by chance, and the passes over them in three partitions."""
    random = np.random.default_rng(seed)
    X = random.uniform(0.5, 2.0, (N_ROWS, 3))
    X = X if decimals is None else X.round(decimals)
    chance = 1 / (1 + np.exp(-6 * (X[:, 0] - 0.7 * X[:, 1] - 0.3)))
    codes = (random.random(N_ROWS) < chance).astype(np.int64)
    X[random.random(N_ROWS) < gaps, 0] = np.nan
    frame = pd.DataFrame(X, columns=["a", "b", "c"]).assign(y=codes)
    parts = [pa.Table.from_pandas(frame.iloc[start : start + 7000]) for start in range(0, N_ROWS, 7000)]
    dataset = pyarrow.dataset.dataset([pyarrow.dataset.dataset(part) for part in parts])
    features = (Feature(has_gaps=gaps > 0), Feature(), Feature())
    reading = RowReading(("a", "b", "c"), features, "y", np.arange(2), np.arange(2))
    return X, codes, Passes(ArrowDataset(dataset, "the dataset")), reading


def rows_of(X, codes):
    order = np.argsort(codes, kind="stable")
    return TrainingRows.of(X[order], codes[order], np.ones(len(X)), Classes.alike(np.arange(2)))


def one_rule(rule):
    sums = np.ones((3, 2))
    return FittedTree(
        np.array([1, LEAF, LEAF]), np.array([2, LEAF, LEAF]), sums, (rule, None, None), Classes.alike(np.arange(2))
    )


def refining(passes, reading, sample, **changes):
    settings = Refining(passes, reading, sample, Tariff(1.0, 0.0), 1.0, "gini", Deadline(None), moves_weights=False)
    return replace(settings, **changes)


def bits_of_sides(left, codes):
    return sum(float(leaf_bits(np.bincount(codes[side], minlength=2).astype(float))) for side in (left, ~left))


@pytest.mark.parametrize("decimals", [None, 2])
@pytest.mark.parametrize("gaps", [0.0, 0.1])
@pytest.mark.parametrize("seed", range(2))
def test_the_end_of_a_half_space_is_the_best_of_all(seed, gaps, decimals):
    X, codes, passes, reading = made(seed, gaps, decimals)
    rule = SplitRule([[1, 0, 0], [0, 1, 0]], [1.0, -0.7], -np.inf, 0.2)
    sample = rows_of(X[:N_SAMPLED], codes[:N_SAMPLED])
    tree, complete = refining(passes, reading, sample).refined(one_rule(rule), {})
    found = tree.rules[0]
    assert complete
    values = rule.value(X)
    distinct = np.unique(values[np.isfinite(values)])
    missing = np.isnan(X).any(axis=1)
    best = min(
        bits_of_sides((values <= end) | (missing & on_left), codes)
        for end in distinct[:: len(distinct) // 150]
        for on_left in ((False, True) if gaps else (False,))
    )
    assert bits_of_sides(found.goes_left(X), codes) <= best + 1e-6
    assert not np.isin(found.high, values) or decimals is not None


def test_both_ends_of_a_band_are_moved_to_where_all_rows_want_them():
    random = np.random.default_rng(4)
    X, codes, _, reading = made(4)
    codes = ((np.abs(X[:, 2] - 1.2) < 0.1) ^ (random.random(N_ROWS) < 0.02)).astype(np.int64)
    frame = pd.DataFrame(X, columns=["a", "b", "c"]).assign(y=codes)
    passes = Passes(ArrowDataset(pyarrow.dataset.dataset(pa.Table.from_pandas(frame)), "the dataset"))
    rule = SplitRule([[0, 0, 1]], [1.0], 1.11, 1.285)
    sample = rows_of(X[:N_SAMPLED], codes[:N_SAMPLED])
    found = refining(passes, reading, sample).refined(one_rule(rule), {})[0].rules[0]
    assert found.low == pytest.approx(1.1, abs=2e-3)
    assert found.high == pytest.approx(1.3, abs=2e-3)
    assert bits_of_sides(found.goes_left(X), codes) < bits_of_sides(rule.goes_left(X), codes)


def test_the_logistic_step_leads_to_the_regression_of_all_rows():
    X, codes, passes, reading = made(5)
    rule = SplitRule([[1, 0, 0], [0, 1, 0]], [1.0, -0.7], -np.inf, 0.3)
    curve = fit_logistic(0, rule, rows_of(X[:N_SAMPLED], codes[:N_SAMPLED]))
    derivatives = passes.run(LogisticPass(reading, one_rule(rule), (curve,)))[0]
    of_all = LogisticRegression(C=1e6, tol=1e-10).fit(X[:, :2], codes).coef_[0]
    of_sample = LogisticRegression(C=1e6, tol=1e-10).fit(X[:N_SAMPLED, :2], codes[:N_SAMPLED]).coef_[0]
    direction = curve.direction(curve.stepped(derivatives))
    wanted, before = of_all[1] / of_all[0], of_sample[1] / of_sample[0]
    assert direction[0] == 1.0
    assert abs(direction[1] - wanted) < 0.1 * abs(before - wanted)


def test_a_plainer_rule_takes_the_place_of_one_that_all_rows_do_not_want():
    from nldt.model.tree import FrontPoint

    random = np.random.default_rng(6)
    X, _, _, reading = made(6)
    codes = ((X[:, 0] > 1.2) ^ (random.random(N_ROWS) < 0.1)).astype(np.int64)
    frame = pd.DataFrame(X, columns=["a", "b", "c"]).assign(y=codes)
    passes = Passes(ArrowDataset(pyarrow.dataset.dataset(pa.Table.from_pandas(frame)), "the dataset"))
    long, plain = (
        SplitRule([[1, 0, 0], [0, 1, 0]], [1.0, 0.01], -np.inf, 1.2),
        SplitRule([[1, 0, 0]], [1.0], -np.inf, 1.2),
    )
    fronts = {0: [FrontPoint(1, 0.2, plain), FrontPoint(2, 0.19, long)]}
    sample = rows_of(X[:N_SAMPLED], codes[:N_SAMPLED])
    settings = refining(passes, reading, sample, tariff=Tariff.of(1.0, np.bincount(codes).astype(float)))
    found = settings.refined(one_rule(long), fronts)[0].rules[0]
    assert found.complexity == 1
    assert found.high == pytest.approx(1.2, abs=5e-3)


def test_of_rules_that_say_the_same_the_plainest_to_write_is_taken():
    random = np.random.default_rng(7)
    X, _, _, reading = made(7)
    codes = ((X[:, 0] / X[:, 1] > 1.1) ^ (random.random(N_ROWS) < 0.1)).astype(np.int64)
    frame = pd.DataFrame(X, columns=["a", "b", "c"]).assign(y=codes)
    passes = Passes(ArrowDataset(pyarrow.dataset.dataset(pa.Table.from_pandas(frame)), "the dataset"))
    difference = SplitRule([[1, 0, 0], [0, 1, 0]], [1.0, -1.1], -np.inf, 0.0)
    ratio = SplitRule([[1, -1, 0]], [1.0], -np.inf, 1.09)
    sample = rows_of(X[:N_SAMPLED], codes[:N_SAMPLED])
    settings = refining(
        passes, reading, sample, rivals=lambda *_: [ratio], rule_bits=lambda rule: 20.0 * len(rule.weights)
    )
    found = settings.refined(one_rule(difference), {})[0].rules[0]
    assert np.array_equal(found.exponents, ratio.exponents)
    assert found.high == pytest.approx(1.1, abs=2e-3)
