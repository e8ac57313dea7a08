"""The data of the paper's experiments, by name."""

from __future__ import annotations

import difflib
from numbers import Integral

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nldt.datasets import auto_stand_in, evolved, modified_benchmarks
from nldt.datasets.breast_cancer_wisconsin import BREAST_CANCER
from nldt.datasets.curves import CURVES
from nldt.datasets.dataset import Dataset, Entry
from nldt.datasets.scikit_learn_tables import SCIKIT_LEARN_TABLES
from nldt.errors import InputError

__all__ = ["Dataset", "Entry", "catalogue", "load", "names", "objectives"]

_CATALOGUE = {
    entry.name: entry
    for family in (
        CURVES,
        BREAST_CANCER,
        SCIKIT_LEARN_TABLES,
        auto_stand_in.AUTO_STAND_IN,
        evolved.EVOLVED,
        modified_benchmarks.MODIFIED_BENCHMARKS,
    )
    for entry in family
}


def names() -> list[str]:
    """The names that ``load`` knows.

    >>> names()[:5]
    ['ds1', 'ds2', 'ds3', 'ds4', 'breast-cancer']
    """
    return list(_CATALOGUE)


def catalogue() -> list[Entry]:
    """What each dataset holds, without loading it.

    >>> entry = catalogue()[1]
    >>> entry.name, entry.n_rows, entry.n_features, entry.classes
    ('ds2', 210, 2, {1: 10, 2: 200})
    """
    return list(_CATALOGUE.values())


def load(name: str, seed: int = 0, quick: bool = False) -> Dataset:
    """A dataset by name.

    Parameters
    ----------
    name : str
        A name of ``names()``.
    seed : int
        Where the data are generated, another seed gives another sample of the same kind; a table that was measured is
        always the same. For data of an NSGA-II run it is the run's seed. The paper makes each dataset once and splits
        it 50 times: that is one seed here, 0, and 50 seeds of the split.
    quick : bool
        Whether a smaller NSGA-II run, of seconds, and fewer rows are enough. Other data are the same either way.

    Notes
    -----
    A full NSGA-II run takes up to some minutes. It is kept in the folder that the environment variable ``NLDT_CACHE``
    names, or in the user's cache folder, and needs ``pip install 'nldt[bench]'``.

    Examples
    --------
    >>> load("ds1").X.shape
    (200, 2)
    >>> load("m-dtlz2-500", seed=3).X.shape
    (2000, 500)
    """
    if name not in _CATALOGUE:
        raise InputError(_unknown(name))
    if isinstance(seed, bool) or not isinstance(seed, Integral) or not 0 <= seed < 2**32:
        raise InputError(f"seed is {seed!r}: a whole number from 0 to {2**32 - 1} is needed")
    return _CATALOGUE[name].make(int(seed), quick)


def objectives(name: str, X: ArrayLike) -> NDArray[np.float64]:
    """The objectives by which the points of a dataset were told apart, a column each, all to be minimised.

    >>> data = load("m-zdt1-30")
    >>> objectives("m-zdt1-30", data.X).shape
    (2000, 2)
    """
    for family, known in (
        (evolved.objectives, evolved.RECIPES),
        (modified_benchmarks.objectives, modified_benchmarks.PROBLEMS),
        (auto_stand_in.objectives, [auto_stand_in.NAME]),
    ):
        if name in known:
            return family(name, np.asarray(X, dtype=np.float64))
    raise InputError(f"{name!r} has no objectives" if name in _CATALOGUE else _unknown(name))


def _unknown(name: str) -> str:
    close = difflib.get_close_matches(name.casefold(), _CATALOGUE, n=3)
    hint = f"did you mean {' or '.join(close)}? " if close else ""
    return f"no dataset {name!r}: {hint}the datasets are {', '.join(_CATALOGUE)}"
