"""Files as people have them: for each the table that was written, or the words in which it must be refused."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet

FRAME = pd.DataFrame(
    {
        "width": [0.5, 1.25, -0.75, 2.0],
        "height": [3, 1, 4, 2],
        "mass": [1.5, 0.25, 2.5, 0.125],
        "label": ["Länge", "b", "c, d", 'e "f"'],
        "kind": ["nut", "bolt", "nut", "bolt"],
    }
)
PLAIN = FRAME.assign(label=["a", "b", "c", "d"])  # where quotes, commas and foreign letters are not the point


@dataclass(frozen=True)
class Ugly:
    """A file that can be read."""

    title: str
    content: bytes
    expected: pd.DataFrame = field(default_factory=lambda: FRAME)
    name: str = "table.csv"
    said: str = ""  # all notes, a line each; empty: nothing is said
    options: dict[str, str] = field(default_factory=dict)

    @property
    def notes(self) -> list[str]:
        """What is said of it, with the file's name."""
        return [f"{self.name}: {line}" for line in self.said.splitlines()]


@dataclass(frozen=True)
class Refused:
    """A file that can't be, and the end of the line that says so, after the file's name."""

    title: str
    content: bytes
    words: str
    name: str = "table.csv"
    options: dict[str, str] = field(default_factory=dict)


def text(frame: pd.DataFrame = FRAME, encoding: str = "utf-8", **options) -> bytes:
    """A frame as a CSV file."""
    return frame.to_csv(index=False, lineterminator="\n", **options).encode(encoding)


def lines(frame: pd.DataFrame = PLAIN) -> list[bytes]:
    return text(frame).splitlines(keepends=True)


def table(rows: str) -> bytes:
    """Lines that are written here as they are in the file."""
    return rows.encode()


