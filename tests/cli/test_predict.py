"""What ``nldt predict`` writes: beside columns of the table if so wanted, and over rows that it can't classify."""

from __future__ import annotations

from io import StringIO

import numpy as np
import pandas as pd
import pytest
from quick_models import quick

from nldt import load_model


def printed(ended) -> pd.DataFrame:
    assert ended.code == 0
    return pd.read_csv(StringIO(ended.stdout), dtype=str, keep_default_na=False)


@pytest.fixture
def numbered(table, data):
    """A table whose ids have zeros in front."""
    table = table.assign(id=[f"{number:03}" for number in range(60)], note="a, b")
    table.to_csv(data, index=False)
    return table


def test_an_id_is_written_beside_the_prediction_as_the_file_has_it(nldt, model, data, numbered):
    plain, with_id = printed(nldt("predict", model, data)), printed(nldt("predict", model, data, "--id", "id"))
    assert list(with_id.columns) == ["id", *plain.columns]
    assert with_id["id"].tolist() == numbered["id"].tolist()
    pd.testing.assert_frame_equal(with_id.drop(columns="id"), plain)


def test_several_ids_in_the_order_in_which_they_are_asked_for(nldt, model, data, numbered):
    columns = printed(nldt("predict", model, data, "--id", "note", "--id", "id")).columns
    assert list(columns[:3]) == ["note", "id", "prediction"]


def test_the_whole_input_is_written_beside_the_prediction(nldt, model, data, numbered):
    plain, whole = printed(nldt("predict", model, data)), printed(nldt("predict", model, data, "--with-input"))
    cells = pd.read_csv(data, dtype=str)
    pd.testing.assert_frame_equal(whole, cells.join(plain))


def test_what_was_written_is_read_again(nldt, model, data, table, tmp_path):
    """With decimal points, whatever the input had: one file has one decimal sign."""
    out = tmp_path / "out.csv"
    table.assign(id=[f"{number:03}" for number in range(60)]).to_csv(data, index=False, sep=";", decimal=",")
    assert nldt("predict", model, data, "--with-input", "-o", out).stdout == f"60 predictions written to {out}\n"
    read = pd.read_csv(out, dtype={"id": str})
    pd.testing.assert_frame_equal(read[["width", "height", "mass", "kind"]], table)
    assert read["id"].iloc[7] == "007"
    told = nldt("predict", model, out).stderr
    assert told.startswith("nldt: out.csv: the model does not know columns 'id', 'probability_bolt', ")


def test_columns_that_the_model_does_not_know_are_named(nldt, model, data, numbered):
    """Those that are written beside the prediction are wanted, and what holds the classes is the target."""
    told = nldt("predict", model, data).stderr
    assert told == "nldt: data.csv: the model does not know columns 'id', 'note'; ignored\n"
    told = nldt("predict", model, data, "--id", "id").stderr
    assert told == "nldt: data.csv: the model does not know column 'note'; ignored\n"
    assert nldt("predict", model, data, "--with-input").stderr == ""


def test_an_id_that_is_asked_for_twice_is_written_once(nldt, model, data, numbered):
    assert nldt("predict", model, data, "--id", "id", "--id", "id") == nldt("predict", model, data, "--id", "id")


def test_a_column_may_be_called_as_an_argument_of_every_method(nldt, data, table, tmp_path):
    path, X = tmp_path / "self.json", table.drop(columns="kind").rename(columns={"mass": "self"})
    classifier = quick().fit(X, table["kind"])
    assert 2 in classifier.model_.used_features
    classifier.save(path)
    cells = X.astype(str)
    cells.loc[0, "self"] = "-"  # a mark of a gap: the column is replaced when it is read, too
    cells.to_csv(data, index=False)
    whole = printed(nldt("predict", path, data, "--with-input"))
    X.loc[0, "self"] = np.nan
    assert whole["prediction"].tolist() == classifier.predict(X).tolist()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--id", "idd"], "has no column 'idd'; did you mean 'id'?"),
        (["--with-input", "--id", "id"], "--id id: --with-input writes all columns already"),
    ],
)
def test_mistakes_about_ids(mistake, model, data, numbered, options, words):
    mistake("predict", model, data, *options, names=[words])


def test_a_column_of_the_input_has_the_name_of_one_that_is_written(mistake, nldt, model, data, table):
    table.assign(prediction="mine").to_csv(data, index=False)
    mistake("predict", model, data, "--with-input", names=["has a column 'prediction' of its own: rename it"])
    assert nldt("predict", model, data).code == 0


# ----------------------------------------------------- rows that can't be classified


@pytest.mark.parametrize("cell", ["", "NA", "?", "-"])
def test_rows_with_gaps_go_where_the_rules_send_them(nldt, model, data, table, cell):
    broken = table.astype({"mass": str})
    broken.loc[[3, 40], "mass"] = cell
    broken.to_csv(data, index=False)
    ended = nldt("predict", model, data)
    known = table.drop(columns="kind").assign(mass=table["mass"].where(~table.index.isin([3, 40])))
    assert printed(ended)["prediction"].tolist() == load_model(model).predict(known).tolist()
    assert "could not be classified" not in ended.stderr


