"""Dates of any library and spelling are the same numbers: days, or seconds, since 1970-01-01."""

from __future__ import annotations

import datetime

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from nldt.data.cells import Unusable, learn_feature, read_feature
from nldt.data.date_columns import date_columns
from nldt.data.date_texts import DateTexts, read_date
from nldt.data.frames import as_pandas
from nldt.model.feature import Feature

DAYS = ["1899-12-30", "1970-01-01", "2000-02-29", "2024-03-01", "2262-04-12", "9999-12-31"]
NUMBERS = [-25569.0, 0.0, 11016.0, 19783.0, 106752.0, 2932896.0]


def naive_seconds(texts):
    """By Python's own clock."""
    start = datetime.datetime(1970, 1, 1)
    return [(datetime.datetime.fromisoformat(text) - start) / datetime.timedelta(seconds=1) for text in texts]


DAY_COLUMNS = {
    "datetime64[s]": pd.Series(np.array(DAYS, dtype="datetime64[s]")),
    "datetime64[us]": pd.Series(np.array(DAYS, dtype="datetime64[us]")),
    "dates": pd.Series([datetime.date.fromisoformat(day) for day in DAYS], dtype=object),
    "datetimes": pd.Series([datetime.datetime.fromisoformat(day) for day in DAYS], dtype=object),
    "text": pd.Series(DAYS),
    "text with T": pd.Series([f"{day}T00:00:00Z" for day in DAYS]),
    "dotted": pd.Series([f"{day[8:]}.{day[5:7]}.{day[:4]}" for day in DAYS]),
    "day first": pd.Series([f"{day[8:]}/{day[5:7]}/{day[:4]}" for day in DAYS]),
    "month first": pd.Series([f"{day[5:7]}/{day[8:]}/{day[:4]}" for day in DAYS]),
    "mixed spellings": pd.Series([*DAYS[:3], "01.03.2024", "2262/04/12", "31.12.9999"]),
    "polars": as_pandas(pl.DataFrame({"d": [datetime.date.fromisoformat(day) for day in DAYS]}))["d"],
    "pyarrow": as_pandas(pa.table({"d": [datetime.date.fromisoformat(day) for day in DAYS]}))["d"],
    "pandas with arrow": pd.Series(
        [datetime.date.fromisoformat(day) for day in DAYS], dtype=pd.ArrowDtype(pa.date32())
    ),
}


@pytest.mark.parametrize("series", DAY_COLUMNS.values(), ids=DAY_COLUMNS)
def test_days(series):
    feature, values = learn_feature(series)
    assert feature.kind == "date" and not feature.has_gaps
    assert values.tolist() == NUMBERS
    assert [feature.label(value) for value in values] == DAYS
    for other in DAY_COLUMNS.values():
        assert read_feature(feature, other).tolist() == NUMBERS


TIMES = [
    "1899-12-30 23:59:59.999",
    "1969-12-31 00:00:00.001",
    "2024-03-31 01:30:00",
    "2024-03-31 13:45:00.5",
    "2024-10-27",
]

TIME_COLUMNS = {
    "datetime64[ns]": pd.Series(np.array([text.replace(" ", "T") for text in TIMES], dtype="datetime64[ns]")),
    "datetime64[ms]": pd.Series(np.array([text.replace(" ", "T") for text in TIMES], dtype="datetime64[ms]")),
    "objects": pd.Series([datetime.datetime.fromisoformat(text) for text in TIMES], dtype=object),
    "text": pd.Series(TIMES),
    "polars": as_pandas(pl.DataFrame({"t": [datetime.datetime.fromisoformat(text) for text in TIMES]}))["t"],
    "pyarrow": as_pandas(pa.table({"t": [datetime.datetime.fromisoformat(text) for text in TIMES]}))["t"],
    "arrow in pandas": pd.Series(
        [datetime.datetime.fromisoformat(text) for text in TIMES], dtype=pd.ArrowDtype(pa.timestamp("us"))
    ),
}
ZONED = {
    zone: pd.Series(np.array([text.replace(" ", "T") for text in TIMES], dtype="datetime64[ms]"))
    .dt.tz_localize("UTC")
    .dt.tz_convert(zone)
    for zone in ("UTC", "Europe/Berlin", "Asia/Kathmandu", "America/New_York")
}


