"""A real interrupt in the middle of a fit in Python: it is raised as everywhere, and no thread is left behind."""

from __future__ import annotations

import os
import signal
import threading

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from nldt import NLDTClassifier, PaperSearch

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")

# Hours, were it not interrupted.
ENDLESS = PaperSearch(population=40, generations=100_000)


def native_threads() -> int:
    return len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else threading.active_count()


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
