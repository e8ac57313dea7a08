"""What ``nldt fit`` says of rows that a model has not seen: cross-validated, kept in the file, shown again."""

from __future__ import annotations

import os
import signal
import time

import numpy as np
import pandas as pd
import pytest

from nldt import NLDTClassifier, evaluate, load_model


@pytest.fixture
def noisy(tmp_path):
    """A table with groups and counts."""
    random = np.random.default_rng(0)
    X = pd.DataFrame(random.normal(size=(90, 2)), columns=["a", "b"])
    X["patient"] = np.repeat([f"p{k}" for k in range(30)], 3)
    X["times"] = random.integers(1, 4, size=90)
    X["kind"] = np.where(X["a"] + random.normal(size=90) > 0, "yes", "no")
    path = tmp_path / "noisy.csv"
    X.to_csv(path, index=False)
    return path


def test_fit_prints_and_keeps_what_evaluate_gives(nldt, noisy, tmp_path):
    path = tmp_path / "m.json"
    ended = nldt("fit", noisy, "--target", "kind", "--weight", "times", "--groups", "patient", "-q", "-o", path)
    assert (ended.code, ended.stderr) == (0, "")
    table = pd.read_csv(noisy)
    library = evaluate(
        NLDTClassifier(random_state=0),
        table[["a", "b"]],
        table["kind"],
        groups=table["patient"],
        sample_weight=table["times"],
    )
    assert load_model(path).model_.estimate == library
    assert library.n_groups == 30
    for line in library.lines():
        assert line in ended.stdout.splitlines()
        assert line in nldt("show", path).stdout.splitlines()


def test_without_folds_nothing_is_estimated(nldt, noisy, tmp_path):
    path = tmp_path / "m.json"
    ended = nldt("fit", noisy, "--target", "kind", "--no-cv", "-q", "-o", path)
    assert "cross-validated accuracy: not estimated (--no-cv)" in ended.stdout
    assert load_model(path).model_.estimate is None
    assert nldt("show", path).stdout.endswith("cross-validated accuracy: not estimated\n")


def test_no_time_left_for_folds_is_said(nldt, noisy, tmp_path):
    path = tmp_path / "m.json"
    ended = nldt("fit", noisy, "--target", "kind", "--time-limit", "1e-9", "-q", "-o", path)
    assert ended.code == 0
    assert "not estimated (no time left for 5 folds)" in ended.stdout
    assert load_model(path).get_params()["time_limit"] == 1e-9


def test_with_time_enough_it_is_estimated(nldt, noisy):
    ended = nldt("fit", noisy, "--target", "kind", "--time-limit", "3600", "-q")
    assert "cross-validated accuracy" in ended.stdout and "not estimated" not in ended.stdout


def test_too_few_rows_for_folds_are_said(nldt, tmp_path):
    path = tmp_path / "few.csv"
    pd.DataFrame({"a": range(12), "kind": ["x"] * 11 + ["y"]}).to_csv(path, index=False)
    ended = nldt("fit", path, "--target", "kind", "-q", "--keep", "a")
    assert ended.code == 0
    assert "not estimated (class 'y' has one row only" in ended.stdout


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_an_interrupt_during_folds_keeps_the_model(start_nldt, noisy, tmp_path):
    path = tmp_path / "m.json"
    process = start_nldt("fit", noisy, "--target", "kind", "--search", "paper", "--max-depth", "1", "-q", "-o", path)
    while not path.exists() and process.poll() is None:  # it is written before the folds, of which each takes as long
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, said = process.communicate()
    assert process.returncode == 130
    assert said == f"nldt: interrupted during cross-validation: the model is saved to {path}, without an estimate\n"
    assert "not estimated (interrupted)" in out and "training accuracy" in out
    assert load_model(path).model_.estimate is None


def test_groups_are_no_feature_and_must_be_there(nldt, mistake, noisy, tmp_path):
    path = tmp_path / "m.json"
    nldt("fit", noisy, "--target", "kind", "--groups", "patient", "--no-cv", "-q", "-o", path)
    assert "patient" not in load_model(path).model_.feature_names
    mistake("fit", noisy, "--target", "kind", "--groups", "patent", names=["'patent'", "did you mean 'patient'"])
    mistake("fit", noisy, "--target", "kind", "--groups", "kind", names=["--groups kind", "target"])
    mistake("fit", noisy, "--target", "kind", "--groups", "a", "--keep", "a", names=["--keep a", "--groups"])


def test_notes_tell_of_small_leaves_and_unanswered_classes(nldt, tmp_path):
    random = np.random.default_rng(1)
    table = pd.DataFrame({"a": random.normal(size=80), "b": random.normal(size=80)})
    table["kind"] = np.where(table["a"] > 0, "up", "down")
    table.loc[:1, "kind"] = "odd"
    path = tmp_path / "t.csv"
    table.to_csv(path, index=False)
    ended = nldt("fit", path, "--target", "kind", "--no-cv", "-q", "--max-rules", "1")
    assert "note: no leaf answers 'odd': rows of this class are always misclassified" in ended.stdout


@pytest.mark.parametrize(
    ("options", "reason"),
    [([], "no class has more than 3 rows"), (["--groups", "day"], "there are only 2 groups")],
)
def test_too_few_rows_for_the_folds_are_no_mistake_of_an_option(nldt, tmp_path, options, reason):
    (tmp_path / "tiny.csv").write_text("width,day,kind\n1,a,x\n2,b,y\n3,a,x\n4,b,y\n5,a,x\n")
    ended = nldt("fit", tmp_path / "tiny.csv", "--target", "kind", "-q", *options)
    assert ended.code == 0 and f"not estimated ({reason}, too few for 5 folds)" in ended.stdout
