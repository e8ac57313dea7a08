"""The fast lower level beside the paper's, structure by structure: whose impurity is lower, and who is faster.

Random structures of two and three terms, one to three features a term, in the columns that the searches work on. Both
sides solve each with and without the modulus, on one thread, and the better of the two counts. Times are medians of
interleaved runs, in processor time.

    python benchmarks/lower_level_race.py [--structures 200] [--steps 6 ...] [--repeats 7] [NAME ...]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nldt import FastSearch, NLDTClassifier, PaperSearch, core
from nldt.datasets import load
from nldt.feature_scaling import fit_scaling
from nldt.search.operators import random_nonzero
from nldt.search.structures import Structures, StructureSpace, structure_space

DATA = ("wdbc", "m-dtlz1-30")
TERMS = (2, 3)
MOST_FEATURES_PER_TERM = 3
NO_WORSE = 1e-12  # impurities closer than this are equal
WANTED_SHARE, WANTED_TIME = 0.97, 0.2

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Rows:
    """All rows of a dataset as one node has them, and the structures that may be drawn."""

    features: Floats
    class_begin: NDArray[np.int64]
    sample_weight: Floats
    space: StructureSpace


def read(name: str, seed: int) -> Rows:
    """The rows of a dataset in the raw scaling, grouped by class."""
    data = load(name, seed)
    X = data.X.fillna(data.X.median()).to_numpy(dtype=np.float64)
    y = np.unique(data.y, return_inverse=True)[1]
    names = [str(column) for column in data.X.columns]
    scaling = fit_scaling("raw", X, names)
    exponents = NLDTClassifier().exponents
    space = structure_space(exponents, exponents, names, scaling.allows, max(TERMS), None, True)
    order = np.argsort(y, kind="stable")
    begin = np.concatenate([[0], np.cumsum(np.bincount(y))]).astype(np.int64)
    return Rows(scaling.to_columns(X[order]), begin, np.ones(len(y)), space)


def draw(random: np.random.Generator, space: StructureSpace, n_terms: int, count: int) -> Structures:
    """Structures of so many different terms, each of one to three features with exponents drawn evenly."""
    exponents = np.zeros((count, space.max_terms, space.n_features), dtype=np.int8)
    for structure in exponents:
        while len(np.unique(structure[:n_terms], axis=0)) < n_terms or not structure[:n_terms].any(axis=1).all():
            structure[:] = 0
            for term in structure[:n_terms]:
                chosen = random.choice(space.usable, random.integers(1, MOST_FEATURES_PER_TERM + 1), replace=False)
                term[chosen] = random_nonzero(random, space, chosen)
    return Structures(exponents, np.zeros(count, dtype=bool)).canonical()


def paper_impurity(rows: Rows, exponents: NDArray[np.int8], seeds: NDArray[np.uint64], criterion: str) -> Floats:
    """The better of the genetic algorithm's half-space and its band."""
    by_flag = [
        core.solve_lower_level(
            rows.features,
            rows.class_begin,
            rows.sample_weight,
            exponents,
            np.full(len(exponents), modulus),
            seeds,
            criterion=criterion,
            n_threads=1,
            instruction_set=core.requested_instruction_set(),
            **PaperSearch()._lower_settings(),
        )[3]
        for modulus in (False, True)
    ]
    return np.minimum(*by_flag)


def fast_impurity(
    rows: Rows, exponents: NDArray[np.int8], seeds: NDArray[np.uint64], criterion: str, steps: int
) -> Floats:
    """The better of the direction search's half-space and its band."""
    solution = core.solve_directions(
        rows.features,
        rows.class_begin,
        rows.sample_weight,
        exponents,
        seeds,
        criterion=criterion,
        steps=steps,
        thorough=False,
        n_threads=1,
        instruction_set=core.requested_instruction_set(),
    )
    return solution[3].min(axis=1)


def timed(work: Callable[[], Floats]) -> tuple[Floats, float]:
    """The result and the seconds it took."""
    started = time.process_time()
    result = work()
    return result, time.process_time() - started


def race(rows: Rows, n_terms: int, count: int, steps: list[int], repeats: int, criterion: str) -> list[Floats]:
    """For each number of steps: both impurities of every structure, then both sides' seconds a structure."""
    random = np.random.default_rng(n_terms)
    exponents = np.ascontiguousarray(draw(random, rows.space, n_terms, count).exponents)
    seeds = random.integers(0, 2**63, count, dtype=np.uint64)
    paper_seconds: list[float] = []
    fast_seconds: dict[int, list[float]] = {n: [] for n in steps}
    fast = {}
    for _ in range(repeats):
        paper, seconds = timed(lambda: paper_impurity(rows, exponents, seeds, criterion))
        paper_seconds.append(seconds)
        for n in steps:
            fast[n], seconds = timed(lambda n=n: fast_impurity(rows, exponents, seeds, criterion, n))
            fast_seconds[n].append(seconds)
    spent = statistics.median(paper_seconds)
    return [
        np.array([fast[n], paper, *(np.full(count, t / count) for t in (statistics.median(fast_seconds[n]), spent))])
        for n in steps
    ]


def print_line(name: str, terms: str, steps: int, results: Floats) -> None:
    """Share of structures solved no worse, mean difference of impurity, and times."""
    fast, paper, fast_seconds, paper_seconds = results
    share = np.mean(fast <= paper + NO_WORSE)
    ratio = fast_seconds.mean() / paper_seconds.mean()
    reached = share >= WANTED_SHARE and ratio <= WANTED_TIME
    print(
        f"{name:12} {terms:>5} {steps:6d} {100 * share:9.1f} % {np.mean(fast - paper):+12.5f} "
        f"{1e6 * fast_seconds.mean():10.0f} {1e6 * paper_seconds.mean():10.0f} {ratio:7.3f}  "
        f"{'yes' if reached else 'NO'}",
        flush=True,
    )


def main() -> None:
    """Print one line a dataset, number of terms and number of steps, and one for both numbers of terms together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(DATA))
    parser.add_argument("--structures", type=int, default=200)
    parser.add_argument("--steps", type=int, nargs="+", default=[FastSearch().steps])
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--criterion", default="gini")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    print(
        f"{'data':12} {'terms':>5} {'steps':>6} {'no worse':>11} {'difference':>12} {'fast us':>10} {'paper us':>10} "
        f"{'ratio':>7}  reached"
    )
    for name in arguments.names:
        rows = read(name, arguments.seed)
        count = arguments.structures // len(TERMS)
        results = [
            race(rows, n_terms, count, arguments.steps, arguments.repeats, arguments.criterion) for n_terms in TERMS
        ]
        for place, steps in enumerate(arguments.steps):
            for n_terms, by_steps in zip(TERMS, results, strict=True):
                print_line(name, str(n_terms), steps, by_steps[place])
            print_line(name, "both", steps, np.concatenate([by_steps[place] for by_steps in results], axis=1))


if __name__ == "__main__":
    main()
