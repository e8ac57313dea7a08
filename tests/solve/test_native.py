"""The native backend is the core, field by field; and a search asks no other lower level than its task's."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from node_data import PAPER_SETTINGS, overlapping, same_bits
from upper_level import node_task

from nldt import FastSearch, PaperSearch, _core
from nldt.solve import NATIVE, CurveSettings, DirectionSettings, GeneticSettings, NativeBackend, RuleBatch

ROWS = overlapping(0, 40)
TASK = node_task(ROWS)
EXPONENTS = np.array([[[1, 0], [0, 1]], [[1, 1], [0, 0]], [[2, 0], [0, 1]]], dtype=np.int8)
SEEDS = np.arange(3, dtype=np.uint64)


def assert_fields(rules: RuleBatch, names: list[str], arrays) -> None:
    for name, array in zip(names, arrays, strict=True):
        assert same_bits(getattr(rules, name), array), name


def test_the_genetic_algorithm():
    modulus = np.array([False, True, False])
    rules = NATIVE.evolve(TASK.rows, EXPONENTS, modulus, SEEDS, GeneticSettings(**PAPER_SETTINGS))
    arrays = _core.solve_lower_level(*ROWS.arrays, EXPONENTS, modulus, SEEDS, **PAPER_SETTINGS)
    assert_fields(rules, ["weights", "low", "high", "impurity"], arrays[:4])


@pytest.mark.parametrize("thorough", [False, True])
def test_directions_and_curves(thorough):
    shared = {"criterion": "entropy", "thorough": thorough, "n_threads": 2}
    rules = NATIVE.solve_directions(TASK.rows, EXPONENTS, SEEDS, DirectionSettings(steps=5, **shared))
    names = ["weights", "low", "high", "impurity", "relative_gap", "left_mass"]
    assert_fields(rules, names, _core.solve_directions(*ROWS.arrays, EXPONENTS, SEEDS, steps=5, **shared))
    group = np.array([[True, False]] * 3)
    curves = NATIVE.fit_curves(TASK.rows, EXPONENTS, group, CurveSettings(precision=0.3, **shared))
    names = ["weights", "high", "impurity", "relative_gap", "left_mass", "bits", "side_bits"]
    assert_fields(curves, names, _core.fit_curves(*ROWS.arrays, EXPONENTS, group, precision=0.3, **shared))


@pytest.mark.parametrize("thorough", [False, True])
def test_classes_without_rows_change_nothing(thorough):
    with_gaps = replace(TASK.rows, class_begin=TASK.rows.class_begin[[0, 0, 1, 1, 2, 2]])
    present = [1, 3]
    shared = {"criterion": "gini", "thorough": thorough, "n_threads": 1}
    steps = DirectionSettings(steps=5, **shared)
    rules = NATIVE.solve_directions(TASK.rows, EXPONENTS, SEEDS, steps)
    wider = NATIVE.solve_directions(with_gaps, EXPONENTS, SEEDS, steps)
    group = np.array([[True, False]] * 3)
    wider_group = np.zeros((3, 5), dtype=bool)
    wider_group[:, present] = group
    curve = CurveSettings(precision=0.3, **shared)
    curves = NATIVE.fit_curves(TASK.rows, EXPONENTS, group, curve)
    wider_curves = NATIVE.fit_curves(with_gaps, EXPONENTS, wider_group, curve)
    for few, many in ((rules, wider), (curves, wider_curves)):
        assert same_bits(few.weights, many.weights)
        assert same_bits(few.impurity, many.impurity)
        assert same_bits(few.left_mass, np.ascontiguousarray(many.left_mass[..., present]))
        assert not np.delete(many.left_mass, present, axis=-1).any()
    assert (curves.low == -np.inf).all()


class Counting(NativeBackend):
    def __init__(self) -> None:
        self.calls: set[str] = set()

    def __getattribute__(self, name):
        if name in ("evolve", "solve_directions", "fit_curves"):
            self.calls.add(name)
        return super().__getattribute__(name)


@pytest.mark.parametrize(
    ("search", "calls"),
    [
        (FastSearch(generations=1), {"solve_directions", "fit_curves"}),
        (PaperSearch(population=4, generations=1), {"evolve"}),
    ],
)
def test_a_search_solves_by_the_backend_of_its_task(search, calls, monkeypatch):
    backend = Counting()
    expected = search.find_split(TASK)
    for name in ("evolve", "solve_directions", "fit_curves"):  # nobody else is asked
        monkeypatch.delattr(NativeBackend, name)
        monkeypatch.setattr(Counting, name, vars(_NATIVE)[name], raising=False)
    outcome = search.find_split(TASK.with_backend(backend))
    assert backend.calls == calls
    assert outcome.best.weights.tolist() == expected.best.weights.tolist()


_NATIVE = type("Copy", (), {name: vars(NativeBackend)[name] for name in ("evolve", "solve_directions", "fit_curves")})
