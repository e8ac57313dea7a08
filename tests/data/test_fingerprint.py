"""Fingerprints of tables: the same in any order, another for any change."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from mixed_tables import mixed_table

from nldt import NLDTClassifier, evaluate
from nldt.data.feature_table import read_training_table
from nldt.data.fingerprint import fingerprint, row_marks


def of(X, y, evidence=None) -> str:
    table = read_training_table("test", X)
    classes, codes = np.unique(y, return_inverse=True)
    return fingerprint(row_marks(table, table.rows, classes, codes), np.ones(len(y)) if evidence is None else evidence)


@pytest.fixture(scope="module")
def mixed():
    return mixed_table(120)


def test_the_order_of_rows_and_columns_means_nothing(mixed):
    X, y = mixed
    order = np.random.default_rng(0).permutation(len(y))
    assert of(X.iloc[order], y[order]) == of(X, y) == of(X[X.columns[::-1]], y)


def test_the_order_of_an_array_s_columns_does():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(30, 3)), random.integers(2, size=30)
    assert of(X, y) == of(X[::-1], y[::-1]) != of(X[:, ::-1], y)


def test_every_change_is_seen(mixed):
    X, y = mixed
    seen = {of(X, y)}
    for row, column, value in [(3, "size", 9.0), (4, "size", np.nan), (5, "colour", "pink"), (6, "smoker", None)]:
        changed = X.astype({"smoker": object})
        changed.loc[row, column] = value
        seen.add(of(changed, y))
    other = y.copy()
    other[7] = "no" if other[7] == "yes" else "yes"
    seen |= {of(X, other), of(X.iloc[1:], y[1:]), of(X.rename(columns={"size": "width"}), y)}
    seen |= {of(pd.concat([X, X.iloc[:1]]), np.append(y, y[0])), of(X, y, np.full(len(y), 2.0))}
    assert len(seen) == 10


def test_two_cells_that_change_places_are_seen():
    X = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": [2.0, 1.0, 3.0]})
    swapped = pd.DataFrame({"a": [2.0, 1.0, 3.0], "b": [1.0, 2.0, 3.0]})
    y = np.array(["u", "v", "u"])
    assert len({of(frame, y) for frame in (X, swapped)}) == 2


def test_signs_of_zero_and_kinds_of_number_mean_nothing():
    y = np.array([0, 1, 0])
    assert of(pd.DataFrame({"a": [0.0, 1.0, 2.0]}), y) == of(pd.DataFrame({"a": [-0.0, 1, 2]}), y)
    assert of(pd.DataFrame({"a": [0, 1, 2]}), y) == of(pd.DataFrame({"a": [0.0, 1.0, 2.0]}), y)


def test_a_model_knows_its_training_table(mixed, tmp_path):
    X, y = mixed
    clf = NLDTClassifier(random_state=0, max_rules=1).fit(X, y)
    order = np.random.default_rng(0).permutation(len(y))
    assert evaluate(clf, X.iloc[order], y[order], cv=None).rows == "training"
    assert evaluate(clf, X.iloc[:-1], y[:-1], cv=None).rows == "new"
    assert evaluate(clf, X, y, cv=None, sample_weight=np.full(len(y), 2)).rows == "training"
    clf.save(tmp_path / "m.json")
    from nldt import load_model

    loaded = load_model(tmp_path / "m.json")
    assert loaded.model_.fingerprint == clf.model_.fingerprint
    assert evaluate(loaded, X, y, cv=None).rows == "training"
