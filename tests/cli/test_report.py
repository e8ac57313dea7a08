"""``nldt report``."""

from __future__ import annotations

import json
import re
import sys

import pandas as pd
import pytest
from quick_models import quick

from nldt import load_model, stability


def test_report_is_the_report_of_the_library(nldt, model, data, table, tmp_path):
    page = tmp_path / "report.html"
    ended = nldt("report", model, data, "-o", page)
    assert (ended.code, ended.stderr) == (0, "")
    assert "60 rows" in ended.stdout and "'kind'" in ended.stdout
    features, kind = table.drop(columns="kind"), table["kind"]
    assert page.read_text(encoding="utf-8") == load_model(model).report(features, kind, title="Report on data.csv")


def test_report_without_output_is_printed(nldt, model, data):
    ended = nldt("report", model, data)
    assert ended.code == 0 and ended.stdout.startswith("<!doctype html>")


def test_no_page_is_thrown_at_a_terminal(mistake, monkeypatch, model, data):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    mistake("report", model, data, names=["--output report.html"])


def test_the_same_command_writes_the_same_bytes(nldt_process, model, data, tmp_path):
    for name, seed in (("a.html", "1"), ("b.html", "2")):
        nldt_process("report", model, data, "-o", tmp_path / name, PYTHONHASHSEED=seed)
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_a_date_is_the_callers(nldt, mistake, model, data, table, tmp_path):
    page = tmp_path / "page.html"
    assert nldt("report", model, data, "-o", page, "--date", "31 March 2026").code == 0
    features, kind = table.drop(columns="kind"), table["kind"]
    made = load_model(model).report(features, kind, title="Report on data.csv", date="31 March 2026")
    assert page.read_text(encoding="utf-8") == made and "31 March 2026" in made
    mistake("report", model, data, "--date", " ", names=["date=' '", "such as '2026-03-31'"])


def test_a_target_among_other_columns_is_found_by_its_classes(nldt, model, table, tmp_path):
    other = tmp_path / "other.csv"
    table.assign(colour="red", note=range(60)).to_csv(other, index=False)
    assert "'kind'" in nldt("report", model, other, "-o", tmp_path / "page.html").stdout


def test_labels_that_look_like_numbers_are_read_as_text(nldt, mistake, table, tmp_path):
    """A file that holds only some of a model's classes may hold nothing but digits."""
    model, data = tmp_path / "codes.json", tmp_path / "codes.csv"
    codes = table["kind"].map({"bolt": "01", "nut": "02"})
    codes.iloc[:5] = "x3"
    quick().fit(table.drop(columns="kind"), codes).save(model)
    table.assign(kind=codes, number=range(60)).iloc[5:].to_csv(data, index=False)
    for options in ((), ("--target", "kind")):
        ended = nldt("report", model, data, "-o", tmp_path / "page.html", *options)
        assert (ended.code, ended.stderr) == (0, "") and "55 rows" in ended.stdout
    mistake("report", model, data, "--target", "number", names=["'5'", "not a class of the model"])


def test_a_target_may_be_named(nldt, mistake, model, table, tmp_path):
    both = tmp_path / "both.csv"
    table.assign(second=table["kind"].to_numpy()[::-1]).to_csv(both, index=False)
    mistake("report", model, both, names=["--target", "'kind', 'second'"])
    assert "'second'" in nldt("report", model, both, "--target", "second", "-o", tmp_path / "page.html").stdout


def test_model_without_names_reports_on_columns_x1_x2(nldt, table, tmp_path):
    model, data = tmp_path / "plain.json", tmp_path / "plain.csv"
    X = table.drop(columns="kind").to_numpy()
    quick().fit(X, table["kind"]).save(model)
    pd.DataFrame(X, columns=["x1", "x2", "x3"]).assign(kind=table["kind"]).to_csv(data, index=False)
    assert nldt("report", model, data, "-o", tmp_path / "page.html").code == 0


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        (("{model}", "{data}", "--target", "KIND"), ["no column 'KIND'", "did you mean 'kind'?"]),
        (("{model}", "{data}", "--target", "mass"), ["not a class of the model", "'bolt', 'nut'"]),
        (("{model}", "{data}", "-o", "{data}"), ["is also an input"]),
        (("{model}", "{data}", "-o", "{model}"), ["is also an input"]),
        (("{model}", "{data}", "-o", "nowhere/page.html"), ["there is no folder"]),
        (("{data}", "{data}"), ["is not an nldt model"]),
        (("{model}", "missing.csv"), ["can't read 'missing.csv'"]),
    ],
)
def test_mistakes_are_one_line(mistake, model, data, arguments, names):
    mistake("report", *(word.format(model=model, data=data) for word in arguments), names=names)


