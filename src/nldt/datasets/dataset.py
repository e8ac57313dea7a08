"""What a dataset is."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd


@dataclass(frozen=True, eq=False)
class Dataset:
    """Features and classes of one problem."""

    name: str
    X: pd.DataFrame
    y: pd.Series
    description: str
