"""More than forty ugly files through ``nldt fit``: each gives a tree at the first try.

What must be refused, in one line that names the place, is in ``test_ugly_files``.
"""

from __future__ import annotations

import bz2
import csv
import gzip
import lzma
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest
from ugly_files import feather, parquet, rows_of, tarred, text, workbook, zipped

N_ROWS = 40
RANDOM = np.random.default_rng(0)
TABLE = pd.DataFrame(
    {
        "width": RANDOM.uniform(0.5, 2.0, N_ROWS).round(3),
        "height": RANDOM.integers(1, 9, N_ROWS),
        "colour": RANDOM.choice(["rot", "grün", "weiß"], N_ROWS),
    }
).assign(kind=lambda rows: np.where(rows["width"] * rows["height"] > 5, "nut", "bolt"))


@dataclass(frozen=True)
class File:
    """A file, and what may be said of it; by default it holds just the table, and gives just its tree."""

    title: str
    content: bytes
    name: str = "table.csv"
    said: str = ""  # a part of it; empty: nothing is said
    options: tuple[str, ...] = ()
    is_the_table: bool = True
    piped: bool = False


def csv_lines(frame: pd.DataFrame = TABLE) -> list[bytes]:
    return text(frame).splitlines(keepends=True)


def other(title: str, frame: pd.DataFrame, said: str = "", *options: str, **csv_options) -> File:
    """A file of another table."""
    return File(title, text(frame, **csv_options), said=said, options=options, is_the_table=False)


def gap_in_every_column(frame: pd.DataFrame) -> pd.DataFrame:
    frame = frame.astype(object)
    for j in range(frame.shape[1]):
        frame.iloc[3 * j : 3 * j + 2, j] = None
    return frame


WAYS = [
    File("commas", text(TABLE)),
    File("semicolons", text(TABLE, sep=";"), said="separated by ';'"),
    File("tabs", text(TABLE, sep="\t"), said="separated by tabs"),
    File("tabs, as told", text(TABLE, sep="\t"), options=("--sep", "tab")),
    File("pipes", text(TABLE, sep="|"), said="separated by '|'"),
    File("spaces", text(TABLE, sep=" "), said="separated by spaces"),
    File("another sign", text(TABLE, sep="~"), options=("--sep", "~")),
    File("Excel's separator", b"sep=;\r\n" + text(TABLE, sep=";"), said="separated by ';'"),
    File("decimal commas", text(TABLE, sep=";", decimal=","), said="decimal comma"),
    File("decimal commas between tabs", text(TABLE, sep="\t", decimal=","), said="decimal comma"),
    File("decimal commas in quotes", text(TABLE, decimal=","), said="decimal comma"),
    File("decimal commas, as told", text(TABLE, sep=";", decimal=","), options=("--sep", ";", "--decimal", ",")),
    File("all in quotes", text(TABLE, quoting=csv.QUOTE_ALL)),
    File("single quotes", text(TABLE, quoting=csv.QUOTE_ALL, quotechar="'")),
    File("a byte order mark", text(TABLE, encoding="utf-8-sig")),
    File("UTF-16", text(TABLE, encoding="utf-16"), said="UTF-16"),
    File("UTF-16 without a mark", text(TABLE, encoding="utf-16-le"), said="UTF-16"),
    File("UTF-32", text(TABLE, encoding="utf-32"), said="UTF-32"),
    File("Latin-1", text(TABLE, encoding="latin-1"), said="Latin-1"),
    File("Latin-1, as told", text(TABLE, encoding="latin-1"), options=("--encoding", "latin-1")),
    File("a German Windows", text(TABLE, sep=";", decimal=",", encoding="latin-1"), said="Latin-1"),
    File("lines of Windows", text(TABLE).replace(b"\n", b"\r\n")),
    File("lines of old Macs", text(TABLE).replace(b"\n", b"\r")),
    File("no end of the last line", text(TABLE).rstrip()),
    File("separators at the ends", text(TABLE).replace(b"\n", b",,\n")),
    File("spaces after commas", text(TABLE).replace(b",", b",  ")),
    File("empty lines", b"\n\n" + b"\n".join(csv_lines()) + b"\n \n"),
    File("comments", b"# exported\n" + text(TABLE) + b"# the end\n", said="2 comment lines left out"),
    File("gzip", gzip.compress(text(TABLE)), "table.csv.gz"),
    File("gzip that is not called so", gzip.compress(text(TABLE))),
    File("bzip2", bz2.compress(text(TABLE)), "table.csv.bz2"),
    File("xz", lzma.compress(text(TABLE)), "table.csv.xz"),
    File("zip", zipped(**{"t.csv": text(TABLE)}), "table.zip"),
    File("tar", tarred(text(TABLE)), "table.tar.gz"),
    File("a workbook", workbook({"S": rows_of(TABLE)}), "table.xlsx"),
    File("a second sheet", workbook({"A": [["x"]], "B": rows_of(TABLE)}), "table.xlsx", options=("--sheet", "B")),
    File("far from the corner", workbook({"S": rows_of(TABLE)}, at=(3, 2)), "table.xlsx"),
    File("Parquet", parquet(TABLE), "table.parquet"),
    File("Feather", feather(TABLE), "table.feather"),
    File("Parquet that is called CSV", parquet(TABLE), said="a Parquet file"),
    File("standard input", text(TABLE), piped=True),
    File("standard input, packed", gzip.compress(text(TABLE, sep=";")), said="separated by ';'", piped=True),
    File("a workbook from standard input", workbook({"S": rows_of(TABLE)}), said="an Excel workbook", piped=True),
]  # fmt: skip

