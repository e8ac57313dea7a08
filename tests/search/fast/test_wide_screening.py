"""Screening block by block finds the pairs that come first among all, on ugly columns and for any size of block."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nldt.search.fast import pair_search
from nldt.search.fast.pair_search import Effort, best_of_all_pairs, columns_in_blocks
from nldt.search.fast.screening import best_pairs, pair_scores, product_scores
from nldt.search.fast.wide_screening import WideProducts, WideSums

some = settings(max_examples=25, deadline=None)
BLOCKS = (3, 7, 16, 100)


def ugly_columns(seed, n_columns=40):
    """Columns (columns, rows) of two to five classes, with their beginnings and masses.

    Among them a constant, twins, near twins of rising nearness, a class on a line, one far from zero, and long tails.
    """
    random = np.random.default_rng(seed)
    sizes = random.integers(5, 120, random.integers(2, 6))
    n_rows, begin = sizes.sum(), np.concatenate([[0], np.cumsum(sizes)])
    columns = random.normal(size=(n_columns, n_rows))
    columns[:, : sizes[0]] += random.normal(size=(n_columns, 1)) * random.choice([0.1, 0.3, 1.0, 5.0])
    columns[3] = 1.0
    columns[5], columns[6] = columns[4], 1e-3 * columns[7] - columns[4]
    nearness = np.array([1e-1, 1e-2, 1e-3, 1e-5])[:, None]
    columns[10:14] = columns[14] + nearness * random.normal(size=(4, n_rows))
    columns[20, : sizes[0]] = 0.3 * columns[21, : sizes[0]] + 1e-4 * random.normal(size=sizes[0])
    columns[22] += 100.0
    columns[23:26] = np.exp(3.0 * columns[23:26])
    if seed % 3 == 0:
        columns[30:] = columns[30:].round()  # ties
    return columns, begin.astype(np.int64), random.uniform(0.5, 2.0, n_rows)


def wide_sums(columns, begin, mass):
    return WideSums.read(lambda part: columns[part], len(columns), begin, mass)


def best_sums(columns, begin, mass, count, **effort):
    wide = wide_sums(columns, begin, mass)
    found = best_of_all_pairs(wide, count, Effort(**effort))
    return [[(int(wide.numbers[a]), int(wide.numbers[b])) for a, b in pairs] for pairs in found]


@pytest.mark.parametrize("count", [1, 30])
@some
@given(seed=st.integers(0, 2**32), block=st.sampled_from(BLOCKS))
def test_the_best_sums_are_those_of_all_scores(count, seed, block):
    rows = ugly_columns(seed)
    scores = pair_scores(*rows)
    assert best_sums(*rows, count, block=block) == [
        best_pairs(scores.fisher, count),
        best_pairs(scores.thinness, count),
    ]


@pytest.mark.parametrize("count", [1, 30])
@some
@given(seed=st.integers(0, 2**32), block=st.sampled_from(BLOCKS))
def test_the_best_products_are_those_of_all_scores(count, seed, block):
    columns, begin, mass = ugly_columns(seed)
    wanted = np.random.default_rng(seed).random(len(columns)) < 0.5
    scores = product_scores(columns, begin, mass)
    scores[~(wanted[:, None] | wanted)] = -np.inf
    wide = WideProducts.of(columns.copy(), wanted, begin, mass)
    assert best_of_all_pairs(wide, count, Effort(block=block)) == [best_pairs(scores, count)]


@some
@given(seed=st.integers(0, 2**32), quantile=st.sampled_from([0.2, 0.8, 0.99, 1.0]))
def test_a_quick_look_leaves_out_none_of_the_best(seed, quantile):
    columns, begin, mass = ugly_columns(seed)
    every = slice(0, len(columns) - 1)  # the constant is not among them
    for wide in (
        wide_sums(columns, begin, mass),
        WideProducts.of(np.delete(columns, 3, axis=0), np.ones(len(columns) - 1, dtype=bool), begin, mass),
    ):
        proper = ~np.eye(wide.n_columns, dtype=bool)
        scores = wide.of_block(every, every)
        least = [np.quantile(score[proper & np.isfinite(score)], quantile) for score in scores]
        promising = wide.promising(every, every, least)
        for score, needed in zip(scores, least, strict=True):
            assert promising[proper & (score >= needed)].all()


def test_most_pairs_are_only_looked_at():
    """In noise, one in two hundred pairs or so is scored in double precision."""
    random = np.random.default_rng(0)
    wide, every = wide_sums(random.normal(size=(400, 500)), np.array([0, 200, 500]), np.ones(500)), slice(0, 400)
    once = np.triu_indices(400, 1)
    least = [np.sort(score[once])[-100] for score in wide.of_block(every, every)]
    assert 100 <= np.count_nonzero(wide.promising(every, every, least)[once]) < 400


@pytest.mark.parametrize("n_threads", [1, 2, 5])
def test_threads_change_nothing(n_threads):
    rows = ugly_columns(1)
    assert best_sums(*rows, 20, block=5, n_threads=n_threads) == best_sums(*rows, 20)


def test_it_stops_when_told():
    asked = []
    found = best_sums(*ugly_columns(0), 5, block=8, stop=lambda: asked.append(1) or len(asked) > 1)
    assert len(asked) == 2
    first_rows = set(range(9))  # a block of those that vary: the constant is not counted
    assert all(a in first_rows for pairs in found for a, _ in pairs) and all(len(pairs) == 5 for pairs in found)


@pytest.mark.parametrize("begin", [[0, 10, 10], [0, 0, 10]])
def test_a_single_class_has_no_pairs(begin):
    columns = np.random.default_rng(0).normal(size=(5, 10))
    begin, mass = np.array(begin), np.ones(10)
    assert best_sums(columns, begin, mass, 3) == [[], []]
    wide = WideProducts.of(columns, np.ones(5, dtype=bool), begin, mass)
    assert best_of_all_pairs(wide, 3, Effort()) == [[]]


def test_columns_that_overflow_or_vanish_are_in_no_pair():
    columns, begin, mass = ugly_columns(1)
    columns[0], columns[1, 2], columns[2] = columns[0] * 1e200, np.inf, 0.0
    with np.errstate(invalid="ignore"):
        products = WideProducts.of(columns.copy(), np.ones(len(columns), dtype=bool), begin, mass)
        found = best_sums(columns, begin, mass, 50) + best_of_all_pairs(products, 50, Effort(block=9))
    assert all(len(pairs) == 50 for pairs in found)
    assert not any({0, 1, 2} & set(pair) for pairs in found for pair in pairs)


def test_the_best_columns_come_from_each_class_in_turn():
    random = np.random.default_rng(0)
    columns = random.normal(size=(50, 300))
    begin = np.array([0, 100, 200, 300])
    columns[7, :100] += 3.0
    columns[8, 100:200] += 3.0
    columns[9, 200:] += 3.0
    columns[9, :100] += 0.2
    assert set(wide_sums(columns, begin, np.ones(300)).best_columns(3)) == {7, 8, 9}
    two = wide_sums(columns, np.array([0, 100, 300]), np.ones(300)).best_columns(5)
    assert two[0] == 7 and len(set(two)) == 5


def test_blocks_hold_every_column_once():
    for n_columns in (0, 1, pair_search.BLOCK, pair_search.BLOCK + 1):
        parts = [range(*part.indices(n_columns)) for part in columns_in_blocks(n_columns)]
        assert [j for part in parts for j in part] == list(range(n_columns))
