"""Passes that ask a checkpoint before they ask any rows."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import numpy as np

from nldt.data.partitions.passes import BegunPass, Pass
from nldt.tree.checkpoint import Checkpoint
from nldt.tree.remembering import digest


@dataclass(frozen=True, eq=False)
class RememberedPasses:
    """See ``PassMemory``."""

    checkpoint: Checkpoint
    table: str  # what tells that its partitions are what they were

    def begun(self, one: Pass[Any]) -> BegunPass:
        """See ``PassMemory``."""
        return self.checkpoint.begun_pass(self._key(one))

    def keep(self, one: Pass[Any], begun: BegunPass) -> None:
        """See ``PassMemory``."""
        self.checkpoint.keep_pass(self._key(one), begun)

    def _key(self, one: Pass[Any]) -> bytes:
        return digest(self.table, type(one).__name__, *_parts(one))


def _parts(value: Any) -> list[Any]:
    """All that a question is made of, in its order: arrays and plain values."""
    if is_dataclass(value):
        return [part for field in fields(value) for part in (field.name, *_parts(getattr(value, field.name)))]
    if isinstance(value, tuple | list):
        return [len(value), *(part for entry in value for part in _parts(entry))]
    if isinstance(value, np.ndarray) and value.dtype == object:
        return [value.tolist()]
    return [value]
