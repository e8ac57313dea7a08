"""Folds: whole groups, classes in proportion, copies of rows, no order of rows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.model_selection import KFold

from nldt import InputError
from nldt.validate.folds import make_folds
from nldt.validate.labelled_rows import LabelledRows


def table(n=60, n_classes=3, seed=0):
    random = np.random.default_rng(seed)
    X = pd.DataFrame({"a": random.normal(size=n), "b": random.choice(["x", "y", None], n)})
    return X, random.integers(n_classes, size=n), random


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10_000), n_folds=st.integers(2, 6))
def test_no_fold_divides_a_group_and_every_row_is_tested_once(seed, n_folds):
    X, y, random = table(80, 2, seed)
    groups = random.integers(15, size=80)
    folds = make_folds(LabelledRows.read("test", X, y, groups), n_folds, seed)
    for fold in folds:
        assert set(groups[fold.train]).isdisjoint(groups[fold.test])
        assert len(fold.train) + len(fold.test) == 80
    assert sorted(np.concatenate([fold.test for fold in folds])) == list(range(80))


def test_classes_are_in_proportion():
    X, y, _ = table(300)
    for fold in make_folds(LabelledRows.read("test", X, y), 5):
        assert np.abs(np.bincount(y[fold.test]) - np.bincount(y) / 5).max() <= 1


def test_folds_do_not_depend_on_the_order_of_rows():
    X, y, random = table()
    order = random.permutation(60)
    plain = make_folds(LabelledRows.read("test", X, y), 4)
    mixed = make_folds(LabelledRows.read("test", X.iloc[order], y[order]), 4)
    for first, second in zip(plain, mixed, strict=True):
        assert sorted(first.test) == sorted(order[second.test])


def test_another_seed_gives_other_folds():
    rows = LabelledRows.read("test", *table()[:2])
    assert sorted(make_folds(rows, 4, 0)[0].test) != sorted(make_folds(rows, 4, 1)[0].test)


def test_a_row_that_counts_for_three_is_three_rows():
    X, y, random = table()
    counts = random.integers(1, 4, size=60)
    weighted = make_folds(LabelledRows.read("test", X, y, None, counts), 4)
    rows = np.repeat(np.arange(60), counts)
    repeated = make_folds(LabelledRows.read("test", X.iloc[rows], y[rows]), 4)
    for first, second in zip(weighted, repeated, strict=True):
        expected = np.bincount(rows[second.test], minlength=60)
        assert dict(zip(first.test, first.test_evidence, strict=True)) == {
            row: count for row, count in enumerate(expected) if count
        }
        held = np.bincount(first.test, first.test_evidence, 60) + np.bincount(first.train, first.train_evidence, 60)
        assert held.tolist() == counts.tolist()


def test_other_weights_keep_rows_whole():
    X, y, random = table()
    weights = random.uniform(0.5, 2.5, 60)
    for fold in make_folds(LabelledRows.read("test", X, y, None, weights), 3):
        assert set(fold.train).isdisjoint(fold.test)
        assert fold.train_evidence.tolist() == weights[fold.train].tolist()


def test_splitters_and_pairs_are_taken():
    rows = LabelledRows.read("test", *table()[:2])
    by_splitter, by_pairs = make_folds(rows, KFold(3)), make_folds(rows, list(KFold(3).split(np.zeros(60))))
    assert [fold.test.tolist() for fold in by_splitter] == [fold.test.tolist() for fold in by_pairs]


@pytest.mark.parametrize(
    ("cv", "words"), [(1, "cv=1"), (61, "only 60 rows"), ("five", "cv='five'"), (True, "cv=True"), (40, "no class has")]
)
def test_impossible_folds_are_refused(cv, words):
    with pytest.raises(InputError, match=words):
        make_folds(LabelledRows.read("test", *table()[:2]), cv)


@pytest.mark.parametrize(("n_groups", "words"), [(3, "only 3 groups.*3 at most"), (1, "there is only one group")])
def test_too_few_groups_are_refused(n_groups, words):
    X, y, _ = table()
    with pytest.raises(InputError, match=words):
        make_folds(LabelledRows.read("test", X, y, np.arange(60) % n_groups), 5)


@pytest.mark.parametrize(
    ("groups", "words"),
    [("patient", "groups='patient': give one column"), (np.ones((60, 2)), r"2 dimensions, \(60, 2\)")],
)
def test_groups_that_are_no_column_are_called_by_their_name(groups, words):
    X, y, _ = table()
    with pytest.raises(InputError, match=words):
        LabelledRows.read("test", X, y, groups)


def test_a_column_of_a_frame_groups_rows():
    X, y, _ = table()
    column, frame = (LabelledRows.read("test", X, y, groups) for groups in (X["b"].fillna(""), X[["b"]].fillna("")))
    assert frame.groups.tolist() == column.groups.tolist()


def test_a_sample_is_stratified_and_has_no_order():
    X, y, random = table(400)
    rows = LabelledRows.read("test", X, y)
    sample = rows.sample(100)
    assert np.abs(np.bincount(sample.codes) - np.bincount(y) / 4).max() <= 1
    order = random.permutation(400)
    again = LabelledRows.read("test", X.iloc[order], y[order]).sample(100)
    assert sorted(again.marks) == sorted(sample.marks)
    assert rows.sample(400) is rows
