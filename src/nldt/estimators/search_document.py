"""The search in a model file: its name and parameters, read back from those that are registered.

A name is written as a text, and a search object as ``{"search": ..., "parameters": ..., "traits": ...}``: under the
name by which it is registered, or by its class where it is not. Nothing that a file names is ever imported.
"""

from __future__ import annotations

import inspect
import json
import warnings
from dataclasses import asdict
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator

from nldt.model.document import ForeignDocument
from nldt.parameters import REGISTERED_SEARCHES
from nldt.search import FastSearch, NodeTask, Search, SearchOutcome, SearchTraits
from nldt.search.protocol import traits_of
from nldt.search.registry import ready_search, registered_name, search_class

Entry = str | dict[str, Any]


class StandIn(BaseEstimator):  # type: ignore[misc]
    """Stands where a model file names a search that this process does not know: searches as "fast" does.

    It has the traits of the search that it stands for, so that the model prints as it did, and is written to a file as
    that search.
    """

    def __init__(self, entry: dict[str, Any]) -> None:
        self.entry = entry

    @property
    def traits(self) -> SearchTraits:
        """Those that the file tells."""
        return _read_traits(self.entry)

    def find_split(self, task: NodeTask) -> SearchOutcome:
        """What the fast search finds."""
        return FastSearch().find_split(task)


def write_search(search: str | Search) -> Entry:
    """The parameter ``search`` as JSON has it."""
    if isinstance(search, StandIn):
        return search.entry
    if isinstance(search, str):
        known = search_class(search)
        if known is None or _is_own(known):
            return search
        return {"search": search, "traits": asdict(traits_of(ready_search(search)))}
    entry = {"search": registered_name(search) or type(search).__name__, "parameters": _parameters(search)}
    return entry if _is_own(type(search)) else entry | {"traits": asdict(traits_of(search))}


def read_search(entry: Any) -> str | Search:
    """The parameter ``search`` of a model file; ForeignDocument for an entry that is none."""
    if isinstance(entry, str):
        entry = {"search": entry}
    if not isinstance(entry, dict) or not isinstance(entry.get("search"), str):
        raise ForeignDocument("it is damaged (the search is not named)")
    name, known = entry["search"], search_class(entry["search"])
    try:
        _read_traits(entry)
        if known is None:
            return _stand_in(entry, "is not registered here")
        if name in REGISTERED_SEARCHES and "parameters" not in entry:
            return name
        try:
            search = known(**_taken(known, entry.get("parameters", {})))
        except TypeError as error:  # a parameter that it can't do without is one that the file could not hold
            return _stand_in(entry, f"can't be made from the file ({error})")
        return ready_search(search)
    except (TypeError, ValueError, AttributeError, OverflowError) as error:
        reason = " ".join(str(error).split())
        raise ForeignDocument(f"it is damaged ({type(error).__name__}: {reason})") from None


def _stand_in(entry: dict[str, Any], reason: str) -> StandIn:
    warnings.warn(
        f"the model's search {entry['search']!r} {reason}: the search 'fast' stands in its place. Predictions and "
        "printed rules are the same, only a new fit would differ",
        UserWarning,
        stacklevel=5,
    )
    return StandIn(entry)


def _is_own(search: type) -> bool:
    """Whether a class of searches comes with this package, so that every reader of the file knows it."""
    return search.__module__.startswith("nldt.search.")


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


def _read_traits(entry: dict[str, Any]) -> SearchTraits:
    """The traits of an entry, the defaults where it tells none; what a later version added is left out."""
    told = entry.get("traits", {}).items()
    return SearchTraits(**{name: value for name, value in told if name in SearchTraits.__dataclass_fields__})


def _taken(search: type[Search], parameters: dict[str, Any]) -> dict[str, Any]:
    """Those of the parameters that the class takes; what a later version added is left out."""
    taken = inspect.signature(search).parameters
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in taken.values()):
        return parameters
    return {name: value for name, value in parameters.items() if name in taken}
