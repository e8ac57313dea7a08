"""What kind of file some bytes are: their beginning tells, whatever the file is called."""

from __future__ import annotations

import io
import re
import zipfile
from enum import Enum


class Kind(Enum):
    """The kinds of files that tables are read from; the value is what messages call one."""

    TEXT = "a text file"
    EXCEL = "an Excel workbook"
    PARQUET = "a Parquet file"
    ARROW = "an Arrow or Feather file"


EXPORT = "save the table as a CSV, Excel (.xlsx) or Parquet file"

# Files that people take for tables, by their first bytes, and what to do.
FOREIGN = {
    b"\xd0\xcf\x11\xe0": "a file of an old Office program, such as .xls: save it as an .xlsx or a CSV file",
    b"%PDF": f"a PDF file: {EXPORT}",
    b"\x89PNG": f"a picture: {EXPORT}",
    b"SQLite format 3": f"an SQLite database: {EXPORT}",
    b"\x89HDF": f"an HDF5 file: {EXPORT}",
    b"FEA1\0": "a Feather file of version 1: write it again with a pandas of today",
    b"<!doctype html": f"a web page: {EXPORT}",
    b"<html": f"a web page: {EXPORT}",
    b"<?xml": f"an XML file: {EXPORT}",
}
JSON = re.compile(rb'(\[\s*)?\{\s*"')  # how tables and models begin in it
MODEL = re.compile(rb'\{\s*"format"\s*:\s*"nldt')


def kind_of(content: bytes) -> Kind:
    r"""The kind of a decompressed file; ValueError for one that is known and can't be read.

    A column may be called PAR1: no text goes on as the files do that begin so.

    >>> kind_of(b"PAR1,b\n"), kind_of(b"PAR1\x15...PAR1")
    (<Kind.TEXT: 'a text file'>, <Kind.PARQUET: 'a Parquet file'>)
    """
    start = content[:64].lstrip().lower()
    for magic, what in FOREIGN.items():
        if content.startswith(magic) or start.startswith(magic):
            raise ValueError(what)
    if MODEL.match(start):
        raise ValueError("a model of nldt, not a table: give the table")
    if JSON.match(start):
        raise ValueError(f"a JSON file: {EXPORT}")
    if content.startswith(b"PAR1\x15"):
        return Kind.PARQUET
    if content.startswith(b"ARROW1\0"):
        return Kind.ARROW
    if is_office_document(content):
        return _kind_of_document(content)
    return Kind.TEXT


def is_office_document(content: bytes) -> bool:
    """Whether this is a workbook or the like, which is a zip archive of many files."""
    if not content.startswith(b"PK\x03\x04"):
        return False
    return not {"[Content_Types].xml", "mimetype"}.isdisjoint(_members(content))


def _kind_of_document(content: bytes) -> Kind:
    if "xl/workbook.xml" in _members(content):
        return Kind.EXCEL
    raise ValueError("a document, but no Excel workbook: save it as an .xlsx or a CSV file")


def _members(content: bytes) -> list[str]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return archive.namelist()
    except zipfile.BadZipFile:  # said by whoever opens it
        return []
