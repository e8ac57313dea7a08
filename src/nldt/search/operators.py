"""The operators of the upper level (paper, Sec. IV-B): pure functions of arrays and a random generator."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nldt.search.structures import Exponents, Structures, StructureSpace, concatenate

Random = np.random.Generator

# A duplicate is given up after so many random changes: a small space may hold fewer structures than children.
MOST_DUPLICATE_REPAIRS = 100


def initialise(random: Random, size: int, space: StructureSpace) -> Structures:
    """The first population: one active exponent each, every feature with m = 0 and m = 1; then two active exponents.

    Sec. IV-B.1. With fewer places than such structures, a random choice of them.
    """
    features = space.usable
    flags = [False, True] if space.modulus else [False]
    feature = np.tile(features, len(flags))
    modulus = np.repeat(flags, len(features))
    if len(feature) > size:
        kept = random.permutation(len(feature))[:size]
        feature, modulus = feature[kept], modulus[kept]
    singles = Structures(
        np.zeros((len(feature), space.max_terms, space.n_columns), dtype=np.int8), modulus.astype(bool)
    )
    rows = random.integers(space.max_terms, size=len(feature))
    singles.exponents[np.arange(len(feature)), rows, feature] = random_nonzero(random, space, feature)
    return concatenate([singles, _two_active(random, size - len(feature), space)])


def _two_active(random: Random, size: int, space: StructureSpace) -> Structures:
    """Structures with two active exponents in different places."""
    features, n_terms = space.usable, space.max_terms
    exponents = np.zeros((size, n_terms, space.n_columns), dtype=np.int8)
    places = n_terms * len(features)
    first = random.integers(places, size=size)
    if space.max_features_per_term == 1:  # the second one in another term
        other_term = (first // len(features) + random.integers(1, max(n_terms, 2), size=size)) % n_terms
        second = other_term * len(features) + random.integers(len(features), size=size)
    else:
        second = (first + random.integers(1, max(places, 2), size=size)) % places
    for place in (first, second):
        row, feature = place // len(features), features[place % len(features)]
        exponents[np.arange(size), row, feature] = random_nonzero(random, space, feature)
    modulus = random.random(size) < 0.5 if space.modulus else np.zeros(size, dtype=bool)
    limit_features(random, exponents, space)
    keep_limits(random, exponents, space)
    return Structures(exponents, modulus)


def random_nonzero(random: Random, space: StructureSpace, feature: NDArray[np.int64]) -> Exponents:
    """A random non-zero exponent of each given feature."""
    values = space.values[feature]
    zero_at = np.argmax(values == 0, axis=1)
    pick = random.integers(space.counts[feature] - 1)
    return np.take_along_axis(values, (pick + (pick >= zero_at))[:, None], axis=1)[:, 0]


def tournament(random: Random, ranks: NDArray[np.int64], winners: int) -> NDArray[np.int64]:
    """Binary tournaments between two distinct individuals: the better rank wins."""
    first = random.integers(len(ranks), size=winners)
    second = (first + random.integers(1, max(len(ranks), 2), size=winners)) % len(ranks)
    return np.where(ranks[second] < ranks[first], second, first)


def sort_rows(structures: Structures, weights: NDArray[np.float64]) -> Structures:
    """Rows by falling magnitude of their weight, inactive rows last (Alg. 4, SortRows)."""
    active = structures.exponents.any(axis=2)
    order = np.argsort(np.where(active, -np.abs(weights), np.inf), axis=1, kind="stable")
    return Structures(np.take_along_axis(structures.exponents, order[:, :, None], axis=1), structures.modulus)


def crossover(random: Random, parents: Structures, weights: NDArray[np.float64], probability: float) -> Structures:
    """Children of parents paired at random inside clusters of equal modulus flag; as many as there are parents.

    Alg. 4: rows sorted by weight, then each exponent comes from one parent or the other with even chances, and the
    second child gets what the first does not. The odd one of a cluster goes on unchanged.
    """
    parents = sort_rows(parents, weights)
    exponents = parents.exponents.copy()
    for flag in (False, True):
        cluster = random.permutation(np.flatnonzero(parents.modulus == flag))
        mother, father = cluster[: len(cluster) // 2 * 2].reshape(-1, 2).T
        mates = random.random(len(mother)) < probability
        swap = (random.random((len(mother), *exponents.shape[1:])) > 0.5) & mates[:, None, None]
        exponents[mother] = np.where(swap, parents.exponents[father], parents.exponents[mother])
        exponents[father] = np.where(swap, parents.exponents[mother], parents.exponents[father])
    return Structures(exponents, parents.modulus)


def mutate(
    random: Random,
    children: Structures,
    space: StructureSpace,
    probability: float,
    beta: float,
    zero_probability: float,
) -> Structures:
    """Change each exponent and the modulus flag with the given probability (Sec. IV-B.4).

    A changed exponent becomes zero with ``zero_probability``; else it moves one or two places in its sorted set, with
    probabilities alpha, beta·alpha, beta·alpha, alpha for -2, -1, 1, 2, and is clamped to the ends of the set.
    """
    exponents = children.exponents.copy()
    who, row, feature = np.nonzero(random.random(exponents.shape) < probability)
    to_zero = random.random(len(who)) < zero_probability
    alpha = 1.0 / (2.0 * (1.0 + beta))
    step = random.choice([-2, -1, 1, 2], p=[alpha, beta * alpha, beta * alpha, alpha], size=len(who))
    at = np.argmax(space.values[feature] == exponents[who, row, feature][:, None], axis=1)
    moved = space.values[feature, np.clip(at + step, 0, space.counts[feature] - 1)]
    exponents[who, row, feature] = np.where(to_zero, 0, moved)
    modulus = children.modulus.copy()
    if space.modulus:
        flips = random.random(len(modulus)) < probability
        modulus[flips] = random.random(np.count_nonzero(flips)) < 0.5
    repair(random, exponents, space)
    return Structures(exponents, modulus)


def change_one(random: Random, parents: Structures, space: StructureSpace, count: int) -> Structures:
    """Copies of parents, which stand from the best to the worst, with one exponent set to another allowed value.

    The better parents come up more often, and so do the features that parents use.
    """
    who = (random.random(count) ** 2 * len(parents)).astype(np.int64)
    exponents = parents.exponents[who]
    uses = np.count_nonzero(parents.exponents, axis=(0, 1))[space.usable] + 0.5
    feature = random.choice(space.usable, size=count, p=uses / uses.sum())
    value = space.values[feature, random.integers(space.counts[feature])]
    # One of the terms that there are, or the next one.
    places = np.minimum(exponents.any(axis=2).sum(axis=1) + 1, space.max_terms)
    exponents[np.arange(count), random.integers(places), feature] = value
    repair(random, exponents, space)
    return Structures(exponents, parents.modulus[who])


def repair(random: Random, exponents: Exponents, space: StructureSpace) -> None:
    """In place: no structure without an active exponent, no term with too many features, none that is not wished."""
    empty = np.flatnonzero(~exponents.any(axis=(1, 2)))
    feature = random.choice(space.usable, size=len(empty))
    exponents[empty, random.integers(space.max_terms, size=len(empty)), feature] = random_nonzero(
        random, space, feature
    )
    limit_features(random, exponents, space)
    keep_limits(random, exponents, space)


def limit_features(random: Random, exponents: Exponents, space: StructureSpace) -> None:
    """In place: keep a random choice of ``max_features_per_term`` exponents (a_max) of every term with more."""
    most = space.max_features_per_term
    if most >= space.n_columns:
        return
    who, row = np.nonzero(np.count_nonzero(exponents, axis=2) > most)
    terms = exponents[who, row]
    lottery = np.where(terms != 0, random.random(terms.shape), -1.0)
    losers = np.argsort(-lottery, axis=1)[:, most:]
    np.put_along_axis(terms, losers, 0, axis=1)
    exponents[who, row] = terms


def keep_limits(random: Random, exponents: Exponents, space: StructureSpace) -> None:
    """In place: what the user wishes of structures (``Limits``); without wishes nothing is done, and nothing drawn."""
    if space.limits is not None:
        space.limits.part(random, exponents)
        if space.pool is not None:
            space.pool.mend(random, exponents)


def make_unique(random: Random, children: Structures, space: StructureSpace) -> Structures:
    """Change duplicates at random until each child is unique (supplement, "Duplicate Update Operator").

    Returns canonical structures. B(i_r, j_r) = E(k_r) with all three drawn at random, repeated until the child is new.
    """
    children = children.canonical()
    exponents = children.exponents.copy()
    names = children.digests(b"")
    seen: set[bytes] = set()
    for i, name in enumerate(names):
        repairs = 0
        while name in seen and repairs < MOST_DUPLICATE_REPAIRS:
            feature = random.integers(space.n_columns)
            value = space.values[feature, random.integers(space.counts[feature])]
            exponents[i, random.integers(space.max_terms), feature] = value
            repair(random, exponents[i : i + 1], space)
            child = Structures(exponents[i : i + 1], children.modulus[i : i + 1]).canonical()
            exponents[i] = child.exponents[0]
            name = child.digests(b"")[0]
            repairs += 1
        seen.add(name)
    return Structures(exponents, children.modulus)
