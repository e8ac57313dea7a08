"""Every export gives what ``predict`` gives of dates and times, on boundaries and in ugly years too."""

from __future__ import annotations

import datetime
import json
import sqlite3
import subprocess

import numpy as np
import pandas as pd
import pytest
from export_runs import RUNS, assert_agrees, expected
from made_trees import INF, chain, made_model, made_tree
from programs import need

from nldt import SplitRule
from nldt.model.basis import AsIs, Basis, DaysSince, Hour, IsMissing, Month, Weekday, Year
from nldt.model.feature import Feature
from nldt.write.code.c_source import to_c
from nldt.write.code.javascript import to_javascript
from nldt.write.code.python_source import to_python
from nldt.write.code.sql import to_sql
from nldt.write.formats import FORMATS

every_run = pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)

FIRST = 17897  # 2019-01-01
NAMES = ["the day", "at", "size"]
FEATURES = (Feature("date", has_gaps=True), Feature("time", has_gaps=True), Feature("number"))
COLUMNS = (
    DaysSince(0, FIRST),
    DaysSince(1, FIRST, True),
    DaysSince(0, -9000),
    *(kind(j, bool(j)) for j in (0, 1) for kind in (Year, Month, Weekday)),
    Hour(1, True),
    IsMissing(0),
    IsMissing(1),
    AsIs(2),
)
BASIS = Basis(COLUMNS, len(FEATURES))
DAYS, SINCE, OLD, YEAR, MONTH, WEEKDAY, YEAR_AT, MONTH_AT, WEEKDAY_AT, HOUR, NO_DAY, NO_TIME, SIZE = range(len(COLUMNS))

UGLY_DAYS = [
    *("0001-01-01", "0004-02-29", "1582-10-15", "1899-12-31", "1900-02-28", "1900-03-01", "1969-12-31", "1970-01-01"),
    *("2000-02-29", "2019-01-01", "2023-12-31", "2024-02-29", "2024-03-01", "2100-02-28", "2100-03-01", "2262-04-12"),
    *("2400-02-29", "9999-12-31"),
]
UGLY_CLOCKS = ["00:00:00.000", "00:00:00.001", "11:59:59.999", "12:00:00.000", "13:45:00.500", "23:59:59.999"]

RULES = [
    ([{DAYS: 1}], [1.0], -INF, 1886.0),
    ([{DAYS: 1}], [-1.0], -INF, -1886.0),
    ([{SINCE: 1}], [1.0], -INF, 1886.5729166666667),  # 13:45
    ([{SINCE: 1}], [1.0], 0.0, 1.0e6),
    ([{OLD: 1, SIZE: 1}, {DAYS: 2}], [1.0, -0.25], -INF, 123.0),
    ([{YEAR: 1}], [1.0], -INF, 1999.5),
    ([{MONTH: 1}], [1.0], 3.0, 10.0),
    ([{WEEKDAY: 1}], [1.0], -INF, 5.0),
    ([{YEAR_AT: 1}, {MONTH_AT: 1}], [1.0, 0.1], -INF, 2023.95),
    ([{WEEKDAY_AT: 1, HOUR: 1}], [1.0], -INF, 40.0),
    ([{HOUR: 1}], [-1.0], -INF, -12.0),
    ([{NO_DAY: 1}], [-1.0], -INF, -0.5),
    ([{NO_TIME: 1, SIZE: 1}, {SINCE: 1}], [1.0, 0.001], 0.5, INF),
]


def moments():
    return np.array([f"{day}T{clock}" for day in UGLY_DAYS for clock in UGLY_CLOCKS], dtype="datetime64[ms]")


