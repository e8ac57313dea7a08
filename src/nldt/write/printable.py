"""Names and labels as a terminal can show them: on one line, without hidden signs, no two alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence


def printable(text: object) -> str:
    r"""A text in which signs that can't be seen, or that steer a terminal or the direction of writing, are escaped.

    >>> print(printable("a\x1b[31mb"), printable("größe"), printable("a\u202eb"))
    a\x1b[31mb größe a\u202eb
    """
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in str(text))


def one_line(text: object) -> str:
    r"""A printable text with single blanks for white space.

    >>> one_line("line\n  break")
    'line break'
    """
    return printable(" ".join(str(text).split()))


def distinct(names: Sequence[object]) -> list[str]:
    r"""Each on one line; those that would look alike, or like nothing, as Python writes them, or else numbered.

    >>> distinct(["a b", "a  b", "c\td"])
    ["'a b'", "'a  b'", 'c d']
    """
    shown = [one_line(name) for name in names]
    count = Counter(shown)
    shown = [line if line and count[line] == 1 else repr(str(name)) for name, line in zip(names, shown, strict=True)]
    if len(set(shown)) == len(shown):
        return shown
    return [f"{number}: {line}" for number, line in enumerate(shown, 1)]
