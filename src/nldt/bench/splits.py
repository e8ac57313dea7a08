"""Training and testing rows of one run, the same for every method."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
from sklearn.model_selection import train_test_split

from nldt.datasets import Dataset, load

TEST_SHARE = 0.3  # paper, "Results": 7:3
# Made anew by the seed of every run; all other data are one table, of which only the split changes.
MADE_ANEW = ("ds", "m-")
QUICK_ROWS = 400  # at the most, with --quick


@dataclass(frozen=True, eq=False)
class Split:
    """The rows of one run."""

    X_train: pd.DataFrame
    X_test: pd.DataFrame
    y_train: pd.Series
    y_test: pd.Series


def made_anew(name: str) -> bool:
    """Whether every run has a table of its own."""
    return name.startswith(MADE_ANEW)


def load_data(name: str, seed: int, quick: bool = False) -> Dataset:
    """The table that the run of this seed splits."""
    data_seed = seed if made_anew(name) else 0
    data = load(name, data_seed, quick)
    if quick and len(data.X) > QUICK_ROWS:
        rows = data.X.sample(QUICK_ROWS, random_state=data_seed).index
        return Dataset(data.name, data.X.loc[rows], data.y.loc[rows], data.description)
    return data


def split(data: Dataset, seed: int) -> Split:
    """An unstratified 70:30 split; missing values are imputed by the training median.

    >>> rows = split(load("ds1"), seed=0)
    >>> len(rows.X_train), len(rows.X_test)
    (140, 60)
    """
    X_train, X_test, y_train, y_test = train_test_split(data.X, data.y, test_size=TEST_SHARE, random_state=seed)
    medians = X_train.median()
    return Split(X_train.fillna(medians), X_test.fillna(medians), y_train, y_test)
