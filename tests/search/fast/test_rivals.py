"""Rules that say about the same in other ways."""

from __future__ import annotations

import numpy as np

from nldt import FastSearch, NLDTClassifier
from nldt.estimators.growing import make_grower
from nldt.progress import Deadline, SilentMonitor


def test_a_ratio_is_a_rival_of_a_difference():
    random = np.random.default_rng(0)
    X = random.uniform(1.0, 2.0, (500, 3))
    y = X[:, 0] > 1.1 * X[:, 1]
    clf = NLDTClassifier(search=FastSearch(generations=0), random_state=0, n_jobs=1).fit(X, y)
    fitted = clf._fitted
    grower = make_grower(fitted.parameters, clf.search, fitted.training, SilentMonitor(), Deadline(None))
    found = clf.search.rivals(grower.task("root", fitted.training.rows), np.array([[1, 0, 0], [0, 1, 0]]), 3)
    assert 0 < len(found) <= 3
    assert any(np.array_equal(np.abs(rule.exponents), [[1, 1, 0]]) for rule in found)
    assert all(rule.complexity <= 2 and not rule.exponents[:, 2].any() for rule in found)
