"""The fast search under a time limit: nothing is begun that would end too late, and the best so far is returned.

Time is made up: a clock that only the core's work moves, or deadlines that pass at a given question.
"""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from deadlines import Countdown
from node_data import node
from quick_models import tangled
from upper_level import node_task
from watched_backend import WatchedBackend

from nldt import FastSearch, NLDTClassifier, progress
from nldt.estimators.training_set import read_class_rows
from nldt.progress import Deadline
from nldt.search.fast import archive, rule_shapes
from nldt.search.fast import search as fast_search

SECONDS_A_ROW = 1e-5  # for a structure that is solved quickly,
ROWS_A_STRUCTURE = 400  # which by itself takes as long as so many rows
SEARCH = FastSearch(sample_rows=100, generations=4, patience=4, children=20, population=10, finalists=4)


class Clock:
    now = 1000.0

    def monotonic(self):
        return self.now

    perf_counter = monotonic


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    return clock


class Timed(WatchedBackend):
    """Keeps its calls, (rows, structures, thorough, features); each moves the clock."""

    def __init__(self, clock):
        self.clock, self.calls = clock, []
        super().__init__(self._solved)

    def _solved(self, rows, exponents, settings):
        (n_features, n_rows), in_turn = rows.features.shape, -(-len(exponents) // settings.n_threads)
        self.clock.now += SECONDS_A_ROW * (n_rows + ROWS_A_STRUCTURE) * in_turn * (20 if settings.thorough else 1)
        self.calls.append((n_rows, len(exponents), settings.thorough, n_features))


@pytest.fixture
def timed(clock):
    return Timed(clock)


def noisy_node(n_rows=4000, n_features=8):
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 2.0, (n_rows, n_features))
    y = (X[:, 1] * X[:, 3] > 1.5) ^ (random.random(n_rows) < 0.1)
    return node([X[~y], X[y]])


def searched(limit, backend, **changes):
    return SEARCH.find_split(node_task(noisy_node(), deadline=Deadline(limit), backend=backend, **changes))


def test_without_a_limit_the_finalists_are_solved_with_care_on_all_rows(timed):
    outcome = searched(None, timed)
    assert outcome.complete
    assert [call[0] for call in timed.calls if call[2]] == [4000] * len([call for call in timed.calls if call[2]])
    assert any(call[2] for call in timed.calls)
    assert sorted({call[0] for call in timed.calls}) == [100, 400, 1600, 4000]


@pytest.mark.parametrize("n_threads", [1, 3])
@pytest.mark.parametrize("limit", [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8])
def test_no_work_is_begun_that_ends_after_the_limit(timed, clock, limit, n_threads):
    outcome = searched(limit, timed, n_threads=n_threads)
    first_batch = SECONDS_A_ROW * (100 + ROWS_A_STRUCTURE) * 8
    assert clock.now - 1000.0 <= max(limit, first_batch)
    assert outcome.best is not None
    assert not outcome.complete


def test_more_time_brings_the_finalists_to_more_rows(timed):
    reached = []
    for limit in (*np.geomspace(0.02, 1.0, 15), None):
        timed.calls.clear()
        searched(limit, timed)
        reached.append(max(call[0] for call in timed.calls))
    assert reached == sorted(reached)
    assert reached[0] == 100 and reached[-1] == 4000 and len(set(reached)) >= 3  # four stages there are


def test_the_search_on_the_first_sample_leaves_time_for_larger_ones(timed):
    endless = FastSearch(**SEARCH.get_params() | {"generations": 10**9, "patience": 10**9})
    outcome = endless.find_split(node_task(noisy_node(), deadline=Deadline(3.0), backend=timed))
    assert outcome.generations > 0 and not outcome.complete
    assert {100, 400, 1600} <= {call[0] for call in timed.calls}


def test_samples_of_large_nodes_see_only_the_features_of_their_structures(timed, monkeypatch):
    monkeypatch.setattr(rule_shapes, "FEW_NUMBERS", 8 * 100)
    searched(None, timed)
    assert max(n_features for n_rows, _, _, n_features in timed.calls if n_rows == 4000) <= 4
    assert max(n_features for n_rows, _, _, n_features in timed.calls if n_rows == 100) == 8


@pytest.mark.parametrize("questions", range(0, 14))
def test_after_the_deadline_the_core_is_not_called(monkeypatch, questions):
    monkeypatch.setattr(archive, "MOST_WORK_A_CALL", 4 * 500)
    deadline, late = Countdown(questions), []
    backend = WatchedBackend(lambda *_: late.append(deadline.left < 0))
    outcome = SEARCH.find_split(node_task(noisy_node(1000), deadline=deadline, backend=backend))
    assert not outcome.complete
    assert outcome.best is not None
    assert sum(late) == (1 if questions == 0 else 0)  # one batch in any case: a tree without a rule helps nobody


