"""No dependency without a reason, and none that is not used."""

from __future__ import annotations

import json
import re
import subprocess
import sys
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


HOLE = {"id": "PYSEC-1", "fix_versions": ["2.0"]}
SOUND, HOLED = {"name": "a", "version": "1", "vulns": []}, {"name": "b", "version": "1", "vulns": [HOLE]}
UNKNOWN = {"name": "c", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("packages", "code", "told"),
    [
        ([SOUND, UNKNOWN], 0, "looked up: 1 packages, 0 known holes; not known to the index: c\n"),
        ([SOUND, HOLED], 1, "b 1: PYSEC-1, mended in 2.0\n"),
        ([UNKNOWN, UNKNOWN], 0, "skipped: the index knows of none of the 2 packages\n"),
    ],
)
def test_an_audit_tells_of_holes_and_of_what_it_could_not_look_up(tmp_path, packages, code, told):
    report = tmp_path / "found.json"
    report.write_text(json.dumps({"dependencies": packages}))
    command = [sys.executable, ROOT / ".ci" / "told_audit.py", report]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert told in done.stdout
