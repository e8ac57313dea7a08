"""A fit goes on from its checkpoint, after an end at any moment, to the very model that it would have come to."""

from __future__ import annotations

import os
import random
import time
import warnings
from functools import wraps

import numpy as np
import pytest
from deadlines import Countdown
from killed import killed_until_done
from mixed_tables import mixed_table
from own_searches import BestThreshold
from quick_models import fingerprint, tangled

from nldt import FastSearch, InputError, NLDTClassifier, PaperSearch, load_model
from nldt.search.gap_backend import GapBackend
from nldt.solve import NativeBackend
from nldt.tree import checkpoint as checkpoint_file
from nldt.tree.checkpoint import Checkpoint

FAST = FastSearch(population=6, children=10, generations=3, pairs=2, final_steps=5, finalists=3)


def fast(**parameters) -> NLDTClassifier:
    return NLDTClassifier(**{"search": FAST, "random_state": 0, **parameters})


def wished() -> NLDTClassifier:
    """A fit that grows several trees, some of shorter rules, some with a column at a place."""
    return fast(max_length=5, required=["x3"])


def paper() -> NLDTClassifier:
    return NLDTClassifier(search=PaperSearch(population=8, generations=4), random_state=0)


def own() -> NLDTClassifier:
    return NLDTClassifier(search=BestThreshold(), max_depth=3)


def gaps() -> tuple:
    return mixed_table(150)


def numbers() -> tuple:
    return tangled(80)


CASES = [(fast, numbers), (fast, gaps), (wished, numbers), (paper, numbers), (own, numbers)]
each_case = pytest.mark.parametrize(("make", "rows"), CASES, ids=[f"{a.__name__}-{b.__name__}" for a, b in CASES])
BACKENDS = {numbers: NativeBackend, gaps: GapBackend}  # that the search asks


class Killed(BaseException):
    """Nobody expects it."""


class Counting:
    """Counts what a backend is asked, and ends the fit before one of the answers."""

    def __init__(self, monkeypatch, backend: type, last: float = np.inf) -> None:
        self.count = 0
        for name in ("evolve", "solve_directions", "fit_curves"):
            monkeypatch.setattr(backend, name, self._counted(getattr(backend, name), last))

    def _counted(self, solve, last):
        @wraps(solve)  # its name is part of a question
        def counted(*arguments):
            self.count += 1
            if self.count > last:
                raise Killed
            return solve(*arguments)

        return counted


@pytest.fixture
def always_written(monkeypatch) -> None:
    """A file after every answer, where fits take several times an interval otherwise."""
    monkeypatch.setattr(checkpoint_file, "INTERVAL", 0.0)
    monkeypatch.setattr(checkpoint_file, "WRITING_SHARE", np.inf)


def signs(classifier: NLDTClassifier) -> tuple:
    """The model, and all that is told of its search but for the time that it took."""
    report = classifier.search_report_
    told = [(node.path, node.generations, node.structures_evaluated, node.history) for node in report.nodes]
    return fingerprint(classifier), told, report.complete


@each_case
def test_a_checkpoint_changes_nothing_and_is_the_whole_fit_in_the_end(make, rows, tmp_path, monkeypatch):
    X, y = rows()
    alone = make().fit(X, y)
    assert signs(make().fit(X, y, checkpoint=tmp_path / "kept")) == signs(alone)
    core = Counting(monkeypatch, NativeBackend)
    assert signs(make().fit(X, y, checkpoint=tmp_path / "kept")) == signs(alone)
    assert core.count == 0
    assert os.listdir(tmp_path) == ["kept"]


