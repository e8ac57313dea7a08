"""A bench that is killed or interrupted goes on where it stopped and gives the same tables."""

from __future__ import annotations

import json
import os
import random
import signal

import pytest
from bench_processes import SMALL, SMALL_RUNS, kill_session, stored_lines, table_without_seconds, wait_for_lines

from nldt.bench.store import key_of

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


@pytest.mark.slow
def test_killed_three_times_it_ends_with_the_tables_of_an_undisturbed_bench(bench, uninterrupted, tmp_path):
    for _ in range(3):
        process = bench(tmp_path, "--jobs", "2")
        wait_for_lines(tmp_path, stored_lines(tmp_path) + random.randint(1, 8), process)
        kill_session(process)
    before = stored_lines(tmp_path)
    assert 3 <= before < 30, "killed in the middle"
    process = bench(tmp_path, "--jobs", "1")
    _, said = process.communicate()
    assert process.returncode == 0, said
    assert table_without_seconds(tmp_path) == table_without_seconds(uninterrupted)
    assert f"{30 - before} runs to do" in said or "damaged" in said


def test_no_run_is_repeated(nldt, uninterrupted):
    content = (uninterrupted / "results.jsonl").read_bytes()
    ended = nldt("bench", *SMALL, "--output", uninterrupted)
    assert ended.code == 0
    assert "0 runs to do, 30 stored" in ended.stderr
    assert (uninterrupted / "results.jsonl").read_bytes() == content


def test_a_torn_line_is_repeated_and_nothing_else(nldt, uninterrupted, tmp_path):
    content = (uninterrupted / "results.jsonl").read_bytes()
    (tmp_path / "results.jsonl").write_bytes(content[:-40])
    ended = nldt("bench", *SMALL, "--output", tmp_path, "--jobs", "1")
    assert ended.code == 0, ended.stderr
    assert "1 damaged line(s) skipped" in ended.stderr and "1 runs to do, 29 stored" in ended.stderr
    assert table_without_seconds(tmp_path) == table_without_seconds(uninterrupted)
    lines = (tmp_path / "results.jsonl").read_text().splitlines()
    assert len(lines) == 31
    assert len({key_of(json.loads(line)) for line in lines[:29] + lines[30:]}) == SMALL_RUNS


def test_an_interrupt_says_how_to_go_on(bench, tmp_path):
    process = bench(tmp_path, "--jobs", "2")
    wait_for_lines(tmp_path, 2, process)
    os.kill(process.pid, signal.SIGINT)
    out, said = process.communicate()
    assert process.returncode == 130
    assert out == ""
    last = said.splitlines()[-1]
    assert last.startswith("nldt: interrupted: ") and "the same command goes on from there" in last
    assert "Traceback" not in said