def test_pairs_are_not_screened_when_there_is_no_time_to_solve_them(monkeypatch):
    screened = []
    screen = fast_search.promising_pairs
    monkeypatch.setattr(
        fast_search, "promising_pairs", lambda task, pairs: screened.append(pairs) or screen(task, pairs)
    )
    for questions in (0, 1, 2):  # the second question is asked between the single features and the pairs
        SEARCH.find_split(node_task(noisy_node(1000), deadline=Countdown(questions)))
        assert len(screened) == (questions == 2)


def test_finalists_that_there_was_no_time_for_are_left_out(monkeypatch):
    monkeypatch.setattr(archive, "MOST_WORK_A_CALL", 1.0)
    rows = noisy_node(1000)
    first = archive.Archive(node_task(noisy_node(200)), 0, size=8)
    first.add(archive.Structures(np.eye(8, dtype=np.int8)[:, None, :], np.zeros(8, dtype=bool)))
    finalists = first.ranked
    for questions, kept in ((0, 0), (1, 2), (2, 4), (4, 8)):
        larger, best, in_time = SEARCH._sift(
            node_task(rows), node_task(rows, deadline=Countdown(questions)), first, finalists
        )
        assert in_time == (kept == 8)
        if kept == 0:
            assert (larger, best) == (first, finalists)
        else:
            alone = larger.solve(np.array([solved.exponents for solved in finalists]), 0, thorough=False)
            assert alone == []  # the deadline has passed
            met = [solved.exponents.tolist() for solved in finalists[:kept]]
            assert best and all(solved.exponents.tolist() in met for solved in best)


@pytest.mark.parametrize("questions", [0, 1])
def test_the_root_gets_a_rule_whatever_the_time(monkeypatch, questions):
    monkeypatch.setattr("nldt.estimators.classifier.Deadline", lambda seconds: Countdown(questions))
    X, y = tangled(200)
    with pytest.warns(UserWarning, match="time_limit"):
        classifier = NLDTClassifier(time_limit=1.0, random_state=0).fit(X, y)
    assert classifier.n_rules_ == 1
    counts = classifier.decision_path(X).T @ (y[:, None] == classifier.classes_)
    assert classifier.tree_.evidence.tolist() == counts.tolist()


@pytest.mark.parametrize(("limit", "complete"), [(13.0, True), (11.0, False)])
def test_a_share_of_the_time_that_reading_takes_is_kept_for_the_end(monkeypatch, clock, limit, complete):
    def slowly(*arguments):
        clock.now += 10.0
        return read_class_rows(*arguments)

    monkeypatch.setattr("nldt.estimators.classifier.read_class_rows", slowly)
    X, y = tangled(100)
    classifier = NLDTClassifier(search=SEARCH, time_limit=limit, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        classifier.fit(X, y)
    assert classifier.search_report_.complete == complete


# --- the deadline itself ---


def test_a_deadline_judges_work_by_the_pace_of_the_work_before(clock):
    deadline = Deadline(100.0)
    assert not deadline.passed(1e300)  # nothing is known of the pace
    with deadline.timed(work=5.0):
        clock.now += 10.0
    assert not deadline.passed(22.0) and deadline.passed(23.0)
    deadline.learn(work=10.0, seconds=1.0)
    assert not deadline.passed(440.0) and deadline.passed(460.0)
    clock.now += 90.0
    assert deadline.passed()


def test_a_deadline_may_count_from_earlier_on(clock):
    deadline = Deadline(10.0, since=clock.now - 7.0)
    deadline.reserve(0.2)  # of 7 s
    assert not deadline.passed() and deadline.remaining == pytest.approx(1.6)
    clock.now += 2.0
    assert deadline.passed() and not deadline.over()


def test_a_reserve_is_a_share_of_the_time_gone_by(clock):
    deadline = Deadline(10.0)
    clock.now += 4.0
    deadline.reserve(0.5)
    clock.now += 3.9
    assert not deadline.passed()
    clock.now += 0.2
    assert deadline.passed()


def test_without_a_limit_no_work_is_too_much(clock):
    deadline = Deadline(None)
    with deadline.timed(work=1.0):
        clock.now += 1e9
    deadline.reserve(0.5)
    assert not deadline.passed(1e300)
