"""Packages that only some duties need: loaded when used, and one line that says what to install."""

from __future__ import annotations

import importlib
from types import ModuleType

from nldt.errors import InputError


def require(module: str, purpose: str, extra: str) -> ModuleType:
    """The module; InputError where it is not installed.

    >>> require("no_such_package.part", "the report", "report")
    Traceback (most recent call last):
    nldt.errors.InputError: the report needs no_such_package: pip install 'nldt[report]'
    """
    try:
        return importlib.import_module(module)
    except ImportError:
        raise InputError(f"{purpose} needs {module.split('.')[0]}: pip install 'nldt[{extra}]'") from None
