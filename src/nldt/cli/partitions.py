"""Tables of partitions on the command line: folders of Parquet files, and files larger than memory."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nldt.errors import InputError

if TYPE_CHECKING:
    from nldt import NLDTClassifier
    from nldt.cli.training_table import ChosenColumns
    from nldt.data.formats.layout import Layout
    from nldt.data.source import Source
    from nldt.estimators.training_set import TrainingSet
    from nldt.model.estimate import Estimate
    from nldt.progress import Deadline
    from nldt.validate.labelled_rows import LabelledRows

# A file that is read as one table takes so many times its size.
TIMES_SIZE = 5
ENDINGS = {"", ".csv", ".tsv", ".tab", ".txt", ".psv", ".parquet", ".pq", ".parq"}


def is_partitioned(source: Source, memory_limit: str | None) -> bool:
    """Whether a table is read by partitions: a folder, or a plain CSV or Parquet file that is large for the memory."""
    from nldt.estimators.partitioned_training import DEFAULT_LIMIT
    from nldt.parameters import memory_bytes

    path = source.path
    if path is None or not os.path.exists(path):  # nor is a file of a name that none can have
        return False
    if path.is_dir():
        return True
    is_large = TIMES_SIZE * path.stat().st_size > memory_bytes(memory_limit or DEFAULT_LIMIT)
    return is_large and path.is_file() and path.suffix.casefold() in ENDINGS


def refuse_options(source: Source, **given: Any) -> None:
    """Raise InputError for an option that partitions do not know."""
    for name, value in given.items():
        if value:
            option = f"--{name.replace('_', '-')}"
            raise InputError(f"{option}: {source} is read by partitions, which do not know this option: leave it out")


@dataclass(frozen=True, eq=False)
class FittedPartitions:
    """A classifier that was fitted from partitions, and what is told of its rows."""

    fitted: NLDTClassifier
    n_rows: int  # of the table
    training: TrainingSet
    is_weighted: bool

    def training_accuracy(self, fitted: NLDTClassifier) -> tuple[float, str]:
        """The share of rows that it answers right, by the counts in its leaves, and which rows these are."""
        sampled = f"a sample of {len(self.training.rows)} of " if fitted.search_report_.counts_a_sample else ""
        return fitted.tree_.share_right, f"{sampled}{self.n_rows} rows"

    def of_all_rows(self, estimate: Estimate) -> Estimate:
        """An estimate of folds of ``rows``, which may be a sample of all."""
        from nldt.validate.partitioned_folds import of_all_rows

        return of_all_rows(estimate, self.n_rows, self.is_weighted)

    @property
    def rows(self) -> LabelledRows:
        """What folds are made of: the rows that the tree was grown from."""
        from nldt.validate.partitioned_folds import labelled_sample

        return labelled_sample("fit", self.training)


def fit_partitions(
    classifier: NLDTClassifier,
    source: Source,
    layout: Layout,
    columns: ChosenColumns,
    deadline: Deadline,
    checkpoint: Path | None,
) -> FittedPartitions:
    """The classifier, fitted on all rows."""
    from nldt.data.partitions.opened import open_rows

    rows = open_rows(source.path, columns.target, columns.weight, classifier.n_jobs, layout)
    fitted = classifier.fit(rows, None, checkpoint=checkpoint, deadline=deadline)._fitted
    assert fitted.training is not None
    with_model = type(classifier).from_model(fitted.model, **classifier.get_params(deep=False))
    return FittedPartitions(with_model, fitted.n_rows, fitted.training, columns.weight is not None)
