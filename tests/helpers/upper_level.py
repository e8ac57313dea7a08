"""Spaces and structures for tests of the upper level."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
from hypothesis import strategies as st

from nldt.data.columns import Columns
from nldt.model.target import Classes
from nldt.progress import Deadline, SilentMonitor
from nldt.search.fast.selection import coefficient_bits, structure_bits
from nldt.search.structures import Structures, structure_space
from nldt.search.task import FitSettings, NodeTask

PAPER_EXPONENTS = (-3, -2, -1, 0, 1, 2, 3)  # E


def space(n_features=4, exponents=PAPER_EXPONENTS, max_terms=3, most_features=None, modulus=True, divisible=True):
    """A space over features x1, x2, ...; ``exponents`` may map indices to sets."""
    return structure_space(
        exponents,
        PAPER_EXPONENTS,
        [f"x{j + 1}" for j in range(n_features)],
        range(n_features),
        lambda feature, exponent: divisible or exponent >= 0,
        max_terms,
        most_features,
        modulus,
    )


def node_task(rows, chosen=None, **changes):
    """A task for the rows (a ``Node``) of the root, in the paper's space where none is given.

    ``changes`` are fields of the task or of its settings.
    """
    chosen = space(len(rows.features), divisible=bool((rows.features > 0).all())) if chosen is None else chosen
    of_settings = {field.name for field in fields(FitSettings)} & set(changes)
    settings = FitSettings(space=chosen, **{name: changes.pop(name) for name in of_settings})
    counts = np.diff(rows.class_begin)
    classes = Classes.alike(np.arange(len(counts)))
    given = {"target": classes, "path": "root", "monitor": SilentMonitor(), "deadline": Deadline(None)} | changes
    return NodeTask(
        columns=Columns(rows.features),
        values=np.repeat(np.arange(len(counts)), counts),
        evidence=rows.mass,
        settings=settings,
        **given,
    )


def structures(matrices, modulus=False):
    """Structures from a list of exponent matrices and a flag for each, or one for all."""
    exponents = np.array(matrices, dtype=np.int8)
    return Structures(exponents, np.broadcast_to(np.array(modulus, dtype=bool), len(exponents)).copy())


def allowed(structures, space):
    """Whether every structure belongs to the space: allowed exponents, some active one, no term too long."""
    exponents = structures.exponents
    in_sets = all(np.isin(exponents[:, :, j], space.values[j, : space.counts[j]]).all() for j in range(space.n_columns))
    some_active = exponents.any(axis=(1, 2)).all()
    short_terms = (np.count_nonzero(exponents, axis=2) <= space.max_features_per_term).all()
    return bool(in_sets and some_active and short_terms and (space.modulus or not structures.modulus.any()))


def row_set(matrix):
    """A structure's rows whatever their order, without the inactive ones."""
    return tuple(sorted(tuple(int(e) for e in row) for row in matrix if any(row)))


exponent_sets = st.sampled_from([PAPER_EXPONENTS, (0, 1), (-1, 0, 1), (-3, 0, 2), (0, 1, 2, 3, 4, 5), (-2, -1), (0,)])


@st.composite
def spaces(draw):
    """Spaces with a set of exponents for each feature; the first can always be used."""
    n_features = draw(st.integers(1, 5))
    sets = {j: draw(exponent_sets) for j in range(1, n_features)}
    sets[0] = draw(exponent_sets.filter(any))
    most = draw(st.one_of(st.none(), st.integers(1, n_features)))
    return space(n_features, sets, draw(st.integers(1, 4)), most, draw(st.booleans()))


@st.composite
def spaces_and_structures(draw, min_size=1, max_size=12):
    """A space with structures of it, all-zero ones and duplicates included, terms maybe too long."""
    chosen = draw(spaces())
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    size = draw(st.integers(min_size, max_size))
    pick = random.integers(0, chosen.counts, (size, chosen.max_terms, chosen.n_columns))
    exponents = chosen.values[np.arange(chosen.n_columns), pick]
    exponents[random.random(exponents.shape) < draw(st.sampled_from([0.0, 0.5, 0.9]))] = 0
    modulus = random.random(size) < (0.5 if chosen.modulus else 0.0)
    return chosen, Structures(exponents.astype(np.int8), modulus), random


def rule_bits(exponents, chosen, n):
    """Bits of rules: (..., 2) for a half-space and a band of each structure (..., terms, features)."""
    return structure_bits(exponents, chosen)[..., None] + coefficient_bits(exponents, n, chosen)
