"""Tables of partitions on the command line: folders of Parquet files, and files larger than memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from nldt.errors import InputError

if TYPE_CHECKING:
    from nldt import NLDTClassifier
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
    if path is None or not path.exists():
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

    def training_accuracy(self, fitted: NLDTClassifier) -> tuple[float, int]:
        """The share of rows that it answers right, by the counts in its leaves, and how many rows there are."""
        tree = fitted.tree_
        sums = tree.sums[tree.leaves]
        right = sums[range(len(sums)), tree.answers[tree.leaves]].sum()
        return float(right / sums.sum()), self.n_rows

    def of_all_rows(self, estimate: Estimate) -> Estimate:
        """An estimate of folds of ``rows``, which may be a sample of all."""
        return replace(estimate, sampled_from=self.n_rows) if estimate.n_rows < self.n_rows else estimate

    @property
    def rows(self) -> LabelledRows:
        """What folds are made of: the rows that the tree was grown from."""
        from nldt.data.partitions.decoded import decoded_frame
        from nldt.validate.labelled_rows import LabelledRows

        training, rows = self.training, self.training.rows
        X = decoded_frame(rows.columns.all, training.features, training.feature_names)
        evidence = None if (rows.evidence == rows.evidence[0]).all() else rows.evidence
        return LabelledRows.read("fit", X, self.fitted.classes_[rows.values], None, evidence)


def fit_partitions(
    classifier: NLDTClassifier, source: Source, layout: Layout, target: str, weight: str | None, deadline: Deadline
) -> FittedPartitions:
    """The classifier, fitted on all rows."""
    from nldt.data.partitions.opened import open_rows

    rows = open_rows(source.path, target, weight, classifier.n_jobs, layout)
    fitted = classifier.fit(rows, None, deadline=deadline)._fitted
    assert fitted.training is not None
    parameters = classifier.get_params(deep=False)
    return FittedPartitions(type(classifier).from_model(fitted.model, **parameters), fitted.n_rows, fitted.training)
