"""Runs are planned once, run anywhere, and one that fails does not end the others."""

from __future__ import annotations

import pytest

from nldt.bench.experiments import EXPERIMENTS, Options, find
from nldt.bench.methods import Method
from nldt.bench.runner import Place, Task, missing_tasks, run_tasks, tasks_of
from nldt.bench.store import Store

FEW = Options(runs=2, quick=True, methods=("cart", "svm"))


@pytest.fixture
def store(tmp_path) -> Store:
    return Store(tmp_path / "results.jsonl")


def without_seconds(store: Store) -> dict[str, list[dict]]:
    return {
        key: [{name: value for name, value in result.items() if name != "seconds"} for result in record["results"]]
        for key, record in store._records.items()
    }


def test_a_run_that_several_experiments_share_is_run_once(store):
    options = Options(runs=3)
    tasks = missing_tasks(find(["all"]), options, store)
    assert len({task.key for task in tasks}) == len(tasks)
    each = [missing_tasks([experiment], options, store) for experiment in EXPERIMENTS.values()]
    assert len(tasks) < sum(map(len, each))  # truss-6 is in two tables, DS3 in two
    assert {task.key for task in tasks} == {task.key for tasks in each for task in tasks}


def test_the_longest_runs_come_first(store):
    tasks = missing_tasks(find(["ds"]), Options(runs=2), store)
    assert [task.method.name for task in tasks][:8] == ["nldt-paper"] * 8


def test_one_process_and_two_give_the_same(tmp_path):
    tasks = tasks_of(EXPERIMENTS["iris"], FEW)
    stores = [Store(tmp_path / f"{jobs}.jsonl") for jobs in (1, 2)]
    for jobs, store in enumerate(stores, start=1):
        assert run_tasks(tasks, store, Place(jobs), lambda task: None) == []
    assert without_seconds(stores[0]) == without_seconds(stores[1])
    assert len(stores[0]) == len(tasks) == 4


def test_what_is_stored_is_not_missing(store):
    experiment = EXPERIMENTS["iris"]
    run_tasks(tasks_of(experiment, FEW)[:3], store, Place(1), lambda task: None)
    assert [task.key for task in missing_tasks([experiment], FEW, store)] == [tasks_of(experiment, FEW)[3].key]


def test_a_failing_run_is_told_and_not_stored(store):
    broken = Task("iris", Method("nldt", "nldt", {"max_depth": -1}), 0, True)
    tasks = [broken, *tasks_of(EXPERIMENTS["iris"], FEW)]
    reported = []
    failures = run_tasks(tasks, store, Place(1), reported.append)
    assert len(failures) == 1 and failures[0].startswith("iris, nldt, seed 0: InputError: NLDTClassifier: max_depth=-1")
    assert len(store) == 4 and broken.key not in store
    assert len(reported) == 5
