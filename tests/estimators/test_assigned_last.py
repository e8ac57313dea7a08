"""One model, assigned last: what interrupts or follows a fit changes nothing that it has found."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pandas as pd
import pytest
from quick_models import fingerprint, quick, tangled
from sklearn.exceptions import NotFittedError

from nldt import FastSearch, InputError, NLDTClassifier, load_model
from nldt.model.fitted_model import FittedModel


class Interrupting:
    """A search during which the user presses Ctrl-C, at the node of that number."""

    def __init__(self, at: int) -> None:
        self.nodes_left = at

    def find_split(self, task: Any) -> Any:
        if self.nodes_left == 0:
            raise KeyboardInterrupt
        self.nodes_left -= 1
        return FastSearch(generations=2).find_split(task)


def everything(classifier: NLDTClassifier, rows: Any) -> list[Any]:
    """All that a person sees of a fitted classifier."""
    names = getattr(classifier, "feature_names_in_", np.array([]))
    return [
        classifier.predict(rows).tolist(),
        classifier.predict_proba(rows).tolist(),
        classifier.classes_.tolist(),
        classifier.n_features_in_,
        names.tolist(),
        classifier.to_text(),
        classifier.to_latex(),
        classifier.to_sql(),
        classifier.feature_importances_.tolist(),
        classifier.rule_length_,
        sorted(classifier.fronts_),
        fingerprint(classifier),
    ]


@pytest.fixture
def fitted() -> tuple[NLDTClassifier, pd.DataFrame]:
    X, y = tangled(80)
    table = pd.DataFrame(X, columns=["a", "b", "c"])
    return quick(search="fast", max_depth=2).fit(table, np.array(["x", "y", "z"])[y]), table


OTHER_X = np.random.default_rng(3).uniform(1, 2, (60, 5))
OTHER_Y = np.where(OTHER_X[:, 0] > OTHER_X[:, 1], 7, np.where(OTHER_X[:, 2] > 1.5, 8, 9))


@pytest.mark.parametrize("at", [0, 1])
def test_an_interrupted_fit_leaves_the_old_model_whole(fitted, at):
    classifier, rows = fitted
    before = everything(classifier, rows)
    classifier.set_params(search=Interrupting(at))
    with pytest.raises(KeyboardInterrupt):
        classifier.fit(OTHER_X, OTHER_Y)
    classifier.set_params(search="fast")
    assert everything(classifier, rows) == before
    assert classifier.rounded(0.01).classes_.tolist() == ["x", "y", "z"]


@pytest.mark.parametrize(
    ("X", "y"), [(OTHER_X, np.zeros(60)), (OTHER_X * np.inf, OTHER_Y), (OTHER_X, OTHER_Y[:5]), (OTHER_X[:0], [])]
)
def test_a_refused_fit_leaves_the_old_model_whole(fitted, X, y):
    classifier, rows = fitted
    before = everything(classifier, rows)
    with pytest.raises(InputError):
        classifier.fit(X, y)
    assert everything(classifier, rows) == before


@pytest.mark.parametrize(
    "parameters",
    [
        {"search": "paper"},
        {"max_terms": -1},
        {"criterion": "entropy"},
        {"scaling": "shift"},
        {"search": "no such", "prune_tolerance": "much", "exponents": None},
        {"class_weight": {"x": 5}, "min_samples_split": 1000, "max_depth": 1},
    ],
    ids=str,
)
def test_parameters_that_are_set_later_change_nothing_that_was_found(fitted, parameters):
    classifier, rows = fitted
    before, explained = everything(classifier, rows), str(classifier.explain(rows.iloc[0]))
    classifier.set_params(**parameters)
    assert everything(classifier, rows) == before
    assert str(classifier.explain(rows.iloc[0])) == explained


def test_the_papers_numbers_are_printed_with_as_many_digits_whatever_search_comes_next():
    """They are long, and shown with four digits; those of the fast search are printed in full."""
    classifier = quick().fit(*tangled(80))
    printed = classifier.to_text(), classifier.to_latex(), classifier.to_dot()
    assert printed[0] != classifier.to_text(digits=None)
    classifier.set_params(search="fast")
    assert (classifier.to_text(), classifier.to_latex(), classifier.to_dot()) == printed


@pytest.mark.parametrize("parameters", [{"max_terms": -1}, {"search": "no such"}, {"max_depth": 1}], ids=str)
def test_copies_go_by_the_parameters_of_the_fit(fitted, parameters):
    classifier, _ = fitted
    complexity = classifier.fronts_[0][0].complexity
    before = [fingerprint(copy) for copy in (classifier.pruned(0.1), classifier.with_rule(0, complexity))]
    classifier.set_params(**parameters)
    assert [fingerprint(copy) for copy in (classifier.pruned(0.1), classifier.with_rule(0, complexity))] == before


def test_a_file_keeps_the_parameters_of_the_fit(fitted, tmp_path):
    classifier, rows = fitted
    classifier.set_params(max_terms=0, class_weight="balanced").save(tmp_path / "model.json")
    loaded = load_model(tmp_path / "model.json")
    assert (loaded.max_terms, loaded.class_weight) == (None, None)
    assert loaded.predict(rows).tolist() == classifier.predict(rows).tolist()


def test_a_search_that_is_changed_in_place_changes_nothing_that_was_found(fitted, tmp_path):
    _, rows = fitted
    classifier = quick(search=FastSearch(patience=2)).fit(rows, np.arange(len(rows)) % 2)
    classifier.set_params(search__patience=9).save(tmp_path / "model.json")
    assert load_model(tmp_path / "model.json").search.patience == 2


def test_a_wrong_parameter_is_refused_by_the_next_fit(fitted):
    classifier, rows = fitted
    with pytest.raises(InputError, match="max_terms=-1"):
        classifier.set_params(max_terms=-1).fit(rows, np.arange(len(rows)) % 2)


def test_the_model_is_public_and_frozen(fitted):
    classifier, _ = fitted
    model = classifier.model_
    assert isinstance(model, FittedModel) and model.tree is classifier.tree_
    with pytest.raises(FrozenInstanceError):
        model.criterion = "entropy"


def test_what_was_found_can_not_be_written_to(fitted):
    classifier, _ = fitted
    for array in (classifier.classes_, classifier.tree_.sums, classifier.tree_.left, classifier.rules_[0].weights):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[-1]


@pytest.mark.parametrize("name", ["model_", "tree_", "classes_", "n_features_in_", "feature_names_in_", "fronts_"])
def test_before_a_fit_there_is_no_such_attribute(name):
    classifier = NLDTClassifier()
    assert not hasattr(classifier, name)
    with pytest.raises(NotFittedError):
        getattr(classifier, name)


def test_the_old_name_of_masses_still_answers(fitted):
    tree = fitted[0].tree_
    with pytest.warns(DeprecationWarning, match="evidence for rows, or mass"):
        assert tree.class_weights.tolist() == tree.mass.tolist()
