"""Cross-validation of tables of partitions: that of memory where rows fit, one estimate for all partitionings."""

from __future__ import annotations

import numpy as np
import pytest
from partitioned_tables import PARTITIONINGS, beams
from sklearn.model_selection import StratifiedKFold

from nldt import FastSearch, InputError, NLDTClassifier, evaluate
from nldt.validate import evaluation


def quick(**parameters) -> NLDTClassifier:
    search = FastSearch(generations=0, children=10, pairs=2, final_steps=2)
    return NLDTClassifier(search=search, random_state=0, n_jobs=1, max_depth=1, max_terms=1, **parameters)


@pytest.fixture(scope="module")
def table():
    return beams(4000)


@pytest.fixture(scope="module")
def folders(table, tmp_path_factory):
    made = {name: tmp_path_factory.mktemp("tables") / "parts" for name in ("one file", "shuffled")}
    for name, folder in made.items():
        PARTITIONINGS[name](table, folder)
    return made


def test_rows_that_fit_give_the_estimate_of_memory(table, folders):
    expected = evaluate(quick(), table.drop(columns="state"), table["state"], cv=3)
    assert evaluate(quick(), folders["shuffled"], "state", cv=3) == expected


def test_a_sample_is_the_same_however_rows_are_partitioned(folders):
    found = [evaluate(quick(memory_limit="3MB"), folder, "state", cv=2) for folder in folders.values()]
    assert found[0] == found[1]
    assert found[0].n_rows < found[0].sampled_from == 4000
    assert found[0].accuracy.low < found[0].accuracy.value < found[0].accuracy.high
    assert "a stratified sample of 4000" in str(found[0]) and "weighted" not in str(found[0])


def test_folds_are_made_of_no_more_rows_than_asked_for(folders, monkeypatch):
    monkeypatch.setattr(evaluation, "MOST_ROWS", 900)
    assert evaluate(quick(), folders["one file"], "state", cv=2).n_rows == 900
    assert evaluate(quick(), folders["one file"], "state", cv=StratifiedKFold(2), max_rows=500).n_rows == 500


def test_a_rare_class_counts_for_what_it_is(tmp_path):
    """It is drawn more often than others, but figures are of all rows."""
    random = np.random.default_rng(0)
    rows = beams(20_000).drop(columns="state")
    rare = random.random(len(rows)) < 0.02
    PARTITIONINGS["one file"](rows.assign(state=np.where(rare, "rare", "usual")), tmp_path / "parts")
    found = evaluate(quick(memory_limit="2MB"), tmp_path / "parts", "state", cv=2)
    assert found.largest_class == pytest.approx(1 - rare.mean(), abs=0.002)


@pytest.mark.parametrize(("given", "words"), [({"cv": [([0], [1])]}, "splitter"), ({"groups": [1, 2]}, "groups")])
def test_what_can_t_be_done_is_told_in_one_line(given, words, folders):
    with pytest.raises(InputError, match=words):
        evaluate(quick(), folders["one file"], "state", **given)
