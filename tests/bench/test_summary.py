"""The summary counts what it says it counts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_up_runs import made_up_store

from nldt.bench import summary
from nldt.bench.comparison import compare
from nldt.bench.experiments import EXPERIMENTS, Options
from nldt.bench.statistics import Spread

OPTIONS = Options(runs=10)
ENVIRONMENT = {"command": "nldt bench all", "versions": {"nldt": "1"}, "machine": "a machine"}
LABELS = ["nldt", "nldt-pruned", "nldt-paper", "nldt-paper-pruned", "cart", "svm"]
GOOD = dict.fromkeys(LABELS, (102.0, 1.0))


@pytest.fixture
def measured(tmp_path):
    """Rows of some experiments with the same made-up numbers."""

    def make(*names: str, **numbers: tuple[float, float]) -> dict:
        rows = {}
        for name in names:
            folder = tmp_path / name
            folder.mkdir()
            rows[name] = compare(EXPERIMENTS[name], OPTIONS, made_up_store(folder, name, OPTIONS, {**GOOD, **numbers}))
        return rows

    return make


PUBLISHING = ["ds", "breast-cancer", "wdbc", "auto", "multi-objective", "truss", "welded-beam", "zdt", "iris"]


def test_every_published_nldt_row_has_a_line(measured):
    lines = summary.lines_of(measured(*PUBLISHING))
    # DS1-4, two breast cancer tables, auto, welded beam 1 and 10, truss 6 and 9, ZDT1-3 twice, eight m-, iris
    assert len(lines) == 4 + 2 + 1 + 2 + 2 + 6 + 8 + 1
    assert len({line.name for line in lines}) == len(lines)
    assert "zdt2, pruned" in {line.name for line in lines}


def test_pairs_count_once_and_the_stand_in_not_at_all(measured):
    counted = summary.counted(summary.lines_of(measured(*PUBLISHING)))
    assert len(counted) == 26 - 4 - 1
    assert "auto-stand-in" not in {line.name for line in counted}


@pytest.mark.parametrize("missed", ["m-zdt1-30", "m-zdt2-30"])
def test_a_pair_counts_by_its_worse_row(measured, missed):
    rows = measured("multi-objective")["multi-objective"]
    low = {"test_accuracy": Spread(50.0, 1.0, 10)}
    changed = [
        replace(row, measures=row.measures | low) if row.is_measured and row.dataset == missed else row for row in rows
    ]
    lines = summary.counted(summary.lines_of({"multi-objective": changed}))
    assert len(lines) == 6
    assert [line.name for line in lines if line.shortfall] == [missed]


def test_target_reached(measured):
    (line,) = summary.lines_of(measured("iris"))
    assert (line.accuracy, line.length, line.shortfall) == ("better", "better", "")
    assert line.is_strictly_better


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [
        ((94.8, 3.92), ""),
        ((94.5, 3.92), ""),  # lower, within one standard error, no longer
        ((90.0, 2.0), "testing accuracy is 4.80 below the published"),
        ((99.0, 3.96), ""),  # the published digits can't tell
        ((99.0, 4.1), "rules are 0.18 longer"),
        (
            (90.0, 5.0),
            "testing accuracy is 4.80 below the published (our standard error 0.33) and rules are 1.08 longer",
        ),
    ],
)
def test_target_missed_and_why(measured, numbers, reason):
    (line,) = summary.lines_of(measured("iris", nldt=numbers))
    assert line.shortfall.startswith(reason) and bool(line.shortfall) == bool(reason)


def test_page(measured):
    page = summary.to_markdown(measured("iris", "auto", nldt=(90.0, 2.0)), ENVIRONMENT, OPTIONS)
    table = [line for line in page.splitlines() if line.startswith("| ")]
    assert len(table) == 1 + 2 and len({line.count("|") for line in table}) == 1
    assert "| worse | better | missed |" in page
    assert "| other data | other data | not counted |" in page
    assert "Of 1 rows" in page
    assert (
        "- accuracy: better 0, similar 0, worse 1\n- length: better 1, similar 0, worse 0\n- target reached: 0" in page
    )
    assert (
        "- iris: testing accuracy is 4.80 below the published (our standard error 0.33); "
        "on our data CART 102.00 (published 93.69) and the SVM 102.00 (published 96.13)\n" in page
    )
    assert "not public" in page and "on a machine" in page


def test_a_quick_run_says_so(measured):
    quick = Options(runs=10, quick=True)
    assert "A quick run" in summary.to_markdown(measured("iris"), ENVIRONMENT, quick)
    assert "A quick run" not in summary.to_markdown(measured("ds"), ENVIRONMENT, OPTIONS)
