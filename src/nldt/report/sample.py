"""Which rows a page carries: few enough to send by mail, rows of all groups among them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

# A group of rows is drawn with at least so many of them, however rare it is.
ROWS_OF_EACH_GROUP = 10


def stratified_sample(group: Integers, most: int) -> Integers:
    """About ``most`` row numbers, in order: of each group in proportion, and a few of every one.

    The rows of a group are taken at equal distances, so that the same rows give the same sample.

    >>> stratified_sample(np.array([0, 0, 0, 0, 0, 0, 1, 1]), 4).tolist()
    [0, 2, 5, 6]
    """
    if len(group) <= most:
        return np.arange(len(group))
    groups = [np.flatnonzero(group == number) for number in np.unique(group)]
    at_least = min(ROWS_OF_EACH_GROUP, most // (2 * len(groups)))
    share = most / len(group)
    return np.sort(np.concatenate([evenly(rows, max(at_least, round(share * len(rows)))) for rows in groups]))


def evenly(rows: Integers, most: int) -> Integers:
    """At most so many of the rows, at equal distances."""
    if len(rows) <= most:
        return rows
    return rows[np.linspace(0, len(rows) - 1, most).round().astype(np.int64)]
