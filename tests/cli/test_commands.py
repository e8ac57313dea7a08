"""What the commands do when all is well."""

from __future__ import annotations

import inspect
import json
import os
import time
from io import StringIO
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from quick_models import fingerprint, quick, tangled

import nldt as package
from nldt import NLDTClassifier, load_model
from nldt.cli.fit import fit
from nldt.cli.option_groups import with_single_options
from nldt.parameters import CLASSIFIER_PARAMETERS

OPTIONS = [
    *("search", "max_terms", "max_features_per_term", "max_depth", "criterion", "scaling", "prune_tolerance"),
    *("time_limit", "price", "max_rules", "max_length"),
]


def test_fit_predict_show_in_processes_of_their_own(nldt_process, data, tmp_path, table):
    model, out = tmp_path / "model.json", tmp_path / "out.csv"
    fitted = nldt_process("fit", data, "--target", "kind", "-o", model, "--max-depth", "1", "--quiet")
    predicted = nldt_process("predict", model, data, "-o", out)
    shown = nldt_process("show", model)
    assert [ended.code for ended in (fitted, predicted, shown)] == [0, 0, 0]
    assert [ended.stderr for ended in (fitted, predicted, shown)] == ["", "", ""]
    assert shown.stdout.startswith(load_model(model).to_text())
    assert fitted.stdout.startswith(load_model(model).to_text())
    assert shown.stdout.splitlines()[-3:] == load_model(model).model_.estimate.lines()
    assert f"saved to {model}" in fitted.stdout
    assert pd.read_csv(out)["prediction"].tolist() == load_model(model).predict(table.iloc[:, :3]).tolist()


def test_fit_is_the_fit_of_the_library(nldt, data, table, tmp_path):
    path = tmp_path / "model.json"
    nldt("fit", data, "--target", "kind", "--seed", 3, "--max-depth", 1, "--scaling", "shift", "-o", path)
    library = NLDTClassifier(random_state=3, max_depth=1, scaling="shift")
    library.fit(table.drop(columns="kind"), table["kind"])
    assert fingerprint(load_model(path)) == fingerprint(library)


def test_limits_of_fit_are_those_of_the_library(nldt, data, table, tmp_path):
    path = tmp_path / "model.json"
    given = {"max_terms": 2, "max_features_per_term": 1, "price": 0.5, "max_rules": 3, "max_length": 9, "max_depth": 2}
    options = [part for name, value in given.items() for part in (f"--{name.replace('_', '-')}", value)]
    ended = nldt("fit", data, "--target", "kind", "-q", "-o", path, *options)
    assert (ended.code, ended.stderr) == (0, "")
    loaded = load_model(path)
    assert {name: loaded.get_params()[name] for name in given} == given
    library = NLDTClassifier(random_state=0, **given).fit(table.drop(columns="kind"), table["kind"])
    assert fingerprint(loaded) == fingerprint(library)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["--exponents=-1,0,1"], (-1, 0, 1)),
        (["--exponents", "-1,0,1,2"], (-1, 0, 1, 2)),
        (["--exponents", "-3..3"], tuple(range(-3, 4))),
        (["--exponents", "2, 0..1"], (0, 1, 2)),
        (["--exponents", "1"], (1,)),
        ([], tuple(range(-3, 4))),
    ],
)
def test_exponents_are_numbers_and_ranges(nldt, data, tmp_path, typed, meant):
    path = tmp_path / "model.json"
    assert nldt("fit", data, "--target", "kind", "--max-depth", 1, "-q", "-o", path, *typed).code == 0
    assert load_model(path).exponents == meant


def test_fit_tells_progress_on_standard_error_only(nldt, data):
    told = nldt("fit", data, "--target", "kind", "--search", "paper", "--max-depth", 1)
    quiet = nldt("fit", data, "--target", "kind", "--search", "paper", "--max-depth", 1, "--quiet")
    assert told.stderr.startswith("root (60 rows): impurity ")
    assert (quiet.stdout, quiet.stderr) == (told.stdout, "")


