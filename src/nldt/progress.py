"""What a fit tells while it runs, and when it must stop."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol

# Hears what is counted, such as "fold", the number of the one that begins, and how many there are.
Tell = Callable[[str, int, int], None]


@dataclass(frozen=True)
class SearchState:
    """The state of the search at one node after one generation."""

    node: str  # the path from the root, such as "root" or "root.L.R"
    rows: int
    generation: int
    generations: int
    impurity: float
    complexity: int
    stays: bool = True  # whether a node that is done is in the tree; others are looked at, and may be taken away again


class Monitor(Protocol):
    """Listens to a fit."""

    def __enter__(self) -> Monitor: ...

    def __exit__(
        self, error_type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def generation_done(self, state: SearchState) -> None:
        """One generation has ended."""

    def node_done(self, state: SearchState) -> None:
        """A node has its rule."""

    def pass_on(self, name: str, done: int, total: int) -> None:
        """So many of all partitions have answered a question to all rows."""


class SilentMonitor:
    """Says nothing."""

    def __enter__(self) -> SilentMonitor:
        return self

    def __exit__(self, *_: object) -> None: ...

    def generation_done(self, state: SearchState) -> None: ...

    def node_done(self, state: SearchState) -> None: ...

    def pass_on(self, name: str, done: int, total: int) -> None: ...


class Recorder:
    """Keeps what is told, and passes it on."""

    def __init__(self, listener: Monitor) -> None:
        self._listener = listener
        self.states: list[SearchState] = []

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None: ...

    def generation_done(self, state: SearchState) -> None:
        self.states.append(state)
        self._listener.generation_done(state)

    def node_done(self, state: SearchState) -> None:
        """Keep the state in the place of the one of its generation: its rule is the chosen one."""
        self.states = [earlier for earlier in self.states if earlier.generation < state.generation]
        self.states.append(state)
        self._listener.node_done(state)

    def pass_on(self, name: str, done: int, total: int) -> None:
        self._listener.pass_on(name, done, total)


# Elsewhere than on a terminal a long search says how far it is after so many seconds, and each time that doubles.
FIRST_WORD = 10.0


class RichMonitor:
    """A live line for the node that is being searched, and a line for each node that is done and stays.

    On a terminal the live line moves; elsewhere a search that looks at many nodes before it chooses is told of now and
    then.
    """

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        self._started = time.perf_counter()
        console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.fields[node]}"),
            BarColumn(bar_width=24),
            TextColumn("{task.description}"),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._console = console
        self._task: Any = None
        self._n_nodes = 0
        self._next_word = FIRST_WORD

    def __enter__(self) -> RichMonitor:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def generation_done(self, state: SearchState) -> None:
        if self._task is None:
            self._task = self._progress.add_task("", total=state.generations, node=state.node)
        self._progress.update(
            self._task,
            total=state.generations,
            completed=state.generation,
            node=state.node,
            description=f"generation {state.generation}/{state.generations}  {self._figures(state)}",
        )

    def node_done(self, state: SearchState) -> None:
        self._n_nodes += 1
        if state.stays:
            self._console.print(f"{state.node} ({state.rows} rows): {self._figures(state)}", highlight=False)
        elif self._elapsed >= self._next_word and not self._console.is_terminal:
            nodes = "1 node" if self._n_nodes == 1 else f"{self._n_nodes} nodes"
            self._console.print(f"{nodes} searched in {self._elapsed:.0f} s", highlight=False)
            self._next_word = 2 * self._elapsed

    def pass_on(self, name: str, done: int, total: int) -> None:
        if self._task is None:
            self._task = self._progress.add_task("", total=total, node="all rows")
        told = f"{name}: {done}/{total} partitions  {self._elapsed:.1f} s"
        self._progress.update(self._task, total=total, completed=done, node="all rows", description=told)
        if done == total:
            self._console.print(f"all rows: {name}, {total} partitions, {self._elapsed:.1f} s", highlight=False)

    @property
    def _elapsed(self) -> float:
        return time.perf_counter() - self._started

    def _figures(self, state: SearchState) -> str:
        return f"impurity {state.impurity:.4f}  complexity {state.complexity}  {self._elapsed:.1f} s"


# Work may take so many times as long as the work before it did.
CAUTION = 2.0


class Deadline:
    """Whether the time limit has passed, or will have before some more work is done.

    Examples
    --------
    >>> deadline = Deadline(3600.0)
    >>> deadline.learn(work=10.0, seconds=60.0)
    >>> deadline.passed(), deadline.passed(work=20.0), deadline.passed(work=1000.0)
    (False, False, True)
    """

    def __init__(self, seconds: float | None, since: float | None = None) -> None:
        """So many seconds from now, or from an earlier ``time.monotonic()``; None: no limit."""
        self._start = time.monotonic() if since is None else since
        self._limit = None if seconds is None else self._start + float(seconds)
        self._end = self._limit  # of searching: what comes after it takes some time, too
        self._pace = 0.0  # seconds that a unit of work took last

    def passed(self, work: float = 0.0) -> bool:
        """Whether the time is up, or would be before so much work is done."""
        return self._end is not None and time.monotonic() + CAUTION * self._pace * work >= self._end

    def over(self) -> bool:
        """Whether the limit itself has passed, with all that was kept for last steps."""
        return self._limit is not None and time.monotonic() >= self._limit

    def end(self) -> None:
        """Pass now, whatever the limit was."""
        self._limit = self._end = -math.inf

    @property
    def remaining(self) -> float | None:
        """Seconds until the limit, below 0 after it; None without one."""
        return None if self._end is None else self._end - time.monotonic()

    def learn(self, work: float, seconds: float) -> None:
        """So much work took so long: what comes next will be judged by it."""
        self._pace = seconds / work

    @contextmanager
    def timed(self, work: float) -> Iterator[None]:
        """Learn from what is done inside."""
        started = time.monotonic()
        yield
        self.learn(work, time.monotonic() - started)

    def keep(self, seconds: float) -> None:
        """End earlier by so many seconds."""
        if self._end is not None:
            self._end -= seconds

    def reserve(self, share: float) -> None:
        """End earlier by a share of the time that has gone by."""
        if self._end is not None:
            self._end -= share * (time.monotonic() - self._start)
