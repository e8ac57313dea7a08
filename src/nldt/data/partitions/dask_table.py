"""Tables of Dask: passes run where the partitions are, on the workers of a cluster where there is one.

Dask knows how each partition is made: what a worker that dies has held or was doing is done again by others.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import wait
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from nldt.data.partitions.passes import SOON, CutShort, IsOver, Pass, of_frame
from nldt.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

Sums = TypeVar("Sums")

TASKS_OF_A_CORE = 4  # that are computed together where there is no cluster: then it is told how far a pass is


@dataclass(frozen=True, eq=False)
class DaskTable:
    """A Dask DataFrame."""

    frame: Any
    names_are_given: bool = True
    beside: Mapping[str, Any] = field(default_factory=dict)  # series of the same partitions: further columns
    title: str = "the Dask table"

    @property
    def names(self) -> tuple[str, ...]:
        return (*(str(name) for name in self.frame.columns), *self.beside)

    @property
    def numbers(self) -> frozenset[str]:
        return frozenset(str(name) for name, kind in self.frame.dtypes.items() if getattr(kind, "kind", "O") in "iuf")

    def with_column(self, name: str, values: Any) -> DaskTable:
        """The same with a series beside it, whose rows go with those of the table as they come."""
        if values.npartitions != self.frame.npartitions:
            raise InputError(
                f"X has {self.frame.npartitions} partitions, y and sample_weight must have as many, not "
                f"{values.npartitions}: partition them alike, or give the name of a column of X"
            )
        return replace(self, beside={**self.beside, name: values})

    @property
    def n_partitions(self) -> int:
        return int(self.frame.npartitions)

    @property
    def identity(self) -> str:
        """Dask's names follow from how tables are made: those of other rows, or of changed files, differ."""
        return " ".join([self.frame._name, *(f"{name}={series._name}" for name, series in self.beside.items())])

    def answers(self, one: Pass[Sums], first: int, is_over: IsOver) -> Generator[Sums | None]:
        from dask.delayed import delayed

        question = delayed(one, pure=False, traverse=False)
        parts = self._delayed(list(one.columns))[first:]
        client = current_client()
        if client is None:
            of_partition = delayed(partial(of_frame, is_over=is_over), pure=False)
            return _computed_here([of_partition(question, part) for part in parts])
        of_partition = delayed(of_frame, pure=False)
        return _computed_there(client, [of_partition(question, part) for part in parts], is_over)

    def frames(self, columns: list[str]) -> Iterator[pd.DataFrame]:
        for part in self._delayed(columns):
            yield part.compute()

    def _delayed(self, columns: list[str]) -> list[Any]:
        own = [name for name in self.frame.columns if str(name) in columns]
        others = [name for name in self.beside if name in columns]
        frame = self.frame[own] if own else self.beside[others[0]].to_frame(name=others[0])
        if own and others:  # partition by partition: an alignment by index would move all rows
            meta = _put_beside(frame._meta, *(self.beside[name]._meta for name in others), names=others)
            series = [self.beside[name] for name in others]
            frame = frame.map_partitions(_put_beside, *series, names=others, meta=meta, align_dataframes=False)
        elif len(others) > 1:
            weight = replace(self, frame=frame, beside={name: self.beside[name] for name in others[1:]})
            return weight._delayed(others)
        found: list[Any] = frame.to_delayed()
        return found


def _computed_here(tasks: list[Any]) -> Generator[Any]:
    """The answers of tasks by Dask's threads in this process; each asks itself whether it is over."""
    import dask.base

    compute: Any = dask.base.compute
    together = TASKS_OF_A_CORE * (os.cpu_count() or 1)
    for start in range(0, len(tasks), together):
        yield from compute(*tasks[start : start + together])


def _computed_there(client: Any, tasks: list[Any], is_over: IsOver) -> Generator[Any]:
    """The answers of tasks by the workers of a cluster; what they have not begun when it is over is cancelled."""
    futures = client.compute(tasks)
    try:
        for future in futures:
            answer = _result(client, future, is_over)
            future.release()  # what the worker holds may go
            yield answer
    finally:
        client.cancel([future for future in futures if not future.done()])
        for future in futures:
            future.release()


def _result(client: Any, future: Any, is_over: IsOver) -> Any:
    """The answer of a task, which may have to be computed again on the way: its worker may die."""
    gathered = asyncio.run_coroutine_threadsafe(client.gather(future, asynchronous=True), client.loop.asyncio_loop)
    try:
        while not is_over():
            if wait([gathered], SOON).done:
                return gathered.result()
    finally:
        gathered.cancel()
    raise CutShort


def _put_beside(frame: pd.DataFrame, *series: Any, names: list[str]) -> pd.DataFrame:
    for values in series:
        if len(values) != len(frame):
            raise InputError(
                f"a partition of X has {len(frame)} rows, the one of y or sample_weight {len(values)}: they must match"
            )
    return frame.assign(**{name: np.asarray(values) for name, values in zip(names, series, strict=True)})


def current_client() -> Any:
    """The client of the cluster that the user works with; None where there is none."""
    try:
        from distributed import get_client
    except ImportError:
        return None
    try:
        return get_client()
    except ValueError:
        return None


def is_dask_frame(X: Any) -> bool:
    """Whether it is a Dask DataFrame; Dask is not loaded for it."""
    return _is_of_dask(X) and hasattr(X, "npartitions") and getattr(X, "ndim", 0) == 2 and hasattr(X, "columns")


def is_dask_series(y: Any) -> bool:
    """Whether it is a Dask Series."""
    return _is_of_dask(y) and hasattr(y, "npartitions") and getattr(y, "ndim", 0) == 1 and hasattr(y, "to_frame")


def is_dask_array(X: Any) -> bool:
    """Whether it is a Dask array."""
    return _is_of_dask(X) and hasattr(X, "chunks") and hasattr(X, "to_delayed")


def frame_of_array(X: Any, names: list[str]) -> Any:
    """A Dask array of rows as a frame, in partitions of whole rows."""
    import dask.dataframe as dd

    return dd.from_dask_array(X.rechunk({1: X.shape[1]}), columns=names)


def _is_of_dask(X: Any) -> bool:
    return type(X).__module__.split(".")[0] in ("dask", "dask_expr")
