"""Standard output and error that outlast what they lead to: closed ones, and terminals that go away."""

from __future__ import annotations

import errno
import io
import os
import stat
from collections.abc import Iterable
from typing import Any, TextIO

ERRORS = "backslashreplace"  # a terminal that can't show ≤ must not end the command


def lasting(stream: TextIO | None) -> TextIO:
    """A standard stream that a command can write to until its end, whatever becomes of it."""
    if stream is None:  # closed by the shell
        return open(os.devnull, "w", encoding="utf-8")
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    stream.reconfigure(errors=ERRORS)
    if os.name != "posix" or not _is_device(stream):
        return stream
    terminal = io.BufferedWriter(_Terminal(stream.fileno(), "w", closefd=False))
    return io.TextIOWrapper(terminal, stream.encoding, ERRORS, line_buffering=True)


def silence(numbers: Iterable[int]) -> None:
    """Write no more to terminals that are gone, by the numbers of their streams: each word would be an error."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for number in numbers:
        os.dup2(nowhere, number)
    os.close(nowhere)


def _is_device(stream: TextIO) -> bool:
    """Whether it may be a terminal: one that is gone already does not say so any more."""
    try:
        return stat.S_ISCHR(os.fstat(stream.fileno()).st_mode)
    except OSError:  # a stream of a test or a notebook
        return False


class _Terminal(io.FileIO):
    """A terminal that may go away.

    Its end is told by a signal as well, which may come later than the first word that it does not take, or never: a
    command in the background has none to heed.
    """

    def write(self, words: Any) -> int:
        try:
            return super().write(words)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            silence([self.fileno()])
            return memoryview(words).nbytes
