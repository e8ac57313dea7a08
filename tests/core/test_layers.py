"""The folders of the core include one way only, and nothing in them grows too long to be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CORE = Path(__file__).parents[2] / "src" / "core"
FILES = sorted(path for path in CORE.rglob("*") if path.is_file())
# Each folder includes from itself and from those before it.
LAYERS = ["isa", "rows", "criterion", "line", "kernels", "solve", "bindings"]


def layer(path):
    return LAYERS.index(path.relative_to(CORE).parts[0])


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(CORE)))
def test_a_folder_includes_only_from_those_before_it(path):
    included = re.findall(r'#include "([^"]+)"', path.read_text())
    assert [name for name in included if not (CORE / name).is_file()] == []
    assert [name for name in included if layer(CORE / name) > layer(path)] == []


def test_no_file_has_more_than_400_lines():
    assert [path.name for path in FILES if len(path.read_text().splitlines()) > 400] == []


def test_every_unit_is_built():
    built = set(re.findall(r"src/core/(\S+\.cpp)", (CORE.parents[1] / "CMakeLists.txt").read_text()))
    assert built == {str(path.relative_to(CORE)) for path in FILES if path.suffix == ".cpp"}
