"""What a compressed file holds: its first bytes tell how it was compressed, or else its name."""

from __future__ import annotations

import bz2
import gzip
import importlib
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable

from nldt.data.formats.kind import is_office_document
from nldt.errors import list_names


class Unusable(ValueError):  # noqa: N818  (no fault of the program)
    """A whole file that is of no use, in words that say why."""


def decompress(content: bytes, name: str = "") -> bytes:
    """The bytes of a file of that name as they were before it was compressed; others as they are.

    Raises whatever the decompressors raise: there is a different exception for almost every kind of damage.

    >>> decompress(gzip.compress(b"a,b"), "table.csv.gz"), decompress(b"a,b", "table.csv")
    (b'a,b', b'a,b')
    """
    if is_office_document(content):  # an archive that is read as a whole
        return content
    plain = _opener(content, name)(content)
    return _file_of_tar(plain) if _is_tar(plain) else plain


def trouble(error: Exception) -> str:
    """Why a file can't be decompressed, and what to do where it is damaged.

    >>> trouble(EOFError("Compressed file ended early"))
    'Compressed file ended early; it is damaged or cut short: copy it or write it again'
    """
    said = getattr(error, "strerror", None) or " ".join(str(error).split())
    is_told = isinstance(error, Unusable | RuntimeError) or getattr(error, "errno", None) is not None
    return said if is_told else f"{said}; it is damaged or cut short: copy it or write it again"


def _opener(content: bytes, name: str) -> Callable[[bytes], bytes]:
    for start, open_content in _BY_START.items():
        if content.startswith(start):
            return open_content
    for ending, open_content in _BY_ENDING.items():
        if name.casefold().endswith(ending):  # damaged, or not what it is called: opening it tells
            return open_content
    return bytes


def _is_tar(content: bytes) -> bool:
    return content[257:262] == b"ustar"


def _file_of_tar(content: bytes) -> bytes:
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        files = {member.name: member for member in archive.getmembers() if member.isfile()}
        file = archive.extractfile(files[_the_only(list(files))])
        assert file is not None  # a member that is a file has content
        return file.read()


def _file_of_zip(content: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.read(_the_only([member.filename for member in archive.infolist() if _is_user_s(member)]))


def _is_user_s(member: zipfile.ZipInfo) -> bool:
    """Whether a member is a file that somebody packed, not one that macOS has added."""
    return not member.is_dir() and not member.filename.startswith("__MACOSX/")


def _the_only(names: list[str]) -> str:
    if len(names) != 1:
        raise Unusable(f"it must hold one file and holds {list_names(names) or 'none'}")
    return names[0]


def _decompress_zstd(content: bytes) -> bytes:
    try:
        zstandard = importlib.import_module("zstandard")
    except ImportError:
        raise Unusable("this needs a package: pip install zstandard") from None
    plain: bytes = zstandard.ZstdDecompressor().stream_reader(content, read_across_frames=True).read()
    return plain


_BY_START: dict[bytes, Callable[[bytes], bytes]] = {
    b"\x1f\x8b": gzip.decompress,
    b"BZh91AY&SY": bz2.decompress,
    b"\xfd7zXZ\x00": lzma.decompress,
    b"\x28\xb5\x2f\xfd": _decompress_zstd,
    b"PK\x03\x04": _file_of_zip,
}
_BY_ENDING: dict[str, Callable[[bytes], bytes]] = {
    ".tar": _file_of_tar,
    ".zip": _file_of_zip,
    ".gz": gzip.decompress,
    ".bz2": bz2.decompress,
    ".xz": lzma.decompress,
    ".zst": _decompress_zstd,
}
COMPRESSED = frozenset(_BY_ENDING)
