"""Rows with classes as folds are made of them: any table, its classes by number, evidence, groups."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.data import validation
from nldt.data.dense import dense
from nldt.data.feature_table import read_training_table
from nldt.data.fingerprint import row_marks
from nldt.data.frames import as_pandas, is_frame
from nldt.errors import InputError

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class LabelledRows:
    """Rows, each with a class."""

    X: Any  # a frame of pandas, an array, or a list of rows
    classes: NDArray[Any]
    codes: Integers  # the number of each row's class
    evidence: Floats | None  # for how many rows each counts; None: each for itself
    groups: Integers | None  # the number of each row's group; None: each row is one
    marks: NDArray[np.uint64]  # numbers that follow from what rows hold: an order that no table decides

    @classmethod
    def read(
        cls, caller: str, X: Any, y: Any, groups: Any = None, sample_weight: Any = None, classes: Any = None
    ) -> LabelledRows:
        """Rows with a class and with evidence; those without are left out, with a warning where the class is missing.

        ``classes``: those of a fitted model, where rows are to be judged by it.
        """
        X = as_pandas(X) if is_frame(X) else dense(X)
        table = read_training_table(caller, X)
        if classes is None:
            labels, known = validation.read_training_classes(y, len(table.rows))
            found, codes = validation.encode_classes(labels)
        else:
            found, known = classes, np.ones(len(table.rows), dtype=bool)
            codes = validation.read_known_classes(y, classes, len(table.rows))
        if not known.all():
            told = f"y has no class in {np.count_nonzero(~known)} of {len(known)} rows: they are left out"
            warnings.warn(told, UserWarning, stacklevel=3)
        evidence = None if sample_weight is None else validation.read_sample_weight(sample_weight, table.rows)
        kept = known if evidence is None else known & (evidence > 0)
        if not kept.any():
            raise InputError("sample_weight is 0 in every row: some row must count")
        codes = codes[kept[known]]
        return cls(
            take(X, np.flatnonzero(kept)),
            found,
            codes,
            None if evidence is None else evidence[kept],
            None if groups is None else _group_numbers(groups, len(known))[kept],
            row_marks(table, table.rows[kept], found, codes),
        )

    def __len__(self) -> int:
        return len(self.codes)

    def take(self, rows: Integers) -> LabelledRows:
        """Some of the rows."""
        return LabelledRows(
            take(self.X, rows),
            self.classes,
            self.codes[rows],
            None if self.evidence is None else self.evidence[rows],
            None if self.groups is None else self.groups[rows],
            self.marks[rows],
        )

    @property
    def counts_copies(self) -> bool:
        """Whether evidence is in whole numbers: a row that counts for three is three rows."""
        return self.evidence is None or bool((self.evidence % 1 == 0).all())

    @property
    def total_evidence(self) -> float:
        """How many rows they count as."""
        return float(len(self) if self.evidence is None else self.evidence.sum())

    @property
    def largest_class(self) -> float:
        """The share of the most frequent class."""
        totals = np.bincount(self.codes, self.evidence)
        return float(totals.max() / totals.sum())

    def sample(self, most: int) -> LabelledRows:
        """So many of the rows at most, of each class in proportion; which ones, what they hold decides."""
        if len(self) <= most:
            return self
        order = np.lexsort((self.marks, self.codes))
        places = np.linspace(0, len(self) - 1, most).round().astype(np.int64)  # equal steps through sorted classes
        return self.take(np.sort(order[places]))


def take(X: Any, rows: Integers) -> Any:
    """Some rows of a frame of pandas, an array or a list."""
    from sklearn.utils import _safe_indexing

    return _safe_indexing(X, rows)


def _group_numbers(groups: Any, n_rows: int) -> Integers:
    names = np.asarray(groups)
    if names.ndim == 2 and names.shape[1] == 1:  # a column of a frame
        names = names[:, 0]
    if names.ndim != 1:
        what = f"={groups!r}" if names.ndim == 0 else f" has {names.ndim} dimensions, {names.shape}"
        raise InputError(f"groups{what}: give one column, the group of each row")
    if len(names) != n_rows:
        raise InputError(f"X has {n_rows} rows but groups has {len(names)}: they must match")
    missing = np.array([name is None or name != name for name in names.tolist()])
    if missing.any():
        raise InputError(f"groups has {missing.sum()} missing values: give a group for each row")
    return np.unique(names.astype(str), return_inverse=True)[1].astype(np.int64)
