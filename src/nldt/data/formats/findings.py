"""What is unusual about a file, as a user is told: how it is written in one line, and a line for each other remark."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

MOST_LINES = 20  # of remarks: a table may have thousands of odd columns


@dataclass(frozen=True)
class Findings:
    """How a file is written, a few words each, and remarks on its lines and columns, which are sentences.

    ``strays``: remarks on columns that count as text for the sake of some words, by name: of classes they say nothing.
    """

    notation: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    strays: dict[str, str] = field(default_factory=dict)

    def lines(self, is_feature: Callable[[str], bool]) -> list[str]:
        """The lines that tell of them.

        >>> Findings(["decimal comma", "Latin-1"], ["column 'a' is odd: mend it"]).lines(lambda name: True)
        ['decimal comma, Latin-1', "column 'a' is odd: mend it"]
        """
        told = [", ".join(self.notation)] if self.notation else []
        remarks = [stray for name, stray in self.strays.items() if is_feature(name)] + self.remarks
        others = len(remarks) - MOST_LINES
        more = [f"{others} more remarks on its columns are left out"] if others > 0 else []
        return told + remarks[:MOST_LINES] + more
