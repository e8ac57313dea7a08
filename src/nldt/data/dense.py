"""Sparse matrices as arrays: rules need every number of a row, zeros among them."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from scipy import sparse

from nldt.errors import InputError

COPIES = 3  # of a table that a fit makes


def dense(X: Any) -> Any:
    """The array of a sparse matrix, anything else as it is; InputError where memory does not hold it.

    >>> dense(sparse.csr_matrix([[0.0, 2.0]]))
    array([[0., 2.]])
    """
    if not sparse.issparse(X):
        return X
    size = float(np.prod(X.shape, dtype=np.float64)) * 8
    if COPIES * size > _memory():
        rows, columns = X.shape[0], X.shape[-1]
        raise InputError(
            f"X is sparse, and its {rows:,} rows of {columns:,} columns would take {size / 1e9:,.1f} GB as an array, "
            f"of which a fit makes {COPIES}, more than the memory here: give fewer columns or rows"
        )
    return X.toarray()


def _memory() -> float:
    """Bytes that this machine has; infinite where it does not tell."""
    try:
        return float(os.sysconf("SC_PHYS_PAGES")) * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return float("inf")
