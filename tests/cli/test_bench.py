"""``nldt bench`` as users meet it."""

from __future__ import annotations

import json

import pytest

from nldt.bench.experiments import EXPERIMENTS


def test_without_a_name_it_lists_the_experiments(nldt, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ended = nldt("bench")
    assert ended.code == 0 and ended.stderr == ""
    listed = [line.split("  ")[0] for line in ended.stdout.split("\n\n")[0].splitlines()]
    assert listed == [*EXPERIMENTS, "all"]
    assert "./nldt-bench" in ended.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (["wbdc"], ["no experiment 'wbdc'", "did you mean 'wdbc'?"]),
        (["zzz"], ["no experiment 'zzz'", "ablation-lower", "all"]),
        (["iris", "--methods", "nldt,carr"], ["--methods", "no method 'carr'", "nldt-paper"]),
        (["iris", "--runs", "0"], ["--runs=0", "from 1"]),
        (["iris", "--jobs", "0"], ["--jobs=0", "from 1"]),
        (["iris", "--paper-runs", "-1"], ["--paper-runs=-1", "from 0"]),
        (["iris", "--runs", "many"], ["--runs many", "whole number"]),
    ],
    ids=str,
)
def test_mistakes(mistake, tmp_path, arguments, names):
    mistake("bench", *arguments, "--output", tmp_path / "out", names=names)


def test_the_output_is_a_file(mistake, data):
    mistake("bench", "iris", "--quick", "--output", data, names=["--output", "data.csv", "is a file"])


def test_the_output_can_not_be_made(mistake, data):
    mistake("bench", "iris", "--quick", "--output", data / "below", names=["can't make the folder", "below"])


def test_a_small_bench(nldt, tmp_path):
    folder = tmp_path / "new" / "out"
    ended = nldt("bench", "iris", "--quick", "--runs", 2, "--methods", "cart,svm", "--jobs", 1, "--output", folder)
    assert ended.code == 0
    assert {path.name for path in folder.iterdir()} == {
        "results.jsonl", "iris.csv", "iris.json", "iris.md", "iris.tex",
    }  # fmt: skip
    assert "cart" in ended.stdout and "paper: nldt" in ended.stdout
    assert "4 runs to do, 0 stored" in ended.stderr and "4 of 4 runs" in ended.stderr
    content = json.loads((folder / "iris.json").read_text(encoding="utf-8"))
    assert content["environment"]["command"] == "nldt bench iris --runs 2 --methods cart,svm --quick"
    assert str(tmp_path) not in (folder / "iris.md").read_text(encoding="utf-8")


def test_failed_runs_are_one_line_and_the_tables_are_there(nldt, tmp_path, monkeypatch):
    from nldt.bench import runner

    def fails_for_svm(method, rows, seed, quick):
        if method.name == "svm":
            raise ValueError("two\nlines")
        return run_method(method, rows, seed, quick)

    run_method = runner.run_method
    monkeypatch.setattr(runner, "run_method", fails_for_svm)
    ended = nldt("bench", "iris", "--quick", "--runs", 2, "--methods", "cart,svm", "--jobs", 1, "--output", tmp_path)
    assert ended.code == 2
    last = ended.stderr.splitlines()[-1]
    assert last.startswith("nldt: 2 runs failed, the first: iris, svm, seed 0: ValueError: two lines;")
    assert (tmp_path / "iris.md").exists()