def test_rows_with_infinite_numbers_get_no_prediction(nldt, model, data, table):
    whole = printed(nldt("predict", model, data))
    broken = table.astype({"mass": str})
    broken.loc[[3, 40], "mass"] = "inf"
    broken.to_csv(data, index=False)
    ended = nldt("predict", model, data)
    expected = whole.copy()
    expected.loc[[3, 40]] = ""
    pd.testing.assert_frame_equal(printed(ended), expected)
    said = ended.stderr.splitlines()[-1]
    assert said.startswith(
        "nldt: 2 of 60 rows could not be classified, the first of them row 3 (counted from 0): column 'mass' "
    )
    assert said.endswith("holds inf")


def test_one_row_is_told_as_one(nldt, model, data, table):
    table.assign(mass=table["mass"].where(table.index != 7, np.inf)).to_csv(data, index=False)
    said = nldt("predict", model, data).stderr.splitlines()[-1]
    assert said == "nldt: 1 of 60 rows could not be classified, row 7 (counted from 0): column 'mass' holds inf"


@pytest.mark.parametrize("cell", ["inf"])
def test_a_table_of_one_row_is_told_as_any_other(nldt, model, data, table, cell):
    table.head(1).assign(mass=cell).to_csv(data, index=False)
    ended = nldt("predict", model, data, "--id", "width")
    said = ended.stderr.splitlines()[-1]
    assert said.startswith("nldt: 1 of 1 rows could not be classified, row 0 (counted from 0): column 'mass' ")
    assert printed(ended).iloc[0].tolist() == [str(table["width"][0]), "", "", ""]


def test_classes_keep_their_type_beside_gaps(nldt, data, table, tmp_path):
    path = tmp_path / "numbers.json"
    quick().fit(table.drop(columns="kind"), np.where(table["kind"] == "nut", 1, 2)).save(path)
    table.assign(mass=table["mass"].where(table.index != 7, np.inf)).to_csv(data, index=False)
    classes = printed(nldt("predict", path, data))["prediction"]
    assert classes[7] == "" and set(classes) == {"", "1", "2"}


def test_only_classified_rows_are_counted_as_predictions(nldt, model, data, table, tmp_path):
    out = tmp_path / "out.csv"
    table.assign(mass=table["mass"].where(table.index > 4, np.inf)).to_csv(data, index=False)
    assert nldt("predict", model, data, "-o", out).stdout == f"55 predictions written to {out}\n"
    assert len(pd.read_csv(out)) == 60


def test_a_gap_where_no_rule_looks_does_not_matter(nldt, data, table, tmp_path):
    path = tmp_path / "narrow.json"
    classifier = quick(max_depth=1, max_terms=1, max_features_per_term=1)
    classifier.fit(table.drop(columns="kind"), table["kind"]).save(path)
    table.assign(mass=np.nan).drop(columns="kind").to_csv(data, index=False)
    ended = nldt("predict", path, data)
    assert ended.stderr == ""
    assert printed(ended)["prediction"].tolist() == load_model(path).predict(table.drop(columns="kind")).tolist()


def test_dates_in_place_of_numbers_are_a_mistake_and_no_numbers(mistake, model, table, tmp_path):
    path = tmp_path / "dates.parquet"
    table.assign(mass=pd.Timestamp("2024-01-31")).to_parquet(path)
    mistake("predict", model, path, names=["column 'mass' is not numeric: it holds Timestamp('2024-01-31"])


def test_gaps_and_unseen_categories_where_rules_look_are_counted(nldt, tmp_path):
    random = np.random.default_rng(0)
    X = pd.DataFrame({"colour": random.choice(["red", "blue", "green"], 200), "size": random.uniform(1, 2, 200)})
    y = np.where((X["colour"] == "red") & (X["size"] > 1.4), "yes", "no")
    model, data = tmp_path / "m.json", tmp_path / "new.csv"
    quick().fit(X, y).save(model)
    X.to_csv(data, index=False)
    assert nldt("predict", model, data).stderr == ""
    X.loc[[1, 2, 5], "size"] = np.nan
    X.loc[[5, 7], "colour"] = "purple"
    X.to_csv(data, index=False)
    said = nldt("predict", model, data).stderr
    assert said == (
        "nldt: 3 of 200 rows have gaps where a rule looks, in 'size'; 2 of 200 rows have categories that training did "
        "not have where a rule looks, in 'colour'\n"
    )
    X.loc[[1, 2], "size"] = 1.5
    X.drop(index=7).to_csv(data, index=False)
    assert nldt("predict", model, data).stderr.startswith("nldt: 1 of 199 rows has gaps where a rule looks, in 'size'")
