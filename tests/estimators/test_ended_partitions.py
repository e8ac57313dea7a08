"""Fits from partitions that end early, in any pass: by an interrupt, by whoever ends them, by a time limit."""

from __future__ import annotations

import threading
import warnings

import numpy as np
import pytest
from deadlines import Countdown
from partitioned_tables import PARTITIONINGS, beams

from nldt import FastSearch, NLDTClassifier, load_model
from nldt.errors import NothingFound
from nldt.progress import Deadline, SilentMonitor

FIRST = ["classes and words", "ranges and sample"]
LATER = ["logistic step", "counts along lines", "values at ends", "leaves"]


def quick(**parameters) -> NLDTClassifier:
    search = FastSearch(generations=1, children=20, pairs=4, final_steps=5)
    return NLDTClassifier(search=search, random_state=0, n_jobs=1, memory_limit="10MB", **parameters)


@pytest.fixture(scope="module")
def table():
    """A law of two terms: there is a logistic step to make."""
    rows = beams()
    wrong = np.random.default_rng(1).random(len(rows)) < 0.05
    sums = rows["load"].fillna(3.0) + 2 * rows["span"] > 8
    return rows.assign(load=rows["load"].fillna(3.0), state=np.where(sums ^ wrong, "broken", "whole"))


@pytest.fixture(scope="module")
def folder(table, tmp_path_factory):
    folder = tmp_path_factory.mktemp("table") / "parts"
    PARTITIONINGS["row groups"](table, folder)
    return folder


@pytest.fixture(scope="module")
def whole(folder) -> NLDTClassifier:
    fitted = quick().fit(folder, "state")
    assert {one.name for one in fitted.passes_} == {*FIRST, *LATER}
    return fitted


@pytest.fixture
def in_pass(monkeypatch):
    """Do something when a pass has had the answers of three partitions."""

    def told(name, action):
        def pass_on(self, passed, done, total):
            if passed == name and done == 3:
                action()

        monkeypatch.setattr(SilentMonitor, "pass_on", pass_on)

    return told


def threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("nldt-pass")]


@pytest.mark.parametrize("name", FIRST + LATER)
def test_an_interrupt_in_a_pass_keeps_the_old_model_and_ends_all_threads(name, folder, whole, in_pass):
    classifier = NLDTClassifier.from_model(whole.model_, **whole.get_params(deep=False))

    def interrupt():
        raise KeyboardInterrupt

    in_pass(name, interrupt)
    with pytest.raises(KeyboardInterrupt):
        classifier.fit(folder, "state")
    assert classifier.model_ is whole.model_
    assert not threads()


@pytest.mark.parametrize("name", FIRST)
def test_an_end_before_all_rows_are_read_is_one_line(name, folder, in_pass):
    classifier, deadline = quick(), Deadline(None)
    in_pass(name, deadline.end)
    with pytest.raises(NothingFound, match="there is no tree yet") as ended:
        classifier.fit(folder, "state", deadline=deadline)
    assert f"after {FIRST.index(name)} of 2 passes" in str(ended.value) and "\n" not in str(ended.value)
    assert not hasattr(classifier, "model_") and not threads()


def test_a_time_limit_that_has_passed_by_then_is_named(folder):
    with pytest.raises(NothingFound, match=r"time_limit=1e-09 s reached while .*; give it more time"):
        quick(time_limit=1e-9).fit(folder, "state")


@pytest.mark.parametrize("name", LATER)
def test_an_end_later_gives_the_tree_so_far_with_the_leaves_of_the_sample(name, folder, in_pass, tmp_path):
    classifier, deadline = quick(), Deadline(None)
    in_pass(name, deadline.end)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # who gives a deadline knows when it passes
        classifier.fit(folder, "state", deadline=deadline)
    report, training = classifier.search_report_, classifier._fitted.training
    assert classifier.n_rules_ >= 1 and not report.complete and report.counts_a_sample and not threads()
    assert training is not None
    expected = np.zeros_like(classifier.tree_.sums)
    sample = np.column_stack(list(training.rows.columns.all))
    np.add.at(expected, (classifier.tree_.apply(sample), training.rows.values), training.rows.evidence)
    leaves = classifier.tree_.leaves
    assert classifier.tree_.sums[leaves] == pytest.approx(expected[leaves])
    classifier.save(tmp_path / "model.json")
    assert load_model(tmp_path / "model.json").search_report_.counts_a_sample


def test_a_time_limit_within_the_passes_warns(folder, monkeypatch, in_pass):
    limits = []
    monkeypatch.setattr(Deadline, "keep", lambda self, seconds: limits.append(self))  # where the fit meets its limit
    in_pass("leaves", lambda: limits[0].end())
    with pytest.warns(UserWarning, match="time_limit=1000 s reached: .*; its leaves count a sample of the rows"):
        classifier = quick(time_limit=1000).fit(folder, "state")
    assert classifier.search_report_.counts_a_sample


def test_time_is_kept_for_exact_leaves(table, folder):
    """A search that is cut short leaves time for the pass that counts."""
    classifier = quick().fit(folder, "state", deadline=Countdown(0))
    assert classifier.n_rules_ >= 1
    report = classifier.search_report_
    assert not report.complete and not report.counts_a_sample
    counts = np.zeros_like(classifier.tree_.sums)
    codes = np.searchsorted(classifier.classes_, table["state"])
    np.add.at(counts, (classifier.apply(table.drop(columns="state")), codes), 1)
    assert np.array_equal(classifier.tree_.sums[classifier.tree_.leaves], counts[classifier.tree_.leaves])
