"""How a fitted model does on a table of partitions with true classes: counts of all rows, and a sample for pictures."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nldt.data.feature_table import read_features
from nldt.data.fingerprint import CLASS, MarkSums, are_same_rows, marks_of_codes, marks_of_column, stirred
from nldt.data.partitions.contents import ContentsPass, label_array
from nldt.data.partitions.opened import PartitionedRows
from nldt.data.partitions.passes import Passes
from nldt.data.partitions.row_reading import RowReading
from nldt.data.partitions.survey import Block, SurveyPass, hash_bounds, no_bounds
from nldt.data.partitions.table import require_columns
from nldt.data.validation import read_known_classes
from nldt.estimators.partitioned_training import MOST_APART, rows_by_class
from nldt.model.estimate import NEW, TRAINING, UNKNOWN
from nldt.model.feature import CATEGORY
from nldt.model.fitted_model import FittedModel

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SCORE_CELLS = 1000  # that probabilities of two classes are counted in


def in_proportion(sample: Block, class_evidence: Floats) -> Floats:
    """The evidence of a sample, with that of classes that were drawn more often than others made less."""
    drawn = np.bincount(sample.codes, sample.evidence, len(class_evidence))
    scale = np.ones(len(drawn))
    np.divide(class_evidence * drawn.sum(), drawn * class_evidence.sum(), out=scale, where=drawn > 0)
    return sample.evidence if scale.max() < MOST_APART * scale.min() else sample.evidence * scale[sample.codes]


@dataclass(frozen=True, eq=False)
class JudgedRows:
    """What was counted of all rows."""

    n_rows: int
    counts: Floats  # evidence: (nodes, classes, cells of the second class's probability; one where there are more)
    marks: MarkSums | None

    def __add__(self, other: JudgedRows) -> JudgedRows:
        marks = None if self.marks is None or other.marks is None else self.marks + other.marks
        return JudgedRows(self.n_rows + other.n_rows, self.counts + other.counts, marks)


@dataclass(frozen=True, eq=False)
class JudgingPass:
    """Counts rows by leaf, class and probability."""

    reading: RowReading
    model: FittedModel
    marks_rows: bool  # whether the table can be told from the training table
    name: str = "answers"

    @property
    def columns(self) -> list[str]:
        every = self.marks_rows or not self.model.names_are_given
        return self.reading.columns(range(self.model.n_features) if every else self.model.used_features)

    @property
    def n_cells(self) -> int:
        return SCORE_CELLS if len(self.model.classes) == 2 else 1

    def of(self, frame: pd.DataFrame) -> JudgedRows:
        model, n_classes = self.model, len(self.model.classes)
        codes, evidence = self.reading.class_codes(frame), self.reading.evidence(frame)
        used = (codes >= 0) & (evidence > 0)
        frame, codes, evidence = frame[used], codes[used], evidence[used]
        features = frame[[name for name in frame.columns if name in model.feature_names]]
        rows = read_features(model, features) if len(frame) else np.zeros((0, model.n_features))
        leaves = model.tree.apply(rows)
        cells = np.zeros(len(rows), dtype=np.int64)
        if self.n_cells > 1:
            cells = np.minimum(model.probabilities(rows)[:, 1] * SCORE_CELLS, SCORE_CELLS - 1).astype(np.int64)
        shape = len(model.tree), n_classes, self.n_cells
        counts = np.bincount(np.ravel_multi_index((leaves, codes, cells), shape), evidence, int(np.prod(shape)))
        return JudgedRows(len(rows), counts.astype(np.float64).reshape(shape), self._marks(rows, codes, evidence))

    def add(self, total: JudgedRows, more: JudgedRows) -> JudgedRows:
        return total + more

    def _marks(self, rows: Floats, codes: Integers, evidence: Floats) -> MarkSums | None:
        if not self.marks_rows:
            return None
        marks = marks_of_codes(codes, [str(label) for label in self.model.classes.tolist()], CLASS)
        for j, (name, feature) in enumerate(zip(self.model.feature_names, self.model.features, strict=True)):
            marks += marks_of_column(rows[:, j], feature, name)
        return MarkSums.of(stirred(marks), evidence)


@dataclass(eq=False)
class Judging:
    """Asks a table of partitions about a model."""

    model: FittedModel
    rows: PartitionedRows
    passes: Passes

    @cached_property
    def _labels(self) -> Mapping[Any, int]:
        """How many rows have each label; InputError where one is no class of the model."""
        contents = self.passes.run(ContentsPass(self.rows.target, ()))
        if contents.n_unlabelled:
            warnings.warn(
                f"y has no class in {contents.n_unlabelled} of {contents.n_rows} rows: they are left out", stacklevel=4
            )
        return contents.labels

    @cached_property
    def _codes(self) -> Integers:
        labels = label_array(self._labels).astype(object)
        if self.model.classes.dtype.kind not in "UO":  # a CSV file has texts
            by_text = {str(label): label for label in self.model.classes.tolist()}
            labels[:] = [by_text.get(label, label) if isinstance(label, str) else label for label in labels]
        return read_known_classes(labels, self.model.classes, len(labels))

    @cached_property
    def reading(self) -> RowReading:
        """How the table's columns are read: as the model knows them."""
        needed = range(self.model.n_features) if not self.model.names_are_given else self.model.used_features
        require_columns(self.rows.table, [self.model.feature_names[j] for j in needed])
        model, labels = self.model, label_array(self._labels)
        return RowReading(model.feature_names, model.features, self.rows.target, labels, self._codes, self.rows.weight)

    @cached_property
    def judged(self) -> JudgedRows:
        """The counts of all rows."""
        return self.passes.run(JudgingPass(self.reading, self.model, self._has_all_columns))

    @property
    def _has_all_columns(self) -> bool:
        model = self.model
        nameless = any(feature.kind == CATEGORY and not feature.levels for feature in model.features)
        known = set(model.feature_names) <= set(self.rows.table.names)
        return model.fingerprint is not None and known and not nameless

    @property
    def known_as(self) -> str:
        """Whether these are the training rows."""
        marks = self.judged.marks
        if marks is None:
            return UNKNOWN
        known_by = self.model.fingerprint or ""
        return TRAINING if are_same_rows(marks.fingerprint, known_by) else NEW

    def sample(self, most: int) -> Block:
        """About so many rows as the model has them, of each class in proportion; what they hold decides which."""
        require_columns(self.rows.table, list(self.model.feature_names))
        n_classes = len(self.model.classes)
        class_rows = np.bincount(self._codes, list(self._labels.values()), n_classes).astype(np.int64)
        wanted = rows_by_class(class_rows, most)
        bounds = no_bounds(n_classes) if (wanted >= class_rows).all() else hash_bounds(wanted, class_rows)
        texts = tuple(str(label) for label in self.model.classes.tolist())
        asked = SurveyPass(self.reading, texts, tuple(self.model.used_features), np.uint64(0), wanted, bounds)
        return self.passes.run(asked).sample.least(wanted)
