"""Tables of Dask: passes run where the partitions are, on the workers of a cluster where there is one.

Dask knows how each partition is made: what a worker that dies has held or was doing is done again by others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from nldt.data.partitions.passes import Pass, of_frame

if TYPE_CHECKING:
    import pandas as pd

Sums = TypeVar("Sums")


@dataclass(frozen=True, eq=False)
class DaskTable:
    """A Dask DataFrame."""

    frame: Any
    names_are_given: bool = True
    title: str = "the Dask table"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(str(name) for name in self.frame.columns)

    @property
    def numbers(self) -> frozenset[str]:
        return frozenset(str(name) for name, kind in self.frame.dtypes.items() if getattr(kind, "kind", "O") in "iuf")

    @property
    def n_partitions(self) -> int:
        return int(self.frame.npartitions)

    def answers(self, one: Pass[Sums]) -> Iterator[Sums | None]:
        import dask

        question = dask.delayed(one, pure=False, traverse=False)
        of_partition = dask.delayed(of_frame, pure=False)
        tasks = [of_partition(question, part) for part in self._delayed(list(one.columns))]
        client = current_client()
        if client is None:
            yield from dask.compute(*tasks)
            return
        futures = client.compute(tasks)
        try:
            for place, future in enumerate(futures):
                yield future.result()
                futures[place] = None  # what it holds may go
        finally:
            client.cancel([future for future in futures if future is not None])

    def frames(self, columns: list[str]) -> Iterator[pd.DataFrame]:
        for part in self._delayed(columns):
            yield part.compute()

    def _delayed(self, columns: list[str]) -> list[Any]:
        found: list[Any] = self.frame[list(dict.fromkeys(columns))].to_delayed()
        return found


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
    return _is_of_dask(X) and hasattr(X, "npartitions") and hasattr(X, "columns")


def is_dask_series(y: Any) -> bool:
    return _is_of_dask(y) and hasattr(y, "npartitions") and not hasattr(y, "columns") and hasattr(y, "to_frame")


def is_dask_array(X: Any) -> bool:
    return _is_of_dask(X) and hasattr(X, "chunks") and hasattr(X, "to_delayed")


def frame_of_array(X: Any, names: list[str]) -> Any:
    """A Dask array of rows as a frame, in partitions of whole rows."""
    import dask.dataframe as dd

    return dd.from_dask_array(X.rechunk({1: X.shape[1]}), columns=names)


def _is_of_dask(X: Any) -> bool:
    return type(X).__module__.split(".")[0] in ("dask", "dask_expr")
