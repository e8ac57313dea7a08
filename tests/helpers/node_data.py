"""Rows of one node for tests of the core, and the lower level with the supplement's settings."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from nldt import _core

UINT64 = (1 << 64) - 1
LINEAR = [[1, 0], [0, 1]]  # the structure w1·x1 + w2·x2

# Supplement, "Parameter Setting for Lower Level GA"; a mutation probability of 0 stands for 1/n_var.
PAPER_SETTINGS = {
    "criterion": "gini",
    "population": 50,
    "generations": 50,
    "crossover_probability": 0.9,
    "mutation_probability": 0.0,
    "crossover_eta": 2.0,
    "mutation_eta": 15.0,
    "tolerance": 1e-4,
    "patience": 10,
    "n_threads": 1,
}
NO_MUTATION = 1e-30


@dataclass(frozen=True)
class Node:
    """Feature-major rows, grouped by class."""

    features: np.ndarray
    class_begin: np.ndarray
    mass: np.ndarray

    @property
    def arrays(self):
        return self.features, self.class_begin, self.mass

    def repeated(self, times):
        """The same node with every row given so many times, its mass shared among the copies."""
        mass = np.repeat(self.mass / times, times)
        return Node(np.repeat(self.features, times, axis=1), self.class_begin * times, mass)


def node(classes, mass=None):
    """A node from one array (rows, features) a class."""
    rows = np.concatenate(classes).astype(np.float64)
    begin = np.concatenate([[0], np.cumsum([len(c) for c in classes])]).astype(np.int64)
    mass = np.ones(len(rows)) if mass is None else np.asarray(mass, dtype=np.float64)
    return Node(np.ascontiguousarray(rows.T), begin, mass)


def overlapping(seed=0, n=100):
    """Two classes that no line parts."""
    random = np.random.default_rng(seed)
    return node([random.normal(0.0, 1.0, (n, 2)), random.normal(1.0, 1.0, (n, 2))])


class Solved(NamedTuple):
    weights: np.ndarray
    low: np.ndarray
    high: np.ndarray
    impurity: np.ndarray
    evaluations: np.ndarray


def solve(rows, exponents, modulus=False, seeds=(0,), **changes):
    """The lower level's solutions of one structure, once for each seed."""
    exponents = np.asarray(exponents, dtype=np.int8)
    count = len(seeds)
    return Solved(
        *_core.solve_lower_level(
            *rows.arrays,
            np.ascontiguousarray(np.broadcast_to(exponents, (count, *exponents.shape))),
            np.full(count, modulus),
            np.array(seeds, dtype=np.uint64),
            **PAPER_SETTINGS | changes,
        )
    )


DIRECTION_SETTINGS = {"criterion": "gini", "steps": 14, "thorough": True, "n_threads": 1}


class Directions(NamedTuple):
    """The fast lower level's solutions, by structure and shape: 0 a half-space, 1 a band."""

    weights: np.ndarray
    low: np.ndarray
    high: np.ndarray
    impurity: np.ndarray
    relative_gap: np.ndarray
    left: np.ndarray


def solve_directions(rows, exponents, seeds=(0,), **changes):
    """The fast lower level's solutions of one structure for each seed, or of one structure a seed."""
    exponents = np.asarray(exponents, dtype=np.int8)
    if exponents.ndim == 2:
        exponents = np.ascontiguousarray(np.broadcast_to(exponents, (len(seeds), *exponents.shape)))
    return Directions(
        *_core.solve_directions(
            *rows.arrays, exponents, np.array(seeds, dtype=np.uint64), **DIRECTION_SETTINGS | changes
        )
    )


def fuses(instruction_set):
    """Whether the counting kernel of this set multiplies and adds with one rounding."""
    x86_64 = platform.machine().lower() in ("x86_64", "amd64")
    return not (x86_64 and instruction_set == "baseline")


BEST_SET = _core.available_instruction_sets()[0]

# Ordinary numbers, zeros, ties, huge and tiny ones.
finite_values = st.one_of(
    st.integers(-3, 3).map(float),
    st.floats(-10, 10),
    st.sampled_from([0.0, -0.0, 1e-300, -1e-160, 1e160, -1e300, 5e-324, 1e-30, -1e30, 3e38, 1e-40]),
)
whole_masses = st.integers(1, 5).map(float)
real_masses = st.floats(1e-3, 1e3)
any_values = st.one_of(finite_values, st.sampled_from([np.inf, -np.inf, np.nan]))


@st.composite
def nodes(draw, values=finite_values, max_features=4, max_rows=40, masses=whole_masses):
    """Random rows of one to four classes, some maybe empty; at times a constant column or a single row."""
    n_features = draw(st.integers(1, max_features))
    sizes = draw(st.lists(st.integers(0, max_rows // 2), min_size=1, max_size=4).filter(any))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    # A few values a column, each in many rows: ties abound, and drawing is quick.
    pools = [draw(st.lists(values, min_size=1, max_size=10)) for _ in range(n_features)]
    some_masses = draw(st.lists(masses, min_size=1, max_size=5))
    return Node(
        np.array([random.choice(pool, sum(sizes)) for pool in pools], dtype=np.float64),
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        random.choice(np.array(some_masses, dtype=np.float64), sum(sizes)),
    )


@st.composite
def structures(draw, n_features, max_terms=4, largest=3):
    """Exponents of one to ``max_terms`` terms, inactive ones among them."""
    n_terms = draw(st.integers(1, max_terms))
    exponent = st.one_of(st.just(0), st.integers(-largest, largest))
    rows = draw(
        st.lists(st.lists(exponent, min_size=n_features, max_size=n_features), min_size=n_terms, max_size=n_terms)
    )
    return np.array(rows, dtype=np.int8).reshape(n_terms, n_features)


def same_bits(a, b):
    """Equal to the last bit, signs of zeros included; any NaN equals any other."""
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    unsigned = f"u{a.dtype.itemsize}"
    equal = np.ascontiguousarray(a).view(unsigned) == np.ascontiguousarray(b).view(unsigned)
    return bool((equal | (np.isnan(a) & np.isnan(b))).all())


def same_solutions(a, b):
    """Whether all arrays of two solutions are equal to the last bit."""
    return all(same_bits(x, y) for x, y in zip(a, b, strict=True))
