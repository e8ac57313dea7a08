"""Folders of Parquet files on the command line."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pandas as pd
import pyarrow.dataset
import pytest
from partitioned_tables import PARTITIONINGS, beams

from nldt import FastSearch, NLDTClassifier
from nldt.cli.streamed_predictions import write_predictions
from nldt.data.formats.layout import Layout
from nldt.data.partitions import arrow_dataset
from nldt.data.source import Source


@pytest.fixture
def run(nldt):
    """Run a command that is to end with a code, 0 unless told."""

    def ended(*arguments, code=0):
        result = nldt(*arguments)
        assert result.code == code, result.stderr
        return result

    return ended


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("table") / "parts"
    PARTITIONINGS["row groups"](beams(3000), folder)
    return folder


@pytest.fixture(scope="module")
def model(folder, tmp_path_factory):
    file = tmp_path_factory.mktemp("model") / "model.json"
    search = FastSearch(generations=2, children=20, pairs=4, final_steps=5)
    NLDTClassifier(search=search, random_state=0).fit(folder, "state").save(file)
    return file


def test_fit_says_how_many_rows_it_counted(run, folder, tmp_path):
    plain = ["--max-terms", 1, "--max-depth", 1, "--exponents", "0..1", "--quiet"]
    result = run("fit", folder, "--target", "state", "-o", tmp_path / "m.json", "--memory-limit", "4MB", *plain)
    assert "on 3000 rows" in result.stdout
    assert "a stratified sample of 3000" in result.stdout
    assert (tmp_path / "m.json").exists()


def test_predictions_of_a_folder_are_a_folder(run, folder, model, tmp_path):
    from nldt import load_model

    run("predict", model, folder, "-o", tmp_path / "out", "--id", "felled")
    found = pyarrow.dataset.dataset(tmp_path / "out").to_table().to_pandas()
    X = beams(3000).drop(columns="state")
    classifier = load_model(model)
    assert found["prediction"].tolist() == classifier.predict(X).tolist()
    assert np.array_equal(found.filter(like="probability").to_numpy(float), classifier.predict_proba(X))
    assert found["felled"].tolist() == X["felled"].tolist()
    again = run("predict", model, folder, "-o", tmp_path / "out", code=2)
    assert "there already" in again.stderr


def test_predictions_as_csv_are_those_of_a_file(run, folder, model, tmp_path):
    beams(3000).to_parquet(tmp_path / "one.parquet")
    expected = run("predict", model, tmp_path / "one.parquet").stdout
    assert run("predict", model, folder).stdout == expected
    run("predict", model, folder, "-o", tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == expected


def test_report_of_a_folder(run, folder, model, tmp_path):
    run("report", model, folder, "--target", "state", "-o", tmp_path / "page.html")
    assert "Counted on all rows" in (tmp_path / "page.html").read_text()
    assert "--target" in run("report", model, folder, code=2).stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--target", "stat"], "did you mean 'state'"),
        (["--target", "state", "--groups", "wood"], "--groups"),
        (["--target", "state", "--drop-missing"], "--drop-missing"),
        (["--target", "state", "--memory-limit", "2 apples"], "--memory-limit 2 apples"),
        (["--target", "state", "--drop", "lod"], "did you mean 'load'"),
    ],
)
def test_mistakes_are_one_line(run, folder, arguments, words):
    result = run("fit", folder, *arguments, "--quiet", code=2)
    assert words in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_folder_without_tables(run, tmp_path):
    assert "without Parquet files" in run("fit", tmp_path, "--target", "y", code=2).stderr


def test_predictions_take_the_same_memory_however_many_rows_there_are(tmp_path, monkeypatch):
    monkeypatch.setattr(arrow_dataset, "ROWS_AT_ONCE", 2000)
    X = pd.DataFrame(np.random.default_rng(0).uniform(1, 2, (2000, 3)), columns=["a", "b", "c"])
    classifier = NLDTClassifier(search=FastSearch(generations=0), random_state=0).fit(X, X["a"] > 1.4)
    peaks = []
    for count in (4, 40):
        source = tmp_path / f"of-{count}"
        source.mkdir()
        for number in range(count):
            X.to_parquet(source / f"{number}.parquet")
        tracemalloc.start()
        pyarrow.default_memory_pool().release_unused()
        write_predictions(classifier, Source(source), Layout(), tmp_path / f"out-{count}", [])
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        written = pyarrow.dataset.dataset(tmp_path / f"out-{count}").count_rows()
        assert written == 2000 * count
    assert peaks[1] < 1.5 * peaks[0]


@pytest.mark.parametrize("command", ["path", "compare", "stability"])
def test_commands_that_want_rows_in_memory_say_so(command, run, folder):
    assert (
        "it is a folder, which fit, predict and report read" in run(command, folder, "--target", "state", code=2).stderr
    )
