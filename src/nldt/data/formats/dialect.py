"""How the cells of a text are separated and quoted, and which of its lines are no part of the table."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

from nldt.data.formats.csv_text import CsvText

# Of those that fit equally well the first is taken: commas often stand within cells, tabs hardly ever.
SEPARATORS = "\t|;,"
_SAMPLE_BYTES, _SAMPLE_RECORDS = 1 << 16, 100
_HINT = re.compile(rb"sep=(.)\r?\n")  # Excel's own way to tell the separator
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
COMMENT = b"#"


def find_dialect(content: bytes, separator: str | None) -> tuple[CsvText, list[str]]:
    """The text with its separator and quotes, found out unless told, and what was unusual, in words."""
    hint = _HINT.match(content)
    if hint:
        content = _without_lines(content, {1})
        separator = separator or hint[1].decode("latin-1")
    comments = _leading_comments(content)
    rest = _without_lines(content, comments)
    text = _with_separator(rest, separator)
    if comments and _last_is_header(content, max(comments), text):
        comments.remove(max(comments))
        text = _with_separator(_without_lines(content, comments), separator)
    text, inner = _without_inner_comments(text)
    return text, _count_comments(len(comments) + inner)


def _with_separator(content: bytes, separator: str | None) -> CsvText:
    quote = _find_quote(content)
    return CsvText(content, separator or _find_separator(content, quote), quote)


def _find_separator(content: bytes, quote: str) -> str:
    """The separator by which most records have as many cells as the header."""
    fits = {separator: _fit(content, separator, quote) for separator in SEPARATORS}
    best = max(fits, key=lambda separator: fits[separator])
    if fits[best] > 0:
        return best
    return " " if _fit(content, " ", quote) == 1 else ","


def _fit(content: bytes, separator: str, quote: str) -> float:
    """The share of records with as many cells as the header; 0 where that has only one."""
    sample = CsvText(content[:_SAMPLE_BYTES].decode("utf-8", errors="ignore").encode(), separator, quote)
    records = [cells for _, cells in islice(sample.records(), _SAMPLE_RECORDS)]
    if len(content) > _SAMPLE_BYTES and 1 < len(records) < _SAMPLE_RECORDS:
        records.pop()  # its end may be missing
    if not records or len(records[0]) == 1:
        return 0.0
    lengths = {len(records[0]), _filled_length(records[0])}
    return sum(not lengths.isdisjoint((len(cells), _filled_length(cells))) for cells in records) / len(records)


def _filled_length(cells: list[str]) -> int:
    """How many cells there are without empty ones at the end."""
    return max((place for place, cell in enumerate(cells, start=1) if cell.strip()), default=0)


def _find_quote(content: bytes) -> str:
    """Single quotes where all names of the header have them."""
    first = content[:_SAMPLE_BYTES].lstrip().partition(b"\n")[0].strip()
    return "'" if re.fullmatch(rb"'[^']*'(\s*[,;\t| ]\s*'[^']*')*", first) else '"'


def _leading_comments(content: bytes) -> set[int]:
    """The numbers of the lines above the first that is neither empty nor begins with a comment's sign."""
    comments = set()
    for number, found in enumerate(_LINE.finditer(content), start=1):
        line = found[0].strip()
        if line.startswith(COMMENT):
            comments.add(number)
        elif line or found.end() == len(content):
            break
    return comments


def _last_is_header(content: bytes, number: int, text: CsvText) -> bool:
    """Whether a line that looks like a comment names the columns: ``#id,width,kind``."""
    line = next(islice(_LINE.finditer(content), number - 1, None))[0]
    names = replace(text, content=line).header
    return len(names) > 1 and len(names) == len(text.header)


def _without_inner_comments(text: CsvText) -> tuple[CsvText, int]:
    """The text without lines that begin with a comment's sign and are no rows, as they have too few or many cells."""
    if b"\n" + COMMENT not in text.content:
        return text, 0
    sign, length = COMMENT.decode(), len(text.header)
    odd = {line for line, cells in text.records() if cells[0].startswith(sign) and len(cells) != length}
    return replace(text, content=_without_lines(text.content, odd)), len(odd)


def _without_lines(content: bytes, numbers: set[int]) -> bytes:
    """The content with these lines empty, so that all others keep their numbers."""
    if not numbers:
        return content
    lines = (found[0] for found in _LINE.finditer(content))
    return b"".join(b"\n" if number in numbers else line for number, line in enumerate(lines, start=1))


def _count_comments(count: int) -> list[str]:
    return [] if not count else ["1 comment line left out" if count == 1 else f"{count} comment lines left out"]
