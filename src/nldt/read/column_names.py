"""Names of columns inside a rule that someone typed: as they are, in backticks, or as printed rules have them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from nldt.data.date_columns import part_columns
from nldt.data.offered_columns import number_column
from nldt.errors import hint
from nldt.model.basis import Basis, Column, IsMissing, OneOf
from nldt.model.feature import CATEGORY, Feature, level_text
from nldt.write.printable import distinct, printable

Floats = NDArray[np.float64]

# Signs that go on with a word: superscripts are powers.
WORD_SIGN = re.compile(r"[^\W⁰¹²³⁴⁵⁶⁷⁸⁹]")
NUMBER = re.compile(r"(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+\-−]?\d+)?", re.ASCII)
MISSING = re.compile(r"\s+is missing\b")
COMPARED = re.compile(r"\s*(==|=|≠|!=)\s*")
GATHERED = re.compile(r"\s*(∈|∉|\bnot\s+in\b|\bin\b)\s*\{")
NEGATIONS = ("≠", "!=", "∉")


@dataclass(frozen=True, eq=False)
class ColumnNames:
    """Finds the column that a text names from some place on.

    ``numbers`` has the column that each feature is as a number; None for a category.
    """

    features: Sequence[Feature]
    feature_names: Sequence[str]
    numbers: Sequence[Column | None]

    def at(self, text: str, place: int) -> tuple[Column, int] | None:
        """The column that starts at a place of the text, and where it ends; None where none does."""
        if text.startswith("[", place):
            return next(self._bracketed(text, place), None)
        for spelled, part in self._parts.items():
            if text.startswith(spelled, place) and not WORD_SIGN.match(text[place + len(spelled) :][:1]):
                return part, place + len(spelled)
        if text.startswith("`", place):
            end = text.find("`", place + 1)
            found = self._spelled.get(text[place + 1 : end]) if end > 0 else None
            return None if found is None else self._column(found, text, end + 1)
        return self._unquoted(text, place)

    @property
    def known(self) -> list[str]:
        """What columns are called, for messages."""
        symbols = zip(self.numbers, self.feature_names, strict=True)
        return [name if number is None else number.symbol(name) for number, name in symbols]

    def with_words(self) -> Iterator[tuple[Column, list[str]]]:
        """Columns whose values have names, each with all that it may be called."""
        for number in self.numbers:
            if number is not None and number.has_words:
                yield number, [spelled for spelled, j in self._spelled.items() if j == number.feature]
        for part in dict.fromkeys(self._parts.values()):
            yield part, [spelled for spelled, other in self._parts.items() if other == part]

    def category_of(self, text: str) -> str | None:
        """What to say of a category feature that a text names without one of its categories; None of other texts."""
        inner = text.strip("[]`")
        j = next((j for spelled, j in self._spelled.items() if inner.startswith(spelled)), None)
        if j is None or self.numbers[j] is not None:
            return None
        name, levels = self.feature_names[j], [level_text(level) for level in self.features[j].levels]
        named = COMPARED.match(inner, len(name))
        if named is None:
            return f"column {name!r} holds categories: name one, as in [{name} = {levels[0] if levels else '…'}]"
        return (
            f"no category {inner[named.end() :]!r} of column {name!r}{hint(inner[named.end() :], levels, 'categories')}"
        )

    @cached_property
    def _spelled(self) -> dict[str, int]:
        """Features by all that they may be called; the longest first."""
        spelled: dict[str, int] = {}
        for names in (self.feature_names, distinct(self.feature_names), map(printable, self.feature_names)):
            for j, name in enumerate(names):
                number = self.numbers[j]
                spelled.setdefault(name if number is None else number.symbol(name), j)
        return dict(sorted(spelled.items(), key=lambda entry: -len(entry[0])))

    @cached_property
    def _parts(self) -> dict[str, Column]:
        """Years, months, weekdays and hours of dates, by all that they may be called; the longest first."""
        dates = {spelled: j for spelled, j in self._spelled.items() if self.features[j].is_date}
        return {
            part.symbol(spelled): part for spelled, j in dates.items() for part in part_columns(j, self.features[j])
        }

    def _bracketed(self, text: str, place: int) -> Iterator[tuple[Column, int]]:
        """Columns in brackets, which close where pairs do, or at the first bracket that is not escaped."""
        for end in _closing(text, place):
            content = text[place + 1 : end]
            for inner in (
                content,
                re.sub(r"(\\+)(\]|$)", lambda found: "\\" * (len(found[1]) // 2) + found[2], content),
            ):
                found = self._whole(inner)
                if found is not None:
                    yield found, end + 1

    def _whole(self, inner: str) -> Column | None:
        """The column that is called just that."""
        if inner in self._parts:
            return self._parts[inner]
        if inner in self._spelled and self.numbers[self._spelled[inner]] is not None:
            return self.numbers[self._spelled[inner]]
        negated = inner.startswith("not ")
        for spelled, j in self._spelled.items():
            start = 4 if negated and inner.startswith(spelled, 4) else 0
            if inner.startswith(spelled, start):
                found = self._column(j, inner, start + len(spelled))
                if found is not None and found[1] == len(inner):
                    column = found[0]
                    if start == 0:
                        return column
                    if isinstance(column, OneOf) and column.levels == (True,):
                        return OneOf(j, column.codes, column.levels, negated=True)
        return None

    def _unquoted(self, text: str, place: int) -> tuple[Column, int] | None:
        for spelled, j in self._spelled.items():
            if spelled and text.startswith(spelled, place) and not NUMBER.fullmatch(spelled):
                end = place + len(spelled)
                goes_on = WORD_SIGN.match(spelled[-1]) and WORD_SIGN.match(text[end : end + 1])
                found = None if goes_on else self._column(j, text, end)
                if found is not None:
                    return found
        return None

    def _column(self, j: int, text: str, end: int) -> tuple[Column, int] | None:
        """The column of a feature whose name ends here: what follows says which of a category's it is."""
        feature = self.features[j]
        if found := MISSING.match(text, end):
            return IsMissing(j), found.end()
        number = self.numbers[j]
        if number is not None:
            return number, end
        if found := COMPARED.match(text, end):
            code = _level_at(feature, text, found.end())
            return None if code is None else (self._one_of(j, [code[0]], found[1] in NEGATIONS), code[1])
        if found := GATHERED.match(text, end):
            codes = _levels_until(feature, text, found.end())
            negated = found[1] in NEGATIONS or found[1].startswith("not")
            return None if codes is None else (self._one_of(j, codes[0], negated), codes[1])
        return (OneOf(j, (1,), (True,)), end) if feature.is_yes_or_no else None

    def _one_of(self, j: int, codes: list[int], negated: bool) -> OneOf:
        chosen = tuple(sorted(set(codes)))
        return OneOf(j, chosen, tuple(self.features[j].levels[code] for code in chosen), negated)