@pytest.mark.parametrize("series", [*TIME_COLUMNS.values(), *ZONED.values()], ids=[*TIME_COLUMNS, *ZONED])
def test_times(series):
    feature, values = learn_feature(series)
    assert feature.kind == "time"
    assert values.tolist() == pytest.approx(naive_seconds(TIMES), abs=0, rel=1e-15)
    assert np.array_equal(values, learn_feature(TIME_COLUMNS["text"])[1])  # to the last bit
    assert feature.is_utc == any(series is zoned for zoned in ZONED.values())


@pytest.mark.parametrize("zone", list(ZONED))
def test_zones_in_objects_and_texts_are_moments(zone):
    """Summer time too: two times of one wall clock are two moments."""
    expected = learn_feature(TIME_COLUMNS["text"])[1]
    moments = ZONED[zone].tolist()
    for series in (pd.Series(moments, dtype=object), pd.Series([moment.isoformat() for moment in moments])):
        feature, values = learn_feature(series[1:])  # the first has an offset of seconds, from before zones were
        assert feature.is_utc and np.array_equal(values, expected[-len(values) :])


def test_what_is_finer_than_a_thousandth_is_cut_off_before_1970_too():
    texts = ["1969-12-31 23:59:59.9999", "2024-03-01 13:45:00.1239"]
    series = [
        pd.Series(texts),
        pd.Series(np.array([text.replace(" ", "T") for text in texts], dtype="datetime64[ns]")),
        pd.Series([datetime.datetime.fromisoformat(text) for text in texts], dtype=object),
    ]
    for column in series:
        values = learn_feature(column)[1]
        assert values.tolist() == [-1 + 0.999, 1709300700 + 0.123]


GAPS = [None, np.nan, pd.NaT, pd.NA]


@pytest.mark.parametrize("gap", GAPS, ids=str)
def test_gaps(gap):
    for known in (datetime.date(2024, 3, 1), "2024-03-01", pd.Timestamp("2024-03-01")):
        feature, values = learn_feature(pd.Series([known, gap, known], dtype=object))
        assert feature == Feature("date", has_gaps=True)
        assert values[0] == values[2] == 19783.0 and np.isnan(values[1])
    assert np.isnan(read_feature(Feature("time"), pd.Series([gap, gap], dtype=object))).all()


def test_marks_of_gaps_among_texts():
    feature, values = learn_feature(pd.Series(["2024-03-01", "-", "n/a", "?"]))
    assert feature.kind == "date" and np.isnan(values).tolist() == [False, True, True, True]


def test_the_column_tells_whether_days_come_first():
    assert DateTexts(("02/01/2024", "13/01/2024")).day_first is True
    assert DateTexts(("02/01/2024", "01/13/2024")).day_first is False
    assert DateTexts(("02/01/2024",)).day_first is None and not DateTexts(("02/01/2024",)).is_contradictory
    assert DateTexts(("13/01/2024", "01/13/2024")).is_contradictory


@pytest.mark.parametrize("texts", [["02/01/2024", "03/01/2024"], ["13/01/2024", "01/13/2024"]])
def test_where_it_does_not_tell_they_are_categories(texts):
    assert learn_feature(pd.Series(texts))[0].kind == "category"


def test_training_tells_what_a_later_column_does_not():
    unclear = pd.Series(["02/01/2024"])
    for text, day in (("13/01/2024", "2024-01-02"), ("01/13/2024", "2024-02-01")):
        feature, _ = learn_feature(pd.Series([text, "02/01/2024"]))
        assert feature.label(read_feature(feature, unclear)[0]) == day
    with pytest.raises(Unusable, match="the day or the month may be first: write 2024-03-01"):
        read_feature(Feature("date"), unclear)
    # A column that tells by itself needs no help.
    month_first, _ = learn_feature(pd.Series(["01/13/2024"]))
    assert month_first.label(read_feature(month_first, pd.Series(["02/01/2024", "14/01/2024"]))[0]) == "2024-01-02"


