"""Parameters of an estimator as a model file holds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from nldt.estimators.growing import chosen_search
from nldt.estimators.search_document import read_search, write_search
from nldt.parameters import CLASSIFIER_PARAMETERS, Fixed


def write_parameters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters as JSON has them."""
    return {name: write_search(value) if name == "search" else _write(value) for name, value in parameters.items()}


def read_parameters(entries: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as the table allows them; what this version does not know is left out."""
    defaults = {parameter.name: parameter.default for parameter in CLASSIFIER_PARAMETERS}
    known = {name: _read(value) for name, value in entries.items() if name in defaults and name != "search"}
    if "search" in entries:
        known["search"] = read_search(entries["search"])
    chosen_search("parameters", defaults | known)
    return known


def _write(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {"mapping": [[_plain(key), _write(entry)] for key, entry in value.items()]}
    if isinstance(value, str | None | bool | int | float | np.generic):
        return _plain(value)
    if isinstance(value, Fixed):
        return {"fixed": value.rule}
    if hasattr(value, "randint"):
        return None  # a random generator is not part of the model
    return [_write(entry) for entry in value]


def _plain(value: Any) -> Any:
    """A number, text or None as JSON has it."""
    return value.item() if isinstance(value, np.generic) else value


def _read(value: Any) -> Any:
    if isinstance(value, dict) and "fixed" in value:
        return Fixed(value["fixed"])
    if isinstance(value, dict):
        return {key: _read(entry) for key, entry in value["mapping"]}
    return tuple(_read(entry) for entry in value) if isinstance(value, list) else value
