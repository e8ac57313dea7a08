"""The data of the paper's experiments, by name."""

from __future__ import annotations

from collections.abc import Callable

from nldt.datasets.breast_cancer_wisconsin import BREAST_CANCER
from nldt.datasets.curves import CURVES
from nldt.datasets.dataset import Dataset
from nldt.datasets.modified_benchmarks import MODIFIED_BENCHMARKS
from nldt.datasets.scikit_learn_tables import SCIKIT_LEARN_TABLES
from nldt.errors import InputError

__all__ = ["Dataset", "load", "names"]

_LOADERS: dict[str, Callable[[int], Dataset]] = {
    **CURVES,
    **BREAST_CANCER,
    **SCIKIT_LEARN_TABLES,
    **MODIFIED_BENCHMARKS,
}


def names() -> list[str]:
    """The names that ``load`` knows.

    >>> names()[:5]
    ['ds1', 'ds2', 'ds3', 'ds4', 'breast-cancer']
    """
    return list(_LOADERS)


def load(name: str, seed: int = 0) -> Dataset:
    """A dataset by name; ``seed`` matters where it is generated.

    >>> load("ds1").X.shape
    (200, 2)
    >>> load("m-dtlz2-500", seed=3).X.shape
    (2000, 500)
    """
    if name not in _LOADERS:
        raise InputError(f"no dataset {name!r}; the datasets are {', '.join(_LOADERS)}")
    return _LOADERS[name](seed)