def zipped(**files: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def tarred(content: bytes) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        member = tarfile.TarInfo("table.csv")
        member.size = len(content)
        archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def workbook(sheets: dict[str, list[list[object]]], at: tuple[int, int] = (0, 0)) -> bytes:
    """A workbook; each sheet's cells begin ``at`` so many rows and columns from the corner."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for number, row in enumerate(rows, start=1 + at[0]):
            for place, cell in enumerate(row, start=1 + at[1]):
                sheet.cell(number, place, cell)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def with_sheet(book: bytes, old: bytes, new: bytes) -> bytes:
    """A workbook with something else in the place of a part of its first sheet."""
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    sheet = files["xl/worksheets/sheet1.xml"]
    assert old in sheet
    return zipped(**files | {"xl/worksheets/sheet1.xml": sheet.replace(old, new)})


def rows_of(frame: pd.DataFrame) -> list[list[object]]:
    cells = frame.astype(object).where(frame.notna(), None)
    return [list(frame.columns), *cells.to_numpy().tolist()]


def parquet(columns: pa.Table | pd.DataFrame) -> bytes:
    return _written(columns, pyarrow.parquet.write_table)


def feather(columns: pa.Table | pd.DataFrame) -> bytes:
    return _written(columns, pyarrow.feather.write_feather)


def _written(columns: pa.Table | pd.DataFrame, write: Callable[..., None]) -> bytes:
    buffer = io.BytesIO()
    write(pa.Table.from_pandas(columns) if isinstance(columns, pd.DataFrame) else columns, buffer)
    return buffer.getvalue()


GAPS = PLAIN.astype({"height": float}).mask(np.eye(4, 5, dtype=bool) | np.eye(4, 5, k=4, dtype=bool))
MARKS = ["1", "?", "-", "--", "NA", "N/A", "n/a", "NaN", "null", "None", "", "#DIV/0!", ".", "2"]
LARGE = PLAIN.assign(mass=[1234.5, 1234567.25, 12.0, 999.0], height=[1234, 12345, 1234567, 12])
DAYS = PLAIN.assign(day=pd.to_datetime(["2024-01-31", "2024-02-29", None, "2023-12-24"]))
MANY = pd.DataFrame({"width": [*map(str, range(30)), "12..5"], "kind": ["nut", "bolt", "nut"] * 10 + ["bolt"]})

CURLY = PLAIN.assign(label=["“né”", "“thé”", "“clé”", "“blé”"])  # as bytes, é” begins like a letter of UTF-8

SEPARATED = [
    Ugly("commas", text()),
    Ugly("semicolons", text(sep=";"), said="separated by ';'"),
    Ugly("tabs", text(sep="\t"), said="separated by tabs"),
    Ugly("tabs in a file that is called so", text(sep="\t"), name="table.tsv"),
    Ugly("pipes", text(sep="|"), said="separated by '|'"),
    Ugly("spaces", text(sep=" "), said="separated by spaces"),
    Ugly("spaces in columns", table("width  kind\n 1.5    nut\n10.25  bolt\n"),
         pd.DataFrame({"width": [1.5, 10.25], "kind": ["nut", "bolt"]}), said="separated by spaces"),
    Ugly("another sign, as told", text(PLAIN, sep="~"), PLAIN, options={"sep": "~"}),
    Ugly("Excel's line that tells the separator", b"sep=;\r\n" + text(sep=";"), said="separated by ';'"),
    Ugly("names with commas between semicolons", table("width, cm;kind\n1;nut\n2;bolt\n"),
         pd.DataFrame({"width, cm": [1, 2], "kind": ["nut", "bolt"]}), said="separated by ';'"),
    Ugly("spaces after commas", text(PLAIN).replace(b",", b",  "), PLAIN),
    Ugly("one column", text(PLAIN[["kind"]]), PLAIN[["kind"]]),
    Ugly("one column of decimal commas, as told", table("width\n1,5\n2,25\n"), pd.DataFrame({"width": [1.5, 2.25]}),
         said="decimal comma", options={"sep": ";"}),
]  # fmt: skip

NUMBERS = [
    Ugly("decimal commas", text(sep=";", decimal=","), said="separated by ';', decimal comma"),
    Ugly("decimal commas between tabs", text(sep="\t", decimal=","), said="separated by tabs, decimal comma"),
    Ugly("decimal commas in quotes", text(decimal=","), said="decimal comma"),
    Ugly("decimal commas as told", text(sep=";", decimal=","), options={"sep": ";", "decimal": ","}),
    Ugly("as from a German Windows", text(sep=";", decimal=",", encoding="latin-1"),
         said="separated by ';', decimal comma, Latin-1"),
    Ugly("digits in groups", table('x,n\n"1,234.5","1,234"\n12.25,"12,345,678"\n'),
         pd.DataFrame({"x": [1234.5, 12.25], "n": [1234, 12345678]}), said="digits in groups of three"),
    Ugly("digits in groups, decimal commas", table("x;n\n1.234,5;1.234\n12,25;12.345.678\n"),
         pd.DataFrame({"x": [1234.5, 12.25], "n": [1234, 12345678]}),
         said="separated by ';', decimal comma, digits in groups of three"),
    Ugly("digits in groups with spaces", table("x;n\n1 234,5;1\u00a0234\n12,25;12\u00a0345\u00a0678\n"),
         pd.DataFrame({"x": [1234.5, 12.25], "n": [1234, 12345678]}),
         said="separated by ';', decimal comma, digits in groups of three"),
    Ugly("more digits in groups than whole numbers have",
         table('x,n\n0.5,"9,223,372,036,854,775,808"\n1.5,"1,000"\n'),
         pd.DataFrame({"x": [0.5, 1.5], "n": [2.0**63, 1000.0]}), said="digits in groups of three"),
    Ugly("1,234 in a table with decimal points", table('x,n\n0.5,"1,234"\n1.5,"5,678"\n'),
         pd.DataFrame({"x": [0.5, 1.5], "n": [1234, 5678]}), said="digits in groups of three"),
    Ugly("1,234 as told", table("n;kind\n1,234;a\n5,678;b\n"), pd.DataFrame({"n": [1.234, 5.678], "kind": ["a", "b"]}),
         said="separated by ';'", options={"decimal": ","}),
    Ugly("days are no numbers", table("day;x\n01.02.2024;1,5\n11.12.2024;2,5\n"),
         pd.DataFrame({"day": ["01.02.2024", "11.12.2024"], "x": [1.5, 2.5]}), said="separated by ';', decimal comma"),
    Ugly("marks of gaps among numbers", table("x,kind\n" + "".join(f"{mark},a\n" for mark in MARKS)),
         pd.DataFrame({"x": [1.0, *[np.nan] * 12, 2.0], "kind": "a"}),
         said="gaps marked '#DIV/0!' and '-' and '--' and '.' and '?'"),
    Ugly("marks of gaps among words", table("sign,word,x\n+,a,1\n-,?,2\n-,NA,3\n"),
         pd.DataFrame({"sign": ["+", "-", "-"], "word": ["a", None, None], "x": [1, 2, 3]}), said="gaps marked '?'"),
    Ugly("a gap in every column", text(GAPS), GAPS),
    Ugly("a gap in every column, decimal commas", text(GAPS, sep=";", decimal=","), GAPS,
         said="separated by ';', decimal comma"),
    Ugly("a minus as printed, and a dash for one", table("x;y\n−1,5;–2\n2;−3,5e−1\n"),
         pd.DataFrame({"x": [-1.5, 2.0], "y": [-2.0, -0.35]}), said="separated by ';', decimal comma"),
    Ugly("units beside numbers", table("a;b\n1,5 mm;$3\n-2 mm;$4\n;$5\n3 mm;x\n"),
         pd.DataFrame({"a": ["1,5 mm", "-2 mm", None, "3 mm"], "b": ["$3", "$4", "$5", "x"]}),
         said="separated by ';'\nline 2, column 'a' holds '1,5 mm', so that the column counts as text: leave 'mm' out "
         "of its cells to have numbers"),
    Ugly("one slip in a column of numbers", text(MANY), MANY,
         said="line 32, column 'width' holds '12..5', so that the column counts as text: 1 of its 31 cells is no "
         "number; --missing 12..5 makes a gap of it"),
    Ugly("German words for gaps", table("x;y;word\n1,5;k.A.;k.A.\nk. A.;2;b\nKeine Angabe;unbekannt;c\n"),
         pd.DataFrame({"x": [1.5, np.nan, np.nan], "y": [np.nan, 2.0, np.nan], "word": ["k.A.", "b", "c"]}),
         said="separated by ';', decimal comma, gaps marked 'Keine Angabe' and 'k. A.' and 'k.A.' and 'unbekannt'"),
    Ugly("a word for gaps among decimal commas, in Latin-1",
         "Größe;n\n1,5;1\nfehlt;2\nfehlt;3\n2,5;4\nüber 3;5\n1;6\n".encode("latin-1"),
         pd.DataFrame({"Größe": ["1,5", "fehlt", "fehlt", "2,5", "über 3", "1"], "n": range(1, 7)}),
         said="separated by ';', Latin-1\nline 3, column 'Größe' holds 'fehlt', so that the column counts as text: 3 "
         "of its 6 cells are no numbers, most often 'fehlt' (2); --missing fehlt makes gaps of these 2"),
    Ugly("half of the cells are no numbers, and the first ones are none",
         table("a,b\n" + "no idea,1\n" * 150 + "2,1\n" * 150),
         pd.DataFrame({"a": ["no idea"] * 150 + ["2"] * 150, "b": 1}),
         said="line 2, column 'a' holds 'no idea', so that the column counts as text: 150 of its 300 cells are no "
         "numbers, all of them 'no idea'; --missing 'no idea' makes gaps of them"),
    Ugly("most of the cells are no numbers", table("a,b\nx,1\ny,1\n1,1\n"),
         pd.DataFrame({"a": ["x", "y", "1"], "b": 1})),
]  # fmt: skip

ENCODED = [
    Ugly("a byte order mark", text(encoding="utf-8-sig")),
    Ugly("a byte order mark, encoding as told", text(encoding="utf-8-sig"), options={"encoding": "utf-8"}),
    Ugly("UTF-16", text(encoding="utf-16"), said="UTF-16"),
    Ugly("UTF-16, the other way round", b"\xfe\xff" + text(encoding="utf-16-be"), said="UTF-16"),
    Ugly("UTF-16 without a mark", text(encoding="utf-16-le"), said="UTF-16"),
    Ugly("UTF-16, tabs, as Excel's Unicode text", text(encoding="utf-16", sep="\t"), said="separated by tabs, UTF-16"),
    Ugly("UTF-32", text(encoding="utf-32"), said="UTF-32"),
    Ugly("Latin-1", text(encoding="latin-1"), said="Latin-1"),
    Ugly("Windows", text(PLAIN.assign(label=["5 €", "b", "c", "d"]), encoding="cp1252"),
         PLAIN.assign(label=["5 €", "b", "c", "d"]), said="Windows-1252"),
    Ugly("Windows, with an accent before a closing quote", text(CURLY, encoding="cp1252"), CURLY, said="Windows-1252"),
    Ugly("Cyrillic, as told", text(PLAIN.assign(label=["да", "b", "c", "d"]), encoding="cp1251"),
         PLAIN.assign(label=["да", "b", "c", "d"]), options={"encoding": "cp1251"}),
]  # fmt: skip

LINES = [
    Ugly("lines as Windows ends them", text().replace(b"\n", b"\r\n")),
    Ugly("lines as old Macs ended them", text().replace(b"\n", b"\r")),
    Ugly("no end of the last line", text().rstrip()),
    Ugly("all in quotes", text(quoting=csv.QUOTE_ALL)),
    Ugly("single quotes", text(PLAIN, quoting=csv.QUOTE_ALL, quotechar="'"), PLAIN),
    Ugly("lines within quotes", text(FRAME.assign(label=["a\nb", "c\r\nd", "", "e"])),
         FRAME.assign(label=["a\nb", "c\r\nd", None, "e"])),
    Ugly("separators at the ends", text(PLAIN).replace(b"\n", b",,\n"), PLAIN),
    Ugly("separators at the ends of rows", b"".join([lines()[0], *(row[:-1] + b",,\n" for row in lines()[1:])]), PLAIN),
    Ugly("separators at the end of one row", b"".join([*lines()[:3], lines()[3][:-1] + b",,,\n", lines()[4]]), PLAIN),
    Ugly("empty lines", b"\n\n  \n" + b"\n".join(lines()) + b"\n\n \n", PLAIN),
    Ugly("comments above", b"# exported, today\n#\n" + text(), said="2 comment lines left out"),
    Ugly("comments between and below", b"".join([*lines()[:2], b"# half\n", *lines()[2:], b"# the end, really\n"]),
         PLAIN, said="2 comment lines left out"),
    Ugly("a header that looks like a comment", b"#" + text(PLAIN), PLAIN.rename(columns={"width": "#width"})),
    Ugly("a row that ends early", table("width,height,kind\n1,2,nut\n3,4\n5,6,bolt\n"),
         pd.DataFrame({"width": [1, 3, 5], "height": [2, 4, 6], "kind": ["nut", None, "bolt"]}),
         said="1 row ends early, in line 3: gaps in the rest"),
    Ugly("a column without a name", table("width,,kind\n1,2,nut\n3,4,bolt\n"),
         pd.DataFrame({"width": [1, 3], "Unnamed: 1": [2, 4], "kind": ["nut", "bolt"]}),
         said="a column without a name is called 'Unnamed: 1'"),
    *(
        Ugly(f"a first name that files of another kind begin with, {name}", table(f"{name},kind\n1,nut\n2,bolt\n"),
             pd.DataFrame({name: [1, 2], "kind": ["nut", "bolt"]}))
        for name in ("PAR1", "ARROW1", "FEA1")
    ),
    Ugly("names with quotes and signs", table('"say ""a""",x y,"α,β"\n1,2,nut\n'),
         pd.DataFrame({'say "a"': [1], "x y": [2], "α,β": ["nut"]})),
]  # fmt: skip

