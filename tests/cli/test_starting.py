"""The command line starts at once: commands are loaded when they run, and an interrupt while they load is one line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from nldt.cli.app import COMMANDS, load_command

HEAVY = {"numpy", "scipy", "sklearn", "pandas", "narwhals", "pyarrow", "matplotlib", "rich", "msgspec"}


def test_help_tells_the_first_line_of_each_command():
    for name, summary in COMMANDS.items():
        first = load_command(name).help.split("\n\n")[0]
        assert " ".join(first.split()) == summary


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["fit", "--help"], ["compare", "--help"]])
def test_help_loads_nothing_heavy(nldt_process, arguments):
    done = nldt_process(*arguments, PYTHONPROFILEIMPORTTIME="1")
    loaded = {line.split("|")[-1].split(".")[0].strip() for line in done.stderr.splitlines()}
    assert done.code == 0
    assert "nldt" in loaded and HEAVY.isdisjoint(loaded)


@pytest.mark.parametrize("module", ["nldt", "nldt.cli"])
def test_python_runs_it_by_its_name(module):
    done = subprocess.run([sys.executable, "-m", module, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("nldt ")


def test_a_command_that_is_not_there_is_named_with_one_that_is(mistake):
    mistake("fitt", names=["fitt", "fit"])


@pytest.mark.skipif(os.name == "nt", reason="SIGINT is POSIX")
@pytest.mark.parametrize("loading", ["numpy._core.multiarray", "scipy._lib", "sklearn.utils", "nldt.search"])
def test_an_interrupt_while_modules_load_is_one_line(start_nldt, data, loading):
    """Python tells on standard error what it has just loaded: the interrupt comes among imports, whatever the clock."""
    process = start_nldt("fit", data, "--target", "kind", PYTHONPROFILEIMPORTTIME="1")
    while loading not in process.stderr.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, said = process.communicate()
    own = [line for line in said.splitlines() if not line.startswith("import time:")]
    assert (process.returncode, out, own) == (130, "", ["nldt: interrupted"])
