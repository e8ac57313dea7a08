"""What was run, with which versions, on what kind of machine; nothing that names the machine or its user."""

from __future__ import annotations

import importlib.metadata
import platform
import re
from pathlib import Path
from typing import Any

from nldt import __version__
from nldt.solve import available_instruction_sets, thread_count

PACKAGES = ("numpy", "scipy", "scikit-learn", "pandas", "joblib", "pymoo", "imbalanced-learn")


def describe(command: str) -> dict[str, Any]:
    """The environment of a bench, for its tables."""
    versions = {"nldt": __version__, "Python": platform.python_version()}
    for package in PACKAGES:
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    return {"command": command, "versions": versions, "machine": _machine()}


def _machine() -> str:
    cores = thread_count(None)
    best_set = next(iter(available_instruction_sets()), "baseline")
    return f"{cores} core{'' if cores == 1 else 's'} of {_processor()} ({best_set}), {platform.system()}"


def _processor() -> str:
    """The model of the processor, or its architecture where the system does not say."""
    description = Path("/proc/cpuinfo")
    found = re.search(r"^model name\s*:\s*(.+)$", description.read_text(), re.M) if description.exists() else None
    return " ".join(found[1].split()) if found else platform.machine()
