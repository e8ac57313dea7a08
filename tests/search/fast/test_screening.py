"""Closed-form screening against eigenvalues and inverses, pair by pair."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from node_data import node
from scipy import linalg
from threadpoolctl import threadpool_info, threadpool_limits

from nldt.search.fast.screening import RIDGE, best_pairs, pair_scores, product_scores

some = settings(max_examples=60, deadline=None)
THINNEST = -np.log(1e-15)


def covariance(rows, weight):
    return np.cov(rows, aweights=weight, bias=True).reshape(len(rows), len(rows))


def slow_pair_scores(first, second, class_begin, weight):
    """Fisher's score and thinness of one pair, the best over one class against the rest."""
    pair = np.array([first, second])
    deviation = np.sqrt(np.diag(covariance(pair, weight)))
    pair = pair / deviation[:, None]
    total = covariance(pair, weight)
    fisher, thinness = [], []
    for begin, end in pairwise(class_begin):
        inside = np.zeros(len(weight), dtype=bool)
        inside[begin:end] = True
        if inside.all() or not inside.any():
            continue
        sides = [covariance(pair[:, side], weight[side]) for side in (inside, ~inside)]
        means = [np.average(pair[:, side], axis=1, weights=weight[side]) for side in (inside, ~inside)]
        share = weight[inside].sum() / weight.sum()
        within = share * sides[0] + (1 - share) * sides[1] + RIDGE * np.eye(2)
        fisher.append((means[0] - means[1]) @ np.linalg.solve(within, means[0] - means[1]))
        for side in sides:
            least = linalg.eigh(side, total + RIDGE * np.eye(2), eigvals_only=True)[0]
            thinness.append(-np.log(max(least, 1e-15)))
    return max(fisher), max(thinness)


def some_columns(seed, n_classes, n_columns=5, n_rows=40, weighted=True):
    random = np.random.default_rng(seed)
    sizes = random.multinomial(n_rows - 4 * n_classes, np.full(n_classes, 1 / n_classes)) + 4
    classes = [
        random.normal(size=(size, n_columns)) @ random.normal(size=(n_columns, n_columns))
        + random.normal(size=n_columns)
        for size in sizes
    ]
    return node(classes, random.uniform(0.2, 3.0, n_rows) if weighted else None)


@pytest.mark.parametrize("n_classes", [2, 3, 4])
@pytest.mark.parametrize("weighted", [False, True])
@some
@given(seed=st.integers(0, 2**32), scale=st.sampled_from([1e-3, 1.0, 1e5]))
def test_scores_are_those_of_the_slow_twin(n_classes, weighted, seed, scale):
    rows = some_columns(seed, n_classes, weighted=weighted)
    scores = pair_scores(scale * rows.features, *rows.arrays[1:])
    for a in range(5):
        assert scores.fisher[a, a] == scores.thinness[a, a] == -np.inf
        for b in range(a):
            fisher, thinness = slow_pair_scores(*rows.features[[a, b]], *rows.arrays[1:])
            assert scores.fisher[a, b] == pytest.approx(fisher, rel=1e-5)
            assert scores.thinness[a, b] == pytest.approx(thinness, rel=1e-5, abs=1e-6)


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("seed", range(5))
def test_products_are_scored_as_if_they_were_made(n_classes, seed):
    """Between the classes over the whole: the squared correlation of the product with one class, the best of them."""
    rows = some_columns(seed, n_classes)
    scores = product_scores(rows.features, rows.class_begin, rows.mass)
    for a in range(5):
        for b in range(5):
            product = rows.features[a] * rows.features[b]
            shares = []
            for begin, end in pairwise(rows.class_begin):
                member = np.zeros(len(product))
                member[begin:end] = 1.0
                joint = covariance(np.array([product, member]), rows.mass)
                shares.append(joint[0, 1] ** 2 / (joint[0, 0] * joint[1, 1]))
            assert scores[a, b] == pytest.approx(max(shares))


def test_products_that_do_not_vary_have_no_score():
    rows = some_columns(0, 2)
    rows.features[:2] = [[3.0], [0.0]]
    scores = product_scores(rows.features, rows.class_begin, rows.mass)
    assert (scores[:2, :2] == -np.inf).all() and (scores[1] == -np.inf).all()
    assert np.isfinite(scores[2:, 2:]).all() and np.isfinite(scores[0, 2:]).all()