def test_fit_without_output_says_so_and_writes_nothing(nldt, data):
    ended = nldt("fit", data, "--target", "kind", "--max-depth", 1, "-q")
    assert "not saved" in ended.stdout
    assert os.listdir(data.parent) == ["data.csv"]


def test_target_may_be_any_column(nldt, data, table):
    table.assign(mass=table["mass"].round().astype(int)).drop(columns="kind").to_csv(data, index=False)
    ended = nldt("fit", data, "--target", "mass", "--max-depth", 1, "-q")
    assert (ended.code, ended.stderr) == (0, "")
    assert "on 60 rows" in ended.stdout


def test_time_limit_is_told_in_one_line(nldt, data):
    ended = nldt("fit", data, "--target", "kind", "--time-limit", "1e-9", "-q")
    assert ended.code == 0
    assert ended.stderr == "nldt: --time-limit 1e-9 s reached: this is the best tree so far\n"


def test_a_time_limit_counts_from_the_start_of_the_command(nldt, data, monkeypatch):
    an_hour_ago = SimpleNamespace(monotonic=lambda: time.monotonic() - 3600.0)
    monkeypatch.setattr("nldt.cli.time", an_hour_ago)  # which only asks it when the command begins
    ended = nldt("fit", data, "--target", "kind", "--time-limit", "3000", "-q")
    assert ended.stderr == "nldt: --time-limit 3000 s reached: this is the best tree so far\n"
    assert "not estimated (no time left for 5 folds)" in ended.stdout


def test_predict_prints_classes_and_exact_probabilities(nldt, model, data, table):
    ended = nldt("predict", model, data)
    printed = pd.read_csv(StringIO(ended.stdout), float_precision="round_trip")
    classifier = load_model(model)
    X = table.drop(columns="kind")
    assert list(printed.columns) == ["prediction", "probability_bolt", "probability_nut"]
    assert printed["prediction"].tolist() == classifier.predict(X).tolist()
    assert (printed.iloc[:, 1:].to_numpy() == classifier.predict_proba(X)).all()


def test_predict_finds_columns_by_name(nldt, model, data, table):
    straight = nldt("predict", model, data)
    table.assign(extra="text")[["extra", "mass", "kind", "height", "width"]].to_csv(data, index=False)
    other = nldt("predict", model, data)
    assert (other.code, other.stdout) == (0, straight.stdout)
    assert other.stderr == "nldt: data.csv: the model does not know column 'extra'; ignored\n"


def test_model_without_names_predicts_from_columns_x1_x2(nldt, data, tmp_path):
    X, y = tangled(30)
    quick().fit(X, y).save(tmp_path / "model.json")
    pd.DataFrame(X, columns=["x1", "x2", "x3"]).to_csv(data, index=False)
    ended = nldt("predict", tmp_path / "model.json", data)
    assert (ended.code, ended.stderr) == (0, "")
    assert len(ended.stdout.splitlines()) == 31


def test_show_json_is_the_file(nldt, model, tmp_path):
    assert nldt("show", model, "--format", "json").stdout == model.read_text(encoding="utf-8")
    assert nldt("show", model, "--format", "json", "-o", tmp_path / "copy.json").stdout == ""
    assert json.loads((tmp_path / "copy.json").read_text(encoding="utf-8")) == json.loads(model.read_text())


def test_terminal_without_our_signs_gets_them_escaped(nldt_process, model):
    ended = nldt_process("show", model, PYTHONIOENCODING="cp1252")
    assert (ended.code, ended.stderr) == (0, "")
    assert "\\u2500 yes: " in ended.stdout


def test_version_and_help(nldt):
    assert nldt("--version").stdout == f"nldt {package.__version__}\n"
    for arguments in ([], ["--help"]):
        ended = nldt(*arguments)
        assert (ended.code, ended.stderr) == (0, "")
        assert all(command in ended.stdout for command in ("fit", "predict", "show", "demo"))


def test_help_of_fit_has_the_words_of_the_table(nldt):
    words = " ".join(nldt("fit", "--help").stdout.split())
    named = set(OPTIONS) - {"time_limit", "search"}  # for the folds, too, and by names only
    options = {row.name: row.meaning for row in CLASSIFIER_PARAMETERS if row.name in named}
    assert [name for name, meaning in options.items() if meaning not in words] == []


