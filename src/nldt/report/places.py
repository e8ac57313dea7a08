"""Rows that share a place among the terms of a rule, counted: a picture of so many dots on one spot tells nothing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nldt.model.tree import FittedTree
from nldt.report.summary import Place

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_PLACES = 100
FIRST_ROWS = 2000  # looked at first: most rules have more places than that many rows can share


def count_places(
    tree: FittedTree, X: Floats, truth: Integers, leaf: Integers, evidence: Floats | None = None
) -> dict[int, tuple[Place, ...]]:
    """For each rule whose rows share few places: all of these places, in ascending order."""
    counts = np.ones(len(X)) if evidence is None else evidence
    found = {}
    for node in tree.conditional_nodes.tolist():
        below = tree.descendants(node)
        here = np.flatnonzero((leaf >= below.start) & (leaf < below.stop))
        rule = tree.rules[node]
        if rule is None or len(np.unique(rule.term_values(X[here[:FIRST_ROWS]]), axis=0)) > MOST_PLACES:
            continue
        terms = rule.term_values(X[here])
        finite = np.isfinite(terms).all(axis=1)
        here, terms = here[finite], terms[finite]
        places, number = np.unique(terms, axis=0, return_inverse=True)
        if 0 < len(places) <= min(MOST_PLACES, len(here) / 2):
            found[node] = _count(places, number.ravel(), truth[here], tree.answers[leaf[here]], counts[here], tree)
    return found


def _count(
    places: Floats, number: Integers, truth: Integers, answer: Integers, counts: Floats, tree: FittedTree
) -> tuple[Place, ...]:
    n_classes = tree.shares.shape[1]
    cells = len(places) * n_classes
    by_class = np.bincount(number * n_classes + truth, counts, cells).reshape(-1, n_classes)
    wrong = np.bincount(number * n_classes + truth, counts * (truth != answer), cells).reshape(-1, n_classes)
    return tuple(
        Place(tuple(terms), tuple(own), tuple(missed))
        for terms, own, missed in zip(places.tolist(), by_class.tolist(), wrong.tolist(), strict=True)
    )
