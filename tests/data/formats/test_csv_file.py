"""CSV tables: one reading gives the header, the values and the texts."""

from __future__ import annotations

import csv
import io
import os
import warnings

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nldt.data.read_table import read_table
from nldt.data.source import Source
from nldt.data.table import Table
from nldt.errors import InputError

UGLY = """\
, code,country,x
0,001, NA,1.5
1,1,"SE, north",
2,,"say ""no\""", -3
3,+1e3,nan
"""


@pytest.fixture
def table_of(tmp_path):
    """The table of a file with this text; the file is gone when it is looked at."""

    def read(text: str) -> Table:
        path = tmp_path / "table.csv"
        path.write_text(text, encoding="utf-8", newline="")
        table = read_table(Source(path))
        os.remove(path)
        return table

    return read


def test_texts_are_what_the_file_has(table_of):
    texts = table_of(UGLY).texts(["x", "code", "country"])
    assert list(texts.columns) == ["x", "code", "country"]
    assert texts["code"].tolist() == ["001", "1", "", "+1e3"]
    assert texts["country"].tolist() == ["NA", "SE, north", 'say "no"', "nan"]
    assert texts["x"].tolist() == ["1.5", "", "-3", ""]


def test_values_are_what_pandas_reads(table_of):
    expected = pd.read_csv(io.StringIO(UGLY), skipinitialspace=True)
    pd.testing.assert_frame_equal(table_of(UGLY).values, expected)


def test_the_header_is_as_it_is(table_of):
    table = table_of(UGLY)
    assert table.header == ("", "code", "country", "x")
    assert table.names == ["Unnamed: 0", "code", "country", "x"]


def test_a_source_is_read_once(tmp_path, monkeypatch):
    path = tmp_path / "table.csv"
    path.write_text(UGLY)
    times = []
    monkeypatch.setattr(Source, "read", lambda source: times.append(source) or path.read_bytes())
    table = read_table(Source(path))
    assert table.row_numbers == "Unnamed: 0" and len(table.texts(["code"])) == 4
    assert times == [Source(path)]


cells = st.text(st.sampled_from('019.eNAa"é,; '), max_size=4).map(str.lstrip)  # spaces after a comma are left out


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=6))
def test_texts_are_those_of_the_standard_library(rows):
    written = io.StringIO(newline="")
    csv.writer(written, quoting=csv.QUOTE_ALL).writerows([("one", "two"), *rows])
    table = read_table(Made(written.getvalue().encode()))
    assert list(table.texts(["one", "two"]).itertuples(index=False, name=None)) == rows
    assert table.texts(["two"])["two"].tolist() == [second for _, second in rows]


class Made(Source):
    """A source with these bytes."""

    def __init__(self, content: bytes) -> None:
        super().__init__(None)
        object.__setattr__(self, "content", content)

    def read(self) -> bytes:
        return self.content


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("a,b,a,b,c\n1,2,3,4,5\n", "has several columns named 'a', 'b': rename or drop them"),
        ("NA,NA\n1,2\n", "has several columns named 'NA'"),
        ("a, a\n1,2\n", "has several columns named 'a'"),
        ("1,2\n3,4\n", "has numbers where the header should be"),
        ("a,b\n", "has a header but no rows"),
        ("", "is empty"),
    ],
)
def test_what_is_refused(content, words):
    with pytest.raises(InputError) as raised:
        read_table(Made(content.encode()))
    assert str(raised.value).startswith(f"standard input {words}")


def test_empty_names_may_be_repeated(table_of):
    assert table_of(",,\n1,2,3\n").names == ["Unnamed: 0", "Unnamed: 1", "Unnamed: 2"]


def test_row_numbers_of_a_table_that_was_saved_twice_are_those_without_a_name(table_of):
    assert table_of(",Unnamed: 0,a\n0,0,5\n1,1,6\n").row_numbers == "Unnamed: 0.1"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xc2\xa0\n1\t2\n", "has a first line that does not name its columns"),
        (b'a,b\n1,2,,\n"3,4\n5,6\n', 'line 3: a quote " is opened and never closed'),
    ],
)
def test_no_message_is_in_the_words_of_pandas(content, message, tmp_path):
    path = tmp_path / "table.csv"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_table(Source(path))
    assert message in str(caught.value) and str(caught.value).count("table.csv") == 1
    assert not any(word in str(caught.value) for word in ("tokeniz", "C error", "index_col", "secols"))


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (("3.740;1", "159;2"), "column 'pay': '3.740' as 3.74 (--decimal , reads 3740)"),
        (("3.740;1", "1594;2"), None),  # thousands would have a point
        (("3.740;1", "15.5;2"), None),
        (("3,740;1", "15,5;2"), None),  # decimal commas
    ],
)
def test_points_that_may_part_thousands_are_told_beside_semicolons(table_of, cells, said):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        table_of("\n".join(["pay;n", *cells]))
    told = " ".join(str(warning.message) for warning in caught)
    assert "separated by ';'" in told
    assert (said in told) if said else "--decimal" not in told
