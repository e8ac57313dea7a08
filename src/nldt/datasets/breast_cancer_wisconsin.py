"""The original Breast Cancer Wisconsin table."""

from __future__ import annotations

from importlib.resources import files

import pandas as pd

from nldt.datasets.dataset import Dataset, Entry

DESCRIPTION = "Breast Cancer Wisconsin (Original): nine scores of 699 biopsies, 16 missing"


def load_breast_cancer_wisconsin() -> Dataset:
    """699 biopsies, nine scores from 1 to 10 each; 16 values of ``bare_nuclei`` are missing (NaN).

    Dr. William H. Wolberg of the University of Wisconsin Hospitals, Madison, collected the data; the UCI
    Machine Learning Repository publishes them as "Breast Cancer Wisconsin (Original)".
    ``breast_cancer_wisconsin.md`` says how the table was copied and what to cite.

    Examples
    --------
    >>> data = load_breast_cancer_wisconsin()
    >>> data.X.shape, int(data.X["bare_nuclei"].isna().sum())
    ((699, 9), 16)
    """
    with files("nldt.datasets").joinpath("breast_cancer_wisconsin.csv").open(encoding="utf-8") as file:
        table = pd.read_csv(file)
    return Dataset(
        "breast-cancer",
        table.drop(columns="class"),
        table["class"],
        DESCRIPTION,
    )


BREAST_CANCER = [
    Entry(
        "breast-cancer",
        9,
        {"benign": 458, "malignant": 241},
        DESCRIPTION,
        "UCI, W. H. Wolberg",
        lambda seed, quick: load_breast_cancer_wisconsin(),
    )
]
