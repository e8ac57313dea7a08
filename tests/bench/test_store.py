"""Finished runs survive whatever happens to the process that writes them."""

from __future__ import annotations

import json

import pytest

from nldt.bench.store import Store, key_of
from nldt.errors import InputError


def record(seed: int = 0, **changes: object) -> dict[str, object]:
    run = {
        "dataset": "iris",
        "method": {"name": "cart", "parameters": {}},
        "seed": seed,
        "version": "1",
        "quick": False,
    }
    return {**run, "results": [{"test_accuracy": 95.0 + seed}], **changes}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results.jsonl"


def test_what_is_added_is_read_again(path):
    store = Store(path)
    for seed in range(3):
        store.add(record(seed))
    again = Store(path)
    assert len(again) == 3 and again.torn_lines == 0
    assert again[key_of(record(1))] == record(1)
    assert key_of(record(3)) not in again


def test_a_run_is_on_disk_as_soon_as_it_is_added(path):
    store = Store(path)
    store.add(record(0))
    assert json.loads(path.read_text()) == record(0)


@pytest.mark.parametrize(
    "change",
    [
        {"dataset": "wdbc"},
        {"method": {"name": "svm", "parameters": {}}},
        {"method": {"name": "cart", "parameters": {"depth": 1}}},
        {"seed": 1},
        {"version": "2"},
        {"quick": True},
    ],
    ids=str,
)
def test_another_run_has_another_key(change):
    assert key_of(record(**change)) != key_of(record())


def test_results_are_no_part_of_the_key():
    assert key_of(record(results=[])) == key_of(record())


@pytest.mark.parametrize("kept", [1, 20, 60, -3])
def test_a_torn_last_line_costs_only_its_own_run(path, kept):
    store = Store(path)
    store.add(record(0, dataset="größe"))
    start = path.stat().st_size
    store.add(record(1, dataset="größe"))
    path.write_bytes(path.read_bytes()[:start] + path.read_bytes()[start:][:kept])
    torn = Store(path)
    assert (len(torn), torn.torn_lines) == (1, 1)
    torn.add(record(2))
    again = Store(path)
    assert (len(again), again.torn_lines) == (2, 1)
    assert key_of(record(2)) in again


def test_a_line_torn_inside_a_character_is_read(path):
    path.write_bytes('{"dataset": "gr\u00f6'.encode()[:-1])
    assert Store(path).torn_lines == 1


def test_lines_that_are_no_runs_are_skipped(path):
    path.write_text('[1, 2]\n"text"\n{"dataset": "iris"}\nnull\n\n')
    assert (len(Store(path)), Store(path).torn_lines) == (0, 4)


def test_a_folder_is_no_store(tmp_path):
    with pytest.raises(InputError, match="can't read"):
        Store(tmp_path)
