"""Tables of Dask: the same model as from files, lazy predictions, and workers that die in every pass."""

from __future__ import annotations

import os
import signal
import time

import numpy as np
import pytest
from partitioned_tables import PARTITIONINGS, beams, content

from nldt import FastSearch, NLDTClassifier
from nldt.data.partitions.dask_table import DaskTable
from nldt.errors import InputError, NothingFound
from nldt.progress import Deadline, SilentMonitor

dask_frames = pytest.importorskip("dask.dataframe")
dask = pytest.importorskip("dask")
distributed = pytest.importorskip("distributed")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")

SMALL = "10MB"
PASSES = ["classes and words", "ranges and sample", "counts along lines", "values at ends", "leaves"]


def quick(**parameters):
    search = FastSearch(generations=1, children=20, pairs=4, final_steps=5)
    return NLDTClassifier(search=search, random_state=0, n_jobs=1, memory_limit=SMALL, **parameters)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("table") / "parts"
    PARTITIONINGS["equal files"](beams(), folder)
    return folder


@pytest.fixture(scope="module")
def expected(folder):
    return quick().fit(folder, "state")


@pytest.fixture(scope="module")
def cluster():
    patient = {"distributed.comm.timeouts.connect": "300s"}  # new workers take their time on a busy machine
    with (
        dask.config.set(patient),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
        distributed.Client(cluster),
    ):
        yield cluster


@pytest.mark.slow  # a cluster
def test_a_worker_killed_in_each_pass_changes_nothing(cluster, folder, expected, monkeypatch, tmp_path):
    killed = []
    answers = DaskTable.answers

    def deadly(self, one, begun, is_over):
        found = answers(self, one, begun, is_over)
        first = next(found)  # some partitions are done, and their answers wait on workers
        pid = next(nanny.pid for nanny in cluster.workers.values() if nanny.pid not in (None, *(p for _, p in killed)))
        os.kill(pid, signal.SIGKILL)
        killed.append((one.name, pid))
        yield first
        yield from found

    monkeypatch.setattr(DaskTable, "answers", deadly)
    found = quick().fit(dask_frames.read_parquet(folder), "state")
    assert {name for name, _ in killed} >= set(PASSES)
    assert len({pid for _, pid in killed}) == len(killed)
    assert content(found, tmp_path) == content(expected, tmp_path)


def slowly(frame):
    time.sleep(0.3)
    return frame


@pytest.fixture
def slow_rows(cluster, folder):
    """A table of which each partition takes a while, on the workers of a cluster."""
    rows = dask_frames.read_parquet(folder)
    return rows.map_partitions(slowly, meta=rows._meta)


@pytest.fixture
def in_pass(monkeypatch):
    """Do something when the first partition has answered in a pass: others are mostly under way then."""

    def told(name, action):
        def pass_on(self, passed, done, total):
            if passed == name and done == 1:
                action()

        monkeypatch.setattr(SilentMonitor, "pass_on", pass_on)

    return told


def is_at_rest(cluster) -> bool:
    """Whether the cluster has nothing left to do, soon."""
    for _ in range(100):
        if not cluster.scheduler.tasks:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.slow
@pytest.mark.usefixtures("python_s_own_handler")
@pytest.mark.parametrize("name", PASSES)
def test_an_interrupt_in_a_pass_is_raised_and_leaves_nothing_behind(name, cluster, slow_rows, expected, in_pass):
    classifier = NLDTClassifier.from_model(expected.model_, **expected.get_params(deep=False))
    in_pass(name, lambda: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        classifier.fit(slow_rows, "state")
    assert classifier.model_ is expected.model_
    assert is_at_rest(cluster)


@pytest.mark.slow
@pytest.mark.parametrize("name", PASSES)
def test_an_end_in_a_pass_gives_the_tree_so_far(name, cluster, slow_rows, in_pass):
    classifier, deadline = quick(), Deadline(None)
    in_pass(name, deadline.end)
    if name in PASSES[:2]:
        with pytest.raises(NothingFound, match="no tree yet"):
            classifier.fit(slow_rows, "state", deadline=deadline)
    else:
        report = classifier.fit(slow_rows, "state", deadline=deadline).search_report_
        assert classifier.n_rules_ >= 1 and report.counts_a_sample and not report.complete
    assert is_at_rest(cluster)


def test_a_table_without_a_cluster_ends_early(folder, in_pass):
    rows = dask_frames.read_parquet(folder)
    slow = rows.map_partitions(slowly, meta=rows._meta)
    deadline = Deadline(None)
    in_pass("counts along lines", deadline.end)
    with dask.config.set(scheduler="threads"):
        classifier = quick().fit(slow, "state", deadline=deadline)
    assert classifier.search_report_.counts_a_sample


def test_classes_beside_a_table_give_the_same_model(folder, expected, tmp_path):
    table = dask_frames.read_parquet(folder)
    found = quick().fit(table.drop(columns="state"), table["state"])  # no cluster: this machine's threads
    assert content(found, tmp_path) == content(expected, tmp_path)
    with pytest.raises(InputError, match="partitions"):
        quick().fit(table.drop(columns="state"), table["state"].repartition(npartitions=2))


def test_predictions_are_lazy_columns(folder, expected):
    table = dask_frames.read_parquet(folder)
    X = beams().drop(columns="state")
    lazy = expected.predict(table)
    assert hasattr(lazy, "dask")
    assert lazy.npartitions == table.npartitions
    assert np.array_equal(lazy.compute().to_numpy(), expected.predict(X))
    chances = expected.predict_proba(table).compute()
    assert chances.columns.tolist() == ["broken", "whole"]
    assert np.array_equal(chances.to_numpy(), expected.predict_proba(X))
    assert np.array_equal(expected.apply(table).compute().to_numpy(), expected.apply(X))


def test_arrays_of_dask(tmp_path):
    import dask.array

    random = np.random.default_rng(0)
    X = random.uniform(1, 2, (6000, 4))
    y = (X[:, 0] * X[:, 1] > 2.2).astype(int)
    in_memory = NLDTClassifier(random_state=0, n_jobs=1, search=FastSearch(generations=2)).fit(X, y)
    rows, classes = dask.array.from_array(X, chunks=(1700, 2)), dask.array.from_array(y, chunks=1700)
    found = NLDTClassifier(random_state=0, n_jobs=1, search=FastSearch(generations=2)).fit(rows, classes)
    assert content(found, tmp_path) == content(in_memory, tmp_path)
    assert np.array_equal(found.predict(rows).compute(), in_memory.predict(X))
    assert np.array_equal(found.predict_proba(rows).compute(), in_memory.predict_proba(X))
