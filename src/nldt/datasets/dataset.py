"""What a dataset is, and what is known of it before it is loaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd


@dataclass(frozen=True, eq=False)
class Dataset:
    """Features and classes of one problem."""

    name: str
    X: pd.DataFrame
    y: pd.Series
    description: str


@dataclass(frozen=True)
class Entry:
    """A dataset of the catalogue: what it will hold, where it comes from, and how to make it."""

    name: str
    n_features: int
    classes: dict[int, int] | dict[str, int]  # rows of each class
    description: str
    source: str
    make: Callable[[int, bool], Dataset]  # from a seed, and whether a quick run is enough

    @property
    def n_rows(self) -> int:
        return sum(self.classes.values())
