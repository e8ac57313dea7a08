"""What a command says while it counts folds or fits: a line that moves on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from nldt.progress import FIRST_WORD, Tell


@contextmanager
def counting(quiet: bool, clock: Callable[[], float] = time.monotonic) -> Iterator[Tell]:
    """Give a function to tell what is counted, the number and the count; the line of a terminal is gone in the end."""
    shows = sys.stderr.isatty() and not quiet
    started, next_word = clock(), FIRST_WORD

    def tell(what: str, number: int, count: int) -> None:
        nonlocal next_word
        if shows:
            print(f"\r\x1b[2K{what} {number} of {count}", end="", file=sys.stderr, flush=True)
        elif not quiet and clock() - started >= next_word:
            print(f"nldt: {what} {number} of {count}, after {clock() - started:.0f} s", file=sys.stderr, flush=True)
            next_word = 2 * (clock() - started)

    try:
        yield tell
    finally:
        if shows:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
