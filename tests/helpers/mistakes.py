"""What a user's mistake must look like on the command line."""

from __future__ import annotations

from pathlib import Path


def files_below(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def assert_is_mistake(ended, *culprits: str) -> None:
    assert ended.code == 2
    assert ended.stdout == ""
    assert ended.stderr.startswith("nldt: ")
    assert ended.stderr.count("\n") == 1 and ended.stderr.endswith("\n")
    assert "Traceback" not in ended.stderr
    for culprit in culprits:
        assert culprit in ended.stderr
