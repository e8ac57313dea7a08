"""How numbers are written: with a decimal point or comma, digits in groups of three or not."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

_PRINTED_MINUS = "−–"
_SIGN = f"[-+{_PRINTED_MINUS}]"
_AS_TYPED = str.maketrans(dict.fromkeys(_PRINTED_MINUS, "-"))


@dataclass(frozen=True)
class Notation:
    """Numbers with one decimal sign; the other one may group digits, as spaces and apostrophes may.

    A minus may be a printed one, as in this library's own rules, or a dash.
    """

    decimal: str

    def is_number(self, text: str) -> bool:
        """Whether this is a number, with groups or without.

        >>> COMMA.is_number("-1.234,5"), POINT.is_number("1,23"), POINT.is_number("−1e-3")
        (True, False, True)
        """
        return self.is_plain(text) or self.is_grouped(text)

    def is_plain(self, text: str) -> bool:
        """Whether this is a number without groups."""
        return self._plain.fullmatch(text) is not None

    def is_grouped(self, text: str) -> bool:
        """Whether this is a number with its digits in groups of three: 1,234,567.8 or 1 234 567."""
        return self._grouped.fullmatch(text) is not None

    def read(self, text: str) -> float:
        """The number."""
        return float(self._groups.sub("", text).replace(self.decimal, ".").translate(_AS_TYPED))

    @cached_property
    def _plain(self) -> re.Pattern[str]:
        sign = re.escape(self.decimal)
        return re.compile(rf"\s*{_SIGN}?(?:\d+{sign}?\d*|{sign}\d+)(?:[eE]{_SIGN}?\d+)?\s*", re.ASCII)

    @cached_property
    def _grouped(self) -> re.Pattern[str]:
        """Every group but the first has three digits, and one sign is between all; no number begins with 0,123."""
        sign = re.escape(self.decimal)
        return re.compile(
            rf"\s*{_SIGN}?[1-9]\d{{0,2}}({self._groups.pattern})\d{{3}}(?:\1\d{{3}})*(?:{sign}\d+)?\s*", re.A
        )

    @cached_property
    def _groups(self) -> re.Pattern[str]:
        other = "." if self.decimal == "," else ","
        return re.compile(f"[{other}'’ \u00a0\u202f]")


POINT, COMMA = Notation("."), Notation(",")


def likely_notation(texts: Collection[str], first: Notation) -> Notation:
    """The one in which most of these are numbers; the first where as many are in either.

    >>> likely_notation(["71,3", "12", "heavy"], POINT).decimal
    ','
    """
    ways = (first, POINT if first == COMMA else COMMA)
    return max(ways, key=lambda way: sum(map(way.is_number, texts)))
