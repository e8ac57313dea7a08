"""Packages that only some uses need: imported when used, and named when missing."""

from __future__ import annotations

import importlib
from types import ModuleType

from nldt.errors import InputError


def require(module: str, purpose: str, extra: str) -> ModuleType:
    """The imported module; InputError where it is missing, with what to install."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise InputError(f"{purpose} needs {module.split('.')[0]}: pip install 'nldt[{extra}]'") from None
