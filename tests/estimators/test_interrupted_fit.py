"""A real interrupt in the middle of a fit in Python: it is raised as everywhere, and no thread is left behind."""

from __future__ import annotations

import os
import signal
import threading
import warnings
from typing import ClassVar

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError

from nldt import FastSearch, NLDTClassifier, PaperSearch

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")

# Hours, were it not interrupted.
ENDLESS = PaperSearch(population=40, generations=100_000)


def native_threads() -> int:
    return len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else threading.active_count()


class EndingSearch(FastSearch):
    """Ends the fit's time at one of its questions, whichever tree that is for."""

    asked: ClassVar[list[str]] = []
    at = 10**9

    def find_split(self, task):
        self.asked.append(task.path)
        if len(self.asked) == type(self).at:
            task.deadline.end()
        return super().find_split(task)


def test_a_fit_that_ends_early_is_partial_whichever_tree_was_growing():
    iris = load_iris()

    def fitted(at: int) -> NLDTClassifier:
        EndingSearch.asked.clear()
        EndingSearch.at = at
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return NLDTClassifier(search=EndingSearch(generations=1), random_state=0).fit(iris.data, iris.target)

    assert fitted(10**9).search_report_.complete
    questions = list(EndingSearch.asked)
    assert len(set(questions)) < len(questions)  # a second tree grows, and its nodes are searched, too
    assert not any(fitted(at).search_report_.complete for at in range(1, len(questions) + 1))


@pytest.mark.usefixtures("python_s_own_handler")
@pytest.mark.parametrize("after", [0.05, 0.5])
def test_an_interrupt_is_raised_and_leaves_no_thread(after):
    X = np.random.default_rng(0).random((400, 4))
    y = np.arange(400) % 2
    quick = PaperSearch(population=4, generations=1)
    NLDTClassifier(search=quick, n_jobs=2).fit(X, y)  # threads that libraries start at their first use, they keep
    classifier, before = NLDTClassifier(search=ENDLESS, n_jobs=2), native_threads()
    timer = threading.Timer(after, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        classifier.fit(X, y)
    timer.join()
    assert native_threads() <= before
    with pytest.raises(NotFittedError):
        classifier.predict(X)
