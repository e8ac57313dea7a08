"""Text in any usual encoding, as UTF-8."""

from __future__ import annotations

import codecs
import re

UTF_8 = "UTF-8"

# UTF-32 first: its mark begins with that of UTF-16.
_MARKS = {
    codecs.BOM_UTF8: ("utf-8-sig", UTF_8),
    codecs.BOM_UTF32_LE: ("utf-32", "UTF-32"),
    codecs.BOM_UTF32_BE: ("utf-32", "UTF-32"),
    codecs.BOM_UTF16_LE: ("utf-16", "UTF-16"),
    codecs.BOM_UTF16_BE: ("utf-16", "UTF-16"),
}
_SAMPLE = 4096  # bytes that tell UTF-16 without a mark
# Letters in UTF-8, whole ones: hardly ever anything in other encodings.
_BEYOND_ASCII = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")


class Undecodable(Exception):  # noqa: N818  (what bytes are)
    """Bytes that are no text in the encoding that they should have."""

    def __init__(self, encoding: str, reason: str) -> None:
        super().__init__(reason)
        self.encoding = encoding  # as Python names it


def to_utf8(content: bytes, encoding: str | None) -> tuple[bytes, str]:
    """The text as UTF-8 without a mark at its beginning, and what its encoding is called.

    ``encoding``: as Python names it; None is found out. Undecodable where it is not that, or nothing that is known.

    >>> to_utf8("Länge,kind".encode("latin-1"), None)[1]
    'Latin-1'
    """
    if encoding is None:
        encoding, name = _find(content)
    else:
        encoding, name = _tolerant(encoding), encoding
    if encoding == "utf-8":
        return content, name  # a large file is not copied
    try:
        return content.decode(encoding).removeprefix("\ufeff").encode("utf-8"), name
    except UnicodeDecodeError as error:
        raise Undecodable(encoding, f"{_shown(content, error)} is not {name}") from None
    except UnicodeError as error:  # UTF-16 without a mark, an odd number of bytes, ...
        raise Undecodable("latin-1", f"it is not {name}: {error}") from None


def _find(content: bytes) -> tuple[str, str]:
    for mark, found in _MARKS.items():
        if content.startswith(mark):
            return found
    if b"\0" in content[:_SAMPLE]:
        return _find_utf16(content[:_SAMPLE])
    try:
        if not content.isascii():
            content.decode("utf-8")
    except UnicodeDecodeError as error:
        return _find_single_bytes(content, error)
    return "utf-8", UTF_8


def _find_utf16(sample: bytes) -> tuple[str, str]:
    """Of UTF-16 without a mark, where every second byte of Western text is zero."""
    half = len(sample) // 2
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if odd > 0.5 * half and even < 0.1 * half:
        return "utf-16-le", "UTF-16"
    if even > 0.5 * half and odd < 0.1 * half:
        return "utf-16-be", "UTF-16"
    raise Undecodable("latin-1", "byte 0x00 is no text")


def _find_single_bytes(content: bytes, error: UnicodeDecodeError) -> tuple[str, str]:
    """Of an encoding with one byte a letter; UTF-8 with a few bad bytes is damaged, not in another encoding."""
    beyond_ascii = len(content) - len(content.translate(None, bytes(range(128, 256))))
    if 2 * sum(map(len, _BEYOND_ASCII.findall(content))) > beyond_ascii:
        raise Undecodable("utf-8", f"{_shown(content, error)} is not UTF-8, as the rest is")
    try:
        content.decode("cp1252")
    except UnicodeDecodeError as windows:
        reason = f"{_shown(content, windows)} is neither UTF-8 nor Windows-1252"
        raise Undecodable("cp1252", reason) from None
    between = any(byte in content for byte in range(0x80, 0xA0))  # letters that Latin-1 lacks
    return "cp1252", "Windows-1252" if between else "Latin-1"


def _tolerant(encoding: str) -> str:
    """The encoding, with or without a mark at the beginning of the file."""
    return "utf-8-sig" if codecs.lookup(encoding).name == "utf-8" else encoding


def _shown(content: bytes, error: UnicodeDecodeError) -> str:
    return f"byte 0x{content[error.start]:02x}"
