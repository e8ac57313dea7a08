"""Measured and published rows of an experiment, side by side."""

from __future__ import annotations

from dataclasses import dataclass, field

from nldt.bench.experiments import STAND_IN, Experiment, Options
from nldt.bench.methods import MEASURES
from nldt.bench.published import PublishedRow, rows_of
from nldt.bench.runner import Task, tasks_of
from nldt.bench.statistics import SIGNIFICANCE, Spread, Verdict, signed_rank_p, spread, verdict
from nldt.bench.store import Store

# Which published method a measured one is compared with.
COUNTERPART = {"nldt-paper": "nldt", "nldt-paper-pruned": "nldt-pruned"}


@dataclass(frozen=True)
class Row:
    """One line of a table."""

    dataset: str
    method: str
    origin: str  # "measured", or the published table
    measures: dict[str, Spread]
    runs: int
    p_value: float | None = None
    standing: str = ""  # "best" or "similar" in test accuracy, among the measured rows of the dataset
    shortest: bool = False
    accuracy_verdict: Verdict | None = None  # against the published row of the same method
    length_verdict: Verdict | None = None
    accuracies: dict[int, float] = field(default_factory=dict, repr=False)  # testing, by seed

    @property
    def is_measured(self) -> bool:
        return self.origin == "measured"


def compare(experiment: Experiment, options: Options, store: Store) -> list[Row]:
    """The rows of an experiment, dataset by dataset: what is measured so far, then what was published."""
    finished = [task for task in tasks_of(experiment, options) if task.key in store]
    published = rows_of(*experiment.published)
    rows = []
    for dataset in experiment.datasets:
        of_dataset = [row for row in published if row.dataset == dataset]
        measured = _measured(dataset, [task for task in finished if task.dataset == dataset], store)
        rows += [_judged(row, measured, of_dataset) for row in measured]
        rows += [_as_row(row) for row in of_dataset]
    return rows


def published_counterpart(dataset: str, method: str, published: list[PublishedRow]) -> PublishedRow | None:
    """The first published row that a measured one can be compared with; none for a stand-in."""
    wanted = COUNTERPART.get(method, method)
    if dataset == STAND_IN:
        return None
    return next((row for row in published if row.dataset == dataset and row.method == wanted), None)


def _measured(dataset: str, finished: list[Task], store: Store) -> list[Row]:
    rows = []
    for method in dict.fromkeys(task.method.label for task in finished):
        tasks = sorted((task for task in finished if task.method.label == method), key=lambda task: task.seed)
        for place, label in enumerate(tasks[0].method.labels):
            results = [store[task.key]["results"][place] for task in tasks]
            spreads = {name: spread(result[name] for result in results) for name in MEASURES}
            accuracies = {task.seed: result["test_accuracy"] for task, result in zip(tasks, results, strict=True)}
            known = {name: value for name, value in spreads.items() if value is not None}
            rows.append(Row(dataset, label, "measured", known, len(tasks), accuracies=accuracies))
    return rows


def _judged(row: Row, measured: list[Row], published: list[PublishedRow]) -> Row:
    """The row with its p-value, its standing among the measured and its verdicts against the published."""
    best = max(measured, key=lambda other: other.measures["test_accuracy"].mean)
    p_value = None if row is best else signed_rank_p(row.accuracies, best.accuracies)
    similar = p_value is not None and p_value > SIGNIFICANCE
    theirs = published_counterpart(row.dataset, row.method, published)
    shortest = min(other.measures["rule_length"].mean for other in measured)
    return Row(
        row.dataset,
        row.method,
        row.origin,
        row.measures,
        row.runs,
        p_value,
        "best" if row is best else "similar" if similar else "",
        row.measures["rule_length"].mean == shortest,
        accuracy_verdict(row, theirs),
        length_verdict(row, theirs),
        row.accuracies,
    )


def accuracy_verdict(ours: Row, theirs: PublishedRow | None) -> Verdict | None:
    """On testing accuracy; None where none was published."""
    if theirs is None or "test_accuracy" not in theirs.measures:
        return None
    return verdict(ours.measures["test_accuracy"], theirs.measures["test_accuracy"])


def length_verdict(ours: Row, theirs: PublishedRow | None) -> Verdict | None:
    """On rule length; None where none was published."""
    if theirs is None or theirs.rule_length is None:
        return None
    return verdict(ours.measures["rule_length"], theirs.rule_length, larger_is_better=False)


def _as_row(row: PublishedRow) -> Row:
    return Row(row.dataset, row.method, row.source, row.measures, 0, row.p_value)
