"""The canonical form of training rows: one for all orders and all ways to repeat a row, and made without waste."""

from __future__ import annotations

import tracemalloc
from collections import defaultdict

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from node_data import same_bits

from nldt.data.training_rows import TrainingRows
from nldt.model.target import Classes

CLASSES = Classes(np.arange(3), np.array([1.0, 0.5, 3.0]))

some = settings(max_examples=100, deadline=None)


@st.composite
def labelled_tables(draw):
    """Rows of few or many different values, whole-numbered weights, two or three classes."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    n_rows, n_features = draw(st.integers(2, 60)), draw(st.integers(1, 6))
    pools = [draw(st.sampled_from([[0.0, -0.0], [1.0], [-1.0, 2.5, 3.0], random.random(9)])) for _ in range(n_features)]
    X = np.column_stack([random.choice(pool, n_rows) for pool in pools])
    return X, random.integers(0, draw(st.integers(1, 3)), n_rows), random.integers(1, 4, n_rows).astype(float)


def canonical(X, class_index, weight):
    return TrainingRows.canonical(X, class_index, weight, CLASSES)


@some
@given(labelled_tables())
def test_rows_are_sorted_by_class_and_features_and_equal_ones_merged(case):
    X, class_index, weight = case
    weights = defaultdict(float)
    for row, label, amount in zip(X.tolist(), class_index.tolist(), weight.tolist(), strict=True):
        weights[label, *(value + 0.0 for value in row)] += amount
    rows = canonical(X, class_index, weight)
    found = [(label, *row) for label, row in zip(rows.values.tolist(), rows.X.tolist(), strict=True)]
    assert found == sorted(weights)
    assert not np.signbit(rows.X[rows.X == 0.0]).any()
    assert rows.evidence.tolist() == [weights[row] for row in sorted(weights)]
    assert rows.sums.tolist() == np.bincount(class_index, weight, 3).tolist()
    assert len(rows) == rows.columns.table.shape[1]  # a row that was merged takes no memory
    assert same_bits(rows.extremes, np.array([X.min(axis=0), X.max(axis=0)]) + 0.0)


@some
@given(labelled_tables(), st.integers(0, 2**32))
def test_the_order_of_the_rows_does_not_matter(case, seed):
    order = np.random.default_rng(seed).permutation(len(case[0]))
    one, other = canonical(*case), canonical(*(array[order] for array in case))
    for name in ("X", "values", "evidence", "sums", "extremes"):
        assert same_bits(np.asarray(getattr(one, name), float), np.asarray(getattr(other, name), float))


@some
@given(labelled_tables())
def test_equal_rows_add_their_evidence_in_the_order_given(case):
    X, class_index, _ = case
    weight = 1.0 / (1.0 + np.arange(len(X)))  # their sum depends on the order in the last bits
    weights = defaultdict(list)
    for row, label, amount in zip((X + 0.0).tolist(), class_index.tolist(), weight.tolist(), strict=True):
        weights[label, *row].append(amount)
    found = TrainingRows.canonical(X, class_index, weight, CLASSES).evidence
    assert same_bits(found, np.array([np.add.reduceat(weights[row], [0])[0] for row in sorted(weights)]))


def test_many_columns_of_few_values_are_sorted_too():
    random = np.random.default_rng(0)
    X = np.repeat(random.integers(0, 2, (60, 5)), 20, axis=1).astype(float)  # ties in blocks of 20 columns
    X = np.concatenate([X, np.where(random.random(X.shape) < 0.01, 1.0 - X, X)])
    rows = canonical(X, np.zeros(len(X), dtype=np.int64), np.ones(len(X)))
    assert [tuple(row) for row in rows.X.tolist()] == sorted({tuple(row) for row in X.tolist()})


def test_the_table_belongs_to_the_rows():
    X = np.arange(6.0).reshape(3, 2)
    rows = canonical(X, np.zeros(3, dtype=np.int64), np.ones(3))
    X[:] = 9.0
    assert rows.X.tolist() == [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]


def test_rows_are_copied_once_however_many_parts_are_taken():
    random = np.random.default_rng(0)
    for X in (random.random((50_000, 20)), random.integers(0, 2, (50_000, 20)).astype(float)):
        labels, weight = random.integers(0, 2, len(X)), np.ones(len(X))
        tracemalloc.start()
        rows = canonical(X, labels, weight)
        parts = [rows.take(np.arange(k, len(rows))) for k in range(5)]
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert sum(len(part) for part in parts) > 4.9 * len(rows)
        # The table itself, what sorting takes, and three numbers a row of each part.
        assert peak < (1.0 + 0.6 + 5 * 3 / 20) * X.nbytes
