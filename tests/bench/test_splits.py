"""Every method of a run sees the same rows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import train_test_split

from nldt.bench.splits import QUICK_ROWS, load_data, made_anew, split
from nldt.datasets import Dataset, load


def test_splits_are_scikit_learns():
    data = load("iris")
    rows = split(data, seed=7)
    expected = train_test_split(data.X, data.y, test_size=0.3, random_state=7)
    for ours, theirs in zip((rows.X_train, rows.X_test, rows.y_train, rows.y_test), expected, strict=True):
        pd.testing.assert_frame_equal(pd.DataFrame(ours), pd.DataFrame(theirs))


def test_missing_values_become_the_training_median():
    values = np.arange(20.0)
    missing = [1, 3, 11, 18]
    values[missing] = np.nan
    data = Dataset("x", pd.DataFrame({"x": values}), pd.Series([0, 1] * 10), "")
    rows = split(data, seed=0)
    known = values[rows.X_train.index]
    median = np.nanmedian(known)
    assert {name in rows.X_test.index for name in missing} == {True, False}, "both parts have some"
    assert np.nanmedian(values[rows.X_test.index]) != median
    filled = pd.concat([rows.X_train, rows.X_test]).loc[missing, "x"]
    assert filled.tolist() == [median] * 4
    assert not data.X["x"].notna().all(), "the dataset itself stays as it is"


@pytest.mark.parametrize("name", ["ds2", "m-zdt1-30"])
def test_generated_points_are_made_anew_by_every_seed(name):
    assert made_anew(name)
    pd.testing.assert_frame_equal(load_data(name, 3).X, load(name, 3).X)
    assert not load_data(name, 3).X.equals(load_data(name, 4).X)


@pytest.mark.parametrize("name", ["iris", "breast-cancer", "wdbc", "zdt1", "auto-stand-in"])
def test_tables_stay_the_same(name):
    assert not made_anew(name)
    pd.testing.assert_frame_equal(load_data(name, 3, quick=True).X, load_data(name, 4, quick=True).X)


def test_a_quick_table_is_a_small_part():
    full, quick = load("m-zdt1-30", 5), load_data("m-zdt1-30", 5, quick=True)
    assert len(quick.X) == len(quick.y) == QUICK_ROWS
    pd.testing.assert_frame_equal(quick.X, full.X.loc[quick.X.index])
    assert quick.y.equals(full.y.loc[quick.X.index])
    assert set(quick.y) == {0, 1}
