"""A small bench in a process of its own, and what it leaves in its folder."""

from __future__ import annotations

import contextlib
import csv
import os
import signal
import subprocess
import time
from pathlib import Path

# An editable install may rebuild on import: it must not talk about it on standard error.
ENVIRONMENT = {**os.environ, "SKBUILD_EDITABLE_VERBOSE": "0"}
# Thirty runs of some hundredths of a second each, and no figures.
SMALL = ["iris", "--quick", "--runs", "10", "--methods", "nldt-paper,cart,svm", "--paper-runs", "10"]
SMALL_RUNS = 30


def kill_session(process: subprocess.Popen) -> None:
    """SIGKILL for a process and its workers, as when a machine goes down."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def stored_lines(folder: Path) -> int:
    path = folder / "results.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_for_lines(folder: Path, count: int, process: subprocess.Popen) -> None:
    """Until so many runs are stored, or the bench has ended."""
    while stored_lines(folder) < count and process.poll() is None:
        time.sleep(0.01)


def table_without_seconds(folder: Path, name: str = "iris") -> list[dict[str, str]]:
    with open(folder / f"{name}.csv", encoding="utf-8", newline="") as file:
        return [{key: cell for key, cell in row.items() if "seconds" not in key} for row in csv.DictReader(file)]
