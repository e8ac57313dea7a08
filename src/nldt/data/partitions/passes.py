"""Passes over partitions: a function of some rows that gives small sums, and how two of them are added."""

from __future__ import annotations

import pickle
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from nldt.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from nldt.data.partitions.table import PartitionedTable

Sums = TypeVar("Sums")

BLOCK_ROWS = 2**16  # of a frame that are looked at together: few enough for the processor's cache
# Pieces beside those that threads are busy with: what is done waits for those before it.
READY_PIECES = 2


class Pass(Protocol[Sums]):
    """One question to all rows. It travels to where the rows are: it must be small, and pickle must take it."""

    @property
    def name(self) -> str:
        """What the pass is about, for those who watch."""

    @property
    def columns(self) -> Sequence[str]:
        """The columns that it reads."""

    def of(self, frame: pd.DataFrame) -> Sums:
        """The answer of some rows."""

    def add(self, total: Sums, more: Sums) -> Sums:
        """The answer of the rows of both. It is exact, so that no partitioning of the rows can change it."""


class Piece(Protocol):
    """Some rows of a table, read when they are asked for."""

    def frames(self, columns: Sequence[str]) -> Iterator[pd.DataFrame]:
        """The rows, with these columns, some at a time."""


@dataclass(frozen=True)
class PassRecord:
    """What a pass took."""

    name: str
    seconds: float
    n_columns: int
    n_partitions: int
    bytes_returned: int  # by all partitions


Tell = Callable[[str, int, int], None]  # the name of a pass, partitions that are done, and all of them


@dataclass(eq=False)
class Passes:
    """Runs passes over one table, and notes what they take."""

    table: PartitionedTable
    tell: Tell = lambda name, done, total: None
    records: list[PassRecord] = field(default_factory=list)

    def run(self, one: Pass[Sums]) -> Sums:
        """The answer of all rows; InputError where there are none."""
        started, n_bytes, done = time.perf_counter(), 0, 0
        total: Any = None
        answers: Iterator[Any] = self.table.answers(one)
        for done, answer in enumerate(answers, start=1):
            n_bytes += len(pickle.dumps(answer, protocol=pickle.HIGHEST_PROTOCOL))
            if answer is not None:
                total = answer if total is None else one.add(total, answer)
            self.tell(one.name, done, max(self.table.n_partitions, done + 1))
        self.tell(one.name, done, done)  # some tables read small partitions together
        self.records.append(PassRecord(one.name, time.perf_counter() - started, len(one.columns), done, n_bytes))
        if total is None:
            raise InputError(f"{self.table.title} has no rows")
        return total


def in_threads(one: Pass[Sums], pieces: Sequence[Piece], n_threads: int) -> Iterator[Sums | None]:
    """The answers of pieces in their order, from so many threads; whoever stops listening stops them."""
    stop = threading.Event()
    waiting: deque[Future[Sums | None]] = deque()
    with ThreadPoolExecutor(n_threads, thread_name_prefix="nldt-pass") as threads:
        try:
            for piece in pieces:
                waiting.append(threads.submit(_of_piece, one, piece, stop))
                if len(waiting) >= n_threads + READY_PIECES:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            stop.set()
            for future in waiting:
                future.cancel()


class ReadHere:
    """A table whose pieces are read by threads of this process."""

    n_threads: int

    @property
    def pieces(self) -> Sequence[Piece]:
        """The partitions; every kind of table has its own."""
        raise NotImplementedError

    @property
    def n_partitions(self) -> int:
        return len(self.pieces)

    def answers(self, one: Pass[Sums]) -> Iterator[Sums | None]:
        """What a pass gives for each piece, in their order."""
        return in_threads(one, self.pieces, self.n_threads)

    def frames(self, columns: list[str]) -> Iterator[pd.DataFrame]:
        """The rows in their order, some at a time."""
        for piece in self.pieces:
            yield from piece.frames(columns)


def of_frame(one: Pass[Sums], frame: pd.DataFrame) -> Sums | None:
    """The answer of a frame, block by block; None where it has no rows."""
    total = None
    for start in range(0, len(frame), BLOCK_ROWS):
        answer = one.of(frame.iloc[start : start + BLOCK_ROWS])
        total = answer if total is None else one.add(total, answer)
    return total


def _of_piece(one: Pass[Sums], piece: Piece, stop: threading.Event) -> Sums | None:
    total: Any = None
    for frame in piece.frames(one.columns):
        if stop.is_set():
            return None
        answer = of_frame(one, frame)
        if answer is not None:
            total = answer if total is None else one.add(total, answer)
    return total
