"""Lower-level objective evaluations per second and core: the running GA beside the bare objective in NumPy.

Both work on the same rows in one run, on one thread. The GA is measured with all its overhead; NumPy gets the 50
individuals for nothing, and the quickest of the data types in which it can add up booleans.
"""

from __future__ import annotations

import os

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "1"

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from nldt import solve as core
from nldt._core import solve_lower_level

ROWS = (140, 400, 2000, 20000)
TERMS = (1, 2, 3)
WANTED = {140: 1.5, 400: 4.0, 2000: 8.0}
REPEATS = 9
INDIVIDUALS = 50


def numpy_objective(
    T: NDArray[np.float32], W: NDArray[np.float32], b: NDArray[np.float32], starts: NDArray[np.int64], dtype: type
) -> NDArray[np.float32]:
    """Gini impurity of 50 half-spaces; rows sorted by class."""
    left = W @ T + b[:, None] <= 0
    counts_left = np.add.reduceat(left, starts, axis=1, dtype=dtype).astype(np.float32)
    n_rows = T.shape[1]
    counts_right = np.diff(np.append(starts, n_rows)).astype(np.float32) - counts_left
    impurity = np.zeros(len(W), dtype=np.float32)
    for counts in (counts_left, counts_right):
        total = counts.sum(axis=1)
        impurity += total - (counts**2).sum(axis=1) / np.maximum(total, 1)
    return impurity / n_rows


def run_ga(features: NDArray[np.float64], class_begin: NDArray[np.int64], n_terms: int, seed: int) -> int:
    """Evaluations of a few runs of the lower level that never stop early."""
    structures = 40 if features.shape[1] <= 2000 else 4
    exponents = np.zeros((structures, n_terms, len(features)), dtype=np.int8)
    exponents[:, np.arange(n_terms), np.arange(n_terms)] = 1
    solution = solve_lower_level(
        features,
        class_begin,
        np.ones(features.shape[1]),
        exponents,
        np.zeros(structures, dtype=bool),
        np.arange(structures, dtype=np.uint64) + np.uint64(structures * seed),
        criterion="gini",
        population=INDIVIDUALS,
        generations=50,
        crossover_probability=0.9,
        mutation_probability=0.0,
        crossover_eta=2.0,
        mutation_eta=15.0,
        tolerance=-1.0,
        patience=10,
        n_threads=1,
        instruction_set=core.requested_instruction_set(),
    )
    return int(solution[4].sum())


def rate(work: Callable[[int], int]) -> float:
    """The best of a few measurements, in evaluations per second."""
    best = 0.0
    for repeat in range(REPEATS):
        started = time.perf_counter()
        evaluations = work(repeat)
        best = max(best, evaluations / (time.perf_counter() - started))
    return best


def main() -> None:
    """Print the table."""
    random = np.random.default_rng(0)
    print(f"instruction set: {core.requested_instruction_set() or core.available_instruction_sets()[0]}")
    print(f"{'rows':>6} {'terms':>6} {'GA M/s':>8} {'NumPy M/s':>10} {'ratio':>7} {'wanted':>7}")
    for n_rows in ROWS:
        features = random.uniform(1, 2, (3, n_rows))
        class_begin = np.array([0, n_rows // 2, n_rows])
        for n_terms in TERMS:
            T = np.ascontiguousarray(features[:n_terms], dtype=np.float32)
            W = random.standard_normal((INDIVIDUALS, n_terms)).astype(np.float32)
            b = -(W @ T.mean(axis=1))
            calls = max(5, 400_000 // n_rows)

            def repeat_numpy(_: int, dtype: type, T=T, W=W, b=b, n=calls, starts=class_begin[:-1]) -> int:
                for _ in range(n):
                    numpy_objective(T, W, b, starts, dtype)
                return n * INDIVIDUALS

            numpy_rate = max(rate(lambda r, d=dtype: repeat_numpy(r, d)) for dtype in (np.int32, np.float32, np.uint16))
            ga_rate = rate(lambda r, X=features, c=class_begin, k=n_terms: run_ga(X, c, k, r))
            wanted = f"{WANTED[n_rows]:.1f}" if n_rows in WANTED else ""
            print(
                f"{n_rows:6d} {n_terms:6d} {ga_rate / 1e6:8.2f} {numpy_rate / 1e6:10.3f} "
                f"{ga_rate / numpy_rate:7.1f} {wanted:>7}"
            )


if __name__ == "__main__":
    main()
