"""Every guard that the page on reliability tells of has a test that is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| what |")]
BY_HAND = 1  # row of all


def named(row: str) -> list[str]:
    """The tests that a row names in its last column."""
    return re.findall(r"`([^`]+)`", row.rsplit(" | ", 1)[1])


@pytest.mark.parametrize("name", sorted({name for row in ROWS for name in named(row)}))
def test_what_a_row_names_is_there(name):
    file, _, function = name.partition("::")
    text = (ROOT / file).read_text(encoding="utf-8")
    assert file.startswith(("tests/", ".ci/")) and (not function or f"\ndef {function}(" in text)


def test_every_row_names_a_test():
    assert len(ROWS) > 30
    assert len([row for row in ROWS if not named(row)]) == BY_HAND
