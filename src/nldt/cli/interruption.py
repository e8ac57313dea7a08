"""How a command ends before its end: interrupted, a fit with the best tree so far, or because nobody reads on."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nldt.cli.streams import silence

if TYPE_CHECKING:
    from nldt.progress import Deadline

HANG_UP = getattr(signal, "SIGHUP", None)  # a terminal, or a connection to one, was closed; Windows has no such signal
SIGNALS = tuple(number for number in (signal.SIGINT, signal.SIGTERM, HANG_UP) if number is not None)


class Interrupted(Exception):  # noqa: N818  (an event, not an error)
    """The user interrupted; the message is the one line to print."""


class ReaderLeft(Exception):  # noqa: N818
    """The reader of a pipe has closed it: nothing to say, and nobody to say it to."""


@dataclass
class Stop:
    """Whether the user has asked for an end."""

    is_asked: bool = False


@contextmanager
def ending_early(deadline: Deadline) -> Iterator[Stop]:
    """Inside, the first interrupt lets the deadline pass; a second one is a KeyboardInterrupt, as everywhere."""
    stop, terminals = Stop(), _open_terminals()

    def heed(number: int, _: object) -> None:
        if number == HANG_UP:
            silence(terminals)
            deadline.end()
            stop.is_asked = True  # the shell and the system may both tell of it: twice is not "at once"
            return
        if stop.is_asked:
            raise KeyboardInterrupt
        stop.is_asked = True
        deadline.end()

    before = {number: signal.getsignal(number) for number in SIGNALS}
    heeded = [number for number, handler in before.items() if handler is not signal.SIG_IGN]
    for number in heeded:
        signal.signal(number, heed)
    try:
        yield stop
    finally:
        for number in heeded:
            signal.signal(number, before[number])


def _open_terminals() -> list[int]:
    """Which of the standard output and error are shown on a terminal."""
    return [number for number in (1, 2) if os.isatty(number)]


@contextmanager
def saying_if_nothing_is_found(stop: Stop) -> Iterator[None]:
    """An end that was asked for before there was anything to keep is an interrupt, and no mistake."""
    from nldt.errors import NothingFound

    try:
        yield
    except NothingFound:
        if stop.is_asked:
            raise Interrupted("interrupted before there was any tree: nothing is written") from None
        raise