def made_rows(seed=0):
    random = np.random.default_rng(seed)
    near = np.datetime64("2024-03-01T13:45", "ms") + random.integers(-5, 6, 60).astype("timedelta64[ms]")
    wide = random.integers(-(2**40), 2**41, 400).astype("datetime64[ms]")
    at = np.concatenate([moments(), near, wide])
    count = at.astype(np.int64)
    rows = np.column_stack(
        [
            random.permutation(count // 86_400_000).astype(float),
            count // 1000 + count % 1000 / 1000.0,
            random.normal(size=len(at)).round(2),
        ]
    )
    rows[:, :2][random.random((len(rows), 2)) < 0.1] = np.nan
    return rows


def rule(terms, weights, low, high, missing_left=False):
    exponents = np.zeros((len(terms), len(COLUMNS)), dtype=np.int8)
    for row, term in zip(exponents, terms, strict=True):
        for column, exponent in term.items():
            row[column] = exponent
    return SplitRule(exponents, weights, low, high, BASIS, missing_left)


def model_of(*rules, n_classes=2):
    tree = made_tree(chain(rules, n_classes), n_classes)
    return made_model(tree, NAMES, ["a", "b", "c"][:n_classes], features=FEATURES)


@every_run
@pytest.mark.parametrize("missing_left", [False, True], ids=["gaps right", "gaps left"])
def test_made_rules(run, missing_left, tmp_path):
    rows = made_rows()
    for shape in RULES:
        model = model_of(rule(*shape, missing_left))
        assert len(set(expected(model, rows)[0])) == 2, shape
        assert_agrees(run, model, rows, tmp_path)


@every_run
def test_a_tree_of_all_of_them(run, tmp_path):
    model = model_of(*(rule(*shape, place % 2 == 0) for place, shape in enumerate(RULES)), n_classes=3)
    assert_agrees(run, model, made_rows(1), tmp_path)


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "onnx"])
def test_every_format_writes_them(name):
    assert FORMATS[name](model_of(*(rule(*shape) for shape in RULES)))


# ------------------------------------------------------- every way to give a date

AT = [
    "2024-03-01 13:45",
    "2024-03-01T13:45:00.000999",
    "2024-03-01 14:45:00+01:00",
    "2024-03-01 13:45:00.001",
    "2024-03-01T08:45:00.001-05:00",
    "1899-12-30",
    "9999-12-31 23:59:59.999999",
]
ON_TIME = [True, True, True, False, False, True, False]


def boundary_model():
    """Left until 13:45 sharp."""
    return model_of(rule(*RULES[2]))


def as_answers(left):
    return ["a" if flag else "b" for flag in left]


def python_predict(model):
    module = {}
    exec(compile(to_python(model), "exported.py", "exec"), module)
    return module["predict"]


def test_python_takes_text_datetimes_and_those_of_pandas_and_numpy():
    predict = python_predict(boundary_model())
    parsed = [datetime.datetime.fromisoformat(text) for text in AT]
    for given in (AT, parsed, [pd.Timestamp(moment) for moment in parsed]):
        assert [predict([None, moment, 0.0]) for moment in given] == as_answers(ON_TIME)
    utc = [m.astimezone(datetime.UTC).replace(tzinfo=None) if m.tzinfo else m for m in parsed]
    assert [predict([None, np.datetime64(moment, "us"), 0.0]) for moment in utc] == as_answers(ON_TIME)
    gaps = [None, np.nan, pd.NaT, pd.NA, np.datetime64("NaT"), ""]
    assert [predict([None, gap, 0.0]) for gap in gaps] == as_answers([False] * len(gaps))
    with pytest.raises(ValueError):
        predict([None, "soon", 0.0])


def test_python_cuts_times_off_dates():
    predict = python_predict(model_of(rule(*RULES[0])))
    given = [datetime.date(2024, 3, 1), "2024-03-01 23:59", datetime.datetime(2024, 3, 1, 5), "2024-03-02"]
    assert [predict([day, None, 0.0]) for day in given] == as_answers([True, True, True, False])


def test_javascript_takes_text_and_dates(tmp_path):
    (tmp_path / "tree.js").write_text(to_javascript(boundary_model()), encoding="ascii")
    driver = """
const tree = require(process.argv[1]);
const texts = JSON.parse(process.argv[2]);
const answer = (at) => tree.predict([null, at, 0]);
const refused = (() => { try { answer("soon"); return false; } catch { return true; } })();
const dates = [1709300700000, 1709300700001, 1709300699999].map((ms) => answer(new Date(ms)));
const gaps = [null, undefined, NaN, "", new Date(NaN)].map(answer);
console.log(JSON.stringify({ texts: texts.map(answer), dates, gaps, refused }));
"""
    command = [need("node"), "-e", driver, str(tmp_path / "tree.js"), json.dumps(AT)]
    said = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert said["texts"] == as_answers(ON_TIME)
    assert said["dates"] == as_answers([True, False, True])
    assert said["gaps"] == as_answers([False] * 5)
    assert said["refused"]


