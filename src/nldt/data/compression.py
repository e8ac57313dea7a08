"""What a compressed file holds: its name tells how it was compressed."""

from __future__ import annotations

import bz2
import gzip
import importlib
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable

from nldt.errors import list_names


def decompress(content: bytes, name: str) -> bytes:
    """The bytes of a file of that name as they were before it was compressed; others as they are.

    Raises whatever the decompressors raise: there is a different exception for almost every kind of damage.

    >>> decompress(gzip.compress(b"a,b"), "table.csv.gz"), decompress(b"a,b", "table.csv")
    (b'a,b', b'a,b')
    """
    for ending, open_content in _BY_ENDING.items():
        if name.casefold().endswith(ending):
            return open_content(content)
    return content


def _file_of_tar(content: bytes) -> bytes:
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        files = {member.name: member for member in archive.getmembers() if member.isfile()}
        file = archive.extractfile(files[_the_only(list(files))])
        assert file is not None  # a member that is a file has content
        return file.read()


def _file_of_zip(content: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.read(_the_only([member.filename for member in archive.infolist() if not member.is_dir()]))


def _the_only(names: list[str]) -> str:
    if len(names) != 1:
        raise ValueError(f"it must hold one file and holds {list_names(names) or 'none'}")
    return names[0]


def _decompress_zstd(content: bytes) -> bytes:
    try:
        zstandard = importlib.import_module("zstandard")
    except ImportError:
        raise ValueError("this needs a package: pip install zstandard") from None
    plain: bytes = zstandard.ZstdDecompressor().stream_reader(content, read_across_frames=True).read()
    return plain


_BY_ENDING: dict[str, Callable[[bytes], bytes]] = {
    ".tar": _file_of_tar,
    ".tar.gz": _file_of_tar,
    ".tar.bz2": _file_of_tar,
    ".tar.xz": _file_of_tar,
    ".zip": _file_of_zip,
    ".gz": gzip.decompress,
    ".bz2": bz2.decompress,
    ".xz": lzma.decompress,
    ".zst": _decompress_zstd,
}
