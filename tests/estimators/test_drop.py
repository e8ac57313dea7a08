"""Columns that are left out: a model is that of a table without them, and does without them ever after."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from quick_models import fingerprint, tangled
from wished_tables import refusal, table

from nldt import DoubtfulColumnsWarning, FastSearch, InputError, NLDTClassifier, PaperSearch, load_model

X, Y = tangled(200, n_classes=2)
FRAME = pd.DataFrame(X, columns=["width", "height", "mass"])
DAYS = pd.date_range("2024-01-01", periods=200)
WORSE = FRAME.assign(day=DAYS, code=[f"K{i}" for i in range(200)], infinite=np.inf)[
    ["code", "width", "day", "height", "mass", "infinite"]
]
ODD = ["code", "day", "infinite"]


@pytest.fixture(autouse=True)
def no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def classifier(**parameters):
    return NLDTClassifier(random_state=0, max_rules=2, **parameters)


@pytest.mark.parametrize("frame", [WORSE, pl.from_pandas(WORSE)], ids=["pandas", "polars"])
@pytest.mark.parametrize("search", ["fast", PaperSearch(population=10, generations=5)], ids=str)
def test_a_frame_is_taken_without_them(frame, search):
    limit = {"search": search, "max_depth": 1, "random_state": 0}
    dropped = NLDTClassifier(drop=ODD, **limit).fit(frame, Y)
    plain = NLDTClassifier(**limit).fit(FRAME, Y)
    assert dropped.to_text() == plain.to_text()
    assert dropped.feature_names_in_.tolist() == ["width", "height", "mass"] and dropped.n_features_in_ == 3
    assert dropped.model_.left_out == ("code", "day", "infinite")
    for rows in (frame, FRAME, FRAME[["mass", "height", "width"]]):
        assert (dropped.predict(rows) == plain.predict(FRAME)).all()


def test_an_array_keeps_their_places():
    rows = np.column_stack([X[:, 0], np.arange(200.0), X[:, 1:], np.full(200, np.inf)])
    dropped, plain = classifier(drop=[1, 4]).fit(rows, Y), classifier().fit(X, Y)
    renamed = plain.to_text().replace("x3", "x4").replace("x2", "x3")
    assert dropped.to_text() == renamed and plain.n_rules_ > 0
    assert dropped.n_features_in_ == 5 and (dropped.predict(rows) == plain.predict(X)).all()
    with pytest.raises(InputError, match="X has 3 features, but NLDTClassifier is expecting 5"):
        dropped.predict(X)


@pytest.mark.parametrize("scaling", ["raw", "shift"])
def test_rows_of_any_objects(scaling):
    rows = [[f"K{i}", DAYS[i], *row] for i, row in enumerate(X.tolist())]
    dropped = classifier(drop=(0, "x2"), scaling=scaling).fit(rows, Y)
    plain = classifier(scaling=scaling).fit(X, Y)
    assert (dropped.predict(rows) == plain.predict(X)).all()
    assert (dropped.predict(np.array(rows, dtype=object)) == plain.predict(X)).all()
    assert dropped.model_.feature_range[0][:2].tolist() == [0.0, 0.0]  # nothing is known of them


def test_the_user_s_array_stays_as_it_is():
    rows = X.copy()
    classifier(drop=[0]).fit(rows, Y)
    assert (rows == X).all()


@pytest.mark.parametrize("drop", [None, [], ()])
def test_nothing_to_drop(drop):
    assert fingerprint(classifier(drop=drop).fit(FRAME, Y)) == fingerprint(classifier().fit(FRAME, Y))


def test_numbers_of_a_frame_are_its_names_first():
    frame = pd.DataFrame(X, columns=[2, 1, 0])
    assert classifier(drop=[0]).fit(frame, Y).feature_names_in_.tolist() == ["2", "1"]
    assert classifier(drop=[0]).fit(FRAME, Y).feature_names_in_.tolist() == ["height", "mass"]


def test_a_model_file_knows_them(tmp_path):
    fitted = classifier(drop=ODD).fit(WORSE, Y)
    fitted.save(tmp_path / "model.json")
    loaded = load_model(tmp_path / "model.json")
    assert loaded.model_.left_out == fitted.model_.left_out and tuple(loaded.drop) == tuple(ODD)
    assert (loaded.predict(WORSE) == fitted.predict(FRAME)).all()
    assert fingerprint(loaded.fit(WORSE, Y)) == fingerprint(fitted)


@pytest.mark.parametrize(
    ("rows", "drop", "words"),
    [
        (FRAME, ["widht"], "drop: X has no column 'widht'; did you mean 'width'?"),
        (FRAME, ["zzz"], "drop: X has no column 'zzz'; its columns are 'width', 'height', 'mass'"),
        (FRAME, [3], "drop: X has no column 3; give a name or a number from 0 to 2"),
        (X, [-1], "drop: X has no column -1; give a name or a number from 0 to 2"),
        (X, ["width"], "drop: X has no column 'width'; its columns are 'x1', 'x2', 'x3'"),
        (FRAME, ["width", "height", "mass"], "leaves no column"),
        (X, range(3), "leaves no column"),
    ],
    ids=str,
)
def test_what_cannot_be_dropped(rows, drop, words):
    with pytest.raises(InputError) as raised:
        classifier(drop=drop).fit(rows, Y)
    assert words in str(raised.value)


# ------------------------------------------------------------------- doubts


def doubts_of(rows, **parameters):
    with pytest.warns(DoubtfulColumnsWarning) as told:
        fitted = classifier(**parameters).fit(rows, Y)
    assert len(told) == 1 and told[0].filename == __file__
    return fitted, str(told[0].message)


def test_one_warning_names_all_doubtful_columns_and_none_is_left_out():
    table = FRAME.assign(id=range(200), one=1.0, again=FRAME["mass"], name=WORSE["code"], leak=Y)
    fitted, words = doubts_of(table)
    assert words == (
        "X has columns that should perhaps not be used: 'id' (row numbers), 'one' (the same in every row), 'again' (a "
        "copy of 'mass'), 'name' (different in every row), 'leak' (giving the target away); "
        "drop=['id', 'one', 'again', 'name', 'leak'] would leave them out"
    )
    assert fitted.n_features_in_ == 8 and "leak" in fitted.to_text()
    classifier(drop=["id", "one", "again", "name", "leak"]).fit(table, Y)  # without a warning


def test_columns_of_an_array_are_named_by_their_numbers():
    _, words = doubts_of(np.column_stack([X, np.ones(200)]))
    assert "'x4' (the same in every row)" in words and "drop=[3] would" in words


def test_rows_that_do_not_count_do_not_count():
    weights = np.arange(200) >= 3
    table = FRAME.assign(odd=np.where(weights, 1.0, 2.0))
    classifier().fit(table, Y)
    with pytest.warns(DoubtfulColumnsWarning, match="'odd'"):
        classifier().fit(table, Y, weights)


def test_the_order_of_rows_changes_no_model():
    table = FRAME.assign(id=range(200))
    fitted, _ = doubts_of(table)
    order = np.random.default_rng(0).permutation(200)
    assert fingerprint(classifier().fit(table.iloc[order], Y[order])) == fingerprint(fitted)


# ------------------------------------------------------------- beside wishes


def test_a_column_can_not_be_left_out_and_required():
    said = refusal(*table("positive", 0), drop=["a"], required=["a", "b"])
    assert said.startswith("required: column 'a' is left out of the fit")


@pytest.mark.parametrize(
    "wish",
    [
        {"exponents": {"a": (0, 1), "b": (0, 1)}},
        {"exponents": {"a": (0, 1)}},
        {"monotone": {"a": 1}},
        {"units": {"a": "m", "b": "m"}},
        {"forbidden": [("a", "b"), ("a", "b", "c")]},
    ],
)
def test_a_wish_of_a_column_that_is_left_out_is_kept_anyway(wish):
    """A file of units names all columns of a table, those too that a fit leaves out."""
    X, y = table("positive", 0)
    search = FastSearch(generations=4, final_steps=10)
    classifier = NLDTClassifier(search=search, random_state=0, drop=["a"], **wish).fit(X, y)
    assert classifier.feature_names_in_.tolist() == list("bcde")
    again = classifier.with_rule(0, 1)
    assert again.get_params()[next(iter(wish))] == next(iter(wish.values()))
