"""What all tests of searches share."""

from __future__ import annotations

import pytest

from nldt.parameters import REGISTERED_SEARCHES


@pytest.fixture(autouse=True)
def own_names():
    """No test leaves a name behind."""
    before = dict(REGISTERED_SEARCHES)
    yield
    REGISTERED_SEARCHES.clear()
    REGISTERED_SEARCHES.update(before)
