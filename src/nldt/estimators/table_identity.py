"""Whether rows are those that a model was trained on."""

from __future__ import annotations

from typing import Any

import numpy as np

from nldt.data import validation
from nldt.data.feature_table import read_training_table
from nldt.data.fingerprint import are_same_rows, fingerprint, row_marks
from nldt.data.frames import as_pandas, is_frame
from nldt.errors import InputError
from nldt.model.estimate import NEW, TRAINING, UNKNOWN
from nldt.model.fitted_model import FittedModel


def rows_known_as(clf: Any, X: Any, y: Any, sample_weight: Any = None) -> str:
    """Say "training" for the whole training table, "new" for another one, "not known" else.

    In any order, and whatever its rows count: who forgets the weights has not found other rows. But rows that counted
    nothing in training were not there, and a table with them is another one.
    It is not known of a model whose file is too old to say, and of a table that lacks some of the model's features.
    """
    model: FittedModel = clf.model_
    if model.fingerprint is None:
        return UNKNOWN
    if is_frame(X) and model.names_are_given:
        frame = as_pandas(X)
        named = {str(name): name for name in frame.columns}
        if not all(name in named for name in model.feature_names):
            return UNKNOWN
        X, drop = frame[[named[name] for name in model.feature_names]], None
    else:
        drop = clf.get_params(deep=False).get("drop")
    try:
        table = read_training_table(type(clf).__name__, X, drop)
    except InputError:
        return UNKNOWN
    codes = validation.read_known_classes(y, model.classes, len(table.rows))
    evidence = validation.read_sample_weight(sample_weight, table.rows)
    counts = evidence > 0
    marks = row_marks(table, table.rows[counts], model.classes, codes[counts])
    found = fingerprint(marks, np.asarray(evidence[counts]))
    return TRAINING if are_same_rows(found, model.fingerprint) else NEW
