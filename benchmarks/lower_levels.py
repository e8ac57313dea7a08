"""The two lower levels on the same structures: whose impurity is lower, and whose time is shorter."""

from __future__ import annotations

from functools import partial

import numpy as np
from fits import timed
from numpy.typing import NDArray
from pages import table, tell, yes_or_no

from nldt import FastSearch, PaperSearch
from nldt.bench.splits import load_data
from nldt.data.training_rows import TrainingRows
from nldt.model.basis import Basis
from nldt.model.basis.search_units import SearchUnits
from nldt.solve import NATIVE, DirectionSettings, NodeRows

DATA = ("wdbc", "m-dtlz1-30")
REPEATS = 7
MORE_STEPS = (6, 12)  # beside those of the search
LEAST_NO_WORSE, MOST_OF_GA = 97.0, 0.2  # percent of the structures; share of the GA's time
SAME = 1e-9  # impurities that differ by less are equal

Floats = NDArray[np.float64]
Task = tuple[NodeRows, NDArray[np.int8], NDArray[np.uint64]]  # rows, exponents, seeds


def lower_levels(n_structures: int) -> list[str]:
    """The part of a page that compares them."""
    lines = []
    for name in DATA:
        lines += race(name, random_structures(name, n_structures))
        tell(f"lower levels on {name}")
    return [
        "## The lower level alone: fast and genetic",
        f"{n_structures} random structures on all rows of each table, half of two terms, half of three, one or two "
        "features a term, exponents −3 to 3 where the data allow them; the better of half-space and band for both. The "
        f"fast one has the {FastSearch().steps} steps that all structures get, more of them, and the "
        f"{FastSearch().final_steps} that finalists get, with exact ends as theirs. Microseconds a structure are CPU "
        f"time on one thread, medians of {REPEATS} runs in turn. Wanted: no worse in at least {LEAST_NO_WORSE:g} % of "
        f"the structures, in at most {MOST_OF_GA:g} of the time.",
        table(
            ["data", "no worse", "mean impurity: fast, genetic", "µs: fast, genetic", "time over genetic", "reached"],
            lines,
        ),
    ]


def race(name: str, task: Task) -> list[list[str]]:
    """A line of the table for each number of steps."""
    final_steps = FastSearch().final_steps
    work = {steps: partial(fast, task, steps, steps == final_steps) for steps in all_steps()}
    times: dict[int | None, list[float]] = {steps: [] for steps in (None, *work)}
    found = {}
    for _ in range(REPEATS):
        theirs, taken = timed(partial(genetic, task))
        times[None].append(taken.cpu)
        for steps, one in work.items():
            found[steps], taken = timed(one)
            times[steps].append(taken.cpu)
    spent = {steps: 1e6 * float(np.median(of)) / len(theirs) for steps, of in times.items()}
    return [line(f"{name}, {steps} steps", found[steps], theirs, spent[steps], spent[None]) for steps in sorted(work)]


def all_steps() -> set[int]:
    """Numbers of steps that are measured."""
    return {FastSearch().steps, *MORE_STEPS, FastSearch().final_steps}


def line(name: str, ours: Floats, theirs: Floats, our_time: float, their_time: float) -> list[str]:
    """What is measured of one number of steps, and the verdict."""
    no_worse, share = 100 * float(np.mean(ours <= theirs + SAME)), our_time / their_time
    return [
        name,
        f"{no_worse:.1f} %",
        f"{ours.mean():.4f}, {theirs.mean():.4f}",
        f"{our_time:.0f}, {their_time:.0f}",
        f"{share:.2f}",
        yes_or_no(no_worse >= LEAST_NO_WORSE and share <= MOST_OF_GA),
    ]


def fast(task: Task, steps: int, thorough: bool) -> Floats:
    """Impurities of the fast lower level, the better of half-space and band."""
    rules = NATIVE.solve_directions(*task, DirectionSettings(criterion="gini", steps=steps, thorough=thorough))
    return rules.impurity.min(axis=1)


def genetic(task: Task) -> Floats:
    """The same of the paper's lower level, which runs once for each shape of rule."""
    rows, exponents, seeds = task
    settings = PaperSearch().lower_settings("gini", n_threads=1)
    shapes = (np.full(len(seeds), band) for band in (False, True))
    return np.minimum(*(NATIVE.evolve(rows, exponents, shape, seeds, settings).impurity for shape in shapes))


def random_structures(name: str, count: int) -> Task:
    """A table as the core takes it, random structures of different terms, and their seeds."""
    data = load_data(name, 0)
    X = data.X.to_numpy(np.float64)
    classes, y = np.unique(data.y, return_inverse=True)
    rows = TrainingRows.canonical(X, y, np.ones(len(y)), np.ones(len(classes)))
    low, high = rows.extremes
    units = SearchUnits.fit(Basis.as_is(X.shape[1]), low, high)
    random = np.random.default_rng(0)
    exponents = np.zeros((count, 3, X.shape[1]), dtype=np.int8)
    for place, matrix in enumerate(exponents):
        terms = matrix[: 2 + place % 2]
        while len(np.unique(terms, axis=0)) < len(terms):
            terms[:] = [random_term(random, units, X.shape[1]) for _ in terms]
    node = NodeRows(rows.columns.in_units(units), rows.class_begin, rows.mass)
    return node, exponents, random.integers(0, 2**63, count, dtype=np.uint64)


def random_term(random: np.random.Generator, units: SearchUnits, n_features: int) -> NDArray[np.int8]:
    """Exponents of a term of one or two features."""
    term = np.zeros(n_features, dtype=np.int8)
    for feature in random.choice(n_features, random.integers(1, 3), replace=False):
        term[feature] = random.choice([e for e in (-3, -2, -1, 1, 2, 3) if units.allows(int(feature), e)])
    return term
