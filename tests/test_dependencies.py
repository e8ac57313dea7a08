"""No dependency without a reason, and none that is not used."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PAGE = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
EXTRAS = PROJECT["optional-dependencies"]


def name_of(requirement: str) -> str:
    return re.split(r"[<>=~!]", requirement)[0]


@pytest.mark.parametrize("requirement", PROJECT["dependencies"])
def test_every_dependency_has_its_reason_and_its_lowest_version(requirement):
    name, lowest = requirement.split(">=")
    assert f"\n| {name} | {lowest} | " in PAGE


@pytest.mark.parametrize("extra", EXTRAS)
def test_every_package_of_an_extra_is_named(extra):
    named = [name_of(requirement) for requirement in EXTRAS[extra] if not requirement.startswith("nldt[")]
    assert f"| `{extra}` |" in PAGE
    assert [name for name in named if name not in PAGE] == []


def test_every_dependency_has_a_lowest_version():
    without = [r for r in PROJECT["dependencies"] if ">=" not in r]
    assert without == []
