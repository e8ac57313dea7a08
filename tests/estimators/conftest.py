"""What tests of fits share that interrupts end."""

from __future__ import annotations

import signal

import pytest


@pytest.fixture
def python_s_own_handler():
    """An interrupt is raised even where tests run in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
