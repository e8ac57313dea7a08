"""Very many damaged model files: each is refused in one line, or a model that can be used."""

from __future__ import annotations

import os
import resource
import traceback
from collections import Counter
from typing import Any

import pytest
from damaged_models import damaged_texts, export_model, made_documents, outcome, use_model
from hypothesis import HealthCheck, Phase, given, seed, settings

FILES = int(os.environ.get("SOAK_FILES", 100_000))
EXPORTED = 20  # one in so many goes through every export, too
PARTS = 10  # after each of which the memory that hypothesis takes for its examples is free again
MOST_BYTES = 200e6  # that all of them together add to what the process takes

pytestmark = pytest.mark.soak


def most_bytes() -> int:
    """That the process has taken so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@pytest.fixture(scope="module")
def documents() -> list[dict[str, Any]]:
    return made_documents()


@pytest.fixture(scope="module")
def bytes_before(documents) -> int:
    return most_bytes()


@pytest.mark.parametrize("part", range(PARTS))
def test_every_damaged_file_is_refused_or_usable(part, documents, bytes_before, tmp_path):
    counts, failures = Counter(), {}

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
            counts[outcome(text, tmp_path, use)] += 1
        except Exception as error:  # the first file of each kind of failure; the others are looked at all the same
            counts["failed"] += 1
            place = traceback.extract_tb(error.__traceback__)[-1]
            failures.setdefault(f"{type(error).__name__} in {place.name}: {error}"[:200], text)

    look()
    added = most_bytes() - bytes_before
    print(f"\n{counts.total()} damaged files: {dict(counts)}, {added / 1e6:.0f} MB more at the most")
    assert not failures
    assert min(counts["refused"], counts["loaded"]) > FILES / PARTS / 20 and added < MOST_BYTES
