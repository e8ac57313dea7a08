"""From a table of partitions to what a tree is grown from: all rows where they fit in memory, else a sample of them."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.data import costs
from nldt.data.doubtful_columns import doubtful_columns
from nldt.data.feature_table import FeatureTable, refuse_infinite
from nldt.data.fingerprint import stirred
from nldt.data.named_columns import named_column
from nldt.data.partitions.contents import Contents, ContentsPass, label_array, learned_classes, learned_features
from nldt.data.partitions.opened import PartitionedRows
from nldt.data.partitions.passes import Passes
from nldt.data.partitions.row_reading import RowReading
from nldt.data.partitions.survey import Block, Survey, SurveyPass, hash_bounds, no_bounds
from nldt.data.training_rows import TrainingRows, WholeTable
from nldt.errors import InputError
from nldt.estimators.training_set import TrainingSet, make_training_set, warn_of_doubts
from nldt.model.target import Classes
from nldt.parameters import memory_bytes

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

DEFAULT_LIMIT = "2GB"
PROGRAM_BYTES = 300e6  # that the program itself takes, with all that it loads
LEAST_SHARE = 0.25  # of a limit that rows may have, however low it is
# What a row takes in a fit: copies of its numbers, and the core's own beside them.
COPIES, CORE_BYTES = 3.0, 500.0
# Of a table that does not fit, rows that the search runs on: what more of them would tell, passes tell of all.
SAMPLE_ROWS = 320_000
RARE_ROWS = 2_000  # of each class at least, where it has as many
MOST_APART = 1.05  # shares of classes in a sample and in all rows that pass for the same


@dataclass(frozen=True, eq=False)
class PartitionedTraining:
    """What a tree is grown from, and what is known of all rows."""

    training: TrainingSet
    reading: RowReading
    class_evidence: Floats  # of all rows
    share: float  # of all evidence that the training rows have; 1: they are all there is
    n_rows: int

    @property
    def is_whole(self) -> bool:
        return self.share == 1.0

    @property
    def evidence_per_mass(self) -> float:
        return self.training.evidence_per_mass


def read_partitions(
    rows: PartitionedRows, passes: Passes, parameters: Mapping[str, Any], scaling: str, seed: int
) -> PartitionedTraining:
    """Two passes over the table, and what they tell; warns as the reading of a table in memory does."""
    names, left_out = _kept_columns(rows, parameters["drop"])
    unknown = tuple(name for name in names if name not in rows.table.numbers)
    contents = passes.run(ContentsPass(rows.target, unknown))
    classes, codes = learned_classes(_typed(rows, contents))
    if contents.n_unlabelled:
        _warn(f"y has no class in {contents.n_unlabelled} of {contents.n_rows} rows: they are left out")
    features = learned_features(names, contents.words)
    reading = RowReading(names, features, rows.target, label_array(contents.labels), codes, rows.weight)
    class_rows = np.bincount(codes, np.fromiter(contents.labels.values(), dtype=np.float64), len(classes))
    survey, sample = _surveyed(reading, classes, class_rows.astype(np.int64), seed, passes, parameters)
    refuse_infinite(survey.n_infinite, names)
    if (survey.class_evidence == 0).any():
        gone = classes[survey.class_evidence == 0].tolist()[0]
        raise InputError(f"class {gone!r} has rows of weight 0 only: leave them out of the table")
    features = tuple(
        feature.with_gaps(bool(gaps)) for feature, gaps in zip(reading.features, survey.has_gaps, strict=True)
    )
    reading = replace(reading, features=features)
    given = names if rows.table.names_are_given else None
    table = FeatureTable(sample.X, features, given, left_out)
    warn_of_doubts(table, doubtful_columns(table, sample.X, sample.codes))
    class_cost = costs.class_costs(parameters["class_weight"], classes, survey.class_evidence)
    if (class_cost == 0).any():
        reading = replace(reading, codes=np.where(class_cost[codes] > 0, codes, -1))
    per_mass = costs.evidence_per_mass(class_cost, survey.class_evidence)
    drawn, share = _training_rows(sample, survey, Classes(classes, class_cost))
    training = make_training_set(
        drawn,
        replace(table, rows=np.empty((0, len(names)))),
        per_mass,
        survey.marks.fingerprint,
        {**parameters, "min_samples_split": parameters["min_samples_split"] * share},
        scaling,
        seed,
    )
    counted = np.where(class_cost > 0, survey.class_evidence, 0.0)
    return PartitionedTraining(training, reading, counted, share, survey.marks.n_rows)


def most_rows(n_features: int, memory_limit: Any) -> int:
    """Rows of a table that a fit may hold."""
    limit = memory_bytes(DEFAULT_LIMIT if memory_limit is None else memory_limit)
    return int(max(limit - PROGRAM_BYTES, LEAST_SHARE * limit) / (8 * COPIES * n_features + CORE_BYTES))


def _kept_columns(rows: PartitionedRows, drop: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The features, and the columns that are left out."""
    names = rows.features
    left_out = tuple(names[j] for j in sorted({named_column(name, names, "drop") for name in drop or ()}))
    if left_out and not rows.table.names_are_given:
        raise InputError(f"drop={list(drop)!r}: columns of a Dask array keep their places; give a Dask DataFrame")
    kept = tuple(name for name in names if name not in left_out)
    if not kept:
        raise InputError(f"drop={list(drop)!r} leaves no column")
    return kept, left_out


