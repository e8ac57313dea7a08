"""The same bench on a Dask cluster: a scheduler and two workers, each a process of its own."""

from __future__ import annotations

import json
import os
import signal
import time

import pytest
from bench_processes import SMALL_RUNS, stored_lines, table_without_seconds, wait_for_lines
from distributed import Client

from nldt.bench import runner

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")]


@pytest.fixture
def scheduler(start, tmp_path) -> str:
    """The address of a scheduler that listens on a port of its own choice."""
    file = tmp_path / "scheduler.json"
    process = start("distributed.cli.dask_scheduler", *_ADDRESS, "--scheduler-file", file, "--no-dashboard")
    while process.poll() is None:
        try:
            return json.loads(file.read_text())["address"]
        except (FileNotFoundError, ValueError):
            time.sleep(0.01)
    raise AssertionError(process.communicate())


_ADDRESS = ("--host", "127.0.0.1", "--port", "0")


def test_nothing_is_lost_when_a_worker_is_killed(start, bench, scheduler, uninterrupted, tmp_path):
    folder = tmp_path / "cluster"
    worker = ("distributed.cli.dask_worker", scheduler, "--nthreads", "1", "--no-nanny", "--no-dashboard")
    doomed, _ = (start(*worker, "--local-directory", tmp_path) for _ in range(2))
    with Client(scheduler, set_as_default=False) as client:
        client.wait_for_workers(2)
    process = bench(folder, "--scheduler", scheduler)
    wait_for_lines(folder, 5, process)
    stored = stored_lines(folder)
    os.kill(doomed.pid, signal.SIGKILL)
    _, said = process.communicate()
    assert process.returncode == 0, said
    assert 5 <= stored < SMALL_RUNS, "killed in the middle"
    assert stored_lines(folder) == SMALL_RUNS
    assert table_without_seconds(folder) == table_without_seconds(uninterrupted)


def test_no_scheduler_answers(nldt, tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "SECONDS_TO_CONNECT", 1)
    address = "tcp://127.0.0.1:1"
    ended = nldt("bench", "iris", "--quick", "--output", tmp_path, "--scheduler", address)
    assert ended.code == 2
    assert ended.stderr.splitlines()[-1].startswith(f"nldt: --scheduler='{address}': no Dask scheduler answers there")
    assert "Traceback" not in ended.stderr
