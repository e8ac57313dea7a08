"""The one kind of error that is the user's to mend, and warnings that a program may want to tell from others."""

import difflib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

MOST_PROBLEMS = 5  # that a line tells one by one,
MOST_NAMED = 20  # and columns that it names

# Signs of a message that are kept: what a user gave may be of any length, and is often quoted.
LONGEST_START, LONGEST_END = 600, 300  # the end says how to mend it


class InputError(ValueError):
    """A mistake in what the user gave: a parameter, a table, a file. One line that says what and how to mend it."""

    def __init__(self, message: object = "") -> None:
        super().__init__(shortened(str(message)))


class NothingFound(InputError):  # noqa: N818  (an event)
    """The time was over before there was anything to give."""


class DoubtfulColumnsWarning(UserWarning):
    """Columns of a table that should perhaps not be used: row numbers, ids, constants, copies, giveaways."""


def shortened(message: str) -> str:
    """A message that is short enough to be read, without its middle where it is too long.

    >>> shortened("too long"), len(shortened("very " * 10_000 + "long"))
    ('too long', 903)
    """
    if len(message) <= LONGEST_START + LONGEST_END:
        return message
    return f"{message[:LONGEST_START]} … {message[-LONGEST_END:]}"


# How the user has given a parameter: its name alone, and with a value. Python's way unless told.
_NAME: ContextVar[Callable[[str], str]] = ContextVar("_NAME", default=str)
_GIVEN: ContextVar[Callable[[str, Any], str] | None] = ContextVar("_GIVEN", default=None)


@contextmanager
def parameters_called(name: Callable[[str], str], given: Callable[[str, Any], str]) -> Iterator[None]:
    """Speak of parameters in other words while the block runs."""
    tokens = _NAME.set(name), _GIVEN.set(given)
    try:
        yield
    finally:
        _NAME.reset(tokens[0])
        _GIVEN.reset(tokens[1])


def called(parameter: str) -> str:
    """A parameter in the words of the one who gave it."""
    return _NAME.get()(parameter)


def given(parameter: str, value: Any, owner: str = "") -> str:
    """A parameter with its value, in the words of the one who gave it; in Python after what it was given to.

    >>> given("required", ["age"]), given("max_rules", 2, "NLDTClassifier")
    ("required=['age']", 'NLDTClassifier: max_rules=2')
    """
    spell = _GIVEN.get()
    if spell is not None:
        return spell(parameter, value)
    return f"{owner}{': ' if owner else ''}{parameter}={value!r}"


def list_names(names: Sequence[Any], most: int = 5) -> str:
    """Quoted names, or values as they are typed, for an error message: the first few of many."""
    quoted = [repr(name) for name in names[:most]]
    if len(names) > most:
        quoted.append(f"{len(names) - most} more")
    return ", ".join(quoted)


def by_count(count: int, one: str, more: str) -> str:
    """The word that goes with a number of rows or columns.

    >>> by_count(1, "has", "have"), by_count(0, "has", "have")
    ('has', 'have')
    """
    return one if count == 1 else more


def columns_in_words(names: list[str]) -> str:
    """One column or several, by name.

    >>> columns_in_words(["age"]), columns_in_words(["age", "dose"])
    ("column 'age'", "columns 'age', 'dose'")
    """
    return f"column{'s' if len(names) > 1 else ''} {list_names(names)}"


def all_problems(problems: Sequence[tuple[str, str]]) -> str:
    """One line of all columns that can't be used: what is wrong with the first few, the others by name.

    >>> all_problems([(name, f"column {name!r} is bad") for name in "ab"])
    "column 'a' is bad; column 'b' is bad"
    """
    told = [problem for _, problem in problems[:MOST_PROBLEMS]]
    others = [name for name, _ in problems[MOST_PROBLEMS:]]
    more = [f"and {len(others)} more: {list_names(others, MOST_NAMED)}"] if others else []
    return "; ".join(told + more)


def hint(missing: str, names: list[str], what: str, most: int = 5) -> str:
    """How to go on where nothing is called that: the end of a message.

    >>> hint("widht", ["Width", "height"], "columns"), hint("x", ["Width", "height"], "columns")
    ("; did you mean 'Width'?", "; its columns are 'Width', 'height'")
    """
    by_lower_case = {name.casefold(): name for name in names}
    close = difflib.get_close_matches(missing.casefold(), by_lower_case, n=1)
    return f"; did you mean {by_lower_case[close[0]]!r}?" if close else f"; its {what} are {list_names(names, most)}"
