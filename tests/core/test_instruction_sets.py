"""One compiled kernel an instruction set, chosen at run time: fusing ones agree on the last bit."""

from __future__ import annotations

import naive
import numpy as np
import pytest
from node_data import PAPER_SETTINGS, UINT64, fuses, node, same_bits, same_solutions, solve

from nldt import _core
from nldt import solve as core

SETS = _core.available_instruction_sets()
FUSED = [name for name in SETS if fuses(name)]
several_fused = pytest.mark.skipif(len(FUSED) < 2, reason="this machine runs one fusing instruction set only")


def three_classes(n_rows=333, seed=0):
    random = np.random.default_rng(seed)
    sizes = [n_rows // 2, n_rows // 3, n_rows - n_rows // 2 - n_rows // 3]
    classes = [random.normal(c, 1.0, (size, 3)) for c, size in enumerate(sizes)]
    return node(classes, random.uniform(0.1, 3.0, n_rows))


def solve_many(rows, instruction_set, **changes):
    random = np.random.default_rng(1)
    exponents = random.integers(-3, 4, (40, 4, 3)).astype(np.int8)
    exponents[:, 0, 0] = 1
    return _core.solve_lower_level(
        *rows.arrays,
        exponents,
        random.random(40) < 0.5,
        random.integers(0, UINT64, 40, dtype=np.uint64),
        **PAPER_SETTINGS | changes | {"instruction_set": instruction_set},
    )


def test_the_baseline_is_always_available_and_the_last_choice():
    assert SETS[-1] == "baseline"
    assert len(set(SETS)) == len(SETS)


def test_an_empty_name_chooses_the_best():
    rows = three_classes()
    genes = np.random.default_rng(2).uniform(-1, 1, (20, 5)).astype(np.float32)
    default, best = (_core.count_left(*rows.arrays, genes, True, name) for name in ("", SETS[0]))
    assert same_bits(default, best)
    assert same_solutions(solve_many(rows, ""), solve_many(rows, SETS[0]))


@several_fused
@pytest.mark.parametrize("criterion", ["gini", "entropy"])
def test_all_fusing_sets_solve_the_lower_level_alike_to_the_last_bit(criterion):
    rows = three_classes()
    expected = solve_many(rows, FUSED[0], criterion=criterion)
    for name in FUSED[1:]:
        assert same_solutions(expected, solve_many(rows, name, criterion=criterion))


@several_fused
@pytest.mark.parametrize("modulus", [False, True])
@pytest.mark.parametrize("n_terms", [1, 2, 3, 4, 7])
@pytest.mark.parametrize("n_rows", [3, 16, 50, 1001])
def test_all_fusing_sets_count_alike_to_the_last_bit(modulus, n_terms, n_rows):
    random = np.random.default_rng(n_rows)
    rows = node([random.normal(size=(n_rows, n_terms)), random.normal(size=(9, n_terms))], random.random(n_rows + 9))
    genes = random.uniform(-1, 1, (50, n_terms + 1 + modulus)).astype(np.float32)
    expected = _core.count_left(*rows.arrays, genes, modulus, FUSED[0])
    for name in FUSED[1:]:
        assert same_bits(expected, _core.count_left(*rows.arrays, genes, modulus, name))


@pytest.mark.parametrize("instruction_set", SETS)
def test_every_set_counts_like_the_twin_on_many_rows(instruction_set):
    rows = three_classes()
    genes = np.random.default_rng(3).uniform(-1, 1, (5, 5)).astype(np.float32)
    counts = _core.count_left(*rows.arrays, genes, True, instruction_set)[:, :5]
    expected = [naive.count_left(*rows.arrays, one, True, fuses(instruction_set)) for one in genes]
    assert same_bits(counts, np.array(expected).T)


@pytest.mark.parametrize("instruction_set", SETS)
def test_every_set_starts_from_the_same_population(instruction_set):
    # Two distinct points: every dipole parts them, so the first individual is the best whatever the rounding.
    rows = node([np.full((5, 1), 1.0), np.full((5, 1), 2.0)])
    solved = solve(rows, [[1]], True, range(50), generations=0, instruction_set=instruction_set)
    expected = solve(rows, [[1]], True, range(50), generations=0, instruction_set=SETS[0])
    assert same_solutions(solved, expected)


@pytest.mark.parametrize("instruction_set", SETS)
def test_every_set_parts_separable_classes(instruction_set):
    random = np.random.default_rng(4)
    X = random.uniform(-1.0, 1.0, (300, 2))
    value = X @ [1.0, 0.7] - 0.1
    rows = node([X[value < -0.05], X[value > 0.05]])
    solved = solve(rows, [[1, 0], [0, 1]], False, range(30), instruction_set=instruction_set)
    assert np.count_nonzero(solved.impurity == 0.0) >= 27


def test_a_set_that_the_machine_cannot_run_is_refused():
    rows = three_classes()
    with pytest.raises(ValueError, match="can't run the instruction set 'sse9'"):
        solve_many(rows, "sse9")
    with pytest.raises(ValueError, match="can't run the instruction set 'sse9'"):
        _core.count_left(*rows.arrays, np.ones((1, 4), np.float32), False, "sse9")


def test_the_environment_may_ask_for_a_set(monkeypatch):
    monkeypatch.setenv("NLDT_INSTRUCTION_SET", "baseline")
    assert core.requested_instruction_set() == "baseline"
    monkeypatch.delenv("NLDT_INSTRUCTION_SET")
    assert core.requested_instruction_set() == ""
