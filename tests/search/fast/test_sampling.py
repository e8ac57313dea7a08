"""Stratified samples of large nodes: every class keeps its share, every row its values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from node_data import node
from quick_models import fingerprint
from upper_level import node_task

from nldt import FastSearch, NLDTClassifier
from nldt.search.fast import sampling
from nldt.search.fast.sampling import stages, stratified_sample

some = settings(max_examples=60, deadline=None)


@st.composite
def large_tasks(draw):
    """A node whose rows hold their own numbers, of two to four classes, some small or empty."""
    sizes = draw(st.lists(st.sampled_from([0, 1, 7, 60, 200]), min_size=2, max_size=4).filter(any))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    ids = np.split(np.arange(sum(sizes)), np.cumsum(sizes)[:-1])
    weighted = draw(st.booleans())
    weight = random.uniform(0.1, 3.0, sum(sizes)) if weighted else None
    return node_task(
        node([np.column_stack([part + 1.0, part + 0.5]) for part in ids], weight), seed=draw(st.integers(0, 99))
    )


@some
@given(large_tasks(), st.integers(1, 300))
def test_a_sample_holds_distinct_rows_of_the_task_class_by_class(task, n_rows):
    n_rows = min(n_rows, task.n_rows)
    sample = stratified_sample(task, n_rows, task.random("sample"))
    ids = sample.features[0].astype(int) - 1
    assert len(set(ids)) == len(ids) == sample.class_begin[-1] == len(sample.mass)
    assert (sample.features == task.features[:, ids]).all()
    for c in range(len(task.class_begin) - 1):
        inside = ids[sample.class_begin[c] : sample.class_begin[c + 1]]
        begin, end = task.class_begin[c : c + 2]
        assert ((inside >= begin) & (inside < end)).all()
        assert (np.diff(inside) > 0).all()
        expected = n_rows / task.n_rows * (end - begin)
        assert abs(len(inside) - expected) <= 0.5 or len(inside) == 1
        assert (len(inside) > 0) == (end > begin)


@some
@given(large_tasks(), st.integers(1, 300))
def test_classes_keep_their_share_of_the_weight(task, n_rows):
    n_rows = min(n_rows, task.n_rows)
    sample = stratified_sample(task, n_rows, task.random("sample"))
    np.testing.assert_allclose(sample.class_mass, task.class_mass * n_rows / task.n_rows, rtol=1e-9)
    for c in range(len(task.class_begin) - 1):
        chosen = slice(*sample.class_begin[c : c + 2])
        ids = sample.features[0, chosen].astype(int) - 1
        ratio = sample.mass[chosen] / task.mass[ids]
        np.testing.assert_allclose(ratio, ratio[:1].repeat(len(ratio)), rtol=1e-9)


@pytest.mark.parametrize(
    ("first", "sizes"), [(1000, []), (500, []), (400, [400]), (60, [60, 240]), (100, [100]), (7, [7, 28, 112])]
)
def test_stages_grow_up_to_all_rows(first, sizes):
    task = node_task(node([np.ones((250, 1)), np.ones((250, 1))]))
    found = list(stages(task, first))
    assert found[-1] is task
    assert [stage.n_rows for stage in found[:-1]] == pytest.approx(sizes, abs=1)


def test_a_sample_is_drawn_when_its_turn_comes(monkeypatch):
    drawn = []
    draw = sampling.stratified_sample
    monkeypatch.setattr(sampling, "stratified_sample", lambda *given: drawn.append(given[1]) or draw(*given))
    task = node_task(node([np.ones((250, 1)), np.ones((250, 1))]))
    for turn, _ in enumerate(stages(task, 7)):
        assert drawn == [7, 28, 112][: turn + 1]


def test_samples_depend_on_the_seed_and_nothing_else():
    random = np.random.default_rng(0)
    classes = [random.random((250, 2)) for _ in range(2)]
    a, b, other = (next(stages(node_task(node(classes), seed=seed), 100)).features for seed in (0, 0, 1))
    assert (a == b).all()
    assert not (a == other).all()


def large_rows(n_rows=6000):
    random = np.random.default_rng(0)
    X = random.uniform(0.5, 2.0, (n_rows, 5))
    return X, X[:, 1] * X[:, 3] > 1.5


def test_a_large_node_is_searched_on_samples_and_fitted_on_all_rows():
    X, y = large_rows()
    for sample_rows in (200, 1000):
        classifier = NLDTClassifier(search=FastSearch(sample_rows=sample_rows), random_state=0).fit(X, y)
        assert (classifier.n_rules_, classifier.rule_length_) == (1, 2)
        assert classifier.score(X, y) == 1.0
        counts = classifier.decision_path(X).T @ (y[:, None] == classifier.classes_)
        assert classifier.tree_.evidence.tolist() == counts.tolist()
        assert classifier.fronts_[0][-1].impurity == 0.0


def test_the_number_of_threads_does_not_matter_for_samples():
    X, y = large_rows(2000)
    y = y ^ (np.random.default_rng(1).random(2000) < 0.1)
    search = FastSearch(sample_rows=200, generations=5)
    one, two = (NLDTClassifier(search=search, n_jobs=n, random_state=0).fit(X, y) for n in (1, 2))
    assert one.n_rules_ > 0
    assert fingerprint(one) == fingerprint(two)
