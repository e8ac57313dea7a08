"""Optional dependencies, imported when used."""

from __future__ import annotations

import importlib
from types import ModuleType

from nldt.errors import InputError


def require(module: str, purpose: str, extra: str) -> ModuleType:
    """Import an optional module; where it is missing, one line says what to install."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise InputError(f"{purpose} needs {module.split('.')[0]}: pip install 'nldt[{extra}]'") from None