def _typed(rows: PartitionedRows, contents: Contents) -> Mapping[Any, int]:
    """The labels; those of a CSV file as numbers where all are written as such."""
    from nldt.data.partitions.csv_pieces import CsvPieces
    from nldt.data.target_column import typed

    if not isinstance(rows.table, CsvPieces) or not contents.labels:
        return contents.labels
    import pandas as pd

    values = typed(pd.Series(list(contents.labels), dtype=object)).tolist()
    return dict(zip(values, contents.labels.values(), strict=True))


def _surveyed(
    reading: RowReading,
    classes: NDArray[Any],
    class_rows: Integers,
    seed: int,
    passes: Passes,
    parameters: Mapping[str, Any],
) -> tuple[Survey, Block]:
    """What is known of all rows, and the rows that a tree is grown from.

    Hashes tell in advance about how many rows to send; where many rows are alike that are too few, and all are asked
    once more.
    """
    most = rows_by_class(class_rows, most_rows(len(reading.names), parameters["memory_limit"]))
    salt = stirred(np.array([seed], dtype=np.uint64))[0]
    texts = tuple(str(label) for label in classes.tolist())
    is_all = bool((most >= class_rows).all())
    bounds = no_bounds(len(classes)) if is_all else hash_bounds(most, class_rows)
    asked = SurveyPass(reading, texts, tuple(range(len(reading.names))), salt, most, bounds)
    survey = passes.run(asked)
    sample = survey.sample.least(most)
    too_few = np.bincount(sample.codes, minlength=len(classes)) < np.minimum(most, class_rows)
    if not is_all and too_few.any():
        survey = passes.run(replace(asked, below=no_bounds(len(classes))))
        sample = survey.sample.least(most)
    return survey, sample


def rows_by_class(class_rows: Integers, fitting: int) -> Integers:
    """Rows of each class that a tree is grown from."""
    if class_rows.sum() <= fitting:
        return class_rows
    n_rows = min(fitting, SAMPLE_ROWS)
    in_share = np.rint(n_rows * (class_rows / class_rows.sum())).astype(np.int64)
    rare = min(RARE_ROWS, n_rows // (2 * len(class_rows)))
    return np.minimum(np.maximum(in_share, max(rare, 1)), class_rows)


def _training_rows(sample: Block, survey: Survey, target: Classes) -> tuple[TrainingRows, float]:
    """The rows, with evidence that keeps the classes in proportion, and the share of all evidence that they have."""
    drawn = np.bincount(sample.codes, sample.evidence, target.n_sums)
    share = 1.0 if (drawn == survey.class_evidence).all() else float(drawn.sum() / survey.class_evidence.sum())
    scale = np.ones(target.n_sums) if share == 1.0 else share * survey.class_evidence / drawn
    used = target.cost[sample.codes] > 0
    X, codes = (sample.X, sample.codes) if used.all() else (sample.X[used], sample.codes[used])
    evidence = (sample.evidence * scale[sample.codes])[used]
    rows = TrainingRows.canonical(X, codes, evidence, target)
    extremes = np.nan_to_num([survey.low, survey.high], posinf=0.0, neginf=0.0)
    whole = None if share == 1.0 else WholeTable(extremes, survey.are_whole.tolist())
    return replace(rows, whole=whole), share


def _warn(message: str) -> None:
    warnings.warn(message, stacklevel=5)  # where the user called fit