PACKED = [
    Ugly("gzip", gzip.compress(text()), name="table.csv.gz"),
    Ugly("gzip that is not called so", gzip.compress(text()), name="table.csv"),
    Ugly("bzip2", bz2.compress(text()), name="table.csv.bz2"),
    Ugly("xz that is not called so", lzma.compress(text()), name="table.txt"),
    Ugly("zip", zipped(**{"t.csv": text()}), name="table.zip"),
    Ugly("zip of a Mac", zipped(**{"t.csv": text(), "__MACOSX/._t.csv": b"\0"}), name="table.zip"),
    Ugly("tar", tarred(text()), name="table.tar.gz"),
    Ugly("a workbook in gzip", gzip.compress(workbook({"S": rows_of(FRAME)})), name="table.xlsx.gz"),
]

BOOKS = [
    Ugly("a workbook", workbook({"S": rows_of(FRAME)}), name="table.xlsx"),
    Ugly("a workbook that is called CSV", workbook({"S": rows_of(FRAME)}), said="an Excel workbook"),
    Ugly("CSV that is called a workbook", text(), name="table.xlsx", said="a text file"),
    Ugly("the first sheet with cells", workbook({"Empty": [], "S": rows_of(FRAME)}), name="table.xlsx"),
    Ugly("a sheet that is larger than it says", with_sheet(workbook({"S": rows_of(FRAME)}), b'"A1:E5"', b'"A1:B2"'),
         name="table.xlsx"),
    Ugly("several sheets", workbook({"A": rows_of(FRAME), "B": rows_of(PLAIN)}), name="table.xlsx",
         said="sheet 'A' of 'A', 'B'"),
    Ugly("a sheet by its name", workbook({"A": [["x"]], "B": rows_of(FRAME)}), name="table.xlsx",
         options={"sheet": "B"}),
    Ugly("a sheet by its number", workbook({"A": [["x"]], "B": rows_of(FRAME)}), name="table.xlsx",
         options={"sheet": "2"}),
    Ugly("a table far from the corner", workbook({"S": [*rows_of(FRAME)[:3], [], *rows_of(FRAME)[3:]]}, at=(3, 2)),
         name="table.xlsx"),
    Ugly("numbers as text", workbook({"S": [["x", "kind"], ["1.5", "a"], [2.25, "b"], ["#N/A", "c"], ["-", "d"]]}),
         pd.DataFrame({"x": [1.5, 2.25, np.nan, np.nan], "kind": [*"abcd"]}), name="table.xlsx",
         said="gaps marked '-'"),
    Ugly("decimal commas in text beside numbers", workbook({"S": [["x", "y"], [1.234, "1,5"], [0.5, "2,25"]]}),
         pd.DataFrame({"x": [1.234, 0.5], "y": [1.5, 2.25]}), name="table.xlsx", said="decimal comma"),
    Ugly("decimal commas in text among numbers", workbook({"S": [["x", "kind"], [1.234, "a"], ["1,5", "b"]]}),
         pd.DataFrame({"x": [1.234, 1.5], "kind": ["a", "b"]}), name="table.xlsx", said="decimal comma"),
    Ugly("numbers in a workbook with decimal commas as told", workbook({"S": [["x", "n"], [1.234, 1], [5.678, 2]]}),
         pd.DataFrame({"x": [1.234, 5.678], "n": [1, 2]}), name="table.xlsx", options={"decimal": ","}),
    Ugly("gaps without a name beside days", workbook({"S": [["day", ""], *([day, "NA"] for day in DAYS["day"][:2])]}),
         pd.DataFrame({"day": ["2024-01-31", "2024-02-29"]}), name="table.xlsx"),
    Ugly("truths", workbook({"S": [["x", "yes"], [1, True], [2, False]]}),
         pd.DataFrame({"x": [1, 2], "yes": [True, False]}), name="table.xlsx"),
    Ugly("days and gaps", workbook({"S": rows_of(DAYS)}), DAYS, name="table.xlsx"),
]  # fmt: skip

