"""Checkpoints of fits from partitions: nothing that was answered is asked again, and the model is the same."""

from __future__ import annotations

import os

import numpy as np
import pandas as pd
import pyarrow.dataset
import pytest
from killed import killed_until_done
from partitioned_tables import PARTITIONINGS, beams, content

from nldt import FastSearch, InputError, NLDTClassifier, load_model
from nldt.data.partitions.passes import ReadHere
from nldt.tree import checkpoint as checkpoint_file


def quick(**parameters) -> NLDTClassifier:
    search = FastSearch(generations=1, children=20, pairs=4, final_steps=5)
    usual = {"search": search, "random_state": 0, "n_jobs": 1, "memory_limit": "10MB"}
    return NLDTClassifier(**{**usual, **parameters})


class Killed(BaseException):
    """Nobody expects it."""


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    return beams(6000)


@pytest.fixture
def folder(table, tmp_path):
    PARTITIONINGS["row groups"](table, tmp_path / "parts")
    return tmp_path / "parts"


@pytest.fixture
def always_written(monkeypatch) -> None:
    monkeypatch.setattr(checkpoint_file, "INTERVAL", 0.0)
    monkeypatch.setattr(checkpoint_file, "WRITING_SHARE", np.inf)


@pytest.fixture
def asked(monkeypatch) -> list[str]:
    """The pass of each answer that partitions have given."""
    names: list[str] = []
    answers = ReadHere.answers

    def noted(self, one, first, is_over):
        for answer in answers(self, one, first, is_over):
            names.append(one.name)
            yield answer

    monkeypatch.setattr(ReadHere, "answers", noted)
    return names


def ended_again_and_again(fit, asked, kept):
    """A fit that dies after every few answers of partitions, and begins anew each time."""
    while True:
        before = len(asked)

        def deadly(name, done, total, before=before):
            if len(asked) - before >= 4:
                raise Killed

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("nldt.progress.SilentMonitor.pass_on", lambda self, *told, deadly=deadly: deadly(*told))
            try:
                return fit(kept)
            except Killed:
                continue


def as_dataset(folder):
    return pyarrow.dataset.dataset(folder)


def as_csv(folder):
    file = folder.parent / "table.csv"
    if not file.exists():
        as_dataset(folder).to_table().to_pandas().to_csv(file, index=False)
    return file


def as_dask(folder):
    return pytest.importorskip("dask.dataframe").read_parquet(folder)


@pytest.mark.parametrize("opened", [str, as_dataset, as_csv])
def test_a_fit_that_dies_in_any_pass_goes_on_from_there(opened, folder, asked, always_written, tmp_path, monkeypatch):
    monkeypatch.setattr("nldt.data.partitions.csv_pieces.CsvPieces.piece_bytes", 40_000)
    alone = quick().fit(opened(folder), "state")
    total = len(asked)
    asked.clear()
    found = ended_again_and_again(
        lambda kept: quick().fit(opened(folder), "state", checkpoint=kept), asked, tmp_path / "k"
    )
    assert content(found, tmp_path) == content(alone, tmp_path)
    assert len(asked) == total
    assert [(one.name, one.n_partitions) for one in found.passes_] == [(p.name, p.n_partitions) for p in alone.passes_]
    assert [one.bytes_returned for one in found.passes_] == [one.bytes_returned for one in alone.passes_]


def test_a_fit_that_has_ended_asks_nothing_more(folder, asked, tmp_path, monkeypatch):
    alone = quick(random_state=None).fit(folder, "state", checkpoint=tmp_path / "kept")
    asked.clear()
    monkeypatch.setattr(FastSearch, "find_split", lambda *_: pytest.fail("the search runs again"))
    again = quick(random_state=None).fit(folder, "state", checkpoint=tmp_path / "kept")
    assert content(again, tmp_path) == content(alone, tmp_path)
    assert asked == []


def test_a_table_of_dask_goes_on(folder, tmp_path, monkeypatch):
    from nldt.data.partitions.dask_table import DaskTable

    alone = quick().fit(as_dask(folder), "state", checkpoint=tmp_path / "kept")
    monkeypatch.setattr(DaskTable, "answers", lambda *_: pytest.fail("rows are asked again"))
    again = quick().fit(as_dask(folder), "state", checkpoint=tmp_path / "kept")
    assert content(again, tmp_path) == content(alone, tmp_path)


def test_other_tables_and_parameters_are_refused_and_the_same_rows_in_other_files_are_not(
    table, folder, asked, tmp_path
):
    kept = tmp_path / "kept"
    alone = quick().fit(folder, "state", checkpoint=kept)
    with pytest.raises(InputError, match=r"price=1.0, not 2.0"):
        quick(price=2.0).fit(folder, "state", checkpoint=kept)
    with pytest.raises(InputError, match="memory_limit"):
        quick(memory_limit="9MB").fit(folder, "state", checkpoint=kept)
    PARTITIONINGS["one file"](table.assign(load=table["load"] + 0.5), tmp_path / "other")
    with pytest.raises(InputError, match="another table"):
        quick().fit(tmp_path / "other", "state", checkpoint=kept)
    PARTITIONINGS["shuffled"](table, tmp_path / "same")
    asked.clear()
    found = quick().fit(tmp_path / "same", "state", checkpoint=kept)
    assert content(found, tmp_path) == content(alone, tmp_path)
    assert set(asked) >= {"classes and words", "ranges and sample", "leaves"}


def test_files_that_have_changed_are_read_again_and_refused(table, folder, tmp_path):
    for opened in (str, as_dask):
        kept = tmp_path / opened.__name__
        quick().fit(opened(folder), "state", checkpoint=kept)
        file = sorted(folder.iterdir())[0]
        changed = pd.read_parquet(file)
        changed.loc[0, "load"] = 4.875 if changed.loc[0, "load"] != 4.875 else 4.75
        changed.to_parquet(file, row_group_size=1000, index=False)
        with pytest.raises(InputError, match="another table"):
            quick().fit(opened(folder), "state", checkpoint=kept)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="forks are POSIX")
def test_a_fit_that_is_killed_again_and_again_ends_with_the_same_model(folder, tmp_path, always_written):
    """Truly killed, by the system, at moments that nobody chose."""
    alone, kept, done = quick().fit(folder, "state"), tmp_path / "kept", tmp_path / "done.json"

    def run() -> None:
        quick().fit(folder, "state", checkpoint=kept).save(done)

    killed_until_done(run, done, 0.3)
    assert content(load_model(done), tmp_path) == content(alone, tmp_path)
