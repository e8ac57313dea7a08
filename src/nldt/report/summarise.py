"""The summary of a tree and of rows with known classes."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from nldt.errors import InputError
from nldt.model.basis import Shifted
from nldt.model.estimate import UNKNOWN
from nldt.model.feature import DATE, NUMBER, TIME
from nldt.model.fitted_model import FittedModel
from nldt.model.model_path import ModelPath
from nldt.model.stability import Stability
from nldt.model.tree import FittedTree
from nldt.report.accuracy_measures import measure
from nldt.report.counted_rows import CountedRows
from nldt.report.describe import WHOLE, describe
from nldt.report.fronts import judge_fronts
from nldt.report.length_curve import describe_path
from nldt.report.places import count_places
from nldt.report.probability_measures import measure_probabilities
from nldt.report.sample import evenly, stratified_sample
from nldt.report.summary import FeatureRange, KeptRows, NodeRows, Summary, TreeSummary
from nldt.write.cautions import cautions, why_no_rule
from nldt.write.structures import structures_of

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# A page carries at most so many rows, fewer where rules use many features, so that it stays below 2 MB.
MOST_DRAWN, MOST_DRAWN_VALUES = 2000, 24_000
MOST_LISTED, MOST_LISTED_VALUES = 500, 6_000


def summarise(
    model: FittedModel,
    X: Floats,
    truth: Integers,
    evidence: Floats | None = None,
    known_as: str = UNKNOWN,
    *,
    path: ModelPath | None = None,
    stability: Stability | None = None,
    counted: CountedRows | None = None,
    numbers: Integers | None = None,
) -> Summary:
    """The report on rows X, whose true classes are given by their numbers; evidence is how often each counts.

    ``known_as``: whether the rows are the training table. ``path``: the models that this one was chosen from;
    ``stability``: what came back when it was fitted again. ``counted``: what was counted of all rows, where X is a
    sample of them. ``numbers``: what the page calls the rows; 0, 1, … if None.
    """
    if stability is not None:
        _refuse_another_model(stability, model)
    tree = describe(model)
    leaf = model.tree.apply(X)
    answer = model.tree.answers[leaf]
    used = X[:, tree.feature_numbers]
    numbers = np.arange(len(X)) if numbers is None else numbers
    known_range = _training_range(model)
    of_all = (leaf, truth, evidence) if counted is None else (*counted.places, counted.evidence)
    return Summary(
        tree=tree,
        criterion=model.criterion,
        measures=measure(truth, answer, tree.classes, evidence) if counted is None else counted.measures(model),
        probabilities=measure_probabilities(model.probabilities(X), truth, answer, evidence),
        node_rows=_count_rows(model.tree, *of_all, len(tree.classes)),
        fronts=judge_fronts(model, X, truth, evidence),
        ranges=_ranges(known_range, used, tree),
        ranges_from_training=known_range is not None,
        rows=_keep_rows(used, truth, leaf, answer, len(tree.classes), numbers),
        places=count_places(model.tree, X, truth, leaf, evidence),
        known_as=known_as,
        estimate=model.estimate,
        cautions=tuple(cautions(model)),
        path=None if path is None else describe_path(path, model),
        stability=stability,
        n_sampled=None if counted is None else len(X),
        why_no_rule="" if _could_have_rules(model, path) else why_no_rule(model),
    )


def _could_have_rules(model: FittedModel, path: ModelPath | None) -> bool:
    return bool(model.rules) or (path is not None and any(point.n_rules for point in path.points))


def _refuse_another_model(stability: Stability, model: FittedModel) -> None:
    told = {entry.what for entry in stability.structures if entry.in_model}
    if told != set(structures_of(model)):
        shown = "; ".join(sorted(told)) or "no rule"
        raise InputError(f"stability: it is of another model, with {shown}: give that of nldt.stability(clf, X, y)")


def _count_rows(
    tree: FittedTree, leaf: Integers, truth: Integers, evidence: Floats | None, n_classes: int
) -> tuple[NodeRows, ...]:
    cells = len(tree) * n_classes
    counts = np.bincount(leaf * n_classes + truth, evidence, cells).reshape(len(tree), n_classes)
    for node in tree.conditional_nodes[::-1]:  # children before their parents
        counts[node] = counts[tree.left[node]] + counts[tree.right[node]]
    parent = np.zeros(len(tree), dtype=np.int64)
    for node in tree.conditional_nodes:
        parent[[tree.left[node], tree.right[node]]] = node
    totals = counts.sum(axis=1)
    return tuple(
        NodeRows(
            totals[node].item(),
            tuple(counts[node].tolist()),
            float(totals[node] / totals[0]),
            float(totals[node] / totals[parent[node]]) if totals[parent[node]] else None,
        )
        for node in range(len(tree))
    )


def _training_range(model: FittedModel) -> tuple[Floats, Floats] | None:
    """Where the training rows lay; shifted columns know it even where the model, of an old file, does not."""
    if model.feature_range is not None or not model.basis.columns:
        return model.feature_range
    shifted = [column for column in model.basis.columns if isinstance(column, Shifted)]
    if len(shifted) < model.n_features:
        return None
    low, span = np.array([column.minimum for column in shifted]), np.array([column.span for column in shifted])
    return low, low + span


def _ranges(known: tuple[Floats, Floats] | None, used: Floats, tree: TreeSummary) -> tuple[FeatureRange, ...]:
    ranges = []
    for values, kind, j in zip(used.T, tree.kinds, tree.feature_numbers.tolist(), strict=True):
        present = values[np.isfinite(values)]
        if len(present) == 0:
            present = np.zeros(1)
        low, high = (present.min(), present.max()) if known is None else (known[0][j], known[1][j])
        ranges.append(FeatureRange(float(low), float(high), _middle(present, kind)))
    return tuple(ranges)


def _middle(values: Floats, kind: str) -> float:
    """The median, of whole numbers and dates a whole one; of categories the most frequent one."""
    if kind in (WHOLE, DATE, TIME):
        return float(np.floor(np.median(values)))
    if kind == NUMBER:
        return _decimal_median(values)
    codes, counts = np.unique(values, return_counts=True)
    return float(codes[np.argmax(counts)])


def _decimal_median(values: Floats) -> float:
    """The median; between two rows as people reckon it, in decimals, so that 0.1 and 0.2 give 0.15 and no noise."""
    low, high = (Decimal(repr(float(np.quantile(values, 0.5, method=way)))) for way in ("lower", "higher"))
    return float((low + high) / 2)


def _keep_rows(
    used: Floats, truth: Integers, leaf: Integers, answer: Integers, n_classes: int, numbers: Integers
) -> KeptRows:
    """A sample by leaf and class, and the misclassified rows that are listed."""
    width = max(used.shape[1], 1)
    most = min(MOST_DRAWN, MOST_DRAWN_VALUES // width)
    drawn = stratified_sample(leaf * n_classes + truth, most)
    listed = evenly(np.flatnonzero(truth != answer), min(MOST_LISTED, MOST_LISTED_VALUES // width))
    kept = np.union1d(drawn, listed)
    places = np.searchsorted(kept, listed)
    return KeptRows(numbers[kept], truth[kept], leaf[kept], used[kept], places, is_sample=len(kept) < len(truth))