NO_DATES = {
    "numbers": ["20240301", "20240302"],
    "a number of eight digits": [20240301, 20240302],
    "no such day": ["2023-02-29", "2024-02-29"],
    "no such month": ["2024-13-01"],
    "short years": ["01.03.24", "02.03.24"],
    "clocks": ["13:45", "14:00"],
    "a word among them": ["2024-03-01", "soon"],
    "no such hour": ["2024-03-01 25:00"],
    "versions": ["1.2.3", "1.3.0"],
    "year 0": ["0000-01-01"],
}


@pytest.mark.parametrize("values", NO_DATES.values(), ids=NO_DATES)
def test_what_is_no_date(values):
    assert learn_feature(pd.Series(values))[0].kind in ("number", "category")


CLOCKS = {
    "2024-03-01 1:45 PM": 49500,
    "2024-03-01 12:00 am": 0,
    "3/13/2024 12:30 PM": 12 * 86400 + 45000,
    "2024-03-01T00:30+01:00": -1800,
    "2024-03-01 00:30:00,5 -0530": 1800.5 + 19800,
    "2024-03-01 13:45 UTC": 49500,
}


@pytest.mark.parametrize("text", CLOCKS)
def test_clocks(text):
    assert read_date(text, False) == (19783 * 86400 + CLOCKS[text]) * 1000


def test_what_a_model_can_not_read_is_named():
    for values, words in (
        ([19783.0], "holds 19783.0, which is no date"),
        (["2024-03-01", "soon"], "holds 'soon', which is no date such as 2024-03-01"),
        ([["2024-03-01"]], "which is no date"),
    ):
        with pytest.raises(Unusable, match=words.replace("[", r"\[")):
            read_feature(Feature("date"), pd.Series(values, dtype=object))


# ------------------------------------------------------------------ columns of a date


def random_moments(count=2000, seed=0):
    random = np.random.default_rng(seed)
    return pd.Series(random.integers(-(2**43), 2**45, count).astype("datetime64[ms]"))


@pytest.mark.parametrize("kind", ["date", "time"])
def test_parts_are_what_pandas_says(kind):
    moments = random_moments()
    clock = moments.dt
    naive = {"year": clock.year, "month": clock.month, "weekday": clock.day_of_week + 1, "hour": clock.hour}
    first = moments.min().normalize()
    days = (moments - first) / pd.Timedelta(days=1)
    feature = Feature(kind)
    values = read_feature(feature, moments)
    offers = {offer.column.kind: offer for offer in date_columns(0, feature, np.append(values, np.nan))}
    assert list(offers) == ["days since", "year", "month", "weekday", *(["hour"] if kind == "time" else [])]
    for name, offer in offers.items():
        made = offer.column.values(values)
        if name == "days since":
            expected = days if kind == "time" else np.floor(days)
            assert made == pytest.approx(expected.to_numpy(), abs=1e-9 if kind == "time" else 0, rel=0)
        else:
            assert np.array_equal(made, naive[name].to_numpy(dtype=float)), name


def test_parts_that_do_not_vary_are_not_offered():
    one_month = pd.Series(pd.date_range("2024-03-01", periods=20))
    kinds = [offer.column.kind for offer in date_columns(0, *learn_feature(one_month))]
    assert kinds == ["days since", "weekday"]
    mondays = pd.Series(pd.date_range("2024-03-04", periods=3, freq="7D"))
    assert [(o.column.kind, o.bits) for o in date_columns(0, *learn_feature(mondays))] == [("days since", 0.0)]
    assert date_columns(0, *learn_feature(mondays[:1])) == []


def test_bits_are_those_of_one_among_all_that_are_offered():
    offers = date_columns(0, *learn_feature(random_moments()))
    assert sum(2**-offer.bits for offer in offers) == pytest.approx(1.0)
    assert offers[0].bits == 1.0 and {offer.bits for offer in offers[1:]} == {3.0}
