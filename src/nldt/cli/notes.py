"""What a command says about a table: before it goes on with it, or not at all where it must be refused."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def told_if_accepted() -> Iterator[None]:
    """Hold back warnings until the end of the block; an error in it is then the one line that the user gets."""
    with warnings.catch_warnings(record=True) as held:
        warnings.simplefilter("always")
        yield
    for warning in held:
        warnings.showwarning(warning.message, warning.category, warning.filename, warning.lineno)
