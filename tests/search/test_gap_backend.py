"""Structures that use columns with gaps are solved where these are known, and gaps count on the cheaper side."""

from __future__ import annotations

import numpy as np
import pytest

from nldt.description import leaf_bits
from nldt.impurity import impurity
from nldt.search.gap_backend import GapBackend
from nldt.solve import NATIVE, CurveSettings, DirectionSettings, GeneticSettings, NodeRows


class Columns:
    def __init__(self, features):
        self.all = np.ascontiguousarray(features)
        self.n_rows = self.all.shape[1]

    def of(self, features):
        return self.all[features]


def node(seed=0, count=200, n_classes=2):
    random = np.random.default_rng(seed)
    classes = np.sort(random.integers(0, n_classes, count))
    features = random.normal(2.0, 0.5, (3, count)) + 0.5 * classes
    features[0, random.random(count) < 0.2] = np.nan
    features[1, random.random(count) < 0.1] = np.nan
    begin = np.searchsorted(classes, np.arange(n_classes + 1)).astype(np.int64)
    return NodeRows(Columns(features), begin, random.integers(1, 3, count).astype(float))


EXPONENTS = np.array(
    [[[1, 0, 0], [0, 0, 0]], [[0, 0, 1], [0, 0, 0]], [[1, 0, 0], [0, 1, 0]], [[0, 2, 1], [0, 0, 1]]], dtype=np.int8
)
SEEDS = np.arange(4, dtype=np.uint64)
DIRECTIONS = DirectionSettings(criterion="gini", steps=1, thorough=False)


def known_rows(rows, structure):
    """The rows that have all numbers of a structure, and the class masses of the others."""
    known = ~np.isnan(rows.features[structure.any(axis=0)]).any(axis=0)
    begin = np.concatenate([[0], np.cumsum(known)])[rows.class_begin]
    lacking = [rows.mass[a:b][~known[a:b]].sum() for a, b in zip(rows.class_begin, rows.class_begin[1:], strict=False)]
    filled = np.where(np.isnan(rows.features), 0.0, rows.features)
    return NodeRows(Columns(filled[:, known]), begin, rows.mass[known]), np.array(lacking)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_directions_are_those_of_the_known_rows(n_classes):
    rows = node(n_classes=n_classes)
    found = GapBackend(NATIVE).solve_directions(rows, EXPONENTS, SEEDS, DIRECTIONS)
    for place, structure in enumerate(EXPONENTS):
        part, lacking = known_rows(rows, structure)
        alone = NATIVE.solve_directions(part, EXPONENTS[[place]], SEEDS[[place]], DIRECTIONS)
        assert np.array_equal(found.weights[place], alone.weights[0])
        assert np.array_equal(found.high[place], alone.high[0])
        whole = np.diff(np.concatenate([[0.0], np.cumsum(rows.mass)])[rows.class_begin])
        for shape in range(2):
            sides = [
                np.stack([left, whole - left])
                for left in (alone.left_mass[0, shape] + lacking, alone.left_mass[0, shape])
            ]
            best = min(sides, key=lambda both: leaf_bits(both).sum())
            assert np.allclose(found.left_mass[place, shape], best[0])
            mass = best.sum(axis=-1)
            assert np.isclose(found.impurity[place, shape], (impurity(best, "gini") * mass).sum() / mass.sum())


def test_without_gaps_nothing_changes():
    rows = node()
    rows = NodeRows(Columns(np.nan_to_num(rows.features, nan=1.0)), rows.class_begin, rows.mass)
    one, other = (
        backend.solve_directions(rows, EXPONENTS, SEEDS, DIRECTIONS) for backend in (GapBackend(NATIVE), NATIVE)
    )
    assert np.array_equal(one.weights, other.weights) and np.array_equal(one.impurity, other.impurity)


def test_curves_charge_for_the_rows_with_gaps():
    rows = node()
    group = np.tile([True, False], (4, 1))
    settings = CurveSettings(criterion="gini", precision=0.3, thorough=False)
    found = GapBackend(NATIVE).fit_curves(rows, EXPONENTS, group, settings)
    for place, structure in enumerate(EXPONENTS):
        part, lacking = known_rows(rows, structure)
        alone = NATIVE.fit_curves(part, EXPONENTS[[place]], group[[place]], settings)
        assert (found.bits[place] > alone.bits[0]) == bool(lacking.any())
        assert np.isclose(found.side_bits[place].sum() - alone.side_bits[0].sum(), found.bits[place] - alone.bits[0])


def test_evolution():
    rows = node()
    settings = GeneticSettings(
        criterion="gini", population=10, generations=5, crossover_probability=0.9, mutation_probability=0.0,
        crossover_eta=2, mutation_eta=15, tolerance=1e-4, patience=10,
    )  # fmt: skip
    found = GapBackend(NATIVE).evolve(rows, EXPONENTS, np.array([False, True, False, False]), SEEDS, settings)
    assert np.isfinite(found.impurity).all() and (found.impurity < 0.6).all()


def test_a_structure_that_no_row_has_is_absent():
    rows = node()
    features = rows.features.copy()
    features[0] = np.nan
    rows = NodeRows(Columns(features), rows.class_begin, rows.mass)
    found = GapBackend(NATIVE).solve_directions(rows, EXPONENTS, SEEDS, DIRECTIONS)
    assert np.isinf(found.high[[0, 2]]).all() and np.isfinite(found.high[1, 0])
    nothing = GapBackend(NATIVE).solve_directions(rows, EXPONENTS[[0]], SEEDS[:1], DIRECTIONS)
    assert np.isinf(nothing.high).all()
