"""m-ZDT and m-DTLZ: points on and beside a known Pareto set (supplement, "m-ZDT, m-DTLZ Problems")."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from nldt.datasets.dataset import Dataset, Entry

Floats = NDArray[np.float64]

POINTS_PER_CLASS = 1000
PARETO, NON_PARETO = 0, 1  # the paper's "Class=0 indicates the Pareto dataset"


@dataclass(frozen=True)
class Problem:
    """How the points of one problem lie; variables are counted from 1, as in the paper.

    A pair is (x_i, x_{i+1}) with i even and both in x_m. A last x_i without a partner is free, as is
    every variable before ``first_pair``.
    """

    title: str
    n_features: int
    first_pair: int  # the first even i of x_m
    moved: range  # the variables in which a non-Pareto point differs from the Pareto point it comes from
    offset: float  # the supplement's sigma_offset
    spread: float  # its sigma_spread


# Supplement, Table "Parameter setting to generate datasets for m-ZDT and m-DTLZ problems". x_m is x2 … xn for
# m-ZDT and x3 … xn for m-DTLZ, which has three objectives. With 500 variables the first 28 of x_m are moved.
PROBLEMS = {
    "m-zdt1-30": Problem("m-ZDT1", 30, 2, range(1, 31), offset=0.1, spread=0.3),
    "m-zdt1-500": Problem("m-ZDT1", 500, 2, range(2, 30), offset=0.1, spread=0.3),
    "m-zdt2-30": Problem("m-ZDT2", 30, 2, range(1, 31), offset=0.1, spread=0.3),
    "m-zdt2-500": Problem("m-ZDT2", 500, 2, range(2, 30), offset=0.1, spread=0.3),
    "m-dtlz1-30": Problem("m-DTLZ1", 30, 4, range(3, 31), offset=0, spread=0.05),
    "m-dtlz1-500": Problem("m-DTLZ1", 500, 4, range(3, 31), offset=0, spread=0.05),
    "m-dtlz2-30": Problem("m-DTLZ2", 30, 4, range(3, 31), offset=0, spread=0.05),
    "m-dtlz2-500": Problem("m-DTLZ2", 500, 4, range(3, 31), offset=0, spread=0.05),
}


def make_modified_benchmark(name: str, seed: int) -> Dataset:
    """1000 points of the Pareto set (class 0) and 1000 beside it (class 1).

    Every problem has its own random stream: m-ZDT1 and m-ZDT2 describe the same kind of points, as do
    m-DTLZ1 and m-DTLZ2, and would otherwise be the same table under two names.

    Examples
    --------
    >>> data = make_modified_benchmark("m-zdt1-30", seed=0)
    >>> pairs = data.X["x2"] + data.X["x3"]
    >>> bool((pairs[data.y == 0] == 1).all()), bool((pairs[data.y == 1] == 1).any())
    (True, False)
    """
    problem = PROBLEMS[name]
    random = np.random.default_rng([seed, zlib.crc32(name.encode())])
    pareto = pareto_points(problem, POINTS_PER_CLASS, random)
    non_pareto = move_off(pareto_points(problem, POINTS_PER_CLASS, random), problem, random)
    return Dataset(
        name,
        pd.DataFrame(np.concatenate([pareto, non_pareto]), columns=[f"x{i}" for i in range(1, problem.n_features + 1)]),
        pd.Series(np.repeat([PARETO, NON_PARETO], POINTS_PER_CLASS), name="class"),
        describe(problem),
    )


def describe(problem: Problem) -> str:
    """One line on what the points are."""
    return (
        f"{problem.title} with {problem.n_features} variables: {POINTS_PER_CLASS} points of the Pareto set, "
        f"x_i + x_(i+1) = 1 for even i from {problem.first_pair}, and {POINTS_PER_CLASS} points beside it"
    )


def pareto_points(problem: Problem, size: int, random: np.random.Generator) -> Floats:
    """Points uniform on the Pareto set: every variable in [0, 1], x_{i+1} = 1 − x_i in every pair."""
    points = random.random((size, problem.n_features))
    first, second = _pair_columns(problem)
    points[:, second] = 1 - points[:, first]
    return points


def move_off(points: Floats, problem: Problem, random: np.random.Generator) -> Floats:
    """Non-Pareto points, one for each Pareto point; they may leave [0, 1]."""
    columns = np.array(problem.moved) - 1
    shape = (len(points), len(columns))
    sign = random.choice([-1.0, 1.0], shape)  # r1
    share = random.random(shape)  # r2
    moved = points.copy()
    moved[:, columns] += sign * (problem.offset + share * problem.spread)  # Supplement, eq:m_zdt_dtlz_np
    return moved


def distance(name: str, X: Floats) -> Floats:
    """The sum of (x_i + x_{i+1} − 1)² over the pairs, which is 0 on the Pareto set."""
    first, second = _pair_columns(PROBLEMS[name])
    squares: Floats = (X[:, first] + X[:, second] - 1) ** 2
    return squares.sum(axis=1)


def objectives(name: str, X: Floats) -> Floats:
    """The objectives to be minimised, a column each: two for m-ZDT, three for m-DTLZ.

    Parameters
    ----------
    name : str
        A name of ``PROBLEMS``.
    X : array of shape (rows, variables)
        Points, a row each; any values.

    Returns
    -------
    array of shape (rows, objectives)
        f2 of m-ZDT1 is NaN where x1 is negative, as it is for some non-Pareto points.

    Examples
    --------
    >>> on_the_front = np.array([[0.25] + [0.5] * 29])
    >>> objectives("m-zdt1-30", on_the_front).tolist()
    [[0.25, 0.5]]
    >>> objectives("m-dtlz1-30", on_the_front).tolist()
    [[0.0625, 0.0625, 0.375]]
    """
    title = PROBLEMS[name].title
    x1, x2 = X[:, 0], X[:, 1]
    if title in ("m-ZDT1", "m-ZDT2"):
        g = 1 + 18 / (X.shape[1] - 1) * distance(name, X)
        with np.errstate(invalid="ignore"):
            front = np.sqrt(x1 / g) if title == "m-ZDT1" else (x1 / g) ** 2
        return np.column_stack([x1, g * (1 - front)])
    scale = 1 + 100 * distance(name, X)
    if title == "m-DTLZ1":
        return np.column_stack([scale * x1 * x2, scale * x1 * (1 - x2), scale * (1 - x1)]) / 2
    cos1, sin1 = np.cos(x1 * np.pi / 2), np.sin(x1 * np.pi / 2)
    cos2, sin2 = np.cos(x2 * np.pi / 2), np.sin(x2 * np.pi / 2)
    return np.column_stack([scale * cos1 * cos2, scale * cos1 * sin2, scale * sin1])


def _pair_columns(problem: Problem) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    first = np.arange(problem.first_pair - 1, problem.n_features - 1, 2)
    return first, first + 1


def _entry(name: str, problem: Problem) -> Entry:
    return Entry(
        name,
        problem.n_features,
        {PARETO: POINTS_PER_CLASS, NON_PARETO: POINTS_PER_CLASS},
        describe(problem),
        "generated",
        lambda seed, quick: make_modified_benchmark(name, seed),
    )


MODIFIED_BENCHMARKS = [_entry(name, problem) for name, problem in PROBLEMS.items()]
