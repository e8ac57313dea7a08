"""The kinds of targets by the names that model files have for them: a new kind is a file and an entry here."""

from __future__ import annotations

from nldt.model.target.classes import Classes
from nldt.model.target.target import Target

KINDS: dict[str, type[Target]] = {cls.kind: cls for cls in (Classes,)}
