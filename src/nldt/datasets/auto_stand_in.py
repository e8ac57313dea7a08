"""A stand-in for the paper's auto-industry problem, whose data are not public.

It has that problem's size: 36 variables, one objective, eight constraints, 188 good and 996 bad designs. It is not
that problem, and no result on it is the paper's. ``docs/auto_stand_in.md`` describes it in full.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from nldt.datasets.car_body import LOWER, UPPER, VARIABLES, CarBodies
from nldt.datasets.dataset import Dataset, Entry

Floats = NDArray[np.float64]

NAME = "auto-stand-in"
DESCRIPTION = "Stand-in for the auto-industry problem: 188 light and feasible car bodies and 996 others of one search"
N_GOOD, N_BAD = 188, 996

# The search that the designs come from: differential evolution, rand/1/bin.
POPULATION, GENERATIONS = 40, 100
STEP, CROSSOVER_PROBABILITY = 0.5, 0.1


def make_auto_stand_in(seed: int) -> Dataset:
    """188 good and 996 bad car bodies, met by one search for a light feasible body.

    Good are the lightest feasible bodies of all that the search looked at, bad are bodies drawn at random from the
    rest: heavier ones, and lighter ones that miss a requirement.

    Examples
    --------
    >>> data = make_auto_stand_in(seed=0)
    >>> data.X.shape, data.y.value_counts().to_dict()
    ((1184, 36), {'bad': 996, 'good': 188})
    """
    random = np.random.default_rng(seed)
    bodies = search_bodies(random)
    cars = CarBodies(bodies)
    feasible = (cars.constraints() <= 0).all(axis=1)
    lightest_first = np.argsort(np.where(feasible, cars.mass(), np.inf), kind="stable")
    good, rest = np.split(lightest_first, [N_GOOD])
    bad = random.choice(rest, N_BAD, replace=False)
    return Dataset(
        NAME,
        pd.DataFrame(bodies[np.concatenate([good, bad])], columns=list(VARIABLES)),
        pd.Series(["good"] * N_GOOD + ["bad"] * N_BAD, name="class"),
        DESCRIPTION,
    )


def objectives(name: str, X: Floats) -> Floats:
    """The mass of each body in kg, as the one column."""
    return CarBodies(X).mass()[:, None]


def search_bodies(random: np.random.Generator) -> Floats:
    """All bodies that differential evolution looks at, in that order."""
    current = LOWER + (UPPER - LOWER) * random.random((POPULATION, len(VARIABLES)))
    cost = _cost(current)
    met = [current]
    for _ in range(GENERATIONS - 1):
        trial = _trials(current, random)
        trial_cost = _cost(trial)
        better = trial_cost <= cost
        current, cost = np.where(better[:, None], trial, current), np.where(better, trial_cost, cost)
        met.append(trial)
    return np.concatenate(met)


AUTO_STAND_IN = [
    Entry(
        NAME,
        len(VARIABLES),
        {"good": N_GOOD, "bad": N_BAD},
        DESCRIPTION,
        "generated, not the paper's",
        lambda seed, quick: make_auto_stand_in(seed),
    )
]


def _trials(current: Floats, random: np.random.Generator) -> Floats:
    """One new body for each: parts of another one, moved along the difference of two more."""
    order = random.random((POPULATION, POPULATION))
    np.fill_diagonal(order, 2)  # none is its own partner
    base, first, second = np.argsort(order, axis=1)[:, :3].T
    moved = current[base] + STEP * (current[first] - current[second])
    inside = (moved >= LOWER) & (moved <= UPPER)
    moved = np.where(inside, moved, LOWER + (UPPER - LOWER) * random.random(moved.shape))
    crossed = random.random(moved.shape) < CROSSOVER_PROBABILITY
    crossed[np.arange(POPULATION), random.integers(len(VARIABLES), size=POPULATION)] = True  # no body comes up twice
    return np.where(crossed, moved, current)


def _cost(bodies: Floats) -> Floats:
    """Mass of a feasible body; any other comes after all of them, by how far it misses its requirements."""
    cars = CarBodies(bodies)
    violation = np.maximum(cars.constraints(), 0).sum(axis=1)
    return np.where(violation > 0, 1e6 * (1 + violation), cars.mass())
