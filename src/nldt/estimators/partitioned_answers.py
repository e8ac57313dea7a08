"""What a model answers for tables of partitions: of Dask lazily, of others some rows at a time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nldt.data.feature_table import read_features
from nldt.data.partitions.dask_table import is_dask_array, is_dask_frame
from nldt.data.partitions.opened import open_table
from nldt.data.partitions.table import PartitionedTable, require_columns
from nldt.errors import InputError
from nldt.model.fitted_model import FittedModel

if TYPE_CHECKING:
    import pandas as pd

PREDICT, PROBABILITIES, SHARES, APPLY = "prediction", "probabilities", "shares", "leaf"


def answers(model: FittedModel, X: Any, kind: str, estimator_name: str) -> NDArray[Any]:
    """What a model answers for rows in memory: classes, probabilities, shares of leaves, or numbers of leaves."""
    rows = read_features(model, X, estimator_name)
    if kind == PROBABILITIES:
        return model.probabilities(rows)
    leaves = model.tree.apply(rows)
    if kind == APPLY:
        return leaves
    found: NDArray[Any] = model.tree.shares[leaves] if kind == SHARES else model.classes[model.tree.answers[leaves]]
    return found


def answers_of_partitions(model: FittedModel, X: Any, kind: str, estimator_name: str) -> Any:
    """The same for a table of partitions: a lazy column, frame or array of Dask, or an array."""
    if is_dask_array(X):
        return _of_array(model, X, kind, estimator_name)
    if is_dask_frame(X):
        return _of_frame(model, X, kind, estimator_name)
    table = open_table(X, 1)
    parts = [answers(model, frame, kind, estimator_name) for frame in needed_frames(model, table)]
    if not parts:
        raise InputError(f"{table.title} has no rows")
    return np.concatenate(parts)


def needed_frames(model: FittedModel, table: PartitionedTable) -> Iterator[pd.DataFrame]:
    """The rows of a table in their order, with the columns that the rules use; some at a time."""
    return table.frames(needed_columns(model, table))


def needed_columns(model: FittedModel, table: PartitionedTable) -> list[str]:
    """The columns that the rules use, and one at least; all of them where the model knows them by their places."""
    if not model.names_are_given:
        return list(table.names)
    needed = [model.feature_names[j] for j in model.used_features]
    require_columns(table, needed)
    return needed or list(table.names[:1])


def _of_frame(model: FittedModel, X: Any, kind: str, estimator_name: str) -> Any:
    import pandas as pd

    table = open_table(X)
    frame = X[needed_columns(model, table)]
    labels = pd.Index(model.classes.tolist())
    if kind in (PROBABILITIES, SHARES):
        meta: Any = pd.DataFrame(np.zeros((0, len(labels))), columns=labels)
    else:
        dtype = np.dtype(np.int64) if kind == APPLY else model.classes.dtype
        meta = pd.Series(np.zeros(0, dtype=object if dtype.kind == "U" else dtype), name=kind)
    return frame.map_partitions(partial(_frame_answers, model, kind, estimator_name, meta), meta=meta)


def _frame_answers(model: FittedModel, kind: str, estimator_name: str, meta: Any, frame: pd.DataFrame) -> Any:
    import pandas as pd

    if len(frame) == 0:
        return meta
    found = answers(model, frame, kind, estimator_name)
    if found.ndim == 2:
        return pd.DataFrame(found, index=frame.index, columns=meta.columns)
    return pd.Series(found.astype(meta.dtype), index=frame.index, name=meta.name)


def _of_array(model: FittedModel, X: Any, kind: str, estimator_name: str) -> Any:
    if X.ndim != 2 or X.shape[1] != model.n_features:
        raise InputError(f"X of shape {X.shape} must have rows of {model.n_features} features")
    rows = X.rechunk({1: X.shape[1]})
    answer = partial(_array_answers, model, kind, estimator_name)
    if kind in (PROBABILITIES, SHARES):
        return rows.map_blocks(answer, dtype=np.float64, chunks=(rows.chunks[0], (len(model.classes),)))
    dtype = np.dtype(np.int64) if kind == APPLY else model.classes.dtype
    return rows.map_blocks(answer, dtype=dtype, drop_axis=1)


def _array_answers(model: FittedModel, kind: str, estimator_name: str, rows: NDArray[Any]) -> NDArray[Any]:
    return answers(model, rows, kind, estimator_name)
