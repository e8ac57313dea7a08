"""Fitted classifiers that several tests read and none changes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from quick_models import quick, tangled

from nldt import NLDTClassifier

# No test depends on the machine's speed; CI draws the same examples every time, so that it judges the change alone.
settings.register_profile(
    "off the clock",
    settings(),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=os.environ.get("CI") == "true",
)
settings.load_profile("off the clock")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests come first: in the end, no worker is left alone with a long one."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.fixture(scope="session", autouse=True)
def empty_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No test reads or leaves anything in the user's own cache folder."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NLDT_CACHE", str(folder))
        yield folder


@pytest.fixture(scope="session")
def tangled_rows() -> tuple[np.ndarray, np.ndarray]:
    return tangled()


@pytest.fixture(scope="session", params=["raw", "shift"])
def full_grown(request: pytest.FixtureRequest, tangled_rows: tuple[np.ndarray, np.ndarray]) -> NLDTClassifier:
    """A tree of many rules, in raw and in shifted units."""
    classifier = quick(scaling=request.param, prune_tolerance=0.0).fit(*tangled_rows)
    assert classifier.n_rules_ > 3
    return classifier
