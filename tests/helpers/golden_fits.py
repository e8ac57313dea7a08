"""Fits whose trees are kept: 23 of each search, over classes, evidence, costs, both scalings and criteria.

``python tests/helpers/golden_fits.py FILE`` writes the trees that the code of today finds.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from sklearn.datasets import load_digits, load_wine

from nldt import FastSearch, NLDTClassifier, PaperSearch, SplitRule
from nldt.datasets import load

Table = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Fit:
    """A table, a search made smaller where the paper's would take long, evidence at random, other parameters."""

    table: str
    paper: dict[str, int] = field(default_factory=dict)
    fast: dict[str, int] = field(default_factory=dict)
    evidence_seed: int | None = None
    parameters: dict[str, Any] = field(default_factory=dict)


FITS = {
    "iris": Fit("iris"),
    "iris shift": Fit("iris", parameters={"scaling": "shift"}),
    "iris entropy": Fit("iris", parameters={"criterion": "entropy", "random_state": 3}),
    "wdbc": Fit("wdbc", paper={"population": 60}),
    "wdbc shift": Fit("wdbc", paper={"population": 60}, parameters={"scaling": "shift"}),
    "wdbc weights": Fit("wdbc", paper={"population": 40}, evidence_seed=1, parameters={"random_state": 2}),
    "breast cancer": Fit("breast-cancer"),
    "breast cancer no bands": Fit("breast-cancer", parameters={"modulus": False, "max_depth": 3}),
    **{f"ds{i}": Fit(f"ds{i}", parameters={"random_state": i}) for i in (1, 2, 3, 4)},
    "wine": Fit("wine"),
    "wine weights shift": Fit("wine", evidence_seed=2, parameters={"scaling": "shift"}),
    "signed": Fit("signed"),
    "signed exponents": Fit("signed", parameters={"exponents": {0: (0, 1), 2: (0, 1, 2)}, "max_terms": 2}),
    "law": Fit("law", parameters={"max_depth": 2}),
    "law entropy weights": Fit("law", evidence_seed=3, parameters={"criterion": "entropy", "max_depth": 2}),
    "digits": Fit(
        "digits", fast={"generations": 10}, paper={"population": 40, "generations": 4}, parameters={"max_depth": 4}
    ),
    "m-zdt1": Fit("m-zdt1-30", paper={"population": 40, "generations": 5}),
    "law costs": Fit("law", parameters={"class_weight": {0: 1, 1: 5}, "max_depth": 2, "min_samples_split": 2}),
    "iris balanced costs": Fit(
        "iris", evidence_seed=4, parameters={"class_weight": "balanced", "min_samples_split": 2}
    ),
    "law limits": Fit(
        "law",
        parameters={"target_impurity": 0.1, "min_impurity": 0.02, "prune_tolerance": 0.01, "max_depth": 3},
    ),
}
SEARCHES: dict[str, Callable[[Fit], Any]] = {
    "fast": lambda fit: FastSearch(**fit.fast),
    "paper": lambda fit: PaperSearch(**{"generations": 12, **fit.paper}),
}


def fitted(search: str, name: str) -> NLDTClassifier:
    """One of the fits."""
    fit = FITS[name]
    X, y = _tables()[fit.table] if fit.table in _tables() else _loaded(fit.table)
    evidence = None
    if fit.evidence_seed is not None:
        evidence = np.random.default_rng(fit.evidence_seed).integers(0, 4, len(X)).astype(float)
    classifier = NLDTClassifier(search=SEARCHES[search](fit), **{"random_state": 0, **fit.parameters})
    return classifier.fit(X, y, evidence)


def tree_of(classifier: NLDTClassifier) -> dict[str, Any]:
    """The links and rules of a tree, numbers to the last bit."""
    tree = classifier.tree_
    rules = [None if rule is None else _rule(rule) for rule in tree.rules]
    return {"left": tree.left.tolist(), "right": tree.right.tolist(), "rules": rules}


def _rule(rule: SplitRule) -> dict[str, Any]:
    terms = [
        [float(weight).hex(), {str(j): int(row[j]) for j in np.flatnonzero(row)}]
        for weight, row in zip(rule.weights, rule.exponents, strict=True)
    ]
    return {"terms": terms, "low": float(rule.low).hex(), "high": float(rule.high).hex()}


def _loaded(name: str) -> Table:
    data = load(name, seed=0)
    X = np.asarray(data.X, dtype=float)
    whole = np.isfinite(X).all(axis=1)
    return X[whole], np.asarray(data.y)[whole]


@cache
def _tables() -> dict[str, Table]:
    wine, digits = load_wine(), load_digits()
    random = np.random.default_rng(5)
    X = random.normal(size=(800, 6))
    y = np.array(list("abcd"))[(X[:, 0] * X[:, 1] > 0) * 2 + (X[:, 2] + X[:, 3] ** 2 > 0.5)]
    positive = random.uniform(1, 5, (1500, 8))
    noise = random.normal(0, 0.5, 1500)
    above = (positive[:, 0] ** 2 / positive[:, 1] - positive[:, 2] + noise > 1).astype(int)
    return {
        "wine": (wine.data, wine.target),
        "digits": (digits.data[:600], digits.target[:600]),
        "signed": (X, y),
        "law": (positive, above),
    }


def main(path: str) -> None:
    warnings.simplefilter("ignore")
    found = {f"{search}: {name}": tree_of(fitted(search, name)) for search in SEARCHES for name in FITS}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(found, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main(sys.argv[1])
