"""The kinds of columns by the names that model files have for them: a new kind is a file and an entry here."""

from __future__ import annotations

from nldt.model.basis.as_is import AsIs
from nldt.model.basis.column import Column
from nldt.model.basis.is_missing import IsMissing
from nldt.model.basis.one_of import OneOf
from nldt.model.basis.ordered import Ordered
from nldt.model.basis.shifted import Shifted

KINDS: dict[str, type[Column]] = {cls.kind: cls for cls in (AsIs, Shifted, OneOf, IsMissing, Ordered)}
