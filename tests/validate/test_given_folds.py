"""Folds of a splitter or of pairs: what they test, training has not seen."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, KFold, ShuffleSplit

from nldt import InputError, compare, evaluate
from nldt.validate.folds import make_folds
from nldt.validate.labelled_rows import LabelledRows

N = 40
ROWS = np.random.default_rng(0).normal(size=(N, 2))
CLASSES = np.arange(N) % 2


def labelled(groups=None):
    return LabelledRows.read("test", ROWS, CLASSES, groups)


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_pairs_are_refused_exactly_where_a_tested_row_was_trained_on(seed):
    random = np.random.default_rng(seed)
    train, test = (random.choice(N, size=random.integers(2, 8)) - N * random.integers(2) for _ in range(2))
    train[:2] = 0, 1  # both classes
    overlap = {row % N for row in train.tolist()} & {row % N for row in test.tolist()}
    if overlap:
        with pytest.raises(InputError, match=f"fold 2 tests {len(overlap)} of the rows that it is trained on"):
            make_folds(labelled(), [(np.arange(20), np.arange(20, 40)), (train, test)])
    else:
        assert make_folds(labelled(), [(train, test)])[0].test.tolist() == test.tolist()


@pytest.mark.filterwarnings("ignore:The groups parameter is ignored")
@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_splitters_are_refused_exactly_where_they_divide_a_group(seed):
    random = np.random.default_rng(seed)
    groups = np.sort(random.integers(30, size=N))
    splitter = KFold(2) if seed % 2 else ShuffleSplit(2, test_size=2, random_state=seed)
    divides = any(set(groups[train]) & set(groups[test]) for train, test in splitter.split(ROWS))
    if divides:
        with pytest.raises(InputError, match=r"divides .* of the groups.*GroupKFold"):
            make_folds(labelled(groups), splitter)
    else:
        assert len(make_folds(labelled(groups), splitter)) == 2
    assert len(make_folds(labelled(groups), GroupKFold(2))) == 2


def test_masks_of_rows_are_row_numbers():
    is_tested = np.arange(N) < 10
    (fold,) = make_folds(labelled(), [(~is_tested, is_tested)])
    assert fold.train.tolist() == list(range(10, N)) and fold.test_evidence.tolist() == [1.0] * 10


@pytest.mark.parametrize(
    ("cv", "words"),
    [
        ([], "cv has no folds"),
        ([1, 2], "fold 1 must be a pair"),
        ([([0, 1], [2, 3]), ([0, 1], [])], "fold 2, rows to test on: there are none"),
        ([([0, 1], [2, N])], f"no row {N}, the last of {N} is {N - 1}"),
        ([([0.0, 1.0], [2, 3])], "fold 1, rows to train on: .*0.0.* is no row number"),
        ([([1, 3, 5], [0, 2])], "fold 1 is trained on rows of class '1' only.*StratifiedKFold"),
        (GroupKFold(2), "'groups' parameter"),
    ],
)
def test_folds_that_are_none_are_refused_in_one_line(cv, words):
    for estimate in (evaluate, compare):
        classifier = (LogisticRegression(),) if estimate is evaluate else ()
        with pytest.raises(InputError, match=words):
            estimate(*classifier, ROWS, CLASSES, cv=cv)