def number_columns(features: Sequence[Feature], numeric: Basis, low: Sequence[float] | Floats) -> list[Column | None]:
    """What each feature is as a number, ``numeric`` having the columns of plain ones; None for a category.

    ``low``: the lowest training values.
    """
    return [
        None if feature.kind == CATEGORY else number_column(j, feature, numeric, low[j])
        for j, feature in enumerate(features)
    ]


def _closing(text: str, place: int) -> list[int]:
    """Where a bracket that opens at a place may close."""
    ends, depth = [], 0
    for end in range(place, len(text)):
        depth += {"[": 1, "]": -1}.get(text[end], 0)
        if depth == 0:
            ends.append(end)
            break
    escapes = 0
    for end in range(place + 1, len(text)):
        if text[end] == "]" and escapes % 2 == 0:
            ends.append(end)
            break
        escapes = escapes + 1 if text[end] == "\\" else 0
    return ends


def _level_texts(feature: Feature) -> list[tuple[str, int]]:
    """What the categories of a feature are called, the longest first; what one is called in full means no other."""
    texts = {level_text(level): code for code, level in reversed(list(enumerate(feature.levels)))}
    for code, level in enumerate(feature.levels):
        for shown in (printable(level_text(level)), " ".join(level_text(level).split()), str(level)):
            texts.setdefault(shown, code)
    return sorted(texts.items(), key=lambda entry: -len(entry[0]))


def _quoted(shown: str) -> tuple[str, str, str]:
    """A category as it is, and in quotes of either kind."""
    return shown, f"'{shown}'", f'"{shown}"'


def _level_at(feature: Feature, text: str, place: int) -> tuple[int, int] | None:
    """The category that is named at a place, and where its name ends."""
    for shown, code in _level_texts(feature):
        for quoted in _quoted(shown):
            end = place + len(quoted)
            if quoted and text.startswith(quoted, place):
                if WORD_SIGN.match(quoted[-1]) and WORD_SIGN.match(text[end : end + 1]):
                    continue
                return code, end
    return None


def _levels_until(feature: Feature, text: str, place: int) -> tuple[list[int], int] | None:
    """The categories that are named from a place on, with commas between them, up to the brace that closes."""
    for quoted, code in ((quoted, code) for shown, code in _level_texts(feature) for quoted in _quoted(shown)):
        if text.startswith(quoted, place):
            end = place + len(quoted)
            if text.startswith("}", end):
                return [code], end + 1
            if found := re.compile(r"\s*,\s*").match(text, end):
                others = _levels_until(feature, text, found.end())
                if others is not None:
                    return [code, *others[0]], others[1]
    return None