ARROW = [
    Ugly("Parquet", parquet(FRAME), name="table.parquet"),
    Ugly("Parquet that is called CSV", parquet(FRAME), said="a Parquet file"),
    Ugly("Feather", feather(FRAME), name="table.feather"),
    Ugly("gaps in Parquet", parquet(GAPS), GAPS, name="table.parquet"),
    Ugly("Parquet with lists", parquet(pa.table({"x": [1.5, 2.5], "tags": [[1], [2, 3]], "at": [{"a": 1}, {"a": 2}]})),
         pd.DataFrame({"x": [1.5, 2.5]}), name="table.parquet",
         said="without 'tags', 'at': lists, structures or bytes, not single values"),
    Ugly("Parquet with other types of pandas",
         parquet(pd.DataFrame({"n": pd.array([1, None, 3], dtype="Int64"), "k": pd.array([1, 2, 3], dtype="Int64")})),
         pd.DataFrame({"n": [1.0, np.nan, 3.0], "k": [1, 2, 3]}), name="table.parquet"),
    Ugly("Parquet with decimals and nothing",
         parquet(pa.table({"x": pa.array([1, 2], pa.decimal128(5, 2)), "none": pa.nulls(2)})),
         pd.DataFrame({"x": [1.0, 2.0], "none": [np.nan, np.nan]}), name="table.parquet"),
    Ugly("Parquet with row numbers", parquet(FRAME.set_index(pd.Index([7, 5, 3, 1]))), name="table.parquet"),
    Ugly("Parquet with a named index", parquet(FRAME.set_index("width")), name="table.parquet"),
    Ugly("days in Parquet", parquet(DAYS), DAYS, name="table.parquet"),
]  # fmt: skip

