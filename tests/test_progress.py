"""What a fit tells on standard error, where that is no terminal."""

from __future__ import annotations

import numpy as np
import pytest

from nldt import NLDTClassifier, PaperSearch, progress
from nldt.progress import RichMonitor, SearchState


def state(node: str, *, stays: bool) -> SearchState:
    return SearchState(node, 50, 3, 3, 0.25, 2, stays)


def test_nodes_that_may_be_taken_away_again_are_not_told_one_by_one(capsys):
    with RichMonitor() as monitor:
        for number in range(100):
            monitor.node_done(state(f"root.{'L' * number}", stays=False))
    assert capsys.readouterr().err == ""


def test_a_node_that_stays_is_told(capsys):
    with RichMonitor() as monitor:
        monitor.node_done(state("root.L", stays=True))
    assert capsys.readouterr().err.startswith("root.L (50 rows): impurity 0.2500  complexity 2  ")


def test_a_long_search_says_how_far_it_is_ever_more_rarely(capsys, monkeypatch):
    now = 0.0
    monkeypatch.setattr(progress.time, "perf_counter", lambda: now)
    with RichMonitor() as monitor:
        for now in np.arange(0.5, 100.0, 0.5):  # noqa: B007  (the clock reads it)
            monitor.node_done(state("root", stays=False))
    told = capsys.readouterr().err.splitlines()
    assert told == [
        "20 nodes searched in 10 s",
        "40 nodes searched in 20 s",
        "80 nodes searched in 40 s",
        "160 nodes searched in 80 s",
    ]


@pytest.mark.parametrize("search", ["fast", PaperSearch(population=10, generations=2)], ids=["fast", "paper"])
def test_rows_are_counted_as_people_count_them(search, capsys):
    """Fifty rows of two kinds are fifty rows."""
    X = np.repeat([[1.0], [2.0]], 25, axis=0)
    NLDTClassifier(search=search, verbose=1, random_state=0).fit(X, np.repeat([0, 1], 25))
    told = capsys.readouterr().err
    assert told == "" if search == "fast" else told.startswith("root (50 rows)")
