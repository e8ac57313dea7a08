"""NSGA-II runs on the design problems, by pymoo (supplement, "Parameter Setting for NSGA-II and NSGA-III")."""

from __future__ import annotations

import logging
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from nldt.datasets import cache
from nldt.datasets.design_problems import DESIGN_PROBLEMS
from nldt.extras import require

Floats = NDArray[np.float64]

CROSSOVER_PROBABILITY, CROSSOVER_ETA = 0.9, 15  # SBX
MUTATION_ETA = 20  # polynomial mutation, with probability 1/n_var for each variable

_log = logging.getLogger("nldt.datasets")


@dataclass(frozen=True)
class Run:
    """All that decides what a run gives."""

    problem: str  # a name of DESIGN_PROBLEMS
    population: int
    generations: int
    stored: tuple[int, ...]  # the generations whose populations are kept; 1 is the random one at the start
    seed: int


def stored_populations(run: Run) -> Floats:
    """The populations of the run's stored generations, from the cache when it has been made before.

    Returns
    -------
    array of shape (stored generations, population, variables)
    """
    pymoo = require("pymoo", f"the data of the {DESIGN_PROBLEMS[run.problem].title} problem", "bench")
    parameters = {
        **asdict(run),
        "crossover": ["SBX", CROSSOVER_PROBABILITY, CROSSOVER_ETA],
        "mutation": ["PM", MUTATION_ETA],
        "pymoo": pymoo.__version__,
    }
    n_variables = len(DESIGN_PROBLEMS[run.problem].variables)
    shape = (len(run.stored), run.population, n_variables)
    return cache.remember(f"{run.problem}-nsga2", parameters, shape, lambda: _evolve(run))


def _evolve(run: Run) -> Floats:
    """Run NSGA-II: pymoo asks, the design problem answers."""
    from pymoo.algorithms.moo.nsga2 import NSGA2
    from pymoo.core.evaluator import Evaluator
    from pymoo.core.problem import Problem
    from pymoo.operators.crossover.sbx import SBX
    from pymoo.operators.mutation.pm import PM
    from pymoo.problems.static import StaticProblem

    _log.info(
        "running NSGA-II on the %s problem: population %d, %d generations, seed %d",
        DESIGN_PROBLEMS[run.problem].title,
        run.population,
        run.generations,
        run.seed,
    )
    design = DESIGN_PROBLEMS[run.problem]
    n_variables = len(design.variables)
    box = {"xl": np.array(design.lower), "xu": np.array(design.upper)}
    problem = Problem(n_var=n_variables, n_obj=2, n_ieq_constr=design.n_constraints, **box)
    algorithm = NSGA2(
        pop_size=run.population,
        crossover=SBX(prob=CROSSOVER_PROBABILITY, eta=CROSSOVER_ETA),
        mutation=PM(prob=1.0, prob_var=1 / n_variables, eta=MUTATION_ETA),
    )
    algorithm.setup(problem, termination=("n_gen", run.generations), seed=run.seed, verbose=False)
    populations = []
    for generation in range(1, run.generations + 1):
        children = algorithm.ask()
        X = children.get("X")
        answers = StaticProblem(problem, F=design.objectives(X), G=design.constraints(X))
        Evaluator().eval(answers, children)
        algorithm.tell(infills=children)
        if generation in run.stored:
            populations.append(algorithm.pop.get("X").copy())
    return np.array(populations)