def test_data_without_true_classes_are_refused(mistake, model, table, tmp_path):
    features = tmp_path / "features.csv"
    table.drop(columns="kind").to_csv(features, index=False)
    mistake("report", model, features, names=["no column besides the model's features", "true classes", "--target"])


def test_data_with_unknown_classes_or_none_at_all_are_refused(mistake, model, table, tmp_path):
    unknown, empty = tmp_path / "unknown.csv", tmp_path / "empty.csv"
    table.assign(kind=table["kind"].replace("nut", "screw")).to_csv(unknown, index=False)
    table.assign(kind=None).to_csv(empty, index=False)
    mistake("report", model, unknown, names=["'screw', not a class of the model"])
    mistake("report", model, empty, names=["'kind' holds no class"])


def test_rows_without_a_class_are_left_out_as_by_fit(nldt, model, table, tmp_path):
    whole, gaps = tmp_path / "whole" / "rows.csv", tmp_path / "gaps" / "rows.csv"
    whole.parent.mkdir()
    gaps.parent.mkdir()
    table.iloc[2:].to_csv(whole, index=False)
    table.assign(kind=table["kind"].where(table.index > 1)).to_csv(gaps, index=False)
    told = nldt("report", model, gaps)
    assert "'kind' has 2 missing values: their rows are left out" in told.stderr
    assert unnumbered(told.stdout) == unnumbered(nldt("report", model, whole).stdout)


def unnumbered(page: str) -> str:
    """A page without the numbers of its rows, which are those of the file."""
    without, count = re.subn(r'"number": ?\[[^]]*\]|id="use-row" min="0" step="1" value="\d+"', "", page)
    assert count == 2
    return without


def test_data_without_a_feature_are_refused(mistake, model, table, tmp_path):
    part = tmp_path / "part.csv"
    table.drop(columns="mass").to_csv(part, index=False)
    mistake("report", model, part, names=["'mass'"])


def test_a_row_has_one_number_in_report_and_explanation(nldt, model, table, tmp_path):
    """That of the file, also where rows without a class are left out."""
    holes, page = tmp_path / "holes.csv", tmp_path / "page.html"
    table = table.assign(kind=table["kind"].where(table.index % 7 != 0))
    table.to_csv(holes, index=False)
    assert nldt("report", model, holes, "-o", page).code == 0
    shown = json.loads(re.search(r'"number": ?(\[[^]]*\])', page.read_text(encoding="utf-8"))[1])
    assert shown == [number for number in range(60) if number % 7 != 0]
    assert nldt("explain", model, holes, "--row", shown[-1]).code == 0


def test_stability_is_in_the_page_when_asked_for(nldt, mistake, model, data, tmp_path):
    pages = [tmp_path / "a.html", tmp_path / "b.html"]
    for page in pages:
        assert nldt("report", model, data, "-o", page, "--stability", 2, "-q").code == 0
    first, second = (page.read_text(encoding="utf-8") for page in pages)
    assert first == second and "was fitted again 2 times" in first
    mistake("report", model, data, "--stability", 0, names=["--stability 0", "1 or more"])


def test_stability_of_groups_is_that_of_the_library(nldt, mistake, model, table, tmp_path):
    grouped, page = tmp_path / "grouped.csv", tmp_path / "page.html"
    patient = pd.Series(range(60)) // 5
    table.assign(patient=patient).to_csv(grouped, index=False)
    assert nldt("report", model, grouped, "-o", page, "--stability", 3, "--groups", "patient", "-q").code == 0
    classifier, features, kind = load_model(model), table.drop(columns="kind"), table["kind"]
    found = stability(classifier, features, kind, patient, n_refits=3)
    assert page.read_text("utf-8") == classifier.report(features, kind, "Report on grouped.csv", stability=found)
    mistake("report", model, grouped, "--groups", "patient", names=["--groups patient", "--stability N"])
    mistake("report", model, grouped, "--stability", 2, "--groups", "doctor", names=["'doctor'"])
    of_target = ["--stability", 2, "--target", "kind", "--groups", "kind"]
    mistake("report", model, grouped, *of_target, names=["--groups kind: it is the target"])
