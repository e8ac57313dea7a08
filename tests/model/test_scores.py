"""Probabilities in model files, and what is refused there."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from quick_models import quick, tangled

from nldt import NLDTClassifier
from nldt.model.document.read import ForeignDocument
from nldt.model.scores import LeafScore, Scores


@pytest.fixture(scope="module")
def fitted():
    X, y = tangled(200)
    return quick(max_depth=2).fit(X, y), X


def test_files_and_pickles_keep_them(fitted):
    classifier, X = fitted
    expected = classifier.predict_proba(X)
    for other in (NLDTClassifier.from_document(classifier.to_document()), pickle.loads(pickle.dumps(classifier))):
        assert other.model_.scores == classifier.model_.scores
        assert np.array_equal(other.predict_proba(X), expected)
        assert other.to_json() == classifier.to_json()


def test_a_file_without_them_gives_shares_bit_for_bit(fitted):
    classifier, X = fitted
    document = classifier.to_document()
    del document["probabilities"]
    old = NLDTClassifier.from_document(document)
    assert np.array_equal(old.predict_proba(X), classifier.leaf_shares(X))
    assert np.array_equal(old.leaf_shares(X), classifier.leaf_shares(X))


def test_knots_next_to_each_other_give_no_warning():
    score = LeafScore(knots=(0.0, 1e-320), parts=((5, 5), (6, 4)), missing=(7, 3), scales=(1.0,))
    with np.errstate(all="raise"):
        found = Scores(10, (score,)).of_leaf(score, np.array([-1.0, 1.0]))  # a row without a margin, and one far away
    assert found.tolist() == [[0.7, 0.3], [0.6, 0.4]]


def test_a_model_from_a_file_keeps_them_where_pruning_changes_nothing(fitted):
    classifier, X = fitted
    loaded = NLDTClassifier.from_document(classifier.to_document())
    same = loaded.pruned(loaded.prune_tolerance if loaded.prune_tolerance is not None else 0.03)
    if len(same.tree_) == len(loaded.tree_):
        assert np.array_equal(same.predict_proba(X), classifier.predict_proba(X))
    stump = loaded.pruned(1.0)
    assert len(stump.tree_) < len(loaded.tree_)
    assert np.array_equal(stump.predict_proba(X), stump.leaf_shares(X))


def first_leaf(document):
    return document["probabilities"]["leaves"][0]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda d: d["probabilities"]["leaves"].pop(), "as many leaves"),
        (lambda d: d["probabilities"].update(total=7), "add up"),
        (lambda d: first_leaf(d)["knots"].__setitem__(0, 0.5), "rise from 0"),
        (lambda d: first_leaf(d)["knots"].__setitem__(-1, 0.0), "rise from 0"),
        (lambda d: first_leaf(d)["scales"].append(1.0), "one scale for each rule"),
        (lambda d: first_leaf(d)["scales"].__setitem__(0, -1.0), "scales"),
        (lambda d: first_leaf(d)["parts"].pop(), "do not match its knots"),
        (lambda d: first_leaf(d)["parts"][-1].reverse(), "most probable"),
        (lambda d: first_leaf(d)["missing"].reverse(), "most probable"),
        (lambda d: first_leaf(d)["missing"].__setitem__(0, 0.5), "missing"),
    ],
)
def test_what_no_fit_could_have_given_is_refused(fitted, damage, said):
    document = copy.deepcopy(fitted[0].to_document())
    damage(document)
    with pytest.raises(ForeignDocument, match=said):
        NLDTClassifier.from_document(document)
