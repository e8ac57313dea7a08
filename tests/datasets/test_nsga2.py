"""Runs: the operators' settings, what is stored, and what is missing without pymoo."""

import sys

import numpy as np
import pytest
from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.operators.crossover.sbx import SBX
from pymoo.operators.mutation.pm import PM
from pymoo.optimize import minimize
from pymoo.problems import get_problem

from nldt.datasets import load
from nldt.datasets.design_problems import DESIGN_PROBLEMS
from nldt.datasets.nsga2 import Run, stored_populations
from nldt.errors import InputError


@pytest.fixture(autouse=True)
def fresh_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("NLDT_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize(
    ("name", "pymoo_name"), [("zdt1", "zdt1"), ("truss", "truss2d"), ("welded-beam", "welded_beam")]
)
def test_a_run_is_that_of_pymoo_with_the_supplements_operators(name, pymoo_name):
    problem = get_problem(pymoo_name)
    history = minimize(
        problem,
        NSGA2(
            pop_size=20,
            crossover=SBX(prob=0.9, eta=15),
            mutation=PM(prob=1.0, prob_var=1 / problem.n_var, eta=20),
        ),
        ("n_gen", 8),
        seed=5,
        save_history=True,
    ).history
    ours = stored_populations(Run(name, 20, 8, (1, 3, 8), seed=5))
    for population, generation in zip(ours, (1, 3, 8), strict=True):
        np.testing.assert_allclose(population, history[generation - 1].pop.get("X"), rtol=1e-9)


def test_the_first_stored_generation_fills_the_box():
    design = DESIGN_PROBLEMS["welded-beam"]
    (start,) = stored_populations(Run("welded-beam", 200, 1, (1,), seed=0))
    shares = (start - design.lower) / (np.array(design.upper) - design.lower)
    assert shares.min() >= 0 and shares.max() <= 1
    assert (shares.min(axis=0) < 0.05).all() and (shares.max(axis=0) > 0.95).all()


@pytest.mark.parametrize("name", ["truss-6", "welded-beam-1", "zdt3"])
def test_without_pymoo_one_line_says_what_to_install(monkeypatch, name):
    monkeypatch.setitem(sys.modules, "pymoo", None)
    with pytest.raises(InputError, match=r"problem needs pymoo: pip install 'nldt\[bench\]'$"):
        load(name, quick=True)
