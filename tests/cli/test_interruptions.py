"""Ctrl-C and SIGTERM: a fit ends with the best tree so far; twice, at once. And checkpoints of the command line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from quick_models import fingerprint

from nldt import load_model
from nldt.cli.interruption import ending_early
from nldt.progress import Deadline

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


@pytest.fixture
def noise(tmp_path) -> Path:
    """A table on which the paper's search takes long, with a rule after each second or so."""
    path = tmp_path / "noise.csv"
    table = pd.DataFrame(np.random.default_rng(0).random((200, 3)), columns=list("abc"))
    table.assign(kind=np.arange(200) % 2).to_csv(path, index=False)
    return path


@pytest.fixture
def searching(start_nldt, noise, tmp_path) -> subprocess.Popen:
    """A fit whose root is found, and that searches the nodes below."""
    options = ["--target", "kind", "--search", "paper", "--max-depth", "30", "-o", tmp_path / "model.json"]
    process = start_nldt("fit", noise, *options)
    assert process.stderr.readline().startswith("root (200 rows)")
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_a_fit_with_the_best_tree_so_far(number, searching, tmp_path):
    searching.send_signal(number)
    stdout, stderr = searching.communicate()
    path = tmp_path / "model.json"
    assert searching.returncode == 130
    assert [line for line in stderr.splitlines() if not line.startswith("root.")] == [
        f"nldt: interrupted: the best tree so far is saved to {path}, marked as partial, without an estimate"
    ]
    assert "note: the model is partial" in stdout and "not estimated (interrupted)" in stdout
    model = load_model(path)
    assert model.n_rules_ >= 1 and not model.search_report_.complete


def test_a_terminal_that_is_closed_ends_a_fit_with_the_best_tree_so_far(noise, tmp_path):
    """The shell and the system may each tell of it: a second word of it changes nothing."""
    ours, terminal = os.openpty()
    options = ["--target", "kind", "--search", "paper", "--max-depth", "30", "-o", "model.json"]
    command = [sys.executable, "-m", "nldt.cli", "fit", str(noise), *options]
    with subprocess.Popen(command, cwd=tmp_path, stdout=terminal, stderr=terminal) as process:
        os.close(terminal)
        shown = b""
        while b"root (200 rows)" not in shown:
            shown += os.read(ours, 1000)
        os.close(ours)
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGHUP)
    assert process.returncode == 130
    assert not load_model(tmp_path / "model.json").search_report_.complete


@pytest.mark.parametrize("n_seen", [0, 1])
def test_a_fit_in_the_background_outlasts_its_terminal(data, tmp_path, n_seen):
    """Nobody tells it of the end: a word that the terminal does not take is all that there is to see."""
    ours, terminal = os.openpty()
    command = [sys.executable, "-m", "nldt.cli", "fit", str(data), "--target", "kind", "-o", "model.json"]

    def ignore_the_end() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    with subprocess.Popen(
        command, cwd=tmp_path, stdout=terminal, stderr=terminal, preexec_fn=ignore_the_end
    ) as process:
        os.close(terminal)
        if n_seen:
            os.read(ours, n_seen)
        os.close(ours)
    assert process.returncode == 0
    assert load_model(tmp_path / "model.json").search_report_.complete


@pytest.mark.parametrize(("seconds", "is_at_once"), [(0.01, False), (0.5, True)])
def test_one_signal_that_is_told_twice_is_one(monkeypatch, seconds, is_at_once):
    """timeout(1) tells a process and its group; a user who presses Ctrl-C twice takes longer."""
    clock = iter([0.0, seconds])
    monkeypatch.setattr("nldt.cli.interruption.time", SimpleNamespace(monotonic=lambda: next(clock)))
    deadline = Deadline(None)
    with ending_early(deadline) as stop, pytest.raises(KeyboardInterrupt) if is_at_once else nullcontext():
        signal.raise_signal(signal.SIGTERM)
        assert stop.is_asked
        signal.raise_signal(signal.SIGTERM)


def test_two_interrupts_end_it_at_once_and_leave_no_file(searching, tmp_path):
    searching.send_signal(signal.SIGINT)
    searching.send_signal(signal.SIGTERM)
    stdout, stderr = searching.communicate()
    assert (searching.returncode, stdout) == (130, "")
    assert [line for line in stderr.splitlines() if not line.startswith("root.")] == ["nldt: interrupted"]
    assert os.listdir(tmp_path) == ["noise.csv"]


def test_a_partial_model_says_so_wherever_it_is_shown(nldt, searching, noise, tmp_path):
    searching.send_signal(signal.SIGINT)
    searching.communicate()
    nldt("report", tmp_path / "model.json", noise, "-o", tmp_path / "report.html")
    assert "the model is partial" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "note: the model is partial" in nldt("show", tmp_path / "model.json").stdout


@pytest.mark.slow
def test_the_same_command_goes_on_after_a_kill(start_nldt, nldt, noise, tmp_path):
    alone, kept = tmp_path / "alone.json", tmp_path / "kept"
    options = ["--target", "kind", "--search", "paper", "--max-depth", "3", "--no-cv"]
    assert nldt("fit", noise, *options, "-q", "-o", alone).code == 0
    killed = start_nldt("fit", noise, *options, "--checkpoint", kept)
    killed.stderr.readline()
    killed.kill()
    killed.communicate()
    ended = nldt("fit", noise, *options, "-q", "-o", tmp_path / "model.json", "--checkpoint", kept)
    assert (ended.code, ended.stderr) == (0, "")
    assert fingerprint(load_model(tmp_path / "model.json")) == fingerprint(load_model(alone))
    assert sorted(os.listdir(tmp_path)) == ["alone.json", "kept", "model.json", "noise.csv"]


def test_a_checkpoint_of_another_fit_is_refused(nldt, mistake, data, tmp_path):
    options = ["--target", "kind", "--max-depth", "1", "--no-cv", "-q", "--checkpoint", tmp_path / "kept"]
    assert nldt("fit", data, *options).code == 0
    mistake("fit", data, *options, "--price", "3", names=["kept", "--price=1.0, not 3.0"])
    pd.read_csv(data).iloc[1:].to_csv(data, index=False)
    mistake("fit", data, *options, names=["kept", "another table"])
    mistake("fit", data, *options[:-1], data, names=["data.csv"])
    mistake("fit", data, *options, "-o", tmp_path / "kept", names=["kept", "name two files"])
