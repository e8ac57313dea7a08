"""What follows from a table in memory."""

from __future__ import annotations

import pandas as pd
import pytest

from nldt.data.source import Source
from nldt.data.table import Table


def table_of(header: list[str], *columns: list) -> Table:
    """A table as a reader makes it."""
    names = [name or f"Unnamed: {place}" for place, name in enumerate(header)]
    values = pd.DataFrame(dict(zip(names, columns, strict=True)))
    return Table(Source(None), tuple(header), values, lambda places: values.iloc[:, places].astype(str))


@pytest.mark.parametrize("numbers", [[0, 1, 2], [7.0, 3.0, 5.0], [-1, 0, 1]])
def test_row_numbers_have_no_name_and_are_distinct_and_whole(numbers):
    assert table_of(["", "a"], numbers, [1, 2, 3]).row_numbers == "Unnamed: 0"


@pytest.mark.parametrize("cells", [[0, 1, 1], [0.5, 1.0, 2.0], ["a", "b", "c"], [0.0, 1.0, None]])
def test_other_cells_are_no_row_numbers(cells):
    assert table_of(["", "a"], cells, [1, 2, 3]).row_numbers is None


@pytest.mark.parametrize("name", ["id", "NA", "Unnamed: 0"])
def test_a_column_with_a_name_holds_no_row_numbers(name):
    assert table_of([name, "a"], [0, 1, 2], [1, 2, 3]).row_numbers is None


def test_texts_come_in_the_order_in_which_they_are_asked_for():
    table = table_of(["a", "b", "c"], [1, 2], [3, 4], [5, 6])
    assert table.texts(["c", "a"]).to_dict("list") == {"c": ["5", "6"], "a": ["1", "2"]}


def test_a_hint_names_the_nearest_column_or_all():
    table = table_of(["Width", "height"], [1], [2])
    assert table.hint("widht") == "; did you mean 'Width'?"
    assert table.hint("zzz") == "; its columns are 'Width', 'height'"
