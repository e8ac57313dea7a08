"""Passes over partitions: a function of some rows that gives small sums, and how two of them are added."""

from __future__ import annotations

import pickle
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from nldt.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

    from nldt.data.partitions.table import PartitionedTable

Sums = TypeVar("Sums")

BLOCK_ROWS = 2**16  # of a frame that are looked at together: few enough for the processor's cache
# Pieces beside those that threads are busy with: what is done waits for those before it.
READY_PIECES = 2
SOON = 0.1  # seconds after which it is asked again whether a pass is over


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
IsOver = Callable[[], bool]  # whether whoever waits for a pass waits no more


class CutShort(Exception):  # noqa: N818  (an event, not an error)
    """A pass was ended before its end: by a time limit, or by the user."""


@dataclass(frozen=True)
class BegunPass:
    """How far a pass has come: partitions that have answered, the sum of their answers, and what it took."""

    n_done: int = 0
    total: Any = None
    seconds: float = 0.0
    n_bytes: int = 0
    is_done: bool = False


class PassMemory(Protocol):
    """Knows what passes have found, those of a run before this one, too."""

    def begun(self, one: Pass[Any]) -> BegunPass:
        """How far this very pass over this very table has come."""

    def keep(self, one: Pass[Any], begun: BegunPass) -> None:
        """It has come so far."""


class NoMemory:
    """Every pass begins anew."""

    def begun(self, one: Pass[Any]) -> BegunPass:
        return BegunPass()

    def keep(self, one: Pass[Any], begun: BegunPass) -> None: ...


def never() -> bool:
    """Whoever waits waits for ever."""
    return False


@dataclass(eq=False)
class Passes:
    """Runs passes over one table, and notes what they take."""

    table: PartitionedTable
    tell: Tell = lambda name, done, total: None
    is_over: IsOver = never
    memory: PassMemory = field(default_factory=NoMemory)
    records: list[PassRecord] = field(default_factory=list)

    def run(self, one: Pass[Sums]) -> Sums:
        """The answer of all rows; InputError where there are none, CutShort where it is over before."""
        begun = self.memory.begun(one)
        if not begun.is_done:
            begun = self._finished(one, begun)
        self.tell(one.name, begun.n_done, begun.n_done)  # some tables read small partitions together
        self.records.append(PassRecord(one.name, begun.seconds, len(one.columns), begun.n_done, begun.n_bytes))
        if begun.total is None:
            raise InputError(f"{self.table.title} has no rows")
        found: Sums = begun.total
        return found

    def _finished(self, one: Pass[Any], begun: BegunPass) -> BegunPass:
        """The pass at its end."""
        if self.is_over():
            raise CutShort
        started = time.perf_counter() - begun.seconds
        with closing(self.table.answers(one, begun.n_done, self.is_over)) as answers:  # whatever happens here ends it
            for answer in answers:
                begun = BegunPass(
                    begun.n_done + 1,
                    _added(one, begun.total, answer),
                    time.perf_counter() - started,
                    begun.n_bytes + len(pickle.dumps(answer, protocol=pickle.HIGHEST_PROTOCOL)),
                )
                self.memory.keep(one, begun)
                self.tell(one.name, begun.n_done, max(self.table.n_partitions, begun.n_done + 1))
        begun = replace(begun, seconds=time.perf_counter() - started, is_done=True)
        self.memory.keep(one, begun)
        return begun


def _added(one: Pass[Any], total: Any, answer: Any) -> Any:
    if total is None or answer is None:
        return answer if total is None else total
    return one.add(total, answer)


def in_threads(
    one: Pass[Sums], pieces: Iterable[Piece], n_threads: int, is_over: IsOver = never
) -> Generator[Sums | None]:
    """The answers of pieces in their order, from so many threads; whoever stops listening stops them."""
    stop = threading.Event()
    waiting: deque[Future[Sums | None]] = deque()

    def first_answer() -> Sums | None:
        while not is_over():
            if wait([waiting[0]], SOON).done:
                return waiting.popleft().result()
        raise CutShort

    with ThreadPoolExecutor(n_threads, thread_name_prefix="nldt-pass") as threads:
        try:
            for piece in pieces:
                waiting.append(threads.submit(_of_piece, one, piece, stop))
                if len(waiting) >= n_threads + READY_PIECES:
                    yield first_answer()
            while waiting:
                yield first_answer()
        finally:
            stop.set()
            for future in waiting:
                future.cancel()


class ReadHere:
    """A table whose pieces are read by threads of this process."""

    n_threads: int

    @property
    def pieces(self) -> Iterable[Piece]:
        """The partitions; every kind of table has its own."""
        raise NotImplementedError

    def answers(self, one: Pass[Sums], first: int, is_over: IsOver) -> Generator[Sums | None]:
        """What a pass gives for each piece from the first that is asked for, in their order."""
        return in_threads(one, islice(self.pieces, first, None), self.n_threads, is_over)

    def frames(self, columns: list[str]) -> Iterator[pd.DataFrame]:
        """The rows in their order, some at a time."""
        for piece in self.pieces:
            yield from piece.frames(columns)


def of_frame(one: Pass[Sums], frame: pd.DataFrame, is_over: IsOver = never) -> Sums | None:
    """The answer of a frame, block by block; None where it has no rows."""
    total: Any = None
    for start in range(0, len(frame), BLOCK_ROWS):
        if is_over():
            raise CutShort
        total = _added(one, total, one.of(frame.iloc[start : start + BLOCK_ROWS]))
    return total


def _of_piece(one: Pass[Sums], piece: Piece, stop: threading.Event) -> Sums | None:
    total: Any = None
    for frame in piece.frames(one.columns):
        if stop.is_set():
            return None
        total = _added(one, total, of_frame(one, frame))
    return total
