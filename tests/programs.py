"""Programs that some tests run."""

from __future__ import annotations

import os
import shutil

import pytest


def need(program: str) -> str:
    """The path of a program; without it the test is skipped, but fails where CI is "true"."""
    path = shutil.which(program)
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{program} is missing")
        pytest.skip(f"needs {program}")
    return path
