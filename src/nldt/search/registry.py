"""Searches by name: parameters, model files and the command line know those that are registered here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, overload

from nldt.errors import InputError, list_names
from nldt.parameters import REGISTERED_SEARCHES
from nldt.search.protocol import Search, traits_of

Found = TypeVar("Found", bound=type)


@overload
def register_search(name: str, search: Found) -> Found: ...


@overload
def register_search(name: str) -> Callable[[Found], Found]: ...


def register_search(name: str, search: Found | None = None) -> Found | Callable[[Found], Found]:
    """Make a class of searches known under a name; also a decorator.

    The class is called without arguments where the name is all that is given, as in ``NLDTClassifier(search=name)``. A
    name stays with its class; the same class defined again, as in a notebook, takes its place. Other processes, such as
    the workers of a grid search, know the name only if they import the module that registers it; an object needs none.

    Examples
    --------
    >>> from nldt.search import FastSearch, register_search, unregister_search
    >>> @register_search("brief")
    ... class BriefSearch(FastSearch):
    ...     def __init__(self, generations=5):
    ...         super().__init__(generations=generations)
    >>> from nldt import NLDTClassifier
    >>> NLDTClassifier(search="brief").search
    'brief'
    >>> unregister_search("brief")
    """
    if search is None:
        return lambda decorated: register_search(name, decorated)
    if not isinstance(name, str) or not name or name.strip() != name:
        raise InputError(f"register_search: the name {name!r} must be a text without spaces around it")
    if not isinstance(search, type) or not callable(getattr(search, "find_split", None)):
        raise InputError(f"register_search: {search!r} must be a class with a method find_split(task)")
    known = REGISTERED_SEARCHES.get(name)
    if known is not None and _full_name(known) != _full_name(search):
        raise InputError(f"register_search: {name!r} is the name of {_full_name(known)} already")
    REGISTERED_SEARCHES[name] = search
    return search


def unregister_search(name: str) -> None:
    """Forget a name."""
    if name not in REGISTERED_SEARCHES:
        raise InputError(f"unregister_search: {name!r} is not among {list_names([*REGISTERED_SEARCHES])}")
    del REGISTERED_SEARCHES[name]


def search_class(name: str) -> type[Search] | None:
    """The class that is registered under a name, or whose own name this is; None: there is no such."""
    by_class = {known.__name__: known for known in reversed(REGISTERED_SEARCHES.values())}
    return REGISTERED_SEARCHES.get(name) or by_class.get(name)


def registered_name(search: Search) -> str | None:
    """The name under which a search's class is registered."""
    return next((name for name, known in REGISTERED_SEARCHES.items() if known is type(search)), None)


def ready_search(search: str | Search) -> Search:
    """A search by its name or itself, its traits and parameters checked; InputError for what can't be used."""
    made = _made(search) if isinstance(search, str) else search
    traits_of(made)
    if callable(check := getattr(made, "validate", None)):
        check()
    return made


def _made(name: str) -> Search:
    try:
        made: Search = REGISTERED_SEARCHES[name]()
    except TypeError as error:
        raise InputError(f"search={name!r} can't be made without arguments ({error}): give a search object") from None
    return made


def _full_name(search: type) -> str:
    return f"{search.__module__}.{search.__qualname__}"
