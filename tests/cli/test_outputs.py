"""Where commands write."""

import os
import subprocess
import sys

import pytest

from nldt import InputError

ENVIRONMENT = {**os.environ, "SKBUILD_EDITABLE_VERBOSE": "0"}
COMMAND = [sys.executable, "-m", "nldt.cli"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("fit", "{data}", "--target", "kind", "-o", "{data}"),
        ("predict", "{model}", "{data}", "-o", "{data}"),
        ("predict", "{model}", "{data}", "-o", "{model}"),
        ("show", "{model}", "-o", "{model}"),
    ],
)
def test_an_input_is_never_overwritten(mistake, data, model, arguments):
    before = data.read_bytes(), model.read_bytes()
    mistake(*(word.format(data=data, model=model) for word in arguments), names=["is also an input"])
    assert (data.read_bytes(), model.read_bytes()) == before


def test_a_link_stays_a_link(nldt, model, tmp_path):
    target, link = tmp_path / "real.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    nldt("show", model, "-o", link)
    assert link.is_symlink() and "rule" in target.read_text()


def test_a_file_keeps_its_mode(nldt, model, tmp_path):
    private = tmp_path / "private.txt"
    private.touch(mode=0o600)
    nldt("show", model, "-o", private)
    assert private.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full device")
def test_a_full_disk_is_one_line(model):
    with open("/dev/full", "w") as full:
        command = [*COMMAND, "show", str(model)]
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, env=ENVIRONMENT, encoding="utf-8")
    assert result.returncode == 2
    assert result.stderr.startswith("nldt: can't write the output") and result.stderr.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="closed by a shell of POSIX")
@pytest.mark.parametrize("number", [1, 2])
def test_a_stream_that_is_closed_ends_nothing(model, tmp_path, number):
    path = tmp_path / "rules.txt"
    shown, missing = (
        subprocess.run(["sh", "-c", f'"$@" {number}>&-', "sh", *COMMAND, "show", *rest], env=ENVIRONMENT, check=False)
        for rest in ([str(model), "-o", str(path)], [str(tmp_path / "missing.json")])
    )
    assert (shown.returncode, missing.returncode) == (0, 2)
    assert "rule" in path.read_text()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full device")
def test_a_mistake_that_nobody_can_be_told_of_has_its_exit_code(tmp_path):
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, "show", str(tmp_path / "missing.json")], stderr=full, env=ENVIRONMENT)
    assert done.returncode == 2


def test_too_little_memory_is_one_line(mistake, model, monkeypatch):
    def too_large(*_):
        raise MemoryError

    monkeypatch.setattr("nldt.load_model", too_large)
    mistake("show", model, names=["not enough memory", "partitions"])


def test_rules_that_a_full_disk_keeps_from_being_saved_are_printed(nldt, data, tmp_path, monkeypatch):
    def full(path, content):
        raise InputError(f"can't write {str(path)!r}: No space left on device")

    path = tmp_path / "model.json"
    path.write_text("old")
    monkeypatch.setattr("nldt.estimators.exports.write_whole", full)
    ended = nldt("fit", data, "--target", "kind", "-q", "-o", path)
    assert (ended.code, ended.stderr) == (2, f"nldt: can't write {str(path)!r}: No space left on device\n")
    assert " ≤ " in ended.stdout and "not estimated (the model could not be saved)" in ended.stdout
    assert path.read_text() == "old"


def test_a_column_in_another_case_is_suggested(mistake, data):
    mistake("fit", data, "--target", "KIND", names=["did you mean 'kind'?"])


def test_the_model_is_saved_before_a_reader_can_close_the_pipe(data, tmp_path):
    fit = subprocess.Popen(
        [*COMMAND, "fit", str(data), "--target", "kind", "-q", "-o", str(tmp_path / "model.json")],
        stdout=subprocess.PIPE,
        env=ENVIRONMENT,
    )
    fit.stdout.close()
    fit.wait()
    assert (tmp_path / "model.json").exists()


def test_a_dash_is_no_place_to_write_to(mistake, data, model, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mistake("fit", data, "--target", "kind", "-o", "-", names=["'-'", "standard output"])
    mistake("show", model, "-o", "-", names=["'-'", "standard output"])
    assert not (tmp_path / "-").exists()
