"""A kind of column that nldt does not have runs in every language, from its own definition."""

from __future__ import annotations

import numpy as np
import pytest
from export_runs import RUNS, assert_agrees
from made_columns import Logarithm, Mirrored, Tangled
from made_trees import chain, made_model, made_tree

from nldt import SplitRule
from nldt.model.basis import AsIs, Basis

ROWS = np.random.default_rng(0).uniform(0.2, 3.0, size=(300, 3))


def model_of(*columns, ends):
    basis = Basis(columns, 3)
    rules = [SplitRule([[1, -2, 1], [0, 1, 0]], [0.5, -1.25], -np.inf, end, basis) for end in ends]
    return made_model(made_tree(chain(rules, 2), 2), ["a", "b", "c"], ["no", "yes"])


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_arithmetic_agrees_to_the_last_bit(run, tmp_path):
    columns = (Mirrored(0, 5.0, 2.0), AsIs(1), Tangled(2))
    free = model_of(*columns, ends=[0.0]).rules[0]
    assert_agrees(run, model_of(*columns, ends=free.value(ROWS)[:5]), ROWS, tmp_path)


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_a_function_is_that_of_the_language(run, tmp_path):
    """Languages may differ in the last bit of a logarithm: no row lies that near to an end."""
    columns = (Logarithm(0), AsIs(1), AsIs(2))
    values = np.sort(model_of(*columns, ends=[0.0]).rules[0].value(ROWS))
    widest = np.argmax(np.diff(values)[50:250]) + 50
    assert_agrees(run, model_of(*columns, ends=[values[widest : widest + 2].mean()]), ROWS, tmp_path, 1e-12)
