"""Fits from partitions: the model of memory where rows fit, one model for all partitionings where they do not."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pyarrow.dataset
import pytest
from partitioned_tables import PARTITIONINGS, beams, content

import nldt
from nldt import FastSearch, NLDTClassifier
from nldt.errors import InputError

SMALL = "10MB"  # of these tables, a sample


def quick(**parameters):
    search = FastSearch(generations=1, children=20, pairs=4, final_steps=5)
    return NLDTClassifier(search=search, random_state=0, n_jobs=1, **parameters)


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    return beams()


@pytest.fixture(scope="module")
def folders(table, tmp_path_factory):
    made = {name: tmp_path_factory.mktemp("tables") / "parts" for name in PARTITIONINGS}
    for name, write in PARTITIONINGS.items():
        write(table, made[name])
    return made


@pytest.fixture(scope="module")
def sampled(folders) -> NLDTClassifier:
    return quick(memory_limit=SMALL).fit(folders["one file"], "state")


def leaf_counts(classifier, table):
    leaves = classifier.apply(table.drop(columns="state"))
    codes = np.searchsorted(classifier.classes_, table["state"])
    counts = np.zeros((len(classifier.tree_), len(classifier.classes_)))
    np.add.at(counts, (leaves, codes), 1)
    return counts[classifier.tree_.leaves]


def test_a_table_that_fits_gives_the_model_of_memory(table, folders, tmp_path):
    in_memory = quick().fit(table.drop(columns="state"), table["state"])
    by_partitions = quick().fit(folders["shuffled"], "state")
    assert content(by_partitions, tmp_path) == content(in_memory, tmp_path)
    assert [one.name for one in by_partitions.passes_] == ["classes and words", "ranges and sample"]


@pytest.mark.parametrize("name", list(PARTITIONINGS)[1:])
def test_all_partitionings_give_the_same_bytes(name, folders, sampled, tmp_path):
    other = quick(memory_limit=SMALL).fit(str(folders[name]), "state")
    assert content(other, tmp_path) == content(sampled, tmp_path)


def test_leaves_of_a_sampled_fit_count_all_rows(table, sampled):
    assert sampled._fitted.training is not None
    assert len(sampled._fitted.training.rows) < len(table) / 2
    assert np.array_equal(sampled.tree_.sums[sampled.tree_.leaves], leaf_counts(sampled, table))
    assert sampled.model_.feature_range is not None
    assert sampled.model_.feature_range[1][0] == table["load"].max()


def test_a_sampled_fit_has_the_structure_and_the_accuracy_of_memory(table, folders):
    X, y = table.drop(columns="state"), table["state"]
    in_memory = NLDTClassifier(max_depth=2, max_terms=1, random_state=0, n_jobs=1).fit(X, y)
    sampled = NLDTClassifier(max_depth=2, max_terms=1, memory_limit=SMALL, random_state=0, n_jobs=1).fit(
        folders["one file"], "state"
    )
    root, expected = sampled.rules_[0], in_memory.rules_[0]
    assert root.features == expected.features == [0, 1]
    assert root.exponents[root.exponents != 0].tolist() == expected.exponents[expected.exponents != 0].tolist()
    assert root.high == pytest.approx(6, abs=0.05)
    assert sampled.score(X, y) > in_memory.score(X, y) - 0.005


def test_many_equal_rows_are_all_there_is(tmp_path):
    random = np.random.default_rng(0)
    table = pd.DataFrame({"a": random.integers(0, 6, 20_000), "b": random.integers(0, 5, 20_000)})
    table["state"] = np.where(table["a"] + table["b"] > 5, "x", "z")
    PARTITIONINGS["equal files"](table, tmp_path / "parts")
    by_partitions = quick(memory_limit="1MB").fit(tmp_path / "parts", "state")
    in_memory = quick().fit(table.drop(columns="state"), table["state"])
    assert content(by_partitions, tmp_path) == content(in_memory, tmp_path)


def test_evidence_and_costs_are_those_of_memory(table, tmp_path):
    weighted = table.assign(w=np.random.default_rng(2).integers(0, 4, len(table)))
    PARTITIONINGS["uneven files"](weighted, tmp_path / "parts")
    costs = {"broken": 3.0, "whole": 1.0}
    dataset = pyarrow.dataset.dataset(tmp_path / "parts")
    by_partitions = quick(class_weight=costs).fit(dataset, "state", "w")
    in_memory = quick(class_weight=costs).fit(
        weighted.drop(columns=["state", "w"]), weighted["state"], weighted["w"].to_numpy()
    )
    assert content(by_partitions, tmp_path) == content(in_memory, tmp_path)


def test_predictions_and_figures_are_those_of_memory(table, folders, sampled):
    X, y = table.drop(columns="state"), table["state"]
    folder = folders["equal files"]
    assert np.array_equal(sampled.predict(folder), sampled.predict(X))
    assert np.array_equal(sampled.predict_proba(folder), sampled.predict_proba(X))
    counted, expected = nldt.evaluate(sampled, folder, "state", cv=None), nldt.evaluate(sampled, X, y, cv=None)
    assert counted.rows == expected.rows == "training"
    assert counted.accuracy.value == pytest.approx(expected.accuracy.value, abs=1e-12)
    assert counted.balanced_accuracy.value == pytest.approx(expected.balanced_accuracy.value, abs=1e-12)
    assert counted.auc.value == pytest.approx(expected.auc.value, abs=2e-3)


def test_a_report_says_what_is_counted_and_what_is_sampled(table, folders, sampled, monkeypatch):
    monkeypatch.setattr("nldt.estimators.reading.SAMPLED_ROWS", 3000)
    page = sampled.report(folders["equal files"], "state")
    of_all = sampled.report(table.drop(columns="state"), table["state"])
    page, of_all = (text.replace("\u202f", ",").replace("\xa0", ",") for text in (page, of_all))
    assert "12,000 rows" in page
    assert "From a sample of 3,000 rows, numbered as they were drawn" in page
    assert "sample of" not in of_all.replace("a sample stratified", "")
    wrong = (sampled.predict(table.drop(columns="state")) != table["state"]).sum()
    assert f"{wrong:,}" in page
    assert f"{wrong:,}" in of_all


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t: t.assign(load=t["load"].where(t["load"] < 4.9, np.inf)), ["'load'", "infinite"]),
        (lambda t: t.assign(state="broken"), ["only one class", "'broken'"]),
        (lambda t: t.drop(columns="state"), ["no column 'state'"]),
        (lambda t: t[["state"]], ["no column besides"]),
    ],
)
def test_what_can_t_be_used_is_named(change, words, table, tmp_path):
    change(table).to_parquet(tmp_path / "table.parquet")
    with pytest.raises(InputError) as refusal, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        quick().fit(tmp_path / "table.parquet", "state")
    assert all(word in str(refusal.value) for word in words)
    assert "\n" not in str(refusal.value)


def test_a_csv_file_in_pieces_gives_the_model_of_memory(table, tmp_path):
    from nldt.data.formats.layout import Layout
    from nldt.data.partitions.csv_pieces import CsvPieces
    from nldt.data.partitions.opened import PartitionedRows
    from nldt.data.read_table import read_table
    from nldt.data.source import Source
    from nldt.data.target_column import split_target

    quoted = table.assign(wood=table["wood"].replace({"ash": 'ash, "white"\nor green'}), state=1 * (table["rings"] > 4))
    file = tmp_path / "beams.csv"
    quoted.to_csv(file, index=False)
    pieces = CsvPieces(file, Layout(), "state", 2, piece_bytes=50_000)
    assert pieces.n_partitions > 5
    by_pieces = quick().fit(PartitionedRows(pieces, "state", None), None)
    X, y = split_target(read_table(Source(file)), "state")
    assert content(by_pieces, tmp_path) == content(quick().fit(X, y), tmp_path)


def test_categories_of_numbers_and_classes_with_gaps_are_those_of_memory(table, tmp_path):
    gone = np.random.default_rng(3).random(len(table)) < 0.1
    broken = (table["state"] == "broken").astype(object).where(~gone, None)
    odd = table.assign(rings=table["rings"].astype("category"), state=broken)
    PARTITIONINGS["sorted"](odd.sort_values("rings"), tmp_path / "parts")
    with pytest.warns(UserWarning, match="no class"):
        by_partitions = quick().fit(tmp_path / "parts", "state")
    in_memory = quick().fit(odd.drop(columns="state")[~gone], broken[~gone].astype(bool))
    assert content(by_partitions, tmp_path) == content(in_memory, tmp_path)


def test_a_damaged_file_is_named(table, tmp_path):
    PARTITIONINGS["equal files"](table, tmp_path / "parts")
    file = tmp_path / "parts" / "03.parquet"
    whole = file.read_bytes()
    file.write_bytes(whole[:4000])
    with pytest.raises(
        InputError, match=r"can't read .*03\.parquet': it does not end as a Parquet file does"
    ) as refusal:
        quick().fit(tmp_path / "parts", "state")
    assert str(refusal.value).count("03.parquet") == 1
    file.write_bytes(whole)
    first = tmp_path / "parts" / "00.parquet"
    first.write_bytes(b"")
    with pytest.raises(InputError, match=r"can't read .*00\.parquet") as refusal:
        quick().fit(tmp_path / "parts", "state")
    assert str(refusal.value).count("00.parquet") == 1


def test_a_column_of_another_type_in_one_file_is_named(table, tmp_path):
    PARTITIONINGS["equal files"](table, tmp_path / "parts")
    file = tmp_path / "parts" / "03.parquet"
    pd.read_parquet(file).assign(load="heavy").to_parquet(file)
    with pytest.raises(InputError, match=r"column 'load' holds .*string in .*03\.parquet', and double in the first"):
        quick().fit(tmp_path / "parts", "state")


def test_a_file_with_a_page_that_is_not_what_it_was_is_named(tmp_path):
    columns = pyarrow.table({"x": [1.5, 2.5] * 20, "state": ["a", "b"] * 20})
    plain = {"write_statistics": False, "compression": "none", "use_dictionary": False}
    file = tmp_path / "table.parquet"
    pyarrow.parquet.write_table(columns, file, write_page_checksum=True, **plain)
    file.write_bytes(file.read_bytes().replace(np.float64(2.5).tobytes(), np.float64(3.5).tobytes(), 1))
    with pytest.raises(InputError, match=r"can't read .*table\.parquet'"):
        quick().fit(file, "state")


def test_a_filtered_dataset_is_refused_in_one_line(folders):
    dataset = pyarrow.dataset.dataset(folders["one file"]).filter(pyarrow.dataset.field("rings") > 3)
    with pytest.raises(InputError, match="without the filter"):
        quick().fit(dataset, "state")


def test_other_estimators_refuse_partitions_in_one_line(folders, sampled):
    with pytest.raises(InputError, match="partitions"):
        nldt.NLDTClassifierCV().fit(folders["one file"], "state")
    with pytest.raises(InputError, match="sample"):
        sampled.rounded(0.01)
