"""Sparse and masked arrays as plain ones: rules need every number of a row, zeros and gaps among them."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from scipy import sparse

from nldt.errors import InputError

COPIES = 3  # of a table that a fit makes


def dense(X: Any) -> Any:
    """The array of a sparse matrix, or of a masked one with gaps in the masked places; anything else as it is.

    InputError where memory does not hold it.

    >>> dense(sparse.csr_matrix([[0.0, 2.0]])), dense(np.ma.masked_less([1, 2], 2))
    (array([[0., 2.]]), array([nan,  2.]))
    """
    if isinstance(X, np.ma.MaskedArray):
        gap: Any = np.nan if X.dtype.kind in "biuf" else None
        return unmasked(X, gap)
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


def unmasked(values: Any, gap: Any) -> Any:
    """A masked array as a plain one, of its own type where nothing is masked; anything else as it is.

    >>> unmasked(np.ma.array([0, 1]), None), unmasked(np.ma.masked_less([1, 2], 2), None)
    (array([0, 1]), array([None, 2], dtype=object))
    """
    if not isinstance(values, np.ma.MaskedArray):
        return values
    plain = np.ma.getdata(values)
    return np.where(np.ma.getmaskarray(values), gap, plain) if np.ma.is_masked(values) else plain


def _memory() -> float:
    """Bytes that this machine has; infinite where it does not tell."""
    try:
        return float(os.sysconf("SC_PHYS_PAGES")) * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return float("inf")
