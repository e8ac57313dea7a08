"""``nldt explain``."""

from __future__ import annotations

import pytest

from nldt import load_model


@pytest.fixture
def explanation(model, table):
    return load_model(model).explain(table.drop(columns="kind").iloc[17])


def test_it_prints_the_explanation_of_the_row(nldt, model, data, explanation):
    ended = nldt("explain", model, data, "--row", 17)
    assert (ended.code, ended.stderr) == (0, "")
    assert ended.stdout == f"Row 17 of data.csv (the first row is 0)\n\n{explanation}"


def test_it_runs_in_a_process_of_its_own(nldt_process, model, data, explanation):
    assert nldt_process("explain", model, data, "--row", 17).stdout.endswith(str(explanation))


def test_rows_count_from_zero(nldt, model, data, table):
    rows = table.drop(columns="kind")
    for row in (0, len(rows) - 1):
        printed = nldt("explain", model, data, "--row", row).stdout
        assert printed.endswith(str(load_model(model).explain(rows.iloc[row])))


def test_html_is_written_as_a_page(nldt, model, data, explanation, tmp_path):
    page = explanation.to_html("Row 17 of data.csv (the first row is 0)")
    assert nldt("explain", model, data, "--row", 17, "--format", "html").stdout == page
    assert nldt("explain", model, data, "--row", 17, "--format", "html", "-o", tmp_path / "why.html").stdout == ""
    assert (tmp_path / "why.html").read_text(encoding="utf-8") == page


def test_other_columns_and_gaps_in_other_rows_are_no_trouble(nldt, model, data, table):
    straight = nldt("explain", model, data, "--row", 17)
    gap = table.assign(note="text", mass=table["mass"].where(table.index != 3))
    gap[["note", "mass", "kind", "height", "width"]].to_csv(data, index=False)
    assert nldt("explain", model, data, "--row", 17) == straight


@pytest.mark.parametrize("row", [60, -1, 10**9])
def test_a_row_that_is_not_there_is_refused(mistake, model, data, row):
    mistake("explain", model, data, "--row", row, names=[f"--row {row}", "data.csv", "rows are 0 to 59"])


def test_a_row_must_be_given_and_be_a_number(mistake, model, data):
    mistake("explain", model, data, names=["--row"])
    mistake("explain", model, data, "--row", "first", names=["--row first", "whole number"])


def test_a_missing_column_is_named(mistake, model, data, table):
    table.rename(columns={"mass": "Mass"}).to_csv(data, index=False)
    mistake("explain", model, data, "--row", 0, names=["'mass'", "did you mean 'Mass'?"])


def test_a_gap_in_the_row_is_told(nldt, model, data, table):
    gap = table.assign(mass=table["mass"].where(table.index != 3))
    gap.to_csv(data, index=False)
    ended = nldt("explain", model, data, "--row", 3)
    assert ended.code == 0 and "mass is missing" in ended.stdout


def test_an_input_is_never_overwritten(mistake, model, data):
    for path in (model, data):
        mistake("explain", model, data, "--row", 0, "-o", path, names=["is also an input"])


def test_the_help_says_how_rows_count(nldt):
    assert "counted from 0" in " ".join(nldt("explain", "--help").stdout.split())
