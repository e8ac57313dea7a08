"""How far a bench is: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import Any

from nldt.bench.runner import Task
from nldt.bench.store import Store

LINES = 20  # where there is no terminal
OVERHEAD = 0.1  # seconds of a run beside the fit: its data, its measures, the way there and back


class RunProgress:
    """Counts runs and guesses the remaining time from those that are done."""

    def __init__(self, tasks: list[Task], store: Store) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        self._waiting = {task.key: task for task in tasks}
        self._store = store
        self._started = time.perf_counter()
        self._work_done = 0.0
        self._total = len(tasks)
        self._console = Console(stderr=True)
        self._bar = Progress(
            TextColumn("runs"),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.description}"),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,
        )
        self._row: Any = self._bar.add_task("", total=self._total)
        self._seconds: dict[Any, list[float]] = defaultdict(list)

    def __enter__(self) -> RunProgress:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def done(self, task: Task) -> None:
        """A run has ended."""
        del self._waiting[task.key]
        if task.key in self._store:
            seconds = self._store[task.key]["results"][0]["seconds"]
            self._seconds[task.dataset, task.method.label].append(seconds)
            self._seconds[task.method.name].append(seconds)
        self._work_done += self._work(task)
        count = self._total - len(self._waiting)
        self._bar.update(self._row, completed=count, description=f"{self._now(task)}, {self._left()}")
        if not self._console.is_terminal and count * LINES // self._total > (count - 1) * LINES // self._total:
            print_line(self._console, f"{count} of {self._total} runs, {self._left()}")

    def _now(self, task: Task) -> str:
        return f"{task.dataset} {task.method.label}"

    def _left(self) -> str:
        """Words for the remaining time: the rest goes at the pace of what is done."""
        waiting = sum(self._work(task) for task in self._waiting.values())
        elapsed = time.perf_counter() - self._started
        return f"about {in_words(waiting * elapsed / self._work_done)} left"

    def _work(self, task: Task) -> float:
        """What a run takes: the mean of its like, or what is usual where none is done yet."""
        like = self._seconds.get((task.dataset, task.method.label)) or self._seconds.get(task.method.name)
        return OVERHEAD + (sum(like) / len(like) if like else task.usual_seconds)


def print_line(console: Any, line: str) -> None:
    """A line as it is: no colours, no wrapping."""
    console.print(line, highlight=False, markup=False, soft_wrap=True)


def in_words(seconds: float) -> str:
    """A duration to plan by.

    >>> in_words(42), in_words(100), in_words(7300)
    ('42 s', '1 min 40 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