@pytest.mark.parametrize("name", OPTIONS)
def test_defaults_of_fit_are_those_of_the_table(name):
    default = next(row.default for row in CLASSIFIER_PARAMETERS if row.name == name)
    assert inspect.signature(with_single_options(fit)).parameters[name].default == default


def test_rows_with_gaps_are_left_out_if_so_wanted(nldt, table, tmp_path):
    gaps, complete, model = tmp_path / "gaps.csv", tmp_path / "complete.csv", tmp_path / "model.json"
    features = table.columns.drop("kind")
    table.assign(**{features[0]: table[features[0]].mask(table.index < 3)}).to_csv(gaps, index=False)
    table[3:].to_csv(complete, index=False)
    options = ("--target", "kind", "--max-depth", 1, "-q", "-o", model)
    expected = nldt("fit", complete, *options)
    ended = nldt("fit", gaps, *options, "--drop-missing")
    assert (ended.code, ended.stdout) == (0, expected.stdout)
    assert ended.stderr == f"nldt: 3 of {len(table)} rows have missing values: they are left out\n"
    assert (
        f"report on {len(table) - 3} rows"
        in nldt("report", model, gaps, "-o", tmp_path / "r.html", "--drop-missing").stdout
    )


def test_spaces_after_commas_and_a_trailing_comma_are_no_trouble(nldt, data):
    rows = "".join(f"{x}, {x * x}, {'big' if x > 10 else 'small'},\n" for x in np.arange(1.0, 21))
    data.write_text("a, b, size\n" + rows)
    assert "100.00 % on 20 rows" in nldt("fit", data, "--target", "size", "--max-depth", 1, "-q").stdout


@pytest.mark.parametrize(
    ("cells", "classes"),
    [
        (["001", "002"], ["001", "002"]),
        (["01", "x3"], ["01", "x3"]),
        (["NA", "SE"], ["NA", "SE"]),
        (["+", "-"], ["+", "-"]),
        (["1", "None"], None),
        (["1", "-2"], [-2, 1]),
        (["1 ", "2"], [1, 2]),
        (["1.0", "2.0"], [1.0, 2.0]),
        (["1", "2.0"], ["1", "2.0"]),
        (["True", "False"], [False, True]),
        (["true", "false"], ["false", "true"]),
        (["1", "9223372036854775808"], ["1", "9223372036854775808"]),
    ],
    ids=str,
)
def test_classes_are_what_the_file_has(nldt, table, tmp_path, cells, classes):
    """Numbers only where every cell is written as one is: 001 is not 1."""
    data, model = tmp_path / "cells.csv", tmp_path / "cells.json"
    table.assign(kind=table["kind"].map({"bolt": cells[0], "nut": cells[1]})).to_csv(data, index=False)
    ended = nldt("fit", data, "--target", "kind", "-o", model, "--max-depth", 1, "-q")
    if classes is None:
        assert ended.code == 2 and "holds only one class, 1" in ended.stderr
        return
    assert (ended.code, ended.stderr) == (0, "")
    found = load_model(model).classes_.tolist()
    assert found == classes and [type(label) for label in found] == [type(label) for label in classes]
    page = nldt("report", model, data, "-o", tmp_path / "page.html")
    assert (page.code, page.stderr) == (0, "") and "'kind'" in page.stdout


# ------------------------------------------------------------ row numbers


def fitted_features(nldt, data, *options) -> tuple[list[str], str]:
    model = data.parent / "numbered.json"
    ended = nldt("fit", data, "--target", "kind", "-o", model, "--max-depth", 1, "-q", *options)
    assert ended.code == 0
    return load_model(model).feature_names_in_.tolist(), ended.stderr


def test_row_numbers_that_pandas_writes_are_no_feature(nldt, data, table):
    table.sort_values("kind").to_csv(data)  # the numbers tell the classes apart
    names, said = fitted_features(nldt, data)
    assert names == ["width", "height", "mass"]
    assert said == "nldt: data.csv: left out: 'Unnamed: 0' (row numbers) (--keep COLUMN uses one all the same)\n"


