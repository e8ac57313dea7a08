"""What the grower does with the rules that a search hands it."""

from __future__ import annotations

import numpy as np
import pytest

from nldt import NLDTClassifier
from nldt.search import Candidate, SearchOutcome, SearchTraits

SUM = np.array([[1, 0], [0, 1]], dtype=np.int8)
SUM_OF_PRODUCTS = np.array([[1, 0], [1, 1]], dtype=np.int8)


class OneAnswer:
    """A search that knows its answer: the first rule is chosen."""

    def __init__(self, candidates: list[Candidate], shortens_numbers: bool) -> None:
        self.candidates = candidates
        self.traits = SearchTraits(shortens_numbers=shortens_numbers)

    def find_split(self, task) -> SearchOutcome:
        return SearchOutcome(self.candidates[0], self.candidates)


def separable() -> tuple[np.ndarray, np.ndarray]:
    """Rows whose units are those of the search, and classes that x1 + 0.5·x2 tells apart."""
    X = np.random.default_rng(0).uniform(0.55, 0.95, (200, 2))
    X = X[np.abs(X @ [1.0, 0.5] - 1.125) > 0.005]
    return X, (X @ [1.0, 0.5] > 1.125).astype(int)


def fitted(shortens_numbers: bool) -> NLDTClassifier:
    """A tree whose chosen rule is a little off: rounded, it parts the classes; a longer one does so as it is."""
    X, y = separable()
    off = Candidate(SUM, np.array([1.0, 0.5267]), -np.inf, 1.145, 0.03)
    pure = Candidate(SUM_OF_PRODUCTS, np.array([1.0, 0.7]), -np.inf, 1.2, 0.0)
    return NLDTClassifier(search=OneAnswer([off, pure], shortens_numbers), max_depth=1, random_state=0).fit(X, y)


def test_a_search_that_shortens_numbers_gets_short_numbers_true_impurities_and_a_front_that_trades():
    X, y = separable()
    rounded = fitted(shortens_numbers=True)
    assert sorted(rounded.rules_[0].weights.tolist()) == [1.0, 2.0]
    assert rounded.score(X, y) == 1.0
    assert [(point.complexity, point.impurity) for point in rounded.fronts_[0]] == [(2, pytest.approx(0.0))]
    assert rounded.tree_.evidence[1:].min(axis=1).tolist() == [0.0, 0.0]


def test_a_search_that_does_not_keeps_its_numbers():
    plain = fitted(shortens_numbers=False)
    assert plain.rules_[0].weights.tolist() == [1.0, 0.5267]
    assert plain.rules_[0].high == 1.145
    assert [(point.complexity, point.impurity) for point in plain.fronts_[0]] == [(2, 0.03), (3, 0.0)]
