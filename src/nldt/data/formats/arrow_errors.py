"""What pyarrow says of a file that it can't read: which one, and why, in a few words."""

from __future__ import annotations

import re

NO_END = "it does not end as a Parquet file does: it was cut short, or is of another kind"
NO_INDEX = "what it says of its own columns is damaged: copy it or write it again"
LONGEST = 200

_SOURCE = re.compile(r".*input source '(?P<file>.*?)': (?P<reason>.*)", re.DOTALL)


def unreadable(error: Exception) -> tuple[str | None, str]:
    """The file that an error names, if any, and its reason without that name.

    >>> unreadable(OSError("Could not open Parquet input source 'a/b.parquet': Parquet magic bytes not found in ..."))
    ('a/b.parquet', 'it does not end as a Parquet file does: it was cut short, or is of another kind')
    """
    said = " ".join(str(error).split())
    named = _SOURCE.fullmatch(said)
    reason = said if named is None else named["reason"]
    if "magic bytes not found" in reason:
        reason = NO_END
    elif "deserialize thrift" in reason:
        reason = NO_INDEX
    return None if named is None else named["file"], reason[:LONGEST]
