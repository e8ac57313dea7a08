"""Every entry point of the core answers or refuses whatever it is asked; ``make soak`` asks more."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from core_questions import ask

from nldt import _core


@pytest.mark.parametrize("seed", range(4))
def test_any_question_is_answered_or_refused(seed):
    random = np.random.default_rng(seed)
    outcomes = Counter(ask(random) for _ in range(400))
    assert min(outcomes["answered"], outcomes["refused"]) > 50


@pytest.mark.parametrize("eta", [np.nan, np.inf, -1.0, 1e38])
def test_genes_of_any_size_stay_genes(eta):
    """NaN among them came out as an integer that can't hold it: undefined behaviour, for sanitizers to see."""
    genes = np.array([np.nan, np.inf, -np.inf, 3e38, -1.0, 0.0, 1.0], dtype=np.float32)
    for child in (*_core.crossover_genes(genes, genes[::-1].copy(), genes, genes, eta),):
        assert child.shape == genes.shape
    assert _core.mutate_genes(genes, genes, genes, 0.5, eta).shape == genes.shape


@contextmanager
def most_threads() -> Iterator[list[int]]:
    """The most threads that this process has while the block runs, as far as many looks tell."""
    seen, over = [len(os.listdir("/proc/self/task"))], threading.Event()

    def look() -> None:
        while not over.is_set():
            seen[0] = max(seen[0], len(os.listdir("/proc/self/task")))

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        yield seen
    finally:
        over.set()
        watcher.join()


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="counts threads in /proc")
def test_as_many_threads_as_anybody_asks_for_give_the_same_answer():
    """Of 10,000 only those are started that can work: each has memory of its own, and a minute went by before."""
    random = np.random.default_rng(0)
    features, mass, begin = random.random((3, 300)), np.ones(300), np.array([0, 100, 300])
    exponents, seeds = np.ones((10_000, 1, 3), dtype=np.int8), np.arange(10_000, dtype=np.uint64)
    settings = {"criterion": "gini", "steps": 0, "thorough": False}

    def found(n_threads: int) -> list[bytes]:
        answer = _core.solve_directions(features, begin, mass, exponents, seeds, n_threads=n_threads, **settings)
        return [array.tobytes() for array in answer]

    with most_threads() as alone:
        expected = found(1)
    with most_threads() as many:
        assert found(10_000) == expected
    # A thread that has just ended may still be listed, the first watcher's too; without the cap there are thousands.
    assert many[0] - alone[0] < 4 * max(os.cpu_count() or 1, 8)


@pytest.mark.parametrize(
    ("mass", "words"),
    [([1.0, np.nan], "0 or more"), ([1.0, -1.0], "0 or more"), ([1e308, 1e308], "finite"), ([np.inf, 1.0], "finite")],
)
def test_masses_that_add_up_to_no_number_are_refused(mass, words):
    """The order of individuals was undefined with them, and the process could end."""
    with pytest.raises(ValueError, match=words):
        _core.left_class_mass(np.zeros(2), 0.0, 1.0, np.array([0, 1, 2]), np.array(mass))