@each_case
def test_a_fit_that_ends_anywhere_goes_on_from_there(make, rows, tmp_path, monkeypatch, always_written):
    """Nothing that was answered is asked again, and the model is the same."""
    X, y = rows()
    with monkeypatch.context() as patch:
        core = Counting(patch, BACKENDS[rows])
        alone, total = make().fit(X, y), core.count
    kept = tmp_path / "kept"
    lengths, asked = random.Random(0), 0
    while True:
        with monkeypatch.context() as patch:
            core = Counting(patch, BACKENDS[rows], last=lengths.randint(1, max(total // 3, 1)))
            try:
                fitted = make().fit(X, y, checkpoint=kept)
            except Killed:
                asked += core.count - 1  # the last one was not answered
                continue
            asked += core.count
        break
    assert signs(fitted) == signs(alone)
    assert asked == total


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="forks are POSIX")
def test_a_fit_that_is_killed_again_and_again_ends_with_the_same_model(tmp_path, always_written):
    """Truly killed, by the system, at moments that nobody chose."""
    X, y = numbers()
    alone, kept, done = fast().fit(X, y), tmp_path / "kept", tmp_path / "done.json"

    def run() -> None:
        fast(n_jobs=1).fit(X, y, checkpoint=kept).save(done)

    killed_until_done(run, done, 0.2)
    assert fingerprint(load_model(done)) == fingerprint(alone)


def test_a_fit_without_a_seed_keeps_the_one_that_it_drew(tmp_path):
    X, y = numbers()
    first = fast(random_state=None).fit(X, y, checkpoint=tmp_path / "kept")
    assert signs(fast(random_state=None).fit(X, y, checkpoint=tmp_path / "kept")) == signs(first)


@pytest.mark.parametrize("questions", [1, 4, 9])
def test_what_a_time_limit_cut_short_goes_on_with_more_time(questions, tmp_path, always_written):
    """Whether it cut a search or came between two of them."""
    X, y = numbers()
    alone, short = fast().fit(X, y), fast()
    short.fit(X, y, checkpoint=tmp_path / "kept", deadline=Countdown(questions))
    assert not short.search_report_.complete and signs(short) != signs(alone)
    assert signs(fast(time_limit=1e6, n_jobs=2).fit(X, y, checkpoint=tmp_path / "kept")) == signs(alone)


def test_a_table_in_another_order_goes_on(tmp_path):
    X, y = numbers()
    order = np.random.default_rng(0).permutation(len(X))
    fitted = fast().fit(X, y, checkpoint=tmp_path / "kept")
    assert fingerprint(fast().fit(X[order], y[order], checkpoint=tmp_path / "kept")) == fingerprint(fitted)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"price": 2.0}, "is of a fit with price=1.0, not 2.0"),
        ({"random_state": 1}, "is of a fit with random_state=0, not 1"),
        ({"search": FastSearch()}, "is of a fit with search="),
        ({"class_weight": {0: 2.0}}, "is of a fit with class_weight=None"),
    ],
)
def test_other_parameters_are_refused(changes, words, tmp_path):
    X, y = numbers()
    fast().fit(X, y, checkpoint=tmp_path / "kept")
    content = (tmp_path / "kept").read_bytes()
    with pytest.raises(InputError, match=words):
        fast(**changes).fit(X, y, checkpoint=tmp_path / "kept")
    assert (tmp_path / "kept").read_bytes() == content


def test_other_rows_are_refused(tmp_path):
    X, y = numbers()
    fast().fit(X, y, checkpoint=tmp_path / "kept")
    changed = X.copy()
    changed[3, 1] += 1e-9
    for table, weight in ((changed, None), (X, np.arange(1.0, len(X) + 1)), (X[:, ::-1], None)):
        with pytest.raises(InputError, match="is of another table than this: name another file"):
            fast().fit(table, y, weight, checkpoint=tmp_path / "kept")


def test_other_files_are_refused_and_left_alone(tmp_path):
    X, y = numbers()
    fast().fit(X, y, checkpoint=tmp_path / "kept")
    whole = (tmp_path / "kept").read_bytes()
    for content, words in [
        (b"a,b\n1,2\n", "is no checkpoint"),
        (b"", "is no checkpoint"),
        (whole[:-1], "is damaged: delete it"),
        (whole[:100] + b"x" + whole[101:], "is damaged: delete it"),
    ]:
        (tmp_path / "other").write_bytes(content)
        with pytest.raises(InputError, match=words):
            fast().fit(X, y, checkpoint=tmp_path / "other")
        assert (tmp_path / "other").read_bytes() == content
    for place in (tmp_path, tmp_path / "nowhere" / "kept"):
        with pytest.raises(InputError, match="can't write"):
            fast().fit(X, y, checkpoint=place)


def test_files_are_written_now_and_then_only(tmp_path, monkeypatch):
    """After the interval, and no more often than their writing is worth."""
    moments = iter(np.arange(0.0, 1000.0, 0.25).tolist())
    monkeypatch.setattr(time, "monotonic", lambda: next(moments))
    written = []
    monkeypatch.setattr(checkpoint_file, "write_whole", lambda path, content: written.append(content))
    kept = Checkpoint.of(tmp_path / "kept", {}, 0)
    assert len(written) == 1
    answer = NativeAnswer()
    for number in range(200):
        kept.keep_answer(b"%d" % number, answer)
    # Each note looks at the clock once, each file twice; a file takes 0.25 s, and so 0.25 / 0.05 = 5 s are waited.
    assert 5 <= len(written) <= 12


def test_a_disk_that_is_full_by_then_costs_the_checkpoint_not_the_fit(tmp_path, monkeypatch, always_written):
    X, y = tangled(80)
    path, alone = tmp_path / "kept", fast().fit(X, y)
    write, tries = checkpoint_file.write_whole, []

    def on_a_disk_that_fills_up(path, content):
        tries.append(content)
        if 2 < len(tries) < 6:
            raise InputError(f"can't write {str(path)!r}: No space left on device")
        write(path, content)

    monkeypatch.setattr(checkpoint_file, "write_whole", on_a_disk_that_fills_up)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        classifier = fast().fit(X, y, checkpoint=path)
    assert [str(warning.message) for warning in told] == [
        f"can't write {str(path)!r}: No space left on device: the fit goes on, and its checkpoint stays as it was"
    ]
    assert fingerprint(classifier) == fingerprint(alone)
    assert path.read_bytes() == tries[-1]  # there was room again


class NativeAnswer:
    """What the lower level may answer."""

    def known(self) -> list[tuple[str, np.ndarray]]:
        return [("impurity", np.zeros(3))]
