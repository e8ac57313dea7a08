"""SQL: numbers to the last bit, columns of any numeric type, and missing values."""

from __future__ import annotations

import sqlite3

import duckdb
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from made_trees import INF, chain, made_model, made_tree

from nldt import SplitRule
from nldt.write.code.sql import number, to_sql

SQLITE = sqlite3.connect(":memory:")
DUCKDB = duckdb.connect()


@pytest.mark.parametrize("database", [SQLITE, DUCKDB], ids=["sqlite", "duckdb"])
@given(value=st.floats(allow_nan=False, allow_infinity=False))
@example(0.0)
@example(0.1)
@example(2 / 3)
@example(7.425000000000001)
@example(1e22)
@example(2.0**-1074)
@example(2.2250738585072014e-308)
@example(1.7976931348623157e308)
@example(-9007199254740993.0)
@example(5e-16)
def test_a_number_is_read_as_it_is(database, value):
    assert database.execute(f"SELECT {number(value)}").fetchone() == (value,)


@given(digits=st.integers(-(10**6), 10**6), places=st.integers(0, 12))
def test_a_short_decimal_stays_legible(digits, places):
    written = number(float(f"{digits}e-{places}"))
    assert len(written) < 32 and "4503599627370496" not in written


@pytest.mark.parametrize("database", [SQLITE, DUCKDB], ids=["sqlite", "duckdb"])
@pytest.mark.parametrize("kind", ["INTEGER", "BIGINT", "REAL", "DOUBLE", "DECIMAL(6, 2)"])
def test_columns_of_any_numeric_type(database, kind):
    """Whole numbers are divided and multiplied as doubles: 1/2 is a half, and a large product does not overflow."""
    rules = [SplitRule([[1, -1]], [1.0], 0.4, 0.6), SplitRule([[3, 3]], [1.0], 1e20, INF)]
    model = made_model(made_tree(chain(rules, 3), 3), ["a", "b"], ["half", "large", "neither"])
    table = f"t_{''.join(sign for sign in kind if sign.isalnum())}"
    database.execute(f"CREATE TABLE {table} (a {kind}, b {kind})")
    database.execute(f"INSERT INTO {table} VALUES (1, 2), (9000, 9000), (3, 3), (5, 0)")
    found = database.execute(f"SELECT {to_sql(model)} FROM {table} ORDER BY a * 10000 + b").fetchall()
    assert found == [("half",), ("neither",), ("neither",), ("large",)]


@pytest.mark.parametrize("database", [SQLITE, DUCKDB], ids=["sqlite", "duckdb"])
def test_missing_values_go_right(database):
    inner = SplitRule([[0, 1]], [1.0], -INF, 3.0)
    outer = SplitRule([[1, -1]], [1.0], -INF, 3.0)
    model = made_model(made_tree((outer, (inner, 0, 1), (inner, 2, 3)), 4), ["a", "b"], ["ll", "lr", "rl", "rr"])
    rows = "SELECT NULL AS a, 1e0 AS b UNION ALL SELECT 1e0, NULL UNION ALL SELECT NULL, NULL UNION ALL SELECT 1e0, 1e0"
    found = database.execute(f"SELECT {to_sql(model)} FROM ({rows}) AS t").fetchall()
    assert found == [("rl",), ("rr",), ("rr",), ("ll",)]


@pytest.mark.parametrize("database", [SQLITE, DUCKDB], ids=["sqlite", "duckdb"])
@pytest.mark.parametrize("classes", [["a", "it's"], [1, 2], [0.5, 1 / 3], [False, True]], ids=str)
def test_labels_keep_their_type(database, classes):
    model = made_model(made_tree((SplitRule([[1]], [1.0], -INF, 0.0), 0, 1), 2), ["x"], classes)
    (found,) = database.execute(f'SELECT {to_sql(model)} FROM (SELECT 1 AS "x") AS t').fetchone()
    assert found == classes[1]
    if not (database is SQLITE and isinstance(classes[1], bool)):  # SQLite has 1 for TRUE
        assert type(found) is type(classes[1])


def test_it_is_one_case_expression():
    random = np.random.default_rng(0)
    rules = [SplitRule(random.integers(-2, 3, size=(2, 3)), [1.0, -0.5], -INF, 1.0) for _ in range(5)]
    text = to_sql(made_model(made_tree(chain(rules, 2), 2), ["a", "b", "c"], ["no", "yes"]))
    assert text.startswith("CASE\n") and text.endswith("END\n") and text.count("CASE") == 1


@pytest.mark.parametrize("database", [SQLITE, DUCKDB], ids=["sqlite", "duckdb"])
@pytest.mark.parametrize("alias", ["t", 'a "b".c'])
def test_a_missing_column_of_a_named_table_is_an_error(database, alias):
    model = made_model(made_tree((SplitRule([[1]], [1.0], -INF, 3.0), 0, 1), 2), ["dose"], ["low", "high"])
    case, name = to_sql(model, alias), alias.replace('"', '""')
    assert database.execute(f'SELECT {case} FROM (SELECT 2 AS dose) AS "{name}"').fetchone() == ("low",)
    with pytest.raises((sqlite3.OperationalError, duckdb.BinderException), match="dose"):
        database.execute(f'SELECT {case} FROM (SELECT 2 AS does) AS "{name}"')
