"""Files as people have them: each is read exactly as it was written, or refused in one line that says where."""

from __future__ import annotations

import warnings

import pandas as pd
import pytest
from ugly_files import READABLE, REFUSED, Refused, Ugly

from nldt.data.formats.layout import Layout
from nldt.data.read_table import read_table
from nldt.data.source import Source
from nldt.errors import InputError


def title(case: Ugly | Refused) -> str:
    return case.title


@pytest.mark.parametrize("case", READABLE, ids=title)
def test_what_was_written_is_read(tmp_path, case):
    path = tmp_path / case.name
    path.write_bytes(case.content)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        table = read_table(Source(path), Layout(**case.options))
    pd.testing.assert_frame_equal(table.values, case.expected)
    assert [str(warning.message) for warning in said] == case.notes


@pytest.mark.parametrize("case", READABLE, ids=title)
def test_texts_are_those_of_the_same_rows(tmp_path, case):
    path = tmp_path / case.name
    path.write_bytes(case.content)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table = read_table(Source(path), Layout(**case.options))
    texts = table.texts(table.names)
    assert list(texts.columns) == list(case.expected.columns)
    words = [name for name in table.names if pd.api.types.is_string_dtype(case.expected[name])]
    for name in words:
        expected = case.expected[name]
        assert texts[name][expected.notna()].tolist() == expected.dropna().tolist()


@pytest.mark.parametrize("case", REFUSED, ids=title)
def test_what_cannot_be_read_is_refused_in_one_line(tmp_path, case):
    path = tmp_path / case.name
    path.write_bytes(case.content)
    with pytest.raises(InputError) as raised:
        read_table(Source(path), Layout(**case.options))
    message = str(raised.value)
    assert f"{str(path)!r}{case.words}" in message
    assert "\n" not in message


def test_there_are_enough_of_them_and_no_two_alike():
    titles = [case.title for case in (*READABLE, *REFUSED)]
    assert len(set(titles)) == len(titles) >= 40
