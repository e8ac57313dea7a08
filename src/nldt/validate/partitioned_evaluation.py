"""What a fitted classifier answers for a table of partitions, in as many rows as there are different answers."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from nldt.data.partitions.opened import PartitionedRows
from nldt.data.partitions.passes import Passes
from nldt.errors import InputError
from nldt.estimators.partitioned_judging import SCORE_CELLS, JudgedRows, Judging
from nldt.validate.figures import Answers


def counted_answers(clf: Any, rows: PartitionedRows) -> tuple[JudgedRows, Answers, str]:
    """What was counted; the same as rows that count for many each; and whether these are the training rows.

    Probabilities of two classes are those of ``SCORE_CELLS`` cells; of more there are none.
    """
    check_is_fitted(clf)
    if not hasattr(clf, "model_"):
        raise InputError(
            f"evaluate: {type(clf).__name__} can't judge a table of partitions: give a fitted NLDTClassifier"
        )
    model = clf.model_
    judging = Judging(model, rows, Passes(rows.table))
    judged = judging.judged
    leaf, truth, cell = np.nonzero(judged.counts)
    chance = (cell + 0.5) / SCORE_CELLS
    answers = Answers(
        len(model.classes),
        truth,
        model.tree.answers[leaf],
        np.column_stack([1 - chance, chance]) if len(model.classes) == 2 else None,
        judged.counts[leaf, truth, cell],
        np.zeros(len(leaf), dtype=np.int64),
        None,
        bool((judged.counts % 1 == 0).all()),
    )
    return judged, answers, judging.known_as
