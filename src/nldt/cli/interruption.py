"""How a command ends before its end: interrupted, a fit with the best tree so far, or because nobody reads on."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nldt.cli.streams import silence

if TYPE_CHECKING:
    from nldt.progress import Deadline

HANG_UP = getattr(signal, "SIGHUP", None)  # a terminal, or a connection to one, was closed; Windows has no such signal
ECHO = 0.2  # seconds
SIGNALS = tuple(number for number in (signal.SIGINT, signal.SIGTERM, HANG_UP) if number is not None)


class Interrupted(Exception):  # noqa: N818  (an event, not an error)
    """The user interrupted; the message is the one line to print."""


class ReaderLeft(Exception):  # noqa: N818
    """The reader of a pipe has closed it: nothing to say, and nobody to say it to."""


@dataclass
class Stop:
    """Whether the user has asked for an end: by which signal, and when."""

    number: int | None = None
    when: float = 0.0

    @property
    def is_asked(self) -> bool:
        return self.number is not None

    def is_asked_by(self, number: int) -> bool:
        """Whether a signal is the one that has asked for the end, told once more.

        timeout(1) tells a process and then its whole group; nobody presses two keys so quickly.
        """
        return number == self.number and time.monotonic() - self.when < ECHO


@contextmanager
def ending_early(deadline: Deadline) -> Iterator[Stop]:
    """Inside, the first interrupt lets the deadline pass; a second one is a KeyboardInterrupt, as everywhere."""
    stop, terminals = Stop(), _open_terminals()

    def heed(number: int, _: object) -> None:
        if number == HANG_UP:
            silence(terminals)
            deadline.end()
            if not stop.is_asked:  # the shell and the system may both tell of it: twice is not "at once"
                stop.number = number
            return
        if stop.is_asked_by(number):
            return
        if stop.is_asked:
            raise KeyboardInterrupt
        stop.number, stop.when = number, time.monotonic()
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
