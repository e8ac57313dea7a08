"""Runs what is missing in the store, in parallel on this machine or on a Dask cluster."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nldt import __version__
from nldt.bench.experiments import Experiment, Options, chosen_methods, n_runs
from nldt.bench.methods import Method, run_method
from nldt.bench.splits import load_data, made_anew, split
from nldt.bench.store import Record, Store, key_of
from nldt.datasets import Dataset
from nldt.errors import InputError
from nldt.extras import require

# Rough seconds of a run, for the order of work and a first guess of the remaining time.
USUAL_SECONDS = {"nldt-paper": 60.0, "nldt": 1.0}
OTHER_SECONDS = 0.1
SECONDS_TO_CONNECT = 10  # to a scheduler


@dataclass(frozen=True, eq=False)
class Task:
    """One run: a method on one split of one dataset."""

    dataset: str
    method: Method
    seed: int
    quick: bool

    @property
    def identity(self) -> Record:
        """What the store knows the run by."""
        return {
            "dataset": self.dataset,
            "method": self.method.identity,
            "seed": self.seed,
            "version": __version__,
            "quick": self.quick,
        }

    @cached_property
    def key(self) -> str:
        return key_of(self.identity)

    @property
    def usual_seconds(self) -> float:
        """How long it may take, roughly."""
        return USUAL_SECONDS.get(self.method.name, OTHER_SECONDS)


@dataclass(frozen=True)
class Place:
    """Where runs happen: so many processes of this machine, or the workers of a Dask scheduler."""

    jobs: int
    scheduler: str | None = None


def tasks_of(experiment: Experiment, options: Options) -> list[Task]:
    """All runs of an experiment."""
    return [
        Task(dataset, method, seed, options.quick)
        for dataset in experiment.datasets
        for method in chosen_methods(experiment, options)
        for seed in range(n_runs(method, dataset, options))
    ]


def missing_tasks(experiments: Iterable[Experiment], options: Options, store: Store) -> list[Task]:
    """The runs of some experiments that the store lacks, each once, the longest first."""
    tasks = {task.key: task for experiment in experiments for task in tasks_of(experiment, options)}
    missing = [task for key, task in tasks.items() if key not in store]
    return sorted(missing, key=lambda task: -task.usual_seconds)


def run_tasks(tasks: list[Task], store: Store, place: Place, report: Callable[[Task], None]) -> list[str]:
    """Run tasks, store each result as it arrives, and return what went wrong, one line a failed run."""
    joblib = require("joblib", "nldt bench", "bench")
    failures = []
    data = _prepare([task.dataset for task in tasks], place, tasks[0].quick) if tasks else {}
    jobs = (joblib.delayed(_run)(number, task, data.get(task.dataset)) for number, task in enumerate(tasks))
    with _backend(place):
        # One run a batch, and whichever is done first: what is finished is on disk at once.
        parallel = joblib.Parallel(n_jobs=place.jobs, return_as="generator_unordered", batch_size=1)
        with contextlib.closing(parallel(jobs)) as outcomes:
            for number, results, failure in outcomes:
                task = tasks[number]
                if failure is None:
                    store.add({**task.identity, "results": results})
                else:
                    failures.append(f"{task.dataset}, {task.method.label}, seed {task.seed}: {failure}")
                report(task)
    return failures


def _prepare(names: list[str], place: Place, quick: bool) -> dict[str, Dataset]:
    """Tables that all runs share: made once, and sent along with every run."""
    joblib = require("joblib", "nldt bench", "bench")
    shared = [name for name in dict.fromkeys(names) if not made_anew(name)]
    loaded = joblib.Parallel(n_jobs=place.jobs)(joblib.delayed(load_data)(name, 0, quick) for name in shared)
    return dict(zip(shared, loaded, strict=True))


def _run(number: int, task: Task, data: Dataset | None) -> tuple[int, list[dict[str, Any]] | None, str | None]:
    """One run in a worker: its results, or why there are none. A run that fails must not end the others."""
    from threadpoolctl import threadpool_limits

    try:
        # One thread each: workers share the cores, and sums don't depend on how many there are.
        with threadpool_limits(1), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            rows = split(data or load_data(task.dataset, task.seed, task.quick), task.seed)
            return number, run_method(task.method, rows, task.seed, task.quick), None
    except Exception as error:
        return number, None, f"{type(error).__name__}: {' '.join(str(error).split())}"


@contextlib.contextmanager
def _backend(place: Place) -> Iterator[None]:
    if place.scheduler is None:
        yield
        return
    joblib = require("joblib", "nldt bench", "bench")
    distributed = require("distributed", "--scheduler", "dask")
    try:
        client = distributed.Client(place.scheduler, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        reason = " ".join(str(error).split())
        raise InputError(f"--scheduler={place.scheduler!r}: no Dask scheduler answers there: {reason}") from None
    try:
        with joblib.parallel_config(backend="dask", client=client, wait_for_workers_timeout=60):
            yield
    finally:
        client.close()
