"""A fit on a large table copies it once, and holds the columns that the finalists use beside it."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from nldt import FastSearch, NLDTClassifier


@pytest.mark.parametrize("scaling", ["raw", "shift"])
def test_peak_of_a_fit_beside_the_data(scaling):
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 2.0, (200_000, 30))
    y = X[:, 1] / X[:, 3] > 1.5
    y ^= random.random(len(y)) < 0.1
    y[X[:, 7] > 1.9] ^= True  # a second rule: children are searched too
    search = FastSearch(generations=2, children=20, finalists=2, pairs=6, final_steps=10)
    classifier = NLDTClassifier(search=search, scaling=scaling, random_state=0, max_depth=2)
    tracemalloc.start()
    classifier.fit(X, y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert classifier.n_rules_ >= 1
    assert peak < 2.2 * X.nbytes  # NumPy's part: the core has its own, for two structures at a time
