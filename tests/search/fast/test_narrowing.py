"""Wide tables: the columns of a law go on, bits are counted with all columns, and small tables are left alone."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from node_data import node
from quick_models import fingerprint
from upper_level import node_task, row_set, space

from nldt import FastSearch, NLDTClassifier
from nldt.description import Tariff
from nldt.progress import Deadline
from nldt.search.fast import narrowing
from nldt.search.fast.archive import Archive
from nldt.search.fast.narrowing import (
    MOST_COLUMNS_SEARCHED,
    PROPOSALS,
    Narrowing,
    is_wide,
    narrow,
    taken_in_turn,
    with_columns,
)
from nldt.search.fast.pair_search import best_of_all_pairs
from nldt.search.fast.selection import structure_bits
from nldt.search.outcome import Candidate, SearchOutcome

N_COLUMNS = 2000
BRISK = FastSearch(generations=4, patience=2)


def normal_columns(law, n_rows=300, n_columns=N_COLUMNS, seed=0):
    X = np.random.default_rng(seed).normal(size=(n_rows, n_columns))
    return X, law(X)


def positive_columns(law, n_rows=300, n_columns=N_COLUMNS, seed=0):
    X = np.random.default_rng(seed).uniform(0.5, 3.0, (n_rows, n_columns))
    return X, law(X)


def task_of(X, y, **changes):
    return node_task(node([X[y == value] for value in np.unique(y)]), **changes)


def make_archive(task, size):
    return Archive(task, 1, size)


def used(classifier):
    return {int(j) for rule in classifier.rules_ for j in np.flatnonzero(rule.exponents.any(axis=0))}


# --- laws ---


@pytest.mark.parametrize(
    ("made", "columns"),
    [
        (normal_columns(lambda X: X[:, 700] + X[:, 1500] - X[:, 3] > 0.3), {3, 700, 1500}),
        (normal_columns(lambda X: X[:, 700] * X[:, 1500] > 0.2), {700, 1500}),
        (normal_columns(lambda X: np.abs(X[:, 700]) > 0.8), {700}),
        (positive_columns(lambda X: X[:, 900] ** 2 / X[:, 1999] > 1.7), {900, 1999}),
        (positive_columns(lambda X: np.digitize(X[:, 900] + X[:, 5], [3.0, 4.0])), {5, 900}),
    ],
    ids=["sum", "product", "square", "ratio", "three classes"],
)
def test_a_law_of_a_few_among_thousands_is_found(made, columns):
    X, y = made
    classifier = NLDTClassifier(random_state=0).fit(X, y)
    assert used(classifier) == columns
    assert classifier.score(X, y) > 0.97


def test_a_thin_sum_among_thousands_is_found():
    """Neither column tells the classes apart: only the sum varies less in one of them."""
    X = np.random.default_rng(0).uniform(0.5, 3.0, (300, 1000))
    y = np.arange(300) % 2
    X[y == 1, 40] = 3.5 - X[y == 1, 900]
    X[:, 40] += np.random.default_rng(1).normal(0.0, 1e-3, 300)
    classifier = NLDTClassifier(random_state=0).fit(X, y)
    assert used(classifier) == {40, 900} and classifier.rules_[0].is_band
    assert classifier.score(X, y) > 0.99


@pytest.mark.slow
def test_noise_stays_a_leaf():
    X, y = normal_columns(lambda X: np.arange(len(X)) % 2)
    assert NLDTClassifier(random_state=0).fit(X, y).n_rules_ == 0


def test_columns_beside_each_other_can_all_be_chosen():
    """As in a spectrum: none is lost because its neighbours are in the same block."""
    X, y = normal_columns(lambda X: X[:, 100] > 0.0)
    X[:, 101:150] = X[:, [100]] + 0.5 * np.random.default_rng(1).normal(size=(len(X), 49))
    chosen = narrow(task_of(X, y), make_archive)
    assert set(range(100, 150)) <= set(chosen.columns.tolist())


# --- what is chosen ---


def test_only_tables_with_more_columns_are_narrowed():
    assert not is_wide(space(MOST_COLUMNS_SEARCHED))
    assert is_wide(space(MOST_COLUMNS_SEARCHED + 1))


def test_it_chooses_so_many_columns_in_rising_order():
    X, y = normal_columns(lambda X: X[:, 5] > 0.0, n_rows=100, n_columns=900)
    y ^= np.random.default_rng(0).random(100) < 0.05
    found = narrow(task_of(X, y), make_archive)
    assert found.complete and found.n_columns == 900
    assert 5 in found.columns and len(found.columns) <= MOST_COLUMNS_SEARCHED
    assert (np.diff(found.columns) > 0).all()
    assert found.n_solved + 2 * len(found.columns) >= 900 and found.n_solved <= 2 * (900 - len(found.columns))


def test_columns_without_an_exponent_are_never_chosen():
    X, y = normal_columns(lambda X: X[:, 5] > 0.0, n_rows=60, n_columns=700)
    few = space(700, dict.fromkeys(range(100, 700), (0,)), divisible=False)
    assert narrow(task_of(X, y, chosen=few), make_archive).columns.tolist() == list(range(100))
    many = space(700, dict.fromkeys(range(100), (0,)), divisible=False)
    assert narrow(task_of(X, y, chosen=many), make_archive).columns.min() >= 100


def test_nothing_is_chosen_where_no_rule_could_pay():
    X, y = normal_columns(lambda X: np.arange(len(X)) % 5 == 0, n_rows=15, n_columns=700)
    dear = {"tariff": Tariff(price=4.0)}
    assert narrow(task_of(X, y, **dear), make_archive) is None
    assert BRISK.find_split(task_of(X, y, **dear)).best is None


def test_without_screening_no_pair_is_looked_at(monkeypatch):
    monkeypatch.setattr(narrowing, "best_of_all_pairs", lambda *_: pytest.fail("pairs were screened"))
    X, y = normal_columns(lambda X: X[:, 5] * X[:, 6] > 0.0, n_rows=100, n_columns=700)
    assert narrow(task_of(X, y), make_archive, screens=False) is not None
    BRISK.__class__(**BRISK.get_params() | {"pairs": 0}).find_split(task_of(X, y))


def test_pairs_are_not_looked_at_where_one_column_parts_the_classes(monkeypatch):
    monkeypatch.setattr(narrowing, "best_of_all_pairs", lambda *_: pytest.fail("pairs were screened"))
    X, y = normal_columns(lambda X: X[:, 5] > 0.0, n_rows=100, n_columns=700)
    assert 5 in narrow(task_of(X, y), make_archive).columns


def test_below_the_root_pairs_are_made_of_promising_columns_and_of_the_best_by_themselves(monkeypatch):
    X, y = normal_columns(lambda X: X[:, 5] * X[:, 6] + 2 * (X[:, 7] > 1.0) > 0.3, n_rows=100, n_columns=900)
    looked_at = []

    def note(scorer, count, effort):
        looked_at.append(scorer.n_columns)
        return best_of_all_pairs(scorer, count, effort)

    monkeypatch.setattr(narrowing, "best_of_all_pairs", note)
    found = narrow(task_of(X, y, promising=np.array([5, 6, 800])), make_archive)
    assert {5, 6, 7, 800} <= set(found.columns.tolist())
    assert looked_at and max(looked_at) <= PROPOSALS + 3
    assert narrow(task_of(X, y), make_archive) is not None
    assert max(looked_at) == 900


def test_a_tree_looks_at_all_pairs_once(monkeypatch):
    looked_at = []

    def note(scorer, count, effort):
        looked_at.append(scorer.n_columns)
        return best_of_all_pairs(scorer, count, effort)

    monkeypatch.setattr(narrowing, "best_of_all_pairs", note)
    X, y = normal_columns(lambda X: np.digitize(X[:, 700] + X[:, 1500], [-0.7, 0.7]))
    classifier = NLDTClassifier(random_state=0).fit(X, y)
    assert used(classifier) == {700, 1500} and classifier.n_rules_ == 2
    assert sum(n_columns == N_COLUMNS for n_columns in looked_at) == 2  # as sums and as products
    assert len(looked_at) > 2


def test_lists_are_taken_in_turn_whatever_their_lengths():
    assert taken_in_turn([[], [3, 1], [1, 2, 4]], 10) == [3, 1, 2, 4]
    assert taken_in_turn([[5, 6, 7], [5, 8]], 3) == [5, 6, 8]
    assert taken_in_turn([], 3) == []


# --- bits and widening ---


def test_bits_are_counted_with_all_columns():
    whole = space(1024, divisible=False)
    columns = np.array([3, 500, 1000])
    wide = np.zeros((1, 3, 1024), dtype=np.int8)
    wide[0, 0, 3], wide[0, 1, 500], wide[0, 1, 1000] = 1, 2, 3
    narrowed = whole.narrowed(columns)
    assert (narrowed.n_columns, narrowed.n_choices) == (3, 1024)
    assert narrowed.narrowed(np.array([1])).n_choices == 1024
    assert structure_bits(wide[:, :, columns], narrowed) == pytest.approx(structure_bits(wide, whole))
    assert structure_bits(wide[:, :, columns], narrowed) > 3 * 10  # log2 1024 for each


def test_a_narrowed_task_solves_a_structure_as_the_whole_one():
    X, y = normal_columns(lambda X: X[:, 5] + X[:, 30] > 0.0, n_rows=80, n_columns=40)
    whole = task_of(X, y)
    columns = np.array([5, 7, 30])
    narrowed = with_columns(whole, columns)
    assert (narrowed.features == whole.features[columns]).all()
    exponents = np.zeros((1, 3, 40), dtype=np.int8)
    exponents[0, 0, 30] = 1  # one term: no random number is drawn for it
    (found,) = make_archive(whole, 5).solve(exponents, 1, thorough=False)
    (again,) = make_archive(narrowed, 5).solve(exponents[:, :, columns], 1, thorough=False)
    assert (again.bits, again.split_bits, again.high) == (found.bits, found.split_bits, found.high)


def test_rules_are_widened_and_the_best_stays_on_the_front():
    rules = [Candidate(np.array([[0, 2], [1, 0]], dtype=np.int8), np.ones(2), -np.inf, 1.0, 0.1 * k) for k in range(2)]
    chosen = Narrowing(np.array([4, 9]), 12, n_solved=7)
    wide = chosen.widened(SearchOutcome(rules[1], rules, 3, 20))
    assert wide.best is wide.front[1]
    assert wide.best.exponents.dtype == np.int8
    assert row_set(wide.best.exponents) == row_set([[0] * 9 + [2, 0, 0], [0, 0, 0, 0, 1] + [0] * 7])
    assert (wide.generations, wide.structures_evaluated, wide.complete) == (3, 27, True)
    assert not Narrowing(np.array([4, 9]), 12, complete=False).widened(SearchOutcome(None)).complete


# --- the same for any threads, in time ---


@pytest.mark.parametrize("law", [lambda X: X[:, 7] * X[:, 600] > 0.2, lambda X: X[:, 7] + X[:, 600] > 0.2])
def test_threads_change_nothing(law):
    X, y = normal_columns(law, n_rows=120, n_columns=900)
    y ^= np.random.default_rng(0).random(120) < 0.05
    one, *others = (fingerprint(NLDTClassifier(random_state=0, n_jobs=n).fit(X, y)) for n in (1, 2, 3))
    assert all(other == one for other in others)


@pytest.mark.parametrize("limit", [0.0, 1e-3, 0.2])
def test_the_root_gets_a_rule_whatever_the_time(limit):
    X, y = normal_columns(lambda X: X[:, 7] + X[:, 600] > 0.2, n_rows=200, n_columns=1500)
    outcome = BRISK.find_split(task_of(X, y, deadline=Deadline(limit)))
    assert outcome.best is not None and outcome.best.exponents.shape[1] == 1500


def test_a_large_wide_node_is_narrowed_on_its_sample():
    X, y = normal_columns(lambda X: X[:, 7] + X[:, 600] > 0.2, n_rows=900, n_columns=700)
    search = FastSearch(**BRISK.get_params() | {"sample_rows": 200})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        classifier = NLDTClassifier(search=search, random_state=0).fit(X, y)
    assert used(classifier) == {7, 600} and classifier.score(X, y) > 0.98