@some
@given(seed=st.integers(0, 2**32))
def test_scores_do_not_depend_on_the_order_of_the_pair(seed):
    rows = some_columns(seed, 3)
    scores = pair_scores(*rows.arrays)
    np.testing.assert_allclose(scores.fisher, scores.fisher.T, rtol=1e-9)
    np.testing.assert_allclose(scores.thinness, scores.thinness.T, rtol=1e-9)


def test_scores_do_not_depend_on_the_threads_of_the_linear_algebra():
    rows = some_columns(0, 2, n_columns=300, n_rows=700)
    found = []
    for n_threads in (1, 2):
        with threadpool_limits(n_threads, user_api="blas"):
            scores = pair_scores(*rows.arrays)
            assert {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"} == {n_threads}
        found.append(scores.fisher.tobytes() + scores.thinness.tobytes())
    assert found[0] == found[1]


def test_a_weight_of_two_is_a_row_given_twice():
    rows = some_columns(0, 3, weighted=False)
    weight = np.random.default_rng(1).integers(1, 4, 40)
    begin = np.concatenate([[0], np.cumsum(weight)])[rows.class_begin]
    weighted = pair_scores(rows.features, rows.class_begin, weight.astype(float))
    repeated = pair_scores(np.repeat(rows.features, weight, axis=1), begin, np.ones(weight.sum()))
    np.testing.assert_allclose(weighted.fisher, repeated.fisher, rtol=1e-8)
    np.testing.assert_allclose(weighted.thinness, repeated.thinness, rtol=1e-8)


@pytest.mark.parametrize("value", [0.0, 1.0, 0.1, -1 / 3, 1e9 / 7])
def test_no_pair_holds_a_constant_column(value):
    rows = some_columns(0, 2)
    features = rows.features.copy()
    features[2] = value
    scores = pair_scores(features, *rows.arrays[1:])
    others = pair_scores(np.delete(features, 2, axis=0), *rows.arrays[1:])
    for score, other in ((scores.fisher, others.fisher), (scores.thinness, others.thinness)):
        assert (score[2] == -np.inf).all() and (score[:, 2] == -np.inf).all()
        np.testing.assert_allclose(np.delete(np.delete(score, 2, axis=0), 2, axis=1), other, rtol=1e-9)


def test_no_pair_holds_a_column_that_overflows():
    rows = some_columns(0, 2)
    features = rows.features.copy()
    features[0, 3] = np.inf
    features[1] *= 1e200
    scores = pair_scores(features, *rows.arrays[1:])
    for score in (scores.fisher, scores.thinness):
        assert (score[:2] == -np.inf).all() and (score[:, :2] == -np.inf).all()
        assert np.isfinite(score[3, 4])


def test_twins_among_the_columns_are_no_thin_pair():
    rows = some_columns(0, 2)
    features = rows.features.copy()
    features[1] = 3.0 * features[0] + 1.0
    assert pair_scores(features, *rows.arrays[1:]).thinness[0, 1] == -np.inf


def test_a_single_class_has_no_scores():
    rows = some_columns(0, 2)
    begin = np.array([0, 40, 40])
    scores = pair_scores(rows.features, begin, rows.mass)
    assert (scores.fisher == -np.inf).all() and (scores.thinness == -np.inf).all()


def test_a_class_on_a_line_is_as_thin_as_can_be():
    random = np.random.default_rng(0)
    first = random.random(50)
    rows = node([np.column_stack([first, 1.0 - first, random.random(50)]), random.random((60, 3))])
    scores = pair_scores(*rows.arrays)
    assert scores.thinness[0, 1] > 30 and scores.thinness[0, 1] <= THINNEST
    assert best_pairs(scores.thinness, 1) == [(0, 1)]
    assert max(scores.thinness[0, 2], scores.thinness[1, 2]) < 3


@pytest.mark.parametrize("count", [0, 1, 5, 21, 100])
@some
@given(seed=st.integers(0, 2**32), levels=st.sampled_from([3, 10**6]))
def test_the_best_pairs_are_the_first_of_all_when_sorted(count, seed, levels):
    random = np.random.default_rng(seed)
    scores = random.integers(levels, size=(7, 7)).astype(float)
    scores = scores + scores.T
    scores[random.random((7, 7)) < 0.2] = -np.inf
    scores = np.minimum(scores, scores.T)
    found = best_pairs(scores, count)
    ordered = sorted((scores[a, b] for a in range(7) for b in range(a + 1, 7)), reverse=True)
    assert [scores[pair] for pair in found] == [score for score in ordered if score > -np.inf][:count]
    assert len(set(found)) == len(found)
    assert all(a < b for a, b in found)
