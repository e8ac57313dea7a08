"""Programs that some tests run."""

from __future__ import annotations

import os
import shutil

import pytest


def need(program: str) -> str:
    """The path of a program; without it the test is skipped, but fails where CI must have it."""
    path = shutil.which(program)
    if path is None:
        reason = f"needs the program {program}, which is not installed"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return path
