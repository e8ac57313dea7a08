"""Tables that scikit-learn carries, with their classes as names."""

from __future__ import annotations

import pandas as pd
import sklearn.datasets

from nldt.datasets.dataset import Dataset, Entry

WDBC = "Wisconsin Diagnostic Breast Cancer: 30 measurements of the cell nuclei of 569 tumours"
IRIS = "Iris: four measurements of 150 flowers of three species"


def load_wdbc() -> Dataset:
    """Wisconsin Diagnostic Breast Cancer: 569 tumours, 30 measurements of their cell nuclei.

    Examples
    --------
    >>> load_wdbc().y.value_counts().to_dict()
    {'benign': 357, 'malignant': 212}
    """
    return _with_class_names(
        "wdbc",
        sklearn.datasets.load_breast_cancer(as_frame=True),
        WDBC,
    )


def load_iris() -> Dataset:
    """Fisher's iris flowers: 150 flowers of three species, four lengths and widths.

    Examples
    --------
    >>> sorted(load_iris().y.unique())
    ['setosa', 'versicolor', 'virginica']
    """
    return _with_class_names(
        "iris",
        sklearn.datasets.load_iris(as_frame=True),
        IRIS,
    )


SCIKIT_LEARN_TABLES = [
    Entry(
        "wdbc",
        30,
        {"malignant": 212, "benign": 357},
        WDBC,
        "UCI, W. H. Wolberg",
        lambda seed, quick: load_wdbc(),
    ),
    Entry(
        "iris",
        4,
        {"setosa": 50, "versicolor": 50, "virginica": 50},
        IRIS,
        "UCI, R. A. Fisher",
        lambda seed, quick: load_iris(),
    ),
]


def _with_class_names(name: str, table: sklearn.utils.Bunch, description: str) -> Dataset:
    labels = [str(table.target_names[code]) for code in table.target]
    return Dataset(name, table.data, pd.Series(labels, name="class"), description)
