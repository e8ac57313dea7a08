"""A kind of target that nldt does not have is grown, pruned, rounded, printed, kept and exported like its own."""

from __future__ import annotations

import json

import numpy as np
import pytest
from made_target import LeastSquares, Numbers

from nldt.data.training_rows import TrainingRows
from nldt.explain import explain_row
from nldt.model.basis import Basis
from nldt.model.basis.search_units import SearchUnits
from nldt.model.document.read import from_document, from_text
from nldt.model.document.write import to_document, to_text
from nldt.model.fitted_model import FittedModel
from nldt.model.target import KINDS
from nldt.parameters import DEFAULT_EXPONENTS
from nldt.progress import Deadline, SilentMonitor
from nldt.search import FastSearch, FitSettings
from nldt.search.structures import structure_space
from nldt.tree import Grower, edit
from nldt.write.code.python_source import to_python
from nldt.write.text import to_text as print_text

RANDOM = np.random.default_rng(0)
X = RANDOM.uniform(1.0, 3.0, (200, 3))
Y = np.where(X[:, 0] * X[:, 2] > 4.0, 10.0, np.where(X[:, 1] > 2.0, 4.0, 1.0)) + RANDOM.normal(0, 0.1, 200)


def grown(search, max_depth=2) -> FittedModel:
    rows = TrainingRows.canonical(X, Y, np.ones(len(Y)), Numbers())
    low, high = rows.extremes
    units = SearchUnits.fit(Basis.as_is(3), low, high)
    space = structure_space(
        DEFAULT_EXPONENTS, DEFAULT_EXPONENTS, ["a", "b", "c"], range(3), units.allows, 2, None, True
    )
    settings = FitSettings(space=space, max_depth=max_depth)
    grower = Grower(search=search, settings=settings, units=units, monitor=SilentMonitor(), deadline=Deadline(None))
    found = grower.grow(rows)
    model = FittedModel(found.tree, ("a", "b", "c"), units.basis, full_fronts=found.fronts, digits=None)
    return edit.rounded(model, rows, 0.0, Deadline(None))


@pytest.fixture(scope="module")
def model() -> FittedModel:
    return grown(LeastSquares())


def answers(model: FittedModel, rows) -> list[float]:
    return [model.labels[k] for k in model.tree.answers[model.tree.apply(rows)]]


def test_the_law_is_found(model):
    assert [rule.exponents.tolist() for rule in model.rules][:2] == [[[1, 0, 1]], [[0, 1, 0]]]
    assert np.abs(np.array(answers(model, X)) - Y).max() < 0.6


def test_a_leaf_answers_the_mean_of_its_rows(model):
    leaf = model.tree.apply(X)
    for node in model.tree.leaves:
        assert model.labels[model.tree.answers[node]] == pytest.approx(Y[leaf == node].mean())
        assert model.tree.n_rows[node] == np.count_nonzero(leaf == node)


def test_it_is_printed_and_explained(model):
    text = print_text(model)
    assert "a·c ≤ " in text and " rows)" in text
    assert explain_row(model, X[0]).prediction == answers(model, X[:1])[0]


def test_it_is_pruned(model):
    assert len(edit.pruned(model, 1e9).rules) == 1


def test_a_document_keeps_it(model, monkeypatch):
    monkeypatch.setitem(KINDS, "numbers", Numbers)
    text = to_text(to_document(model, {}))
    assert json.loads(text)["target"] == {"kind": "numbers"}
    again, _ = from_document(from_text(text))
    assert answers(again, X) == answers(model, X)


def test_source_code_answers_the_same(model):
    module = {}
    exec(to_python(model), module)
    assert [module["predict"](row) for row in X] == answers(model, X)


def test_a_search_for_classes_says_so():
    with pytest.raises(ValueError, match="finds rules for classes, not for numbers"):
        grown(FastSearch())