READABLE = [*SEPARATED, *NUMBERS, *ENCODED, *LINES, *PACKED, *BOOKS, *ARROW]

CHECKED = {"write_page_checksum": True, "write_statistics": False, "compression": "none", "use_dictionary": False}
CHANGED = _written(pa.table({"x": [1.5, 2.5]}), partial(pyarrow.parquet.write_table, **CHECKED)).replace(
    np.float64(2.5).tobytes(), np.float64(3.5).tobytes()
)
FORMULA = workbook({"S": [["x", "twice", "kind"], [1, "=2*A2", "a"], [2, "=2*A3", "b"]]})

REFUSED = [
    Refused("a row with a cell too many", b"".join([*lines()[:3], lines()[3][:-1] + b",7\n", lines()[4]]),
            " line 4 has 6 cells separated by ',', but its header names 5 columns: "),
    Refused("a header that is separated in another way", table("a,b,c\n1;2;x\n3;4;y\n"),
            " line 2 has 1 cell, as all rows have, but its header names 3 columns, separated by ',': "),
    Refused("rows with names that the header lacks", table("a b\n1 2 3\n4 5 6\n").replace(b" ", b","),
            " line 2 has 3 cells separated by ',', but its header names 2 columns: name every column"),
    Refused("a title above the header", b"Bolts and nuts\n\n" + text(PLAIN),
            " line 3 has 5 cells separated by ',', but its header names only one column, 'Bolts and nuts': "),
    Refused("a title above the header, with separators", b"Bolts,,,,\n" + text(PLAIN),
            " line 1 names only one of 5 columns, 'Bolts': remove what is above the header"),
    Refused("a title above the header of a workbook", workbook({"S": [[], ["Bolts"], [], *rows_of(FRAME)]}),
            " row 2 names only one of 5 columns, 'Bolts': remove what is above the header", name="table.xlsx"),
    Refused("names that are repeated", table("a,b,a\n1,2,3\n"), " has several columns named 'a': rename or drop them"),
    Refused("nothing", b"", " is empty: a table with a header and rows is needed"),
    Refused("empty lines alone", b"\n \r\n\n", " is empty: "),
    Refused("a mark alone", b"\xef\xbb\xbf", " is empty: "),
    Refused("a header alone", lines()[0], " has a header but no rows"),
    Refused("no header", table("1,2\n3,4\n"), " has numbers where the header should be: "),
    Refused("a byte that is not UTF-8", text().replace("ä".encode(), "äöü".encode() + b"\xff"),
            " line 2, column 'label': byte 0xff is not UTF-8, as the rest is; mend it, or give the right --encoding"),
    Refused("a byte of no usual encoding", text(PLAIN).replace(b"c", b"\x81"),
            " line 4, column 'label': byte 0x81 is neither UTF-8 nor Windows-1252; "),
    Refused("a zero among text", text(PLAIN).replace(b"nut", b"n\0t"),
            " line 2, column 'kind': byte 0x00 is no text; "),
    Refused("not the encoding that was told", text(encoding="latin-1"),
            " line 2, column 'label': byte 0xe4 is not utf-8; ", options={"encoding": "utf-8"}),
    Refused("half a sign", text(encoding="utf-16")[:-1], " line 5, column 'kind': byte 0x0a is not UTF-16; "),
    Refused("a quote that is never closed", table('a,b\n1,x\n2,"y\n3,z\n4,z\n'),
            ' line 3: a quote " is opened and never closed: '),
    Refused("1,234 alone", table("n;kind\n12;a\n1,234;b\n"),
            " line 3, column 'n': '1,234' may be 1234 or 1.234: give --decimal . or --decimal ,"),
    Refused("both decimal signs", table("x;y\n1,5;2\n2,5;3.25\n"),
            " line 3, column 'y': '3.25' has a decimal point, but other columns have decimal commas: give --decimal"),
    Refused("both decimal signs, and a mark of a gap", table("x;y\n1,5;-\n2,5;3.25\n"),
            " line 3, column 'y': '3.25' has a decimal point, but other columns have decimal commas: give --decimal"),
    Refused("half of gzip", gzip.compress(text())[:60], ": Compressed file ended before", name="table.csv.gz"),
    Refused("zip of two files", zipped(**{"a.csv": text(), "b.csv": text()}),
            ": it must hold one file and holds 'a.csv', 'b.csv'", name="table.zip"),
    Refused("an old workbook", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", " is a file of an old Office program", "table.xls"),
    Refused("a document", zipped(mimetype=b"application/vnd.oasis.opendocument.spreadsheet"),
            " is a document, but no Excel workbook: save it as an .xlsx or a CSV file", name="table.ods"),
    Refused("Feather of version 1", b"FEA1\0\0\0\0", " is a Feather file of version 1: ", name="table.feather"),
    Refused("a PDF file", b"%PDF-1.7\n", " is a PDF file: save the table as"),
    Refused("a web page", b"\n<!DOCTYPE html><table>", " is a web page: save the table as"),
    Refused("a JSON file", b'[{"a": 1, "b": 2}]', " is a JSON file: save the table as"),
    Refused("a sheet that is not there", workbook({"Data": [["x"], [1]], "More": [["x"], [1]]}),
            " has no sheet 'Dta'; did you mean 'Data'?", name="table.xlsx", options={"sheet": "Dta"}),
    Refused("a sheet of no number", workbook({"Data": [["x"], [1]]}), " has no sheet '2'; its sheets are 'Data'",
            name="table.xlsx", options={"sheet": "2"}),
    Refused("an empty workbook", workbook({"S": []}), " is empty: ", name="table.xlsx"),
    Refused("an empty sheet", workbook({"A": [["x"], [1]], "B": []}), " is empty: ", "table.xlsx", {"sheet": "B"}),
    Refused("formulas that were never computed", FORMULA, ": cell B2 holds a formula without its value: ",
            name="table.xlsx"),
    Refused("1,234 alone in a workbook", workbook({"S": [["n", "kind"], [1, "a"], ["1,234", "b"]]}, at=(4, 1)),
            " row 7, column 'n': '1,234' may be 1234 or 1.234: ", name="table.xlsx"),
    Refused("half a workbook", workbook({"S": rows_of(FRAME)})[:900], ": File is not a zip file", name="table.xlsx"),
    Refused("half a sheet", with_sheet(workbook({"S": rows_of(FRAME)}), b"</row>", b""),
            " is a damaged Excel workbook: mismatched tag", name="table.xlsx"),
    Refused("a Parquet file with a page that is not what it was", CHANGED, " is a Parquet file, but damaged: ",
            name="table.parquet"),
    Refused("half a Parquet file", parquet(FRAME)[:400], " is a Parquet file, but damaged: ", name="table.parquet"),
    Refused("a name in Feather that is no text",
            feather(FRAME.rename(columns={"width": "wi~th"})).replace(b"wi~th", b"wi\xffth"),
            " is an Arrow or Feather file, but damaged: 'utf-8' codec can't decode", name="table.feather"),
    Refused("names that are repeated in Parquet",
            parquet(pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["a", "a"])),
            " has several columns named 'a'", name="table.parquet"),
    Refused("a separator of a workbook", workbook({"S": rows_of(FRAME)}),
            " is an Excel workbook: it has no --sep; leave out that option", "table.xlsx", {"sep": ";"}),
    Refused("a sheet of a text file", text(), " is a text file: it has no --sheet; ", options={"sheet": "1"}),
    Refused("an encoding of Parquet", parquet(FRAME), " is a Parquet file: it has no --encoding; ", "table.parquet",
            {"encoding": "utf-8"}),
]  # fmt: skip
