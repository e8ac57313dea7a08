"""What passes add up, as a checkpoint keeps it: plain values, arrays, and the few classes that passes answer with.

Nothing in a file can name another class, nor anything that runs.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from nldt.data.fingerprint import MarkSums
from nldt.data.partitions.contents import Contents
from nldt.data.partitions.survey import Block, Sample, Survey
from nldt.tree.kept_arrays import DTYPES, Array
from nldt.tree.partitions.lines import NearValues
from nldt.tree.partitions.logistic_step import Derivatives

if TYPE_CHECKING:
    import pandas as pd

CLASSES = {kind.__name__: kind for kind in (Contents, Survey, Sample, Block, MarkSums, NearValues, Derivatives)}
PLAIN = (bool, int, float, str)
ARRAY, WORDS, PAIRS, TUPLE = "array", "words", "pairs", "tuple"


class Unkeepable(Exception):  # noqa: N818  (no error: what can't be kept is asked again)
    """There is no way to keep this."""


def packed(value: Any) -> Any:
    """A value as msgpack takes it: lists whose first entry says what they hold."""
    if value is None or type(value) in PLAIN:
        return value
    if isinstance(value, np.ndarray) and value.dtype.name in DTYPES:
        return [ARRAY, *msgspec.structs.astuple(Array.of(value))]
    if type(value).__name__ in CLASSES and is_dataclass(value):
        return [type(value).__name__, *(packed(getattr(value, field.name)) for field in fields(value))]
    if isinstance(value, tuple | list):
        return [TUPLE if isinstance(value, tuple) else "", *(packed(entry) for entry in value)]
    if isinstance(value, dict):
        return [PAIRS, *([packed(key), packed(entry)] for key, entry in value.items())]
    if hasattr(value, "drop_duplicates"):
        return [WORDS, *_packed_words(value)]
    raise Unkeepable(type(value).__name__)


def unpacked(entry: Any) -> Any:
    """The value again."""
    if not isinstance(entry, list):
        return entry
    kind, *content = entry
    if kind == ARRAY:
        return Array(*content).read()
    if kind == WORDS:
        return _words(*content)
    if kind == PAIRS:
        return {unpacked(key): unpacked(value) for key, value in content}
    values = [unpacked(value) for value in content]
    if kind in CLASSES:
        return CLASSES[kind](*values)
    return tuple(values) if kind == TUPLE else values


def _packed_words(words: pd.Series[Any]) -> tuple[str, list[Any]]:
    """The name of a series' type, and its values: texts, or moments as numbers; it must come back as it was."""
    is_date = words.dtype.kind == "M"
    entries = (words.astype(np.int64) if is_date else words).tolist()
    if not all(type(entry) in PLAIN for entry in entries):
        raise Unkeepable
    name = str(words.dtype)
    try:
        again = _words(name, entries)
    except (TypeError, ValueError):
        raise Unkeepable from None
    if again.dtype != words.dtype or not again.equals(words.reset_index(drop=True)):
        raise Unkeepable
    return name, entries


def _words(name: str, entries: list[Any]) -> pd.Series[Any]:
    import pandas as pd

    return pd.Series(np.array(entries, dtype=np.int64) if name.startswith("datetime") else entries, dtype=name)
