"""Choice by description length: the bits it takes to write down the classes, given a rule, and the rule itself.

On noisy data no fixed impurity can be asked for. An exponent, a weight or a second end must instead save more bits on
the classes than it costs to write.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from nldt.description import label_bits
from nldt.search.structures import Exponents, StructureSpace

Floats = NDArray[np.float64]


def split_bits(left: Floats, parent: Floats) -> Floats:
    """Bits of the classes on both sides of splits, from the classes' totals on the left (last axis)."""
    return label_bits(left) + label_bits(np.maximum(parent - left, 0.0))


def coefficient_bits(exponents: Exponents, n: float, space: StructureSpace) -> Floats:
    """Bits of what a structure becomes a rule by: (..., 2) for a half-space and a band.

    log2 n for an end, and another one for a band; half of that for each weight but one, since scale is free; 1 for the
    modulus flag. (A smooth model's coefficient costs half of log2 n; but an end parts n rows in n different ways, and
    each of them fits the noise in its own way.) Columns of few values can't part so many: then n is the number of ways
    in which their values can meet, if that is less.
    """
    end = np.log2(np.maximum(np.minimum(n, _n_meetings(exponents, space)), 2.0))
    half_space = end + end / 2 * (exponents.any(axis=-1).sum(axis=-1) - 1) + 1
    return np.stack([half_space, half_space + end], axis=-1)


def _n_meetings(exponents: Exponents, space: StructureSpace) -> Floats:
    """In how many ways the values of the columns of structures (..., terms, features) can meet."""
    if space.n_values is None:
        return np.full(exponents.shape[:-2], np.inf)
    meetings: Floats = np.where(exponents.any(axis=-2), space.n_values, 1.0).prod(axis=-1)
    return meetings


def structure_bits(exponents: Exponents, space: StructureSpace) -> Floats:
    """Bits of structures (..., terms, features): of the features of their terms, and of their exponents."""
    shape = exponents.shape[:-2]
    factors = np.count_nonzero(exponents, axis=-1)
    order = gammaln(factors + 1.0).sum(axis=-1) + gammaln(np.count_nonzero(factors, axis=-1) + 1.0)
    flat = exponents.reshape(-1, exponents.shape[-2] * exponents.shape[-1])
    structure, place = np.nonzero(flat)  # few factors of many that there might be
    bits = _exponent_bits(flat[structure, place], place % exponents.shape[-1], space)
    return np.bincount(structure, bits, len(flat)).astype(np.float64).reshape(shape) - order / np.log(2)


def _exponent_bits(exponents: Exponents, columns: NDArray[np.int64], space: StructureSpace) -> Floats:
    """Bits of non-zero exponents: those that name the column, and -log2 of their share of what that may have."""
    allowed = (np.arange(space.values.shape[1]) < space.counts[:, None]) & (space.values != 0)  # the rest is padding
    total, own = (allowed * _plainness(space.values)).sum(axis=1)[columns], _plainness(exponents)
    name = np.log2(space.n_choices) if space.naming_bits is None else space.naming_bits[columns]
    bits: Floats = name + (np.log2(np.maximum(total, own)) - np.log2(own))
    return bits


def _plainness(exponents: NDArray[np.signedinteger]) -> Floats:
    """How much an exponent is to be expected: each power a quarter of the one before, a reciprocal of its power."""
    return 4.0 ** -(np.abs(exponents.astype(np.float64)) + (exponents < 0))
