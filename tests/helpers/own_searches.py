"""Searches as a user would write them."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator

from nldt.search import SearchOutcome, SearchTraits


class BestThreshold:
    """The purest threshold of one feature: no base class, no traits, no parameters."""

    def find_split(self, task):
        terms = np.eye(len(task.features), dtype=int)
        rules = [
            task.candidate(terms[[j]], [1.0], -np.inf, threshold)
            for j, values in enumerate(task.features)
            for threshold in np.unique(values)[:-1]
        ]
        return SearchOutcome(min(rules, key=lambda rule: rule.impurity, default=None))


class TunableThreshold(BaseEstimator):
    """The same with parameters that a file can hold, and one that it can't."""

    traits = SearchTraits(shortens_numbers=True)

    def __init__(self, feature=0, quantiles=(0.25, 0.5, 0.75), measure=None):
        self.feature = feature
        self.quantiles = quantiles
        self.measure = measure

    def find_split(self, task):
        term = np.eye(len(task.features), dtype=int)[[self.feature]]
        ends = np.quantile(task.features[self.feature], self.quantiles)
        rules = [task.candidate(term, [1.0], -np.inf, end) for end in ends]
        return SearchOutcome(min(rules, key=self.measure or (lambda rule: rule.impurity)), rules)


class Answers:
    """A search that gives the same outcome for every node."""

    def __init__(self, outcome):
        self.outcome = outcome

    def find_split(self, task):
        return self.outcome
