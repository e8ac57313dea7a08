"""The search in a model file: its name and parameters, read back from those that are registered.

A name is written as a text, and a search object as ``{"search": ..., "parameters": ...}``: under the name by which it
is registered, or by its class where it is not. Nothing that a file names is ever imported.
"""

from __future__ import annotations

import inspect
import json
import warnings
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator

from nldt.parameters import REGISTERED_SEARCHES
from nldt.search import FastSearch, NodeTask, Search, SearchOutcome
from nldt.search.registry import ready_search, registered_name, search_class

Entry = str | dict[str, Any]


class StandIn(BaseEstimator):  # type: ignore[misc]
    """Stands where a model file names a search that this process does not know: searches as "fast" does.

    It is written to a file as the search that it stands for.
    """

    def __init__(self, entry: Entry) -> None:
        self.entry = entry

    traits = FastSearch.traits

    def find_split(self, task: NodeTask) -> SearchOutcome:
        """What the fast search finds."""
        return FastSearch().find_split(task)


def write_search(search: str | Search) -> Entry:
    """The parameter ``search`` as JSON has it."""
    if isinstance(search, StandIn):
        return search.entry
    if isinstance(search, str):
        return search
    return {"search": registered_name(search) or type(search).__name__, "parameters": _parameters(search)}


def read_search(entry: Any) -> str | Search:
    """The parameter ``search`` of a model file; TypeError or ValueError for an entry that is none."""
    told = {"search": entry} if isinstance(entry, str) else entry
    if not isinstance(told, dict) or not isinstance(told.get("search"), str):
        raise ValueError("the search is not named")
    name, parameters = told["search"], told.get("parameters", {})
    if not isinstance(parameters, dict):
        raise TypeError("the parameters of the search are not an object")
    known = search_class(name)
    if known is None:
        return _stand_in(entry, name, "is not registered here")
    if name in REGISTERED_SEARCHES and "parameters" not in told:
        return name
    try:
        search = known(**_taken(known, parameters))
    except TypeError as error:  # a parameter that it can't do without is one that the file could not hold
        return _stand_in(entry, name, f"can't be made from the file ({error})")
    return ready_search(search)


def _stand_in(entry: Entry, name: str, reason: str) -> StandIn:
    warnings.warn(
        f"the model's search {name!r} {reason}: the search 'fast' stands in its place. Predictions and "
        "printed rules are the same, only a new fit would differ",
        UserWarning,
        stacklevel=6,  # where the user loads the model
    )
    return StandIn(entry)


def _parameters(search: Search) -> dict[str, Any]:
    """What the search's ``get_params`` tells, as far as JSON holds it."""
    given = search.get_params() if hasattr(search, "get_params") else {}
    plain = {name: _plain(value) for name, value in sorted(given.items()) if "__" not in name}
    left_out = [name for name, value in plain.items() if not _fits_json(value)]
    if left_out:
        warnings.warn(
            f"a model file can't hold {', '.join(left_out)} of the search {type(search).__name__}, which matters only "
            "where the loaded model is fitted anew",
            UserWarning,
            stacklevel=6,
        )
    return {name: value for name, value in plain.items() if name not in left_out}


def _plain(value: Any) -> Any:
    """NumPy's numbers and arrays as Python's."""
    return value.tolist() if isinstance(value, np.generic | np.ndarray) else value


def _fits_json(value: Any) -> bool:
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return False
    return True


def _taken(search: type[Search], parameters: dict[str, Any]) -> dict[str, Any]:
    """Those of the parameters that the class takes; what a later version added is left out."""
    taken = inspect.signature(search).parameters
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in taken.values()):
        return parameters
    return {name: value for name, value in parameters.items() if name in taken}