def test_a_table_with_row_numbers_is_read_by_all_commands(nldt, data, table, tmp_path):
    model = tmp_path / "numbered.json"
    table.to_csv(data)
    fitted_features(nldt, data)
    classes = pd.read_csv(StringIO(nldt("predict", model, data).stdout))["prediction"]
    assert classes.tolist() == load_model(model).predict(table.drop(columns="kind")).tolist()
    assert nldt("explain", model, data, "--row", 3).stderr == ""
    assert "column 'kind'" in nldt("report", model, data, "-o", tmp_path / "page.html").stdout


def test_row_numbers_are_no_true_classes(mistake, model, data, table):
    table.drop(columns="kind").to_csv(data)
    mistake("report", model, data, names=["no column besides the model's features"])


@pytest.mark.parametrize(
    "numbers",
    [range(0, 120, 2), np.arange(60) * 1.0, range(-30, 30)],
    ids=["with gaps", "as floats", "below zero"],
)
def test_row_numbers_are_distinct_whole_numbers(nldt, data, table, numbers):
    table.set_index(pd.Index(numbers)).to_csv(data)
    assert fitted_features(nldt, data)[0] == ["width", "height", "mass"]


@pytest.mark.parametrize(
    "numbers",
    [np.arange(60) // 2, np.arange(60) + 0.5],
    ids=["repeated", "fractions"],
)
def test_other_numbers_without_a_name_are_a_feature(nldt, data, table, numbers):
    table.set_index(pd.Index(numbers)).to_csv(data)
    said = "nldt: data.csv: a column without a name is called 'Unnamed: 0'\n"
    assert fitted_features(nldt, data) == (["Unnamed: 0", "width", "height", "mass"], said)


@pytest.mark.parametrize("name", ["Unnamed: 0", "id", "NA"])
def test_row_numbers_with_a_name_are_a_feature_where_the_user_says_so(nldt, data, table, name):
    table.to_csv(data, index_label=name)
    names, said = fitted_features(nldt, data)
    assert names == ["width", "height", "mass"] and f"{name!r} (row numbers)" in said
    assert fitted_features(nldt, data, "--keep", name) == ([name, "width", "height", "mass"], "")


def test_only_the_first_column_may_hold_row_numbers_in_any_order(nldt, data, table):
    numbered = table.assign(number=range(60)[::-1])[["width", "number", "height", "mass", "kind"]]
    numbered.rename(columns={"number": ""}).to_csv(data, index=False)
    said = "nldt: data.csv: a column without a name is called 'Unnamed: 1'\n"
    assert fitted_features(nldt, data) == (["width", "Unnamed: 1", "height", "mass"], said)


def test_categories_and_gaps_from_fit_to_prediction(nldt, tmp_path):
    """Text, empty cells and rows without a class in a file: a tree at the first try."""
    random = np.random.default_rng(0)
    colour, size = random.choice(["red", "blue", "green"], 120), random.uniform(0.0, 2.0, 120).round(2).astype(str)
    kind = np.where((colour == "red") & (size.astype(float) > 1.0), "nut", "bolt")
    size[::7], colour[::11], kind[5] = "", "NA", ""
    lines = [",".join(row) for row in zip(colour, size, kind, strict=True)]
    (tmp_path / "mixed.csv").write_text("\n".join(["colour,size,kind", *lines]) + "\n")
    printed = nldt("fit", tmp_path / "mixed.csv", "--target", "kind", "-o", tmp_path / "model.json", "--quiet")
    assert printed.code == 0 and "colour" in printed.stdout and "1 missing value" in printed.stderr
    (tmp_path / "new.csv").write_text("colour,size\nred,1.7\npurple,1.7\n,1.7\nred,\n")
    answers = nldt("predict", tmp_path / "model.json", tmp_path / "new.csv")
    assert answers.code == 0 and len(answers.stdout.splitlines()) == 5