SQL_AT = [text for text in AT if "+" not in text and not text.endswith("-05:00")]
SQL_LEFT = [left for text, left in zip(AT, ON_TIME, strict=True) if text in SQL_AT]


def test_sqlite_takes_text_with_or_without_times():
    with sqlite3.connect(":memory:") as database:
        database.execute('CREATE TABLE data ("the day" TEXT, "at" TEXT, size REAL)')
        database.executemany("INSERT INTO data VALUES (NULL, ?, 0)", [(text,) for text in SQL_AT])
        found = [label for (label,) in database.execute(f"SELECT {to_sql(boundary_model())} FROM data ORDER BY rowid")]
    assert found == as_answers(SQL_LEFT)


@pytest.mark.parametrize("kind", ["VARCHAR", "TIMESTAMP", "TIMESTAMP_MS", "TIMESTAMP_NS"])
def test_duckdb_takes_its_own_types_and_text(kind):
    import duckdb

    within = [(text, left) for text, left in zip(SQL_AT, SQL_LEFT, strict=True) if _is_held(text, kind)]
    with duckdb.connect() as database:
        database.execute(f'CREATE TABLE data (place INTEGER, "the day" DATE, "at" {kind}, size DOUBLE)')
        for place, (text, _) in enumerate(within):
            database.execute(f"INSERT INTO data VALUES (?, NULL, CAST(? AS {kind}), 0)", [place, text])
        found = database.execute(f"SELECT {to_sql(boundary_model(), 'data')} FROM data ORDER BY place").fetchall()
    assert [label for (label,) in found] == as_answers([left for _, left in within])


def _is_held(text: str, kind: str) -> bool:
    """Whether a type of DuckDB's can hold a time: it rounds to the digits that it has, before any rule is asked."""
    fraction = text.partition(".")[2].rstrip("Z")
    return "_" not in kind or (text < "9" and (kind != "TIMESTAMP_MS" or len(fraction) <= 3))


def test_duckdb_cuts_times_off_dates():
    import duckdb

    with duckdb.connect() as database:
        database.execute('CREATE TABLE data ("the day" TIMESTAMP, "at" TIMESTAMP, size DOUBLE)')
        database.execute("INSERT INTO data VALUES ('2024-03-01 23:59', NULL, 0), ('2024-03-02', NULL, 0)")
        found = database.execute(f"SELECT {to_sql(model_of(rule(*RULES[0])))} FROM data ORDER BY 1").fetchall()
    assert sorted(found) == [("a",), ("b",)]


def test_c_gives_the_number_of_a_day(tmp_path):
    days = np.array(UGLY_DAYS, dtype="datetime64[D]")
    source, program = tmp_path / "tree.c", tmp_path / "tree"
    calls = "".join(
        f'    printf("%.0f\\n", nldt_day({int(text[:4])}, {int(text[5:7])}, {int(text[8:])}));\n' for text in UGLY_DAYS
    )
    main = f"#include <stdio.h>\nint main(void)\n{{\n{calls}    return 0;\n}}\n"
    source.write_text(to_c(boundary_model()) + main)
    subprocess.run([need("gcc"), "-std=c99", str(source), "-o", str(program), "-lm"], check=True)
    said = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout.split()
    assert [int(line) for line in said] == days.astype(np.int64).tolist()


def test_models_of_numbers_are_written_as_before():
    numbers = made_model(made_tree((SplitRule([[1]], [1.0], -INF, 0.5), 0, 1), 2), ["x"], ["a", "b"])
    for write in (to_python, to_c, to_javascript, to_sql):
        assert "date" not in write(numbers).casefold() and "86400" not in write(numbers)
