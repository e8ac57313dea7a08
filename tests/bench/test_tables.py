"""What the tables say, on made-up runs."""

from __future__ import annotations

import csv
import io
import json
import math
import subprocess

import pytest
from made_up_runs import made_up_store
from programs import need

from nldt.bench import tables
from nldt.bench.comparison import compare
from nldt.bench.experiments import EXPERIMENTS, Options
from nldt.bench.statistics import Spread

IRIS = EXPERIMENTS["iris"]
OPTIONS = Options(runs=10)
ENVIRONMENT = {"command": "nldt bench iris --runs 10", "versions": {"nldt": "1", "numpy": "2"}, "machine": "a machine"}
# The published NLDT row of iris has 94.80 ± 4.14 with length 3.92 ± 1.15, CART 93.69 ± 2.75 with 3.80 ± 0.49.
NUMBERS = {"nldt": (97.0, 2.0), "nldt-paper": (94.8, 4.0), "cart": (80.0, 9.0), "svm": (96.0, 40.0)}


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    return compare(IRIS, OPTIONS, made_up_store(tmp_path_factory.mktemp("iris"), "iris", OPTIONS, NUMBERS))


def test_measured_rows_come_before_published_ones(rows):
    assert [(row.method, row.is_measured) for row in rows] == [
        ("nldt", True),
        ("nldt-paper", True),
        ("cart", True),
        ("svm", True),
        ("nldt", False),
        ("cart", False),
        ("svm", False),
    ]


def test_means_and_deviations(rows):
    assert rows[0].measures["test_accuracy"] == Spread(97.0, pytest.approx(math.sqrt(10 / 9)), 10)
    assert rows[4].measures["test_accuracy"] == Spread(94.8, 4.14, 50)


def test_standing_and_p_values(rows):
    best, paper, cart, svm = rows[:4]
    assert best.standing == "best" and best.p_value is None and best.shortest
    # Ten equal differences, all of one sign; SciPy's normal approximation, as there are ties.
    assert paper.p_value == svm.p_value < 0.05 and paper.standing == svm.standing == ""
    assert not (paper.shortest or cart.shortest or svm.shortest)


def test_a_method_that_can_not_be_told_from_the_best_is_similar(tmp_path):
    few = Options(runs=4)
    store = made_up_store(tmp_path, "iris", few, {**NUMBERS, "svm": (96.9, 40.0)})
    svm = compare(IRIS, few, store)[3]
    assert svm.standing == "similar" and svm.p_value > 0.05


def test_verdicts_against_the_published_rows(rows):
    best, paper, cart, svm = rows[:4]
    assert (best.accuracy_verdict, best.length_verdict) == ("better", "better")
    assert (paper.accuracy_verdict, paper.length_verdict) == ("similar", "similar")
    assert (cart.accuracy_verdict, cart.length_verdict) == ("worse", "worse")
    assert (svm.accuracy_verdict, svm.length_verdict) == ("similar", "better")
    assert all(row.accuracy_verdict is None for row in rows[4:])


def test_a_stand_in_gets_no_verdict(tmp_path):
    store = made_up_store(tmp_path, "auto", OPTIONS, NUMBERS)
    rows = compare(EXPERIMENTS["auto"], OPTIONS, store)
    assert {(row.accuracy_verdict, row.length_verdict) for row in rows} == {(None, None)}
    assert any("not public" in note and "stand-in" in note for note in EXPERIMENTS["auto"].notes)


def test_unfinished_runs_are_left_out(tmp_path):
    store = made_up_store(tmp_path, "iris", Options(runs=3), NUMBERS)
    rows = compare(IRIS, Options(runs=50), store)
    assert [row.runs for row in rows[:4]] == [3, 3, 3, 3]


def test_csv(rows):
    lines = list(csv.DictReader(io.StringIO(tables.to_csv(IRIS, rows))))
    assert len(lines) == 7
    assert lines[0]["dataset"] == "iris" and lines[0]["method"] == "nldt" and lines[0]["origin"] == "measured"
    assert (lines[0]["test_accuracy_mean"], lines[0]["test_accuracy_sd"]) == ("97", "1.05409")
    assert lines[0]["standing"] == "best" and lines[0]["accuracy"] == "better"
    assert lines[4]["test_accuracy_mean"] == "94.8" and lines[4]["seconds_mean"] == ""


def test_json(rows):
    content = json.loads(tables.to_json(IRIS, rows, ENVIRONMENT))
    assert content["environment"] == ENVIRONMENT
    assert content["rows"][0]["measures"]["rule_length"] == {"mean": 2.0, "sd": 0.0}
    assert content["rows"][5]["origin"].startswith("supplement") and content["rows"][5]["runs"] is None


def test_markdown(rows):
    text = tables.to_markdown(IRIS, rows, ENVIRONMENT)
    table = [line for line in text.splitlines() if line.startswith("|")]
    assert len({line.count("|") for line in table}) == 1 and len(table) == 2 + 7
    assert "**97.00 ± 1.05**" in table[2] and "**2.00 ± 0.00**" in table[2] and table[2].endswith("| better | better |")
    assert "| iris | paper: nldt |" in table[6] and "94.80 ± 4.14" in table[6]
    assert "`nldt bench iris --runs 10`" in text and "nldt 1, numpy 2, on a machine" in text


def test_similar_rows_are_in_italics(tmp_path):
    few = Options(runs=4)
    rows = compare(IRIS, few, made_up_store(tmp_path, "iris", few, {**NUMBERS, "svm": (96.9, 40.0)}))
    assert "*96.90 ± 1.15*" in tables.to_markdown(IRIS, rows, ENVIRONMENT)
    assert r"\textit{96.90 $\pm$ 1.15}" in tables.to_latex(IRIS, rows)


def test_latex_compiles(tmp_path):
    labels = {label: (90.0, 3.0) for method in EXPERIMENTS["target-impurity"].methods for label in method.labels}
    one = Options(runs=1)
    bodies = [
        tables.to_latex(experiment, compare(experiment, one, made_up_store(tmp_path, experiment.name, one, numbers)))
        for experiment, numbers in ((IRIS, NUMBERS), (EXPERIMENTS["target-impurity"], labels))
    ]
    page = r"\documentclass{article}\usepackage{graphicx}\begin{document}" + "\n".join(bodies) + r"\end{document}"
    (tmp_path / "page.tex").write_text(page, encoding="utf-8")
    command = [need("pdflatex"), "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:].decode(errors="replace")
