"""``nldt path``: the table, the choice, the model file, the picture; and mistakes."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from nldt import load_model
from nldt.model.model_path import CUT_SHORT

QUICK = ("--prices", "1,60", "--folds", "2", "--quiet")


def test_prints_the_path_and_writes_the_chosen_model(nldt, data, tmp_path):
    model, picture = tmp_path / "model.json", tmp_path / "path.png"
    ended = nldt("path", data, "--target", "kind", *QUICK, "-o", model, "--picture", picture, "--choose", "best")
    assert ended.code == 0, ended.stderr
    lines = ended.stdout.splitlines()
    assert lines[0].split() == [
        *("price", "held", "to", "length", "rules", "cross-validated", "accuracy", "training", "accuracy")
    ]
    prices = [line.split()[0] for line in lines[1 : lines.index(next(line for line in lines if ":" in line))]]
    lengths = {(line[:5], line[5:14].strip()): int(line[14:22]) for line in lines[1 : 1 + len(prices)]}
    assert len(lengths) == len(prices), "no two lines say the same of how they came about"
    assert all(length <= int(held) for (_, held), length in lengths.items() if held)
    assert prices == sorted(prices) and set(prices) == {"1", "60"}
    assert sum("← chosen" in line for line in lines) == 1
    assert load_model(model).to_text() in ended.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_file_keeps_what_the_folds_say_and_the_report_has_the_curve(nldt, data, tmp_path):
    model, page = tmp_path / "model.json", tmp_path / "page.html"
    ended = nldt("path", data, "--target", "kind", *QUICK, "-o", model, "--report", page)
    assert ended.code == 0, ended.stderr
    estimate = load_model(model).model_.estimate
    assert estimate.rows == "cross-validated" and estimate.folds == 2 and estimate.chose_length
    assert "by which the length was chosen" in ended.stdout and estimate.lines()[0] in ended.stdout
    html = page.read_text(encoding="utf-8")
    assert 'id="length-curve"' in html and "cross-validated accuracy" in html and estimate.source in html
    assert "at the same price or held to the same length" in html
    assert f"<strong>{100 * estimate.accuracy.value:.1f}\u202f%</strong>" in html
    assert "by which the length was chosen" in nldt("show", model).stdout


def test_notes_are_those_of_the_chosen_model(nldt, tmp_path):
    (tmp_path / "noise.csv").write_text("a,kind\n" + "".join(f"{k * 7 % 40},{'xy'[k % 2]}\n" for k in range(40)))
    ended = nldt("path", tmp_path / "noise.csv", "--target", "kind", *QUICK, "-o", tmp_path / "m.json")
    notes = [line for line in ended.stdout.splitlines() if line.startswith("note: ")]
    assert any("is no better than always answering the largest class" in note for note in notes)
    assert notes == [
        line for line in nldt("show", tmp_path / "m.json").stdout.splitlines() if line.startswith("note: ")
    ]


def test_a_report_never_overwrites_the_table(mistake, data):
    mistake("path", data, "--target", "kind", "--report", data, names=[data.name])


def test_a_time_limit_counts_from_the_start_of_the_command(nldt, data, monkeypatch):
    an_hour_ago = SimpleNamespace(monotonic=lambda: time.monotonic() - 3600.0)
    monkeypatch.setattr("nldt.cli.time", an_hour_ago)  # which only asks it when the command begins
    ended = nldt("path", data, "--target", "kind", *QUICK, "--time-limit", "3000")
    assert ended.code == 0 and "--time-limit 3000 s reached" in ended.stderr
    assert "no time was left for all folds" in ended.stdout


def test_a_length_is_kept(nldt, data, tmp_path):
    ended = nldt("path", data, "--target", "kind", *QUICK, "--choose", "0")
    assert ended.code == 0, ended.stderr
    assert "0 rules, rule length 0" in ended.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--choose", "shortest"), "--choose shortest: must be one-standard-error, best or a length"),
        (("--prices", "1,two"), "--prices 1,two: must be numbers from 0.01 to 100"),
        (("--prices", "1,1000"), "--prices 1,1000: must be numbers"),
        (("--folds", "1"), "--folds 1: must be a whole number, 2 or more"),
        (("--picture", "path.doc"), "--picture path.doc: the name must end in"),
    ],
)
def test_mistakes(mistake, data, options, words):
    mistake("path", data, "--target", "kind", *options, names=[words])


def test_show_has_numbers_and_alternatives(nldt, model):
    shown = nldt("show", model, "--numbers", "--alternatives")
    assert shown.code == 0
    assert "#0 " in shown.stdout and "nearly as good, by node:\nnode 0: " in shown.stdout
    refused = nldt("show", model, "--numbers", "--format", "c")
    assert refused.code == 2 and "--numbers is for --format text" in refused.stderr


def test_a_length_that_no_model_has_is_refused_in_words_of_the_command_line(mistake, data):
    """The two columns of the product are needed."""
    options = ["--choose", 0, "--required", "width", "--prices", "0.5", "--folds", 2, "-q"]
    mistake("path", data, "--target", "kind", *options, names=["--choose", "--prices above 0.5", "--max-length"])


def test_folds_that_were_cut_short_are_told_of_in_one_way(nldt, data, tmp_path, monkeypatch):
    """The table, the line of the estimate and the report."""
    an_hour_ago = SimpleNamespace(monotonic=lambda: time.monotonic() - 3600.0)
    monkeypatch.setattr("nldt.cli.time", an_hour_ago)
    page = tmp_path / "r.html"
    told = nldt("path", data, "--target", "kind", *QUICK, "--time-limit", "3000", "--report", page).stdout
    assert f"cross-validated accuracy: not estimated ({CUT_SHORT})" in told
    assert told.splitlines().count(CUT_SHORT) == 1 and "accuracy in folds cut short" in told.splitlines()[0]
    assert told.count("cross-validated") == 1 and page.read_text("utf-8").count(CUT_SHORT) == 2


def test_each_line_says_what_its_accuracies_are_of(nldt, data):
    ended = nldt("path", data, "--target", "kind", "--prices", "1", "--folds", 2, "--max-rules", 1, "-q")
    assert (
        "cross-validated: models of 2 folds, made in the same way, on rows that they had not seen, ± one standard error"
        in ended.stdout
    )
