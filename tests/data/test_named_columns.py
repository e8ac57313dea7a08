"""The column that a user means by a name or a number."""

from __future__ import annotations

import numpy as np
import pytest

from nldt.data.named_columns import named_column
from nldt.errors import InputError


@pytest.mark.parametrize(("name", "place"), [("a", 0), ("b c", 1), (1, 1), (np.int64(0), 0), (7, 2), ("7", 2)])
def test_columns_go_by_name_label_or_number(name, place):
    assert named_column(name, ["a", "b c", "7"], "wish") == place


@pytest.mark.parametrize("name", ["d", 3, -1, 1.0, None, True, ("a",)])
def test_what_is_no_column_is_named_in_one_line(name):
    with pytest.raises(InputError, match=r"^wish: the table has no column") as refusal:
        named_column(name, ["a", "b c", "7"], "wish")
    assert repr(name) in str(refusal.value) and "\n" not in str(refusal.value)


def test_the_nearest_name_is_told():
    with pytest.raises(InputError, match="did you mean 'Width'"):
        named_column("widht", ["Width", "height"], "wish")
