"""Folds of tables of partitions: made of the rows that a tree is grown from, all of them or a sample."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any

from nldt.data.partitions.decoded import decoded_frame
from nldt.data.partitions.opened import PartitionedRows
from nldt.data.partitions.passes import Passes
from nldt.errors import DoubtfulColumnsWarning
from nldt.estimators.partitioned_training import MOST_APART, PartitionedTraining, read_partitions
from nldt.estimators.training_set import TrainingSet
from nldt.model.estimate import Estimate
from nldt.model.target import Classes
from nldt.parameters import CLASSIFIER_PARAMETERS
from nldt.validate.labelled_rows import LabelledRows

MOST_ROWS = 200_000  # that are cross-validated


def read_for_folds(clf: Any, rows: PartitionedRows, seed: int) -> PartitionedTraining:
    """What a fit of all rows would be grown from; what a classifier leaves out or wishes is left to its clones."""
    usual = {row.name: row.default for row in CLASSIFIER_PARAMETERS}
    limit = clf.get_params(deep=False).get("memory_limit")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DoubtfulColumnsWarning)
        return read_partitions(rows, Passes(rows.table), {**usual, "memory_limit": limit}, "raw", seed)


def labelled_sample(caller: str, training: TrainingSet) -> LabelledRows:
    """The rows that a tree is grown from, as folds are made of them."""
    rows, target = training.rows, training.rows.target
    assert isinstance(target, Classes)
    X = decoded_frame(rows.columns.all, training.features, training.feature_names)
    # Of a sample, classes that are in proportion but for chance need no evidence that makes them so.
    is_even = rows.evidence.max() <= MOST_APART * rows.evidence.min()
    return LabelledRows.read(caller, X, target.values[rows.values], None, None if is_even else rows.evidence)


def of_all_rows(estimate: Estimate, n_rows: int, is_weighted: bool) -> Estimate:
    """An estimate from folds of a table of so many rows, which is told of that and not of a sample's evidence."""
    sampled_from = n_rows if estimate.n_rows < n_rows else None
    return replace(estimate, sampled_from=sampled_from, is_weighted=is_weighted)