CELLS = [
    other("digits in groups", TABLE.assign(price=[f"{1000 * i + 7:,}.5" for i in RANDOM.permutation(N_ROWS)]),
          "digits in groups of three"),
    other("a gap in every column", gap_in_every_column(TABLE), "target column 'kind' has 2 missing values"),
    other("a gap in every column, tabs", gap_in_every_column(TABLE), "2 missing values", sep="\t"),
    other("gaps with a mark", TABLE.assign(width=TABLE["width"].astype(object).where(TABLE.index > 4, "?")),
          "gaps marked '?'"),
    other("an empty column", TABLE.assign(none=np.nan), "'none' (empty)"),
    other("rows with a gap left out", gap_in_every_column(TABLE), "rows have missing values", "--drop-missing"),
    other("a slip among numbers", TABLE.assign(width=TABLE["width"].astype(str).where(TABLE.index != 5, "1..5")),
          "line 7, column 'width' holds '1..5'"),
    other("truths", TABLE.assign(sold=RANDOM.random(N_ROWS) < 0.5)),
    other("names that are signs", TABLE.rename(columns={"width": 'b/h ≤ "x", 1', "height": "self", "colour": "class"})),
    other("classes that are numbers", TABLE.assign(kind=np.where(TABLE["kind"] == "nut", 1, 0))),
    other("classes with zeros before them", TABLE.assign(kind=np.where(TABLE["kind"] == "nut", "01", "02"))),
    other("many categories", TABLE.assign(code=[f"K{i // 2}" for i in range(N_ROWS)])),
    other("row numbers", TABLE.reset_index(), "'index' (row numbers)"),
    other("ids", TABLE.assign(id=[f"K{i}" for i in range(N_ROWS)]), "'id' (different in every row)"),
    other("numbers in row order", TABLE.assign(id=np.arange(N_ROWS) * 7 + 1000), "'id' (whole numbers in row order)"),
    other("a constant", TABLE.assign(site="here"), "'site' (the same in every row)"),
    other("a copy", TABLE.assign(again=TABLE["width"]), "'again' (a copy of 'width')"),
    other("a giveaway", TABLE.assign(price=np.where(TABLE["kind"] == "nut", 9, 4)), "'price' (giving the target away)"),
    other("huge and tiny numbers", TABLE.assign(huge=TABLE["width"] ** 2 * 1e100, tiny=TABLE["width"] ** 3 * 1e-100)),
    File("a row that ends early", b"".join([*csv_lines()[:-1], b"1.5,2\n"]), said="1 row ends early, in line 41",
         is_the_table=False),
    File("an empty header", text(TABLE).replace(b"height", b"", 1), said="is called 'Unnamed: 1'", is_the_table=False),
    File("an empty header above row numbers", TABLE.to_csv().encode(), said="'Unnamed: 0' (row numbers)"),
    File("row numbers of a table that was saved twice", TABLE.reset_index(names="Unnamed: 0").to_csv().encode(),
         said="(row numbers)"),
]  # fmt: skip

FILES = [*WAYS, *CELLS]


def fit(nldt, path, file=None):
    options = file.options if file else ()
    where, piped = ("-", file.content) if file and file.piped else (path, None)
    return nldt("fit", where, "--target", "kind", "--max-depth", 1, "-q", *options, piped=piped)


@pytest.fixture(scope="module")
def plain_tree():
    return {}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.title)
def test_an_ugly_file_gives_a_tree_at_the_first_try(nldt, tmp_path, plain_tree, file):
    path = tmp_path / file.name
    path.write_bytes(file.content)
    ended = fit(nldt, path, file)
    assert (ended.code, ended.stderr.count("\n")) == (0, ended.stderr.count("nldt: "))
    assert file.said in ended.stderr and bool(file.said) == bool(ended.stderr)
    assert "training accuracy" in ended.stdout
    if file.is_the_table:
        if not plain_tree:
            (tmp_path / "plain.csv").write_bytes(text(TABLE))
            plain_tree["text"] = fit(nldt, tmp_path / "plain.csv").stdout
        assert ended.stdout == plain_tree["text"] and "width" in ended.stdout


def test_there_are_more_than_forty():
    titles = [file.title for file in FILES]
    assert len(set(titles)) == len(titles) > 40
