"""Tables that can be read only once: pipes, and standard input for ``-``."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd
import pytest
from table_names import called

from nldt import load_model

posix_only = pytest.mark.skipif(os.name == "nt", reason="pipes with a path are POSIX")


@pytest.fixture
def pipe_of() -> Iterator[Callable[[bytes], str]]:
    """The path of a pipe that gives these bytes once, such as a shell makes of ``<(command)``."""
    ends: list[int] = []

    def open_pipe(content: bytes) -> str:
        assert len(content) < 4096, "a pipe holds no more while nobody reads"
        out, into = os.pipe()
        ends.append(out)
        os.write(into, content)
        os.close(into)
        return f"/dev/fd/{out}"

    yield open_pipe
    for end in ends:
        os.close(end)


@pytest.fixture(params=["fit", "predict", "explain", "report"])
def on_table(request, model) -> Callable[[object], list[object]]:
    """A command that takes a table, and its arguments for the one that is given."""
    return {
        "fit": lambda data: ["fit", data, "--target", "kind", "--max-depth", 1, "-q"],
        "predict": lambda data: ["predict", model, data],
        "explain": lambda data: ["explain", model, data, "--row", 7],
        "report": lambda data: ["report", model, data],
    }[request.param]


@pytest.fixture
def small(data, table) -> Path:
    """A file that a pipe can hold."""
    table.round(2).to_csv(data, index=False)
    return data


@posix_only
def test_a_pipe_is_read_as_a_file_is(nldt, on_table, small, pipe_of):
    straight = nldt(*on_table(small))
    path = pipe_of(small.read_bytes())
    piped = nldt(*on_table(path))
    assert (straight.code, straight.stderr) == (piped.code, piped.stderr) == (0, "")
    assert piped.stdout == called(straight.stdout, path)


def test_a_dash_is_standard_input(nldt, on_table, small):
    straight = nldt(*on_table(small))
    piped = nldt(*on_table("-"), piped=small.read_bytes())
    assert (straight.code, straight.stderr) == (piped.code, piped.stderr) == (0, "")
    assert piped.stdout == called(straight.stdout, "standard input")


def test_standard_input_of_a_process_of_its_own(nldt_process, data):
    options = ["--target", "kind", "--max-depth", "1", "-q"]
    piped = nldt_process("fit", "-", *options, piped=data.read_text(encoding="utf-8"))
    assert (piped.code, piped.stderr) == (0, "")
    assert piped == nldt_process("fit", data, *options)


@pytest.mark.parametrize("classes", [("001", "002"), ("NA", "SE"), (1, 2)], ids=str)
def test_classes_are_what_was_piped(nldt, table, tmp_path, classes):
    model = tmp_path / "piped.json"
    piped = table.assign(kind=table["kind"].map(dict(zip(["bolt", "nut"], classes, strict=True))))
    content = piped.to_csv(index=False).encode()
    assert nldt("fit", "-", "--target", "kind", "-o", model, "--max-depth", 1, "-q", piped=content).code == 0
    assert load_model(model).classes_.tolist() == list(classes)
    reported = nldt("report", model, "-", "-o", tmp_path / "page.html", piped=content)
    assert (reported.code, reported.stderr) == (0, "") and "column 'kind'" in reported.stdout


def test_row_numbers_are_left_out_of_a_piped_table(nldt, table, tmp_path):
    model = tmp_path / "piped.json"
    options = ["--target", "kind", "-o", model, "--max-depth", 1, "-q"]
    ended = nldt("fit", "-", *options, piped=table.to_csv().encode())
    assert ended.stderr.startswith("nldt: standard input: left out") and "'Unnamed: 0' (row numbers)" in ended.stderr
    assert load_model(model).feature_names_in_.tolist() == ["width", "height", "mass"]


def test_a_byte_order_mark_is_no_part_of_a_name(nldt, table):
    content = table[["kind", "width", "height"]].to_csv(index=False).encode("utf-8-sig")
    ended = nldt("fit", "-", "--target", "kind", "--max-depth", 1, "-q", piped=content)
    assert (ended.code, ended.stderr) == (0, "")


def test_what_a_command_prints_can_be_piped_into_the_next(nldt, tmp_path):
    printed = nldt("datasets", "iris").stdout.encode()
    model = tmp_path / "iris.json"
    assert "on 150 rows" in nldt("fit", "-", "--target", "class", "-o", model, "-q", piped=printed).stdout
    nldt("predict", model, "-", "-o", tmp_path / "classes.csv", piped=printed)
    assert len(pd.read_csv(tmp_path / "classes.csv")) == 150


# ------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "standard input is empty: a table with a header and rows is needed"),
        (b"width,kind\n", "standard input has a header but no rows"),
        (b"width,kidn\n1,nut\n", "standard input has no column 'kind'; did you mean 'kidn'?"),
        (b"1,2\n3,4\n", "standard input has numbers where the header should be"),
        (b"\xff\xfe\x00", "standard input line 1, column 1: byte 0x00 is not UTF-16"),
        (b"width,kind\n1,nut,7\n", "standard input line 2 has 3 cells"),
        (b"kind\nnut\nbolt\n", "standard input has no column besides the target 'kind'"),
    ],
)
def test_mistakes_in_a_piped_table_are_told_as_those_in_a_file(mistake, content, words):
    mistake("fit", "-", "--target", "kind", names=[f"nldt: {words}"], piped=content)


def test_a_piped_table_lacks_what_a_model_needs(mistake, model):
    content = b"width,mass\n1,2\n"
    mistake("predict", model, "-", piped=content, names=["standard input lacks the model's column 'height'"])
    mistake("report", model, "-", "--target", "size", piped=content, names=["standard input has no column 'size'"])


def test_a_row_that_is_not_in_a_piped_table(mistake, model, data):
    mistake("explain", model, "-", "--row", 60, piped=data.read_bytes(), names=["--row 60 is not in standard input"])


@posix_only
def test_a_terminal_is_not_waited_for(mistake, monkeypatch):
    _, terminal = os.openpty()
    with os.fdopen(terminal) as stream:
        monkeypatch.setattr(sys, "stdin", stream)
        mistake("fit", "-", "--target", "kind", names=["nldt: standard input is a terminal: pipe a table into it"])


def test_standard_input_may_be_closed(mistake, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    mistake("fit", "-", "--target", "kind", names=["nldt: standard input is closed: pipe a table into it"])


def test_an_output_is_checked_before_standard_input_is_read(mistake, tmp_path):
    mistake("fit", "-", "--target", "kind", "-o", tmp_path / "no" / "model.json", names=["there is no folder"])


@pytest.mark.parametrize("command", ["fit", "predict", "explain", "report"])
def test_the_help_tells_of_the_dash(nldt, command):
    assert "'-' reads standard input" in " ".join(nldt(command, "--help").stdout.split())


@posix_only
def test_a_reader_that_leaves_is_no_error(data):
    """As ``nldt fit … | head -1`` does."""
    out, into = os.pipe()
    os.close(out)
    command = [
        sys.executable,
        "-m",
        "nldt.cli",
        "fit",
        str(data),
        "--target",
        "kind",
        "--max-depth",
        "1",
        "-q",
        "--no-cv",
    ]
    environment = {**os.environ, "SKBUILD_EDITABLE_VERBOSE": "0"}
    done = subprocess.run(command, stdout=into, stderr=subprocess.PIPE, encoding="utf-8", env=environment, check=False)
    os.close(into)
    assert (done.returncode, done.stderr) == (0, "")
