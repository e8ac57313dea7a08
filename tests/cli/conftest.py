"""Tables and ways to run the command line."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from mistakes import assert_is_mistake, files_below
from quick_models import quick, tangled

from nldt.cli import main

# An editable install may rebuild on import: it must not talk about it on standard error.
ENVIRONMENT = {**os.environ, "SKBUILD_EDITABLE_VERBOSE": "0"}

COMMAND = [sys.executable, "-m", "nldt.cli"]


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    stdout: str
    stderr: str


@pytest.fixture
def nldt(monkeypatch, capfd) -> Callable[..., Ended]:
    """Run a command inside this process, which saves the seconds that starting one takes."""

    def run(*arguments: object, piped: bytes | None = None) -> Ended:
        monkeypatch.setattr(sys, "argv", ["nldt", *map(str, arguments)])
        if piped is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(piped)))
        monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)  # main sets its own
        with pytest.raises(SystemExit) as ended:
            main()
        return Ended(ended.value.code, *capfd.readouterr())

    return run


@pytest.fixture(scope="session")
def nldt_process() -> Callable[..., Ended]:
    """Run a command as users do, in a process of its own; keywords are environment variables."""

    def run(*arguments: object, piped: str | None = None, **environment: str) -> Ended:
        done = subprocess.run(
            [*COMMAND, *map(str, arguments)],
            input=piped,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            env={**ENVIRONMENT, **environment},
            check=False,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def start_nldt() -> Iterator[Callable[..., subprocess.Popen]]:
    """Start a command in a process of its own, to be talked to while it runs; keywords are environment variables.

    A script may run it, which changes something first.
    """
    started: list[subprocess.Popen] = []

    def start(*arguments: object, script: str | None = None, **environment: str) -> subprocess.Popen:
        command = COMMAND if script is None else [sys.executable, "-c", script]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
        # Tests may run in the background, where an interrupt is ignored and children inherit that.
        heed = None if os.name == "nt" else lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
        env = {**ENVIRONMENT, **environment}
        started.append(subprocess.Popen([*command, *map(str, arguments)], env=env, preexec_fn=heed, **pipes))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def table() -> pd.DataFrame:
    """Three features and a target column ``kind`` of two classes."""
    X, y = tangled(60, n_classes=2)
    return pd.DataFrame(X, columns=["width", "height", "mass"]).assign(kind=np.array(["bolt", "nut"])[y])


@pytest.fixture
def data(table, tmp_path) -> Path:
    path = tmp_path / "data.csv"
    table.to_csv(path, index=False)
    return path


@pytest.fixture
def model(table, tmp_path) -> Path:
    path = tmp_path / "model.json"
    quick().fit(table.drop(columns="kind"), table["kind"]).save(path)
    return path


@pytest.fixture
def mistake(nldt, tmp_path):
    """Run a command that must be refused with a line that names the culprits, and leave no trace."""

    def run(*arguments: object, names: list[str], **options: bytes) -> None:
        before = files_below(tmp_path)
        assert_is_mistake(nldt(*arguments, **options), *names)
        assert files_below(tmp_path) == before

    return run
