"""``nldt fit`` with wishes for the whole tree: required columns, directions, a root, a start."""

from __future__ import annotations

import pandas as pd
import pytest
from wished_tables import table


@pytest.fixture
def patients(tmp_path):
    """A table of two classes."""
    X, y = table("positive", 0, 120)
    path = tmp_path / "patients.csv"
    X.rename(columns={"a": "age", "b": "body mass", "c": "dose"}).assign(ill=y).to_csv(path, index=False)
    return path


def run(nldt, patients, *options, code: int = 0):
    ended = nldt("fit", patients, "--target", "ill", "-q", *options)
    assert ended.code == code, ended.stderr
    return ended


def test_a_root(nldt, patients, tmp_path):
    model = tmp_path / "model.json"
    ended = run(nldt, patients, "--root", "age^2/`body mass` - dose <= 1.25", "-o", model)
    assert ended.stdout.splitlines()[1] == "age²/[body mass] − dose ≤ 1.25"
    shown = nldt("show", model)
    assert shown.stdout.splitlines()[1] == "age²/[body mass] − dose ≤ 1.25"
    predicted = tmp_path / "classes.csv"
    assert nldt("predict", model, patients, "-o", predicted).code == 0
    assert len(pd.read_csv(predicted)) == 120


def test_a_root_of_the_papers_search(nldt, patients):
    ended = run(nldt, patients, "--search", "paper", "--root", "age - 2", "--max-depth", "1")
    assert ended.stdout.splitlines()[1] == "age ≤ 2"


def test_a_start(nldt, patients):
    ended = run(nldt, patients, "--start-from", "age^2/body mass - dose")
    assert "accuracy" in ended.stdout


def test_required_columns(nldt, patients):
    ended = run(nldt, patients, "--required", "d", "--required", "body mass", "--max-depth", "1")
    rule = ended.stdout.splitlines()[1]
    assert "d" in rule.replace("dose", "").replace("body", "") and "body mass" in rule


def test_monotone_columns(nldt, patients):
    ended = run(nldt, patients, "--monotone", "age=+1", "--monotone", "dose=-1", "--max-rules", "1")
    assert "accuracy" in ended.stdout


@pytest.mark.parametrize("command", [["fit", "--no-cv"], ["path", "--folds", 2, "--prices", 1]])
def test_a_direction_that_no_rule_keeps_is_named_with_its_class(nldt, tmp_path, command):
    path = tmp_path / "rising.csv"
    rising = pd.DataFrame({"age": range(20, 80)})
    rising.assign(age=rising["age"] * 7 % 61, ill=(rising["age"] * 7 % 61 > 30).map({True: "yes", False: "no"})).to_csv(
        path, index=False
    )
    name, *options = command
    said = nldt(name, path, "--target", "ill", "-q", *options, "--monotone", "age=-1").stdout
    assert (
        "no rule that keeps --monotone age=-1 tells the classes apart well enough to be worth its length; +1 is "
        "towards 'yes', the second class, -1 is away from it\n"
    ) in said
    assert "no rule that" not in nldt(name, path, "--target", "ill", "-q", *options, "--monotone", "age=1").stdout


@pytest.mark.parametrize(
    ("options", "names"),
    [
        (["--root", "age +"], ["--root 'age +'", "missing at the end"]),
        (["--root", "sqrt(age) <= 2"], ["'sqrt' at character 1"]),
        (["--root", "agee <= 2"], ["no column 'agee'", "did you mean 'age'?"]),
        (["--root", " "], ["--root"]),
        (["--root", "age <= 2", "--start-from", "age"], ["--start-from age", "--root"]),
        (["--required", "agee"], ["--required", "'agee'", "did you mean 'age'?"]),
        (
            ["--required", "age", "--max-length", "1", "--required", "dose"],
            ["--required age --required dose"],
        ),
        (["--monotone", "age"], ["--monotone age", "age=+1"]),
        (["--monotone", "age=2"], ["--monotone age=2"]),
        (["--monotone", "dosee=-1"], ["'dosee'", "did you mean 'dose'?"]),
        (["--monotone", "age=+1", "--monotone", "age=-1"], ["'age' is to rise and to fall"]),
        (["--monotone", "age=+1", "--root", "1 <= age <= 2"], ["contradicts --monotone age=+1", "'age'"]),
        (["--monotone", "age=+1", "--search", "paper"], ["search 'paper'", "use --search fast"]),
        (["--required", "age", "--search", "paper"], ["search 'paper'", "use --search fast"]),
        (["--start-from", "age", "--search", "paper"], ["search 'paper'", "use --search fast"]),
    ],
)
def test_bad_wishes_get_one_line(mistake, patients, options, names):
    mistake("fit", patients, "--target", "ill", *options, names=names)
