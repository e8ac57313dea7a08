"""The transcribed tables agree with themselves, as far as a table can."""

from __future__ import annotations

import pytest

from nldt.bench.published import rows_of, table_names

ROWS = rows_of(*table_names())
# Share of Class-1 in each dataset.
FIRST_CLASS = {
    **dict.fromkeys(("ds1", "ds3", "ds4", "truss-6", "welded-beam-1", "welded-beam-10"), 0.5),
    "ds2": 10 / 210,
    "breast-cancer": 458 / 699,
    "wdbc": 356 / 568,
    "auto-stand-in": 188 / 1184,
    **dict.fromkeys(("zdt1", "zdt2", "zdt3"), 100 / 5100),
}


def test_no_row_is_missing():
    counts = {name: len(rows_of(name)) for name in table_names()}
    assert counts == {
        "ds": 12,
        "breast-cancer": 3,
        "wdbc": 3,
        "auto": 3,
        "multi-objective": 30,
        "truss-ranks": 2,
        "truss": 3,
        "welded-beam": 6,
        "zdt": 12,
        "iris": 3,
        "ablation-lower": 5,
        "ablation-upper": 4,
    }


def test_no_row_is_there_twice():
    places = [(row.table, row.dataset, row.method) for row in ROWS]
    assert len(places) == len(set(places))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.table}-{row.dataset}-{row.method}")
def test_measures_are_possible(row):
    for name, value in row.measures.items():
        most = 100 if "accuracy" in name or "type" in name else 1500
        assert 0 <= value.mean <= most
        assert value.deviation is None or 0 <= value.deviation < 35


@pytest.mark.parametrize("part", ["train", "test"])
@pytest.mark.parametrize(
    "row",
    [row for row in ROWS if {"train_accuracy", "train_type_1"} <= row.measures.keys()],
    ids=lambda row: f"{row.table}-{row.dataset}-{row.method}",
)
def test_errors_add_up_to_what_accuracy_lacks(row, part):
    """Also shows which class is Class-1. Splits are random, so that the shares of a small class vary."""
    share = FIRST_CLASS[row.dataset]
    one, two = (row.measures[f"{part}_type_{kind}"].mean for kind in (1, 2))
    error = share * one + (1 - share) * two
    assert 100 - row.measures[f"{part}_accuracy"].mean == pytest.approx(error, abs=0.3)


@pytest.mark.parametrize("row", [row for row in ROWS if "rule_length" in row.measures], ids=lambda row: row.dataset)
def test_length_is_about_rules_times_size(row):
    """Exactly where every run has one rule; means of products and products of means differ elsewhere."""
    rules, size, length = (row.measures[name].mean for name in ("rules", "rule_size", "rule_length"))
    exact = rules == 1 or size == 1
    assert length == pytest.approx(rules * size, rel=1e-9 if exact else 0.4)


def test_a_length_that_is_not_printed_is_rules_times_size():
    row = next(row for row in rows_of("truss-ranks") if row.dataset == "truss-9")
    assert row.rule_length.mean == pytest.approx(1.36 * 2.26)
