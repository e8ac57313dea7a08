"""Parameters of an estimator as a model file holds them."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from nldt.parameters import CLASSIFIER_PARAMETERS, validate
from nldt.search import FastSearch, PaperSearch

SEARCHES = {"FastSearch": FastSearch, "PaperSearch": PaperSearch}


def write_parameters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters as JSON has them."""
    return {name: _write(value) for name, value in parameters.items()}


def read_parameters(entries: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as the table allows them; what this version does not know is left out."""
    defaults = {parameter.name: parameter.default for parameter in CLASSIFIER_PARAMETERS}
    known = {name: _read(value) for name, value in entries.items() if name in defaults}
    validate("parameters", CLASSIFIER_PARAMETERS, defaults | known)
    return known


def _write(value: Any) -> Any:
    if isinstance(value, FastSearch | PaperSearch):
        return _write_search(value)
    if isinstance(value, Mapping):
        return {"mapping": [[_plain(key), _write(entry)] for key, entry in value.items()]}
    if isinstance(value, str | None | bool | int | float | np.generic):
        return _plain(value)
    if hasattr(value, "randint"):
        return None  # a random generator is not part of the model
    return [_plain(entry) for entry in value]


def _write_search(search: FastSearch | PaperSearch) -> dict[str, Any]:
    """The search's own class and parameters: a file can't hold a class that someone derived from it."""
    name = "FastSearch" if isinstance(search, FastSearch) else "PaperSearch"
    if type(search) is not SEARCHES[name]:
        warnings.warn(
            f"a model file can't hold a search of class {type(search).__name__}: it says {name}, "
            "which matters only where the loaded model is fitted anew",
            UserWarning,
            stacklevel=2,
        )
    return {"search": name, "parameters": {key: _plain(getattr(search, key)) for key in _parameter_names(name)}}


def _parameter_names(search: str) -> list[str]:
    return sorted(SEARCHES[search]().get_params())


def _plain(value: Any) -> Any:
    """A number, text or None as JSON has it."""
    return value.item() if isinstance(value, np.generic) else value


def _read(value: Any) -> Any:
    if isinstance(value, dict) and "search" in value:
        known = _parameter_names(value["search"])  # what this version does not know is left out
        search = SEARCHES[value["search"]](**{k: entry for k, entry in value["parameters"].items() if k in known})
        search.validate()
        return search
    if isinstance(value, dict):
        return {key: _read(entry) for key, entry in value["mapping"]}
    return tuple(value) if isinstance(value, list) else value
