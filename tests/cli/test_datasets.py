"""``nldt datasets``."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO

import pandas as pd
import pytest
from mistakes import assert_is_mistake

from nldt.cli.datasets import datasets as command
from nldt.datasets import catalogue, load, names

COLUMNS = ["name", "rows", "features", "classes", "description", "source"]


def test_a_pipe_gets_one_plain_line_a_dataset(nldt):
    ended = nldt("datasets")
    table = pd.read_csv(StringIO(ended.stdout), sep="\t")
    assert (ended.code, ended.stderr) == (0, "")
    assert list(table.columns) == COLUMNS
    assert table["name"].tolist() == names()
    assert table["rows"].tolist() == [entry.n_rows for entry in catalogue()]
    assert table.set_index("name").loc["auto-stand-in", "classes"] == "good: 188, bad: 996"
    assert not table.isna().any().any()


@pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("width", [80, 200])
def test_a_terminal_gets_a_table_that_fits(width):
    import pty

    leader, follower = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(width), "TERM": "dumb", "SKBUILD_EDITABLE_VERBOSE": "0"}
    process = subprocess.Popen([sys.executable, "-m", "nldt.cli", "datasets"], stdout=follower, env=environment)
    os.close(follower)
    chunks = []
    try:
        while chunk := os.read(leader, 65536):
            chunks.append(chunk)
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(leader)
    assert process.wait() == 0
    lines = b"".join(chunks).decode().splitlines()
    assert max(map(len, lines)) <= width
    assert {line.split()[0] for line in lines if line.strip()} >= set(names())


def test_a_dataset_as_a_file_is_the_librarys(nldt, tmp_path):
    out = tmp_path / "out.csv"
    ended = nldt("datasets", "ds3", "--seed", 4, "-o", out)
    table, data = pd.read_csv(out, float_precision="round_trip"), load("ds3", 4)
    assert (ended.code, ended.stdout, ended.stderr) == (0, f"200 rows of ds3 written to {out}\n", "")
    assert table.drop(columns="class").equals(data.X)
    assert table["class"].tolist() == data.y.tolist()


def test_a_dataset_goes_to_standard_output_and_into_fit(nldt, tmp_path):
    ended = nldt("datasets", "iris")
    path = tmp_path / "iris.csv"
    path.write_text(ended.stdout)
    fitted = nldt("fit", path, "--target", "class", "--max-depth", 1, "-q")
    assert fitted.code == 0 and "on 150 rows" in fitted.stdout


def test_a_run_is_told_on_standard_error_once(nldt, tmp_path, monkeypatch):
    monkeypatch.setenv("NLDT_CACHE", str(tmp_path / "cache"))
    first = nldt("datasets", "truss-9", "--quick", "-o", tmp_path / "1.csv")
    second = nldt("datasets", "truss-9", "--quick", "-o", tmp_path / "2.csv")
    assert first.stderr.startswith("nldt: running NSGA-II on the Truss-2D problem") and first.stderr.count("\n") == 1
    assert second.stderr == ""
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "2.csv").read_bytes()


def test_a_damaged_cache_is_one_line(nldt, tmp_path, monkeypatch):
    monkeypatch.setenv("NLDT_CACHE", str(tmp_path / "cache"))
    whole = nldt("datasets", "truss-9", "--quick").stdout
    (path,) = (tmp_path / "cache" / "datasets").iterdir()
    path.write_bytes(path.read_bytes()[:-1])
    ended = nldt("datasets", "truss-9", "--quick")
    assert (ended.code, ended.stdout) == (0, whole)
    assert [line[:20] for line in ended.stderr.splitlines()] == ["nldt: the cache file", "nldt: running NSGA-I"]


def test_without_pymoo_one_line(nldt, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pymoo", None)
    assert_is_mistake(nldt("datasets", "zdt1", "--quick"), "needs pymoo: pip install 'nldt[bench]'")
    assert nldt("datasets").code == nldt("datasets", "auto-stand-in").code == 0


def test_an_unknown_name_is_answered_with_near_ones(mistake):
    mistake("datasets", "trus6", names=["'trus6'", "did you mean truss-6"])
    mistake("datasets", "zzz", names=["'zzz'", "the datasets are ds1, ds2"])


@pytest.mark.parametrize("seed", [-1, 2**32])
def test_an_impossible_seed(mistake, seed):
    mistake("datasets", "ds1", "--seed", seed, names=["seed", str(seed)])


def test_an_output_without_a_name(mistake, tmp_path):
    mistake("datasets", "-o", tmp_path / "out.csv", names=["-o needs the name of a dataset"])


def test_an_output_in_no_folder_is_refused_before_the_run(mistake, tmp_path):
    mistake("datasets", "truss-6", "-o", tmp_path / "none" / "out.csv", names=["there is no folder"])


def test_every_option_is_documented(nldt):
    text = nldt("datasets", "--help").stdout
    assert command.__doc__ and all(option in text for option in ("--output", "--seed", "--quick"))
