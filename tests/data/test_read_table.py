"""Whatever a table is written with, the same table is read."""

from __future__ import annotations

import io
import sys
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nldt.data.formats.layout import Layout
from nldt.data.read_table import read_table
from nldt.data.source import Source
from nldt.errors import InputError

words = st.text(st.sampled_from("abé ,;|'\"#.\n"), min_size=1, max_size=6).filter(
    lambda text: text.strip() == text and text != "." and "\ufeff" not in text
)
numbers = st.floats(-1e6, 1e6, allow_nan=False).map(lambda number: round(number, 4)) | st.just(np.nan)


@st.composite
def frames(draw) -> pd.DataFrame:
    """Tables with a column of numbers, one of whole numbers and one of words; a half tells the decimal sign."""
    size = draw(st.integers(3, 8))
    return pd.DataFrame(
        {
            "x": [0.5, *draw(st.lists(numbers, min_size=size - 1, max_size=size - 1))],
            "größe, n": draw(st.lists(st.integers(-(10**9), 10**9), min_size=size, max_size=size)),
            "word": [*draw(st.lists(words, min_size=size - 1, max_size=size - 1)), "last"],
        }
    )


def read(content: bytes, **options: str) -> pd.DataFrame:
    class Made(Source):
        def read(self) -> bytes:
            return content

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return read_table(Made(None), Layout(**options)).values


@settings(max_examples=150, deadline=None)
@given(
    frames(),
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from([".", ","]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_any_notation_gives_the_same_table(frame, sep, decimal, encoding, end):
    content = frame.to_csv(index=False, sep=sep, decimal=decimal, lineterminator=end).encode(encoding)
    pd.testing.assert_frame_equal(read(content), frame)
    told = {"sep": sep, "decimal": decimal, "encoding": encoding}
    pd.testing.assert_frame_equal(read(content, **told), frame)


@settings(max_examples=25, deadline=None)
@given(frames())
def test_a_workbook_and_parquet_give_the_same_table(frame):
    book, parquet = io.BytesIO(), io.BytesIO()
    frame.to_excel(book, index=False)
    frame.to_parquet(parquet)
    pd.testing.assert_frame_equal(read(book.getvalue()), frame)
    pd.testing.assert_frame_equal(read(parquet.getvalue()), frame)


@settings(max_examples=300, deadline=None)
@given(
    st.binary(max_size=200) | st.text(max_size=120).map(str.encode) | st.text('",;\n#01 .', max_size=60).map(str.encode)
)
def test_whatever_a_file_holds_it_is_a_table_or_one_line(content):
    try:
        assert len(read(content).columns)
    except InputError as error:
        assert "\n" not in str(error).replace("\\n", "")


def test_a_package_that_is_not_installed_is_named(monkeypatch, tmp_path):
    frame = pd.DataFrame({"a": [1], "b": [2]})
    frame.to_parquet(tmp_path / "t.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"^a Parquet file needs pyarrow: pip install 'nldt\[parquet\]'$"):
        read_table(Source(tmp_path / "t.parquet"))
