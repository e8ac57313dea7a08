"""Good and bad designs of NSGA-II runs (supplement, "ZDT, Truss and Welded Beam Datasets")."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from nldt.datasets.dataset import Dataset, Entry
from nldt.datasets.design_problems import DESIGN_PROBLEMS
from nldt.datasets.nondominated import best_first
from nldt.datasets.nsga2 import Run, stored_populations
from nldt.errors import InputError

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]


@dataclass(frozen=True)
class Recipe:
    """How two classes are taken from a run.

    The good ones are the first ``n_good`` of rank 1, the bad ones the first ``n_bad`` from ``bad_rank`` on, among the
    distinct designs of the generations that are merged.
    """

    problem: str
    population: int  # N
    generations: int  # g_max
    reference: int | None  # g_ref, merged with the last one; None: all generations are merged
    bad_rank: int  # tau_rank
    n_good: int  # N_A
    n_bad: int  # N_B
    spare_generations: int = 0  # how many more may follow where the merged ones hold too few bad designs
    labels: tuple[str, str] = ("good", "bad")


# Supplement, "Parameter Setting for NSGA-II" and its table of settings for multi-objective problems. Where the two
# differ (population 500 and 200), 200 can't give 200 bad designs.
_TRUSS = Recipe("truss", 500, 1000, reference=1, bad_rank=6, n_good=200, n_bad=200)
_WELDED_BEAM = Recipe("welded-beam", 500, 1000, reference=1, bad_rank=3, n_good=200, n_bad=200)
_ZDT = Recipe("zdt1", 100, 200, None, 10, 100, 5000, spare_generations=100, labels=("Pareto", "non-Pareto"))

RECIPES = {
    "truss-6": _TRUSS,
    "truss-9": replace(_TRUSS, bad_rank=9),
    "welded-beam-1": _WELDED_BEAM,
    "welded-beam-10": replace(_WELDED_BEAM, reference=10),
    "zdt1": _ZDT,
    "zdt2": replace(_ZDT, problem="zdt2", bad_rank=5),
    "zdt3": replace(_ZDT, problem="zdt3"),
}
# Small runs of the same kind, for tests and first looks.
QUICK = {
    name: replace(recipe, population=200, generations=60, n_good=100, n_bad=60)
    if recipe.reference is not None
    else replace(recipe, population=50, generations=100, n_good=50, n_bad=1000)
    for name, recipe in RECIPES.items()
}


def make_evolved(name: str, seed: int, quick: bool = False) -> Dataset:
    """Good and bad designs of one NSGA-II run; the seed is the run's.

    truss-6 and truss-9 with one seed come from one run, as do welded-beam-1 and welded-beam-10. Rows are in the order
    of rank and crowding distance, the good ones first.
    """
    recipe = QUICK[name] if quick else RECIPES[name]
    chosen = select_classes(recipe, seed)
    rows = np.concatenate([chosen.good, chosen.bad])
    return Dataset(
        name,
        pd.DataFrame(chosen.designs[rows], columns=list(DESIGN_PROBLEMS[recipe.problem].variables)),
        pd.Series(np.repeat(recipe.labels, [recipe.n_good, recipe.n_bad]).tolist(), name="class"),
        describe(recipe),
    )


def objectives(name: str, X: Floats) -> Floats:
    """The two objectives of designs of a dataset of ``RECIPES``, both to be minimised.

    Examples
    --------
    >>> volume, stress = objectives("truss-6", np.array([[0.0025, 0.005, 2.0]]))[0]
    >>> f"{volume:.4f} m³, {stress:.0f} kPa"
    '0.0224 m³, 17889 kPa'
    """
    return DESIGN_PROBLEMS[RECIPES[name].problem].objectives(np.asarray(X, dtype=np.float64))


@dataclass(frozen=True)
class Selection:
    """Merged designs, the rank of each, and the rows of the two classes."""

    designs: Floats
    ranks: Integers
    good: Integers
    bad: Integers


def select_classes(recipe: Recipe, seed: int) -> Selection:
    """Merge generations of the recipe's run and take the two classes from them."""
    run = _run(recipe, seed)
    populations = stored_populations(run)
    if recipe.reference is not None:
        chosen = _select(recipe, _distinct(populations[[run.stored.index(recipe.reference), -1]])[0])
    else:  # a rank never falls when designs are added, so that the bad ones become no fewer
        designs, birth = _distinct(populations)
        lasts = range(recipe.generations, run.generations)
        enough = bisect_left(lasts, recipe.n_bad, key=lambda last: len(_select(recipe, designs[birth < last]).bad))
        chosen = _select(recipe, designs[birth < recipe.generations + enough])
    if len(chosen.good) < recipe.n_good or len(chosen.bad) < recipe.n_bad:
        raise InputError(
            f"the NSGA-II run of seed {seed} on the {DESIGN_PROBLEMS[recipe.problem].title} problem gives "
            f"{len(chosen.good)} good designs of {recipe.n_good} and {len(chosen.bad)} bad ones of {recipe.n_bad}: "
            "take another seed"
        )
    return chosen


def describe(recipe: Recipe) -> str:
    """One line on what the classes are."""
    title = DESIGN_PROBLEMS[recipe.problem].title
    generations = "all generations" if recipe.reference is None else f"generations {recipe.reference} and the last"
    return (
        f"{title[0].upper()}{title[1:]}: {recipe.n_good} non-dominated designs and {recipe.n_bad} of rank "
        f"{recipe.bad_rank} and more, from {generations} of an NSGA-II run"
    )


def _run(recipe: Recipe, seed: int) -> Run:
    """The run that a recipe takes its designs from; recipes that differ in classes only share it."""
    generations = recipe.generations + recipe.spare_generations
    if recipe.reference is None:
        stored = tuple(range(1, generations + 1))
    else:
        shared = {other.reference for other in RECIPES.values() if other.problem == recipe.problem}
        stored = tuple(sorted({generations, recipe.reference, *(g for g in shared if g is not None)}))
    return Run(recipe.problem, recipe.population, generations, stored, seed)


def _distinct(populations: Floats) -> tuple[Floats, Integers]:
    """Each design once, and the first of the populations that holds it.

    A survivor is in many generations: repeated, it would be in training and test data alike.
    """
    n_populations, size, n_variables = populations.shape
    designs, first = np.unique(populations.reshape(n_populations * size, n_variables), axis=0, return_index=True)
    return designs, first // size


def _select(recipe: Recipe, designs: Floats) -> Selection:
    design = DESIGN_PROBLEMS[recipe.problem]
    order, ranks = best_first(design.objectives(designs), design.violation(designs))
    good = order[ranks[order] == 1][: recipe.n_good]
    bad = order[ranks[order] >= recipe.bad_rank][: recipe.n_bad]
    return Selection(designs, ranks, good, bad)


def _entry(name: str, recipe: Recipe) -> Entry:
    return Entry(
        name,
        len(DESIGN_PROBLEMS[recipe.problem].variables),
        dict(zip(recipe.labels, (recipe.n_good, recipe.n_bad), strict=True)),
        describe(recipe),
        "generated, NSGA-II of pymoo",
        partial(make_evolved, name),
    )


EVOLVED = [_entry(name, recipe) for name, recipe in RECIPES.items()]
