"""Ways to run a bench in processes of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from bench_processes import ENVIRONMENT, SMALL, SMALL_RUNS, kill_session, stored_lines

from nldt.cli import main


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    stdout: str
    stderr: str


@pytest.fixture
def nldt(monkeypatch, capfd) -> Callable[..., Ended]:
    """Run a command inside this process, which saves the seconds that starting one takes."""

    def run(*arguments: object) -> Ended:
        monkeypatch.setattr(sys, "argv", ["nldt", *map(str, arguments)])
        monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)  # main sets its own
        with pytest.raises(SystemExit) as ended:
            main()
        return Ended(ended.value.code, *capfd.readouterr())

    return run


@pytest.fixture
def start() -> Iterator[Callable[..., subprocess.Popen]]:
    """Start a program in a session of its own; whatever is left of it ends with the test."""
    started: list[subprocess.Popen] = []

    def run(*command: object) -> subprocess.Popen:
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
        heed = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731  (in the background it is ignored)
        process = subprocess.Popen(
            [sys.executable, "-m", *map(str, command)],
            env=ENVIRONMENT,
            start_new_session=True,
            preexec_fn=heed,
            **pipes,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        kill_session(process)


@pytest.fixture
def bench(start) -> Callable[..., subprocess.Popen]:
    """Start a small bench that writes to a folder."""

    def run(folder: Path, *options: object) -> subprocess.Popen:
        return start("nldt.cli", "bench", *SMALL, "--output", folder, *options)

    return run


@pytest.fixture(scope="session")
def uninterrupted(tmp_path_factory) -> Path:
    """The folder of a small bench that nobody disturbed."""
    folder = tmp_path_factory.mktemp("uninterrupted")
    command = [sys.executable, "-m", "nldt.cli", "bench", *SMALL, "--output", str(folder), "--jobs", "1"]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert stored_lines(folder) == SMALL_RUNS
    return folder
