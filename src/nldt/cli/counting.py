"""A line on a terminal that counts folds or fits while a command works; nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def counting(what: str, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """Give a function to tell number and count to; the line is gone in the end."""
    shows = sys.stderr.isatty() and not quiet

    def tell(number: int, count: int) -> None:
        if shows:
            print(f"\r\x1b[2K{what} {number} of {count}", end="", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        if shows:
            print("\r\x1b[2K", end="", file=sys.stderr, flush=True)
