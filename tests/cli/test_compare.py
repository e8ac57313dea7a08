"""``nldt compare`` and ``nldt stability`` on the command line."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from mixed_tables import mixed_table

from nldt.validate.methods import METHODS


@pytest.fixture
def mixed(tmp_path):
    X, y = mixed_table(90)
    path = tmp_path / "mixed.csv"
    X.assign(answer=y, site=np.arange(90) // 3).to_csv(path, index=False)
    return path


@pytest.mark.parametrize(
    "methods", [["--methods", "cart,Logistic Regression"], ["--methods", "CART", "--methods", "logistic regression"]]
)
def test_compare_prints_writes_and_draws(nldt, mixed, tmp_path, methods):
    picture, csv = tmp_path / "c.png", tmp_path / "c.csv"
    options = [*methods, "--folds", 3, "--groups", "site", "--max-rules", 1]
    ended = nldt("compare", mixed, "--target", "answer", *options, "--picture", picture, "-o", csv, "-q")
    assert (ended.code, ended.stderr) == (0, "")
    assert "accuracy (cross-validated)" in ended.stdout and "3 folds of 90 rows in 30 groups" in ended.stdout
    frame = pd.read_csv(csv)
    assert frame["method"].tolist() == ["nldt", "CART", "logistic regression"]
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_stability_prints_writes_and_draws(nldt, mixed, tmp_path):
    picture, csv = tmp_path / "s.svg", tmp_path / "s.csv"
    options = ["--refits", 3, "--max-rules", 1, "--drop", "site"]
    ended = nldt("stability", mixed, "--target", "answer", *options, "--picture", picture, "-o", csv, "-q")
    assert (ended.code, ended.stderr) == (0, "")
    assert "of 3 refits" in ended.stdout
    assert set(pd.read_csv(csv)["kind"]) == {"feature", "structure"}
    assert b"<svg" in picture.read_bytes()


@pytest.mark.parametrize("command", ["compare", "stability"])
def test_mistakes_are_one_line(mistake, mixed, tmp_path, command):
    mistake(command, mixed, "--target", "anser", names=["'anser'", "did you mean 'answer'"])
    mistake(command, mixed, "--target", "answer", "--picture", tmp_path / "p.gif", names=["p.gif", ".png"])
    mistake(command, mixed, "--target", "answer", "-o", mixed, names=["also an input"])


def test_an_unknown_method_is_named(mistake, mixed):
    mistake("compare", mixed, "--target", "answer", "--methods", "CARD", names=["'CARD'", "did you mean 'CART'"])
    told = ["--methods: there is no 'XGBoost'", *map(repr, METHODS)]
    mistake("compare", mixed, "--target", "answer", "--methods", "cart,XGBoost", names=told)
    mistake("compare", mixed, "--target", "answer", "--methods", "CART;EBM", names=["'CART;EBM'; put commas between"])


def test_folds_are_told_of_by_method(nldt, mixed, monkeypatch):
    monkeypatch.setattr("nldt.cli.counting.FIRST_WORD", 0.0)  # not after 10 s, but at once
    options = ["--methods", "CART", "--folds", 2, "--max-rules", 1]
    said = nldt("compare", mixed, "--target", "answer", *options).stderr
    assert "nldt: folds of nldt: 1 of 2, after 0 s" in said and "nldt: nldt" not in said
