"""Columns that should not be used, on the command line: left out or used, said once, and changed by an option."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest

from nldt import load_model

ODD = ["number", "name", "one", "empty", "again"]
LEFT_OUT = (
    "left out: 'number' (row numbers), 'name' (different in every row), 'one' (the same in every row), 'empty' "
    "(empty), 'again' (a copy of 'mass') (--keep COLUMN uses one all the same)"
)
USED = "used, though perhaps wrongly: 'leak' (giving the target away) (--drop COLUMN leaves one out)"


@pytest.fixture
def odd(table, tmp_path):
    path = tmp_path / "odd.csv"
    columns = {"name": [f"K{i}" for i in range(60)], "one": "x", "empty": np.nan, "again": table["mass"]}
    table.assign(number=range(1, 61), **columns, leak=table["kind"].str.upper()).to_csv(path, index=False)
    return path


@pytest.fixture
def fitted(nldt, tmp_path):
    """Fit a table; what was said, what was printed, and the model."""

    def run(path, *options):
        model = tmp_path / "new.json"
        ended = nldt("fit", path, "--target", "kind", "--max-depth", 1, "-q", "-o", model, *options)
        assert ended.code == 0
        return ended, load_model(model)

    return run


def test_all_are_said_once_in_one_line(fitted, odd):
    ended, model = fitted(odd)
    assert ended.stderr == f"nldt: odd.csv: {LEFT_OUT}; {USED}\n"
    assert model.feature_names_in_.tolist() == ["width", "height", "mass", "leak"]
    assert set(model.model_.left_out) == set(ODD)


def test_drop_leaves_a_column_out(fitted, odd, data):
    ended, model = fitted(odd, "--drop", "leak", "--drop", "again")
    without_copy = LEFT_OUT.replace(", 'again' (a copy of 'mass')", "")
    assert ended.stderr == f"nldt: odd.csv: {without_copy}\n"
    plain, other = fitted(data)
    assert ended.stdout == plain.stdout and plain.stderr == ""
    assert model.feature_names_in_.tolist() == other.feature_names_in_.tolist() == ["width", "height", "mass"]


def test_keep_uses_a_column(fitted, odd):
    ended, model = fitted(odd, "--keep", "name", "--keep", "again", "--keep", "number", "--keep", "leak")
    left_out = "'one' (the same in every row), 'empty' (empty) (--keep COLUMN uses one all the same)"
    assert ended.stderr == f"nldt: odd.csv: left out: {left_out}\n"
    assert set(model.feature_names_in_) == {"width", "height", "mass", "number", "name", "again", "leak"}


def test_columns_that_are_left_out_are_never_needed_again(nldt, fitted, odd, data, tmp_path):
    fitted(odd, "--drop", "leak")
    model = tmp_path / "new.json"
    with_them, without = nldt("predict", model, odd), nldt("predict", model, data)
    assert with_them == without and with_them.stderr == ""
    assert nldt("report", model, data, "-o", tmp_path / "page.html").code == 0
    assert "column 'kind'" in nldt("report", model, odd, "-o", tmp_path / "page.html").stdout


def test_an_empty_column_costs_no_row(fitted, odd, data):
    ended, _ = fitted(odd, "--drop", "leak", "--drop-missing")
    assert ended.stdout == fitted(data)[0].stdout


def test_rare_categories_are_used_and_named(fitted, table, tmp_path):
    path = tmp_path / "rare.csv"
    table.assign(day=[f"{1 + i % 28:02}.03.24" if i < 40 else "01.03.24" for i in range(60)]).to_csv(path, index=False)
    ended, model = fitted(path)
    assert ended.stderr == (
        "nldt: rare.csv: used, though perhaps wrongly: 'day' (most of its 28 categories have one or two rows) (--drop "
        "COLUMN leaves one out)\n"
    )
    assert "day" in model.feature_names_in_


def test_where_there_are_no_others_doubtful_columns_are_used(nldt, tmp_path):
    path = tmp_path / "numbers.csv"
    pd.DataFrame({"year": range(1990, 2020), "late": ["no"] * 15 + ["yes"] * 15}).to_csv(path, index=False)
    ended = nldt("fit", path, "--target", "late", "-q")
    said = "used since there are no others, though perhaps wrongly: 'year' (row numbers) (--drop COLUMN leaves one out)"
    assert (ended.code, ended.stderr) == (0, f"nldt: numbers.csv: {said}\n")
    assert "year" in ended.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--drop", "widht"], "data.csv' has no column 'widht'; did you mean 'width'?"),
        (["--keep", "widht"], "data.csv' has no column 'widht'; did you mean 'width'?"),
        (["--weight", "zzz"], "data.csv' has no column 'zzz'; its columns are 'width', 'height', 'mass', 'kind'"),
        (["--drop", "kind"], "--drop kind: it is the target"),
        (["--keep", "kind"], "--keep kind: it is the target"),
        (["--weight", "kind"], "--weight kind: it is the target"),
        (["--drop", "mass", "--keep", "mass"], "--keep mass: it is named by --drop, too"),
        (["--weight", "mass", "--keep", "mass"], "--keep mass: it is the --weight"),
        (["--drop", "width", "--drop", "mass", "--drop", "height"], "--drop leaves no column of "),
    ],
    ids=" ".join,
)
def test_options_that_make_no_sense(mistake, data, options, words):
    mistake("fit", data, "--target", "kind", *options, names=[words])


def test_all_that_cannot_be_used_is_named_in_one_line_and_can_be_left_out(nldt, mistake, table, tmp_path):
    path = tmp_path / "worse.csv"
    worse = {f"bad{k}": np.where(table.index == 7, np.inf, table["mass"]) for k in range(7)}
    table.assign(colour="red", **worse).to_csv(path, index=False)
    told = [f"column 'bad{k}' holds 1 infinite (inf) value: " for k in range(5)] + ["and 2 more: 'bad5', 'bad6'"]
    mistake("fit", path, "--target", "kind", names=told)
    options = [word for name in (*worse, "colour") for word in ("--drop", name)]
    ended = nldt("fit", path, "--target", "kind", *options, "-q", "--max-depth", 1)
    assert (ended.code, ended.stderr) == (0, "")


# ------------------------------------------------------------------- weights


def test_a_weight_counts_rows(nldt, fitted, table, tmp_path):
    """The same tree and the same figures as from a table with each row so many times."""
    counts = np.random.default_rng(0).integers(0, 4, len(table))
    weighted, repeated = tmp_path / "weighted.csv", tmp_path / "repeated.csv"
    table.assign(times=counts).to_csv(weighted, index=False)
    table.loc[table.index.repeat(counts)].to_csv(repeated, index=False)
    ended, model = fitted(weighted, "--weight", "times")
    page = nldt("report", tmp_path / "new.json", weighted, "--weight", "times").stdout
    expected, other = fitted(repeated)
    lines = [
        re.sub(r" on \d+ rows.*| of \d+ rows.*", "", text).splitlines() for text in (ended.stdout, expected.stdout)
    ]
    assert lines[0] == lines[1] and ended.stderr == ""
    accuracy = expected.stdout.split("accuracy ")[1].split(" %")[0]
    assert f"training accuracy {accuracy} % on 60 rows, weighted by 'times'" in ended.stdout
    assert model.feature_names_in_.tolist() == other.feature_names_in_.tolist() == ["width", "height", "mass"]
    assert (
        f"{accuracy}\u202f%</strong> of the 60 rows of this report (the training table), each counted as often" in page
    )
    assert (
        f"{accuracy}\u202f%</strong> of the {counts.sum()} rows"
        in nldt("report", tmp_path / "new.json", repeated).stdout
    )


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        (-1, "weight column 'times' holds -1, first in row 7 (counted from 0): weights must be finite numbers"),
        (np.inf, "weight column 'times' holds inf, first in row 7"),
        (None, "weight column 'times' has 1 missing value, first in row 7"),
        ("many", "weight column 'times' is not numeric: it holds 'many'"),
    ],
)
def test_wrong_weights(mistake, table, model, tmp_path, cell, words):
    path = tmp_path / "weighted.csv"
    times = pd.Series(1, index=table.index, dtype=object)
    times[7] = cell
    table.assign(times=times).to_csv(path, index=False)
    mistake("fit", path, "--target", "kind", "--weight", "times", names=[words])
    mistake("report", model, path, "--target", "kind", "--weight", "times", names=[words])


def test_a_weight_of_a_row_without_a_class_does_not_matter(fitted, table, tmp_path):
    path = tmp_path / "weighted.csv"
    nameless = table["kind"].where(table.index != 7)
    table.assign(kind=nameless, times=np.where(table.index == 7, -1, 1)).to_csv(path, index=False)
    assert "on 59 rows, weighted by 'times'" in fitted(path, "--weight", "times")[0].stdout


def test_weights_that_are_all_zero(mistake, table, model, tmp_path):
    path = tmp_path / "weighted.csv"
    table.assign(times=0).to_csv(path, index=False)
    mistake("fit", path, "--target", "kind", "--weight", "times", names=["weight"])
    mistake("report", model, path, "--target", "kind", "--weight", "times", names=["weight"])
