"""A tree of 150 levels, as no limit of depth allows: nothing that shows, writes or reads it meets a limit."""

from __future__ import annotations

import pickle

import pytest
from made_trees import ladder
from sklearn.base import clone

from nldt import NLDTClassifier, load_model

DEPTH = 150


@pytest.fixture(scope="module", params=["left", "right", "zigzag"])
def deep(request):
    model, X, y = ladder(DEPTH, request.param)
    return NLDTClassifier.from_model(model), X, y


def test_it_answers(deep):
    classifier, X, y = deep
    assert classifier.tree_.depth.max() == DEPTH
    assert classifier.predict(X).tolist() == y.tolist()
    assert classifier.decision_path(X).sum() > DEPTH**2 / 2


@pytest.mark.parametrize("method", ["to_text", "to_latex", "to_dot", "to_json", "_repr_html_"])
def test_it_is_printed(deep, method):
    assert len(getattr(deep[0], method)().splitlines()) >= DEPTH or method == "to_json"


def test_its_page_has_every_node_in_its_place(deep):
    classifier, X, y = deep
    page = classifier.report(X, y)
    assert page.count('<details class="node"') == DEPTH
    assert page.count("</details>") == DEPTH
    assert page.count('<li class="branch') == 2 * DEPTH


def test_it_is_kept_in_files(deep, tmp_path):
    classifier, X, y = deep
    classifier.save(tmp_path / "model.json")
    for copy in (load_model(tmp_path / "model.json"), pickle.loads(pickle.dumps(classifier))):
        assert copy.predict(X).tolist() == y.tolist()
        assert copy.to_text() == classifier.to_text()


def test_its_rows_are_explained(deep):
    classifier, X, _ = deep
    explained = classifier.explain(X[-1])
    assert len(explained.path) == DEPTH
    assert str(explained) and explained._repr_html_()


def test_it_is_pruned_and_cloned(deep):
    classifier, *_ = deep
    assert classifier.pruned(1.0).n_rules_ == 1
    assert clone(classifier).get_params() == classifier.get_params()


def test_it_is_drawn(deep):
    plots = pytest.importorskip("nldt.plots")
    pytest.importorskip("matplotlib").use("Agg")
    assert plots.plot_tree(deep[0]) is not None
