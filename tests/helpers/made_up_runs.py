"""A store of runs with made-up numbers, so that tables can be worked out by hand."""

from __future__ import annotations

from pathlib import Path

from nldt.bench.experiments import EXPERIMENTS, Options
from nldt.bench.methods import MEASURES
from nldt.bench.runner import tasks_of
from nldt.bench.store import Store


def made_up_store(folder: Path, experiment: str, options: Options, numbers: dict[str, tuple[float, float]]) -> Store:
    """Runs of an experiment: ``numbers`` gives the mean testing accuracy and rule length of each label.

    Accuracies of odd and even seeds lie one above and one below the mean.
    """
    store = Store(folder / "results.jsonl")
    for task in tasks_of(EXPERIMENTS[experiment], options):
        results = []
        for label in task.method.labels:
            accuracy, length = numbers[label]
            measures = dict.fromkeys(MEASURES, 1.0) | {"rule_length": length}
            results.append(measures | {"test_accuracy": accuracy + (1 if task.seed % 2 else -1)})
        store.add({**task.identity, "results": results})
    return store
