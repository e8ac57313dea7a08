"""Where tables come from, and what messages call it."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import pytest

from nldt.data.source import Source
from nldt.errors import InputError


def test_a_file(tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(b"a,b\r\n")
    source = Source.named(path)
    assert (source.read(), source.title, source.files) == (b"a,b\r\n", "table.csv", [path])
    assert str(source) == repr(str(path))


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a,b\r\n\xff")))
    source = Source.named("-")
    assert (source.read(), source.title, source.files) == (b"a,b\r\n\xff", "standard input", [])
    assert str(source) == "standard input"


def test_what_is_no_file_has_its_whole_path_as_title():
    """The name of /dev/fd/63 says nothing."""
    assert Source(Path("/dev/null")).title == str(Path("/dev/null"))


def test_a_compressed_file_is_decompressed(tmp_path):
    (tmp_path / "table.csv.gz").write_bytes(gzip.compress(b"a,b"))
    assert Source(tmp_path / "table.csv.gz").read() == b"a,b"


def test_the_home_folder(tmp_path, monkeypatch):
    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(tmp_path))
    assert Source.named("~/table.csv") == Source(tmp_path / "table.csv")


@pytest.mark.parametrize("name", ["table.csv", "t.csv.gz", "t.csv.bz2", "t.csv.xz", "t.zip", "t.tar", "t.tar.gz"])
def test_what_cannot_be_read_is_one_line(tmp_path, name):
    path = tmp_path / name
    if name != "table.csv":  # which is not there
        path.write_bytes(gzip.compress(b"a,b")[:12])
    with pytest.raises(InputError) as raised:
        Source(path).read()
    assert str(raised.value).startswith(f"can't read {str(path)!r}: ")
    assert "\n" not in str(raised.value)
