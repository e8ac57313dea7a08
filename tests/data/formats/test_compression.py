"""Compressed files: what pandas compresses is what we read."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
import tarfile
import zipfile

import pandas as pd
import pytest

from nldt.data.formats.compression import decompress, trouble

CONTENT = b"a,b\n1,2\n"


def zipped(*names: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in names:
            archive.writestr(name, b"" if name.endswith("/") else CONTENT)
    return buffer.getvalue()


def tarred(*names: str) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = len(CONTENT)
            archive.addfile(member, io.BytesIO(CONTENT))
    return buffer.getvalue()


@pytest.mark.parametrize(
    "name", ["t.csv", "t.csv.gz", "t.csv.bz2", "t.csv.xz", "t.zip", "t.tar", "t.tar.gz", "t.tar.bz2", "t.tar.xz", "gz"]
)
def test_files_that_pandas_compresses(tmp_path, name):
    pd.DataFrame({"a": [1], "b": [2]}).to_csv(tmp_path / name, index=False, lineterminator="\n")
    assert decompress((tmp_path / name).read_bytes(), name) == CONTENT


def test_zstandard(tmp_path):
    pytest.importorskip("zstandard")
    pd.DataFrame({"a": [1], "b": [2]}).to_csv(tmp_path / "t.csv.zst", index=False, lineterminator="\n")
    assert decompress((tmp_path / "t.csv.zst").read_bytes(), "t.csv.zst") == CONTENT


def test_the_package_that_zstandard_needs_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(ValueError, match="pip install zstandard"):
        decompress(b"", "t.csv.zst")


def test_the_case_of_a_name_does_not_matter():
    assert decompress(gzip.compress(CONTENT), "T.CSV.GZ") == CONTENT


def test_files_that_were_joined():
    for ending, compress in ((".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)):
        assert decompress(compress(CONTENT[:3]) + compress(CONTENT[3:]), "t" + ending) == CONTENT


def test_a_folder_in_an_archive_is_no_file():
    assert decompress(zipped("in/", "in/t.csv"), "t.zip") == CONTENT


@pytest.mark.parametrize(("make", "name"), [(zipped, "t.zip"), (tarred, "t.tar")])
def test_an_archive_must_hold_one_file(make, name):
    assert decompress(make("t.csv"), name) == CONTENT
    with pytest.raises(ValueError, match=r"must hold one file and holds 'a\.csv', 'b\.csv'"):
        decompress(make("a.csv", "b.csv"), name)
    with pytest.raises(ValueError, match="must hold one file and holds none"):
        decompress(make(), name)


@pytest.mark.parametrize(
    ("ending", "compress"), [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)]
)
def test_what_is_cut_short_is_to_be_copied_again(ending, compress):
    """Each decompressor has an exception of its own for it."""
    with pytest.raises(Exception) as caught:
        decompress(compress(CONTENT * 100)[:-12], f"t.csv{ending}")
    assert trouble(caught.value).endswith("it is damaged or cut short: copy it or write it again")
