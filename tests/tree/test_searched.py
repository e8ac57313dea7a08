"""Nodes that trees have in common are searched once."""

from __future__ import annotations

import numpy as np
import pytest

from nldt.data.training_rows import TrainingRows
from nldt.model.target import Classes
from nldt.progress import Recorder, SearchState, SilentMonitor
from nldt.search.outcome import SearchOutcome
from nldt.tree.growing_node import GrowingNode
from nldt.tree.searched import SearchedNodes

ROWS = TrainingRows.of(np.arange(8.0)[:, None], np.repeat([0, 1], 4), np.ones(8), Classes.alike(np.arange(2)))


def ask(searched, path="root.L", rows=ROWS, known_bits=np.inf):
    """Whether a node is searched; its outcome and history."""
    recorder = Recorder(SilentMonitor())
    calls = []

    def search():
        calls.append(path)
        recorder.generation_done(SearchState(path, len(rows), 0, 1, 0.5, 1))
        return SearchOutcome(None)

    outcome = searched.outcome(GrowingNode(path, 1, rows.sums, known_bits), rows, 1.0, recorder, search)
    return bool(calls), outcome, recorder.states


def test_the_same_node_is_searched_once_and_keeps_its_history():
    searched = SearchedNodes()
    first, outcome, states = ask(searched)
    again, same, same_states = ask(searched)
    assert first and not again and same is outcome
    assert len(states) == 1 and same_states == states


@pytest.mark.parametrize(
    "other",
    [{"path": "root.R"}, {"rows": ROWS.take(np.arange(8) != 2)}, {"known_bits": 1.0}],
    ids=lambda o: next(iter(o)),
)
def test_another_place_other_rows_and_other_bits_make_another_node(other):
    searched = SearchedNodes()
    ask(searched)
    assert ask(searched, **other)[0]


def test_bits_that_rules_above_have_not_saved_make_no_difference():
    searched = SearchedNodes()
    ask(searched)
    assert not ask(searched, known_bits=1e6)[0]
