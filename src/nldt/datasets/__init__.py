"""The data of the paper's experiments, by name."""

from __future__ import annotations

from nldt.datasets.curves import CURVES
from nldt.datasets.dataset import Dataset
from nldt.errors import InputError

__all__ = ["Dataset", "load", "names"]

_LOADERS = {**CURVES}


def names() -> list[str]:
    """The names that ``load`` knows."""
    return list(_LOADERS)


def load(name: str, seed: int = 0) -> Dataset:
    """A dataset by name; ``seed`` matters where it is generated.

    >>> load("ds1").X.shape
    (200, 2)
    """
    if name not in _LOADERS:
        raise InputError(f"no dataset {name!r}; the datasets are {', '.join(_LOADERS)}")
    return _LOADERS[name](seed)
