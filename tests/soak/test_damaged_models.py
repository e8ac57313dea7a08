"""Very many damaged model files: each is refused in one line, or a model that can be used."""

from __future__ import annotations

import os
import re
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from damaged_models import damaged_texts, export_model, made_documents, outcome, use_model
from hypothesis import HealthCheck, Phase, given, seed, settings

FILES = int(os.environ.get("SOAK_FILES", 100_000))
EXPORTED = 20  # one in so many goes through every export, too
PARTS = 10  # after each of which the memory that hypothesis takes for its examples is free again
MOST_BYTES = 200e6  # that one of them takes
STATUS, CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")

pytestmark = pytest.mark.soak


@contextmanager
def bytes_taken(taken: list[int]) -> Iterator[None]:
    """Note what the process takes at the most during the block, beyond what it had; where the system tells."""
    if not CLEAR.exists():
        yield
        return
    CLEAR.write_text("5")  # the most so far is forgotten
    before = kilobytes("VmRSS")
    yield
    taken.append((kilobytes("VmHWM") - before) * 1024)


def kilobytes(name: str) -> int:
    return int(re.search(rf"{name}:\s+(\d+) kB", STATUS.read_text())[1])


@pytest.fixture(scope="module")
def documents() -> list[dict[str, Any]]:
    return made_documents()


@pytest.mark.parametrize("part", range(PARTS))
def test_every_damaged_file_is_refused_or_usable(part, documents, tmp_path):
    counts, failures, taken = Counter(), {}, [0]

    @seed(PARTS * int(os.environ.get("SOAK_SEED", 0)) + part)
    @settings(
        max_examples=FILES // PARTS,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        deadline=None,
    )
    @given(damaged_texts(documents))
    def look(text: str) -> None:
        use = export_model if counts.total() % EXPORTED == 0 else use_model
        try:
            with bytes_taken(taken):
                found = outcome(text, tmp_path, use)
            counts[found] += 1
        except Exception as error:  # the first file of each kind of failure; the others are looked at all the same
            counts["failed"] += 1
            place = traceback.extract_tb(error.__traceback__)[-1]
            failures.setdefault(f"{type(error).__name__} in {place.name}: {error}"[:200], text)

    look()
    print(f"\n{counts.total()} damaged files: {dict(counts)}, {max(taken) / 1e6:.0f} MB for one at the most")
    assert not failures
    assert min(counts["refused"], counts["loaded"]) > FILES / PARTS / 20 and max(taken) < MOST_BYTES
