"""Dates from a table to a tree and back: printed, explained, kept in files, wished for."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import replace

import jsonschema
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from nldt import Fixed, InputError, NLDTClassifier, PaperSearch, load_model
from nldt.model.document.schema import model_schema

pytestmark = pytest.mark.filterwarnings("ignore::nldt.errors.DoubtfulColumnsWarning")


def table(count=300, seed=0):
    random = np.random.default_rng(seed)
    days = pd.Timestamp("2019-01-05") + pd.to_timedelta(random.integers(0, 2000, count), unit="D")
    return pd.DataFrame({"signed": days, "x": random.normal(size=count).round(3)})


def fitted(X, y, **parameters):
    return NLDTClassifier(random_state=0, **parameters).fit(X, y)


def first_rule(classifier):
    return classifier.to_text().split("\n")[1]


def test_a_rule_of_days_alone_is_printed_as_a_date_and_is_what_it_says():
    X = table()
    classifier = fitted(X, X["signed"] >= "2021-06-15")
    name, relation, end = first_rule(classifier).split(" ")
    assert (name, relation) == ("signed", "≤")
    assert (classifier.predict(X) == (X["signed"] > end)).all()
    same_day = pd.DataFrame({"signed": pd.to_datetime([end, f"{end} 23:59:59.999"], format="ISO8601"), "x": 0.0})
    assert classifier.predict(same_day).tolist() == [False, False]
    assert classifier.predict(same_day.assign(signed=pd.Timestamp(end) + pd.Timedelta(days=1))).all()


@pytest.mark.parametrize(
    "part, least, words",
    [("month", 10, "[month of signed] ≤ September"), ("day_of_week", 5, "[weekday of signed] ≤ Friday")],
)
def test_parts_are_printed_by_name(part, least, words):
    X = table()
    y = getattr(X["signed"].dt, part) >= least
    classifier = fitted(X, y)
    assert first_rule(classifier) == words and classifier.score(X, y) == 1.0


def test_times_are_printed_with_their_clock_and_hours_as_numbers():
    random = np.random.default_rng(1)
    at = pd.Series(pd.Timestamp("2024-01-05") + pd.to_timedelta(random.integers(0, 10**7, 300), unit="s"))
    X = pd.DataFrame({"at": at, "x": random.normal(size=300)})
    assert first_rule(fitted(X, at.dt.hour >= 18)) == "[hour of at] ≤ 17"
    classifier = fitted(X, at > "2024-03-01 13:45")
    name, relation, end = first_rule(classifier).split(" ", 2)
    assert (name, relation) == ("at", "≤") and len(end) >= len("2024-03-01 13:45")
    edge = pd.Series([pd.Timestamp(end), pd.Timestamp(end) + pd.Timedelta(milliseconds=1)])
    assert classifier.predict(pd.DataFrame({"at": edge, "x": 0.0})).tolist() == [False, True]


def test_in_sums_days_are_numbers_that_a_legend_explains():
    X = table()
    first = X["signed"].min()
    y = (X["signed"] - first).dt.days > 1000 + 300 * X["x"]
    classifier = fitted(X, y, max_depth=1)
    for text in (classifier.to_text(), classifier.to_latex(), classifier.report(X, y)):
        assert f"days since {first:%Y-%m-%d}" in text.replace("{}", "")


def test_gaps_have_a_side_and_a_column_of_their_own():
    X = table()
    X.loc[:99, "signed"] = pd.NaT
    assert first_rule(fitted(X, np.arange(300) < 100)) == "[signed is missing]"
    classifier = fitted(X, np.where(X["signed"].isna(), True, X["signed"] > "2021-06-15"))
    assert "missing → " in classifier.to_text() and classifier.predict(X[:100]).all()


LIBRARIES = {
    "polars": pl.from_pandas,
    "pyarrow": pa.Table.from_pandas,
    "objects": lambda X: X.assign(signed=pd.Series([day.date() for day in X["signed"]], dtype=object)),
    "text": lambda X: X.assign(signed=X["signed"].dt.strftime("%Y-%m-%d")),
    "day first": lambda X: X.assign(signed=X["signed"].dt.strftime("%d/%m/%Y")),
}


@pytest.mark.parametrize("library", LIBRARIES)
def test_tables_of_any_library_give_one_tree(library):
    X = table(150)
    y = (X["signed"] > "2021-06-15") & (X["x"] > 0)
    plain, other = fitted(X, y), fitted(LIBRARIES[library](X), y)
    assert plain.to_text() == other.to_text()
    assert (plain.predict(LIBRARIES[library](X)) == other.predict(X)).all()


def test_rows_of_objects():
    X = table()
    y = (X["signed"] > "2021-06-15").to_numpy()
    rows = [[day.to_pydatetime(), x] for day, x in X.itertuples(index=False)]
    classifier = fitted(rows, y)
    assert classifier.score(rows, y) == classifier.score(np.array(rows, dtype=object), y) == 1.0
    assert classifier.explain(rows[0]).row["x1"] == f"{X['signed'][0]:%Y-%m-%d}"


@pytest.fixture(scope="module")
def model():
    X = table()
    X.loc[:20, "signed"] = pd.NaT
    y = (X["signed"] > "2021-06-15") & (X["signed"].dt.month < 10) | (X["x"] > 1)
    zoned = X.assign(signed=X["signed"].dt.tz_localize("Europe/Berlin"))
    return fitted(zoned, y), zoned


def test_a_file_keeps_all_of_it(model, tmp_path):
    classifier, X = model
    path = tmp_path / "model.json"
    classifier.save(path)
    jsonschema.Draft202012Validator(model_schema()).validate(json.loads(path.read_text()))
    for other in (load_model(path), pickle.loads(pickle.dumps(classifier)), copy.deepcopy(classifier)):
        assert other.to_text() == classifier.to_text() and other.model_.features == classifier.model_.features
        assert (other.predict(X) == classifier.predict(X)).all()
        assert str(other.explain(X[50:51])) == str(classifier.explain(X[50:51]))


def test_moments_with_zones_are_moments_and_the_legend_says_so(model):
    classifier, X = model
    assert "in UTC" in classifier.to_text()
    for zone in ("UTC", "Asia/Tokyo"):
        moved = X.assign(signed=X["signed"].dt.tz_convert(zone))
        assert (classifier.predict(moved) == classifier.predict(X)).all()


@pytest.mark.parametrize(
    "damage",
    [
        lambda column: column.update(has_times=1),
        lambda column: column.update(has_times=not column["has_times"]),
        lambda column: column.update(kind="as it is"),
        lambda column: column.update(first="2019"),
        lambda column: column.update(first=10**12),
        lambda column: column.pop("has_times"),
    ],
)
def test_damaged_columns_of_dates_are_refused(model, damage):
    document = copy.deepcopy(model[0].to_document())
    damage(next(column for column in document["columns"] if column["kind"] == "days since"))
    with pytest.raises(InputError):
        NLDTClassifier.from_document(document)


def test_flips_of_times_are_times_with_another_class(model):
    classifier, X = model
    found = 0
    for row in range(30, 60):
        explained = classifier.explain(X[row : row + 1])
        for flip in explained.flips:
            if flip.name == "signed" and flip.possible:
                found += 1
                changed = X[row : row + 1].assign(signed=pd.Timestamp(flip.value, tz="UTC"))
                assert classifier.predict(changed)[0] == flip.to_class != explained.prediction
    assert found > 5


def test_the_nearest_flip_of_a_day_is_the_nearest_day():
    X = table()
    classifier = fitted(X, (X["signed"] > "2021-06-15") & (X["signed"].dt.month < 10))
    days = pd.date_range("2018-01-01", "2026-01-01")
    answers = classifier.predict(pd.DataFrame({"signed": days, "x": 0.0}))
    for row in range(20):
        explained = classifier.explain(X[row : row + 1].assign(x=0.0))
        others = days[answers != explained.prediction]
        flip = next(flip for flip in explained.flips if flip.name == "signed")
        assert abs(flip.change) == np.abs((others - X["signed"][row]).days).min()


def test_a_day_that_training_may_have_had_is_preferred_to_a_nearer_one():
    """Of days from 4 October 2021 on, though the second one is nearer."""
    X = table()
    model = fitted(X, (X["signed"] > "2021-06-15") & (X["signed"].dt.month < 10)).model_
    lowest, highest = model.feature_range
    lowest, signed = lowest.copy(), list(X.columns).index("signed")
    lowest[signed] = 18_904.0  # 2021-10-04
    narrowed = NLDTClassifier.from_model(replace(model, feature_range=(lowest, highest)))
    row = X[:1].assign(signed=pd.Timestamp("2021-10-05"), x=0.0)
    before, after = (
        next(f for f in one.explain(row).flips if f.name == "signed")
        for one in (NLDTClassifier.from_model(model), narrowed)
    )
    assert (before.value, after.value) == ("2021-10-02", "2022-01-01")
    assert not after.is_outside


# ------------------------------------------------------------------------- wishes


def test_wishes_for_a_date():
    X = table()
    y = (X["signed"] - X["signed"].min()).dt.days > 1000 + 300 * X["x"]
    assert "signed" in fitted(X, X["x"] > 0, required=["signed"]).to_text()
    for wish in ({"forbidden": [("signed", "x")]}, {"exponents": {"signed": (0, 1)}}, {}):
        model = fitted(X, y, **wish).model_
        own = model.basis.columns_of(0)
        for rule in model.rules:
            assert (np.count_nonzero(rule.exponents[:, own], axis=1) <= 1).all()  # no products of one date
            if "forbidden" in wish:
                both = rule.exponents[:, own].any(axis=1) & rule.exponents[:, model.basis.columns_of(1)].any(axis=1)
                assert not both.any()
            if "exponents" in wish:
                assert rule.exponents[:, own].max() <= 1


def test_a_monotone_date_leaves_only_days_and_years():
    X = table()
    y = (X["signed"] > "2021-06-15") ^ (X["signed"].dt.month == 3)
    classifier = fitted(X, y, monotone={"signed": 1})
    assert "month of" not in classifier.to_text()
    days = pd.DataFrame({"signed": pd.date_range("2015-01-01", "2030-01-01"), "x": 0.5})
    assert (np.diff(classifier.predict(days).astype(int)) >= 0).all()


TYPED = {
    "signed ≤ 2021-06-15": lambda day: day <= "2021-06-15",
    "2020-01-01 ≤ signed ≤ 2021-06-15": lambda day: (day >= "2020-01-01") & (day <= "2021-06-15"),
    "[month of signed] ≥ October": lambda day: day.dt.month >= 10,
    "[year of signed] ≤ 2021": lambda day: day.dt.year <= 2021,
}


@pytest.mark.parametrize("rule", TYPED)
def test_rules_of_dates_can_be_typed(rule):
    X = table()
    classifier = fitted(X, X["x"] > 0, start_from=Fixed(rule), max_depth=1)
    rows = np.column_stack([(X["signed"] - pd.Timestamp(0)).dt.days, X["x"]]).astype(float)
    assert (classifier.model_.rules[0].goes_left(rows) == TYPED[rule](X["signed"])).all()
    assert first_rule(classifier) == rule


def test_units_of_days():
    X = table().assign(x=lambda X: X["x"].abs() + 0.1)
    y = (X["signed"] - X["signed"].min()).dt.days * X["x"] > 500
    text = fitted(X, y, units={"x": "kg"}, max_depth=1).to_text()
    assert "d·kg" in text or "kg·d" in text
    assert "[" not in first_rule(fitted(X, X["signed"] > "2021-06-15", units={"x": "kg"}))
    with pytest.raises(InputError, match="column 'signed' holds dates, which count in days"):
        fitted(X, y, units={"signed": "s"})


# ----------------------------------------------------------------------- mistakes


def test_dates_in_row_order_are_no_ids(recwarn):
    X = pd.DataFrame({"signed": pd.date_range("2020-01-01", periods=200), "x": np.sin(np.arange(200.0))})
    classifier = fitted(X, (X["signed"] > "2020-04-01") ^ (X["x"] > 0))
    assert not [warning for warning in recwarn if "signed" in str(warning.message)]
    for value, words in ((5.0, "holds 5.0, which is no date"), ("soon", "holds 'soon', which is no date")):
        with pytest.raises(InputError, match=f"column 'signed' {words}"):
            classifier.predict(X.assign(signed=value))


def test_the_paper_s_search_takes_them():
    X = table(80)
    y = X["signed"] > "2021-06-15"
    classifier = fitted(X, y, search=PaperSearch(population=10, generations=5), max_depth=1)
    assert classifier.score(X, y) > 0.8
