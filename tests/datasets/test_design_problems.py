"""Formulas against pymoo's own problems, and against known optima."""

import numpy as np
import pytest
from pymoo.problems import get_problem

from nldt.datasets import load, objectives
from nldt.datasets.design_problems import DESIGN_PROBLEMS
from nldt.errors import InputError

PYMOO_NAMES = {"truss": "truss2d", "welded-beam": "welded_beam", "zdt1": "zdt1", "zdt2": "zdt2", "zdt3": "zdt3"}
every_problem = pytest.mark.parametrize("name", DESIGN_PROBLEMS)


def random_designs(name):
    design = DESIGN_PROBLEMS[name]
    return np.random.default_rng(3).uniform(design.lower, design.upper, (200, len(design.variables)))


@every_problem
def test_formulas_are_those_of_pymoo(name):
    design, theirs, X = DESIGN_PROBLEMS[name], get_problem(PYMOO_NAMES[name]), random_designs(name)
    answers = theirs.evaluate(X, return_as_dictionary=True)
    np.testing.assert_allclose(design.objectives(X), answers["F"], rtol=1e-12)
    limits = answers.get("G", np.empty((len(X), 0)))  # ZDT has none
    np.testing.assert_allclose(design.constraints(X), limits, rtol=1e-10, atol=1e-12)
    assert design.n_constraints == theirs.n_ieq_constr == design.constraints(X).shape[1]
    np.testing.assert_array_equal(design.lower, theirs.xl)
    np.testing.assert_array_equal(design.upper, theirs.xu)


@every_problem
def test_violation_adds_what_exceeds_zero(name):
    design, X = DESIGN_PROBLEMS[name], random_designs(name)
    expected = [sum(g for g in row if g > 0) for row in design.constraints(X).tolist()]
    np.testing.assert_allclose(design.violation(X), expected)


def test_the_two_bars_of_the_best_truss_are_stressed_alike():
    """At height 2 and x2 = 2·x1 volume times stress is 400, its least (Deb and Srinivasan)."""
    X = np.array([[0.003, 0.006, 2.0]])
    volume, stress = DESIGN_PROBLEMS["truss"].objectives(X)[0]
    assert volume * stress == pytest.approx(400)
    moved = X + np.array([[3e-4, 0, 0], [0, 3e-4, 0], [0, 0, 0.2]])
    assert (DESIGN_PROBLEMS["truss"].objectives(moved).prod(axis=1) > 400).all()


def test_a_bar_without_cross_section_is_infeasible_and_warns_of_nothing():
    X = np.array([[0.0, 0.005, 2.0]])
    assert np.isinf(DESIGN_PROBLEMS["truss"].objectives(X)[0, 1])
    assert np.isinf(DESIGN_PROBLEMS["truss"].violation(X)[0])


def test_objectives_by_the_name_of_a_dataset():
    X = random_designs("welded-beam")
    np.testing.assert_array_equal(objectives("welded-beam-10", X), DESIGN_PROBLEMS["welded-beam"].objectives(X))
    assert objectives("m-dtlz1-30", load("m-dtlz1-30").X).shape == (2000, 3)
    with pytest.raises(InputError, match="'iris' has no objectives"):
        objectives("iris", load("iris").X)
    with pytest.raises(InputError, match="no dataset 'zdt4'"):
        objectives("zdt4", X)
