"""Columns that give the classes away: counts against slow twins, and what is one and what is none."""

from __future__ import annotations

import naive
import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

from nldt.data import giveaways as module
from nldt.data.giveaways import giveaways, wrong_by_ranges, wrong_by_shared_values, wrong_by_values
from nldt.model.feature import Feature, numbers


def ugly_line(random, n_rows):
    """Ties, gaps, signed zeros."""
    line = random.integers(-2, random.integers(1, 20), n_rows).astype(float)
    line[random.random(n_rows) < random.choice([0.0, 0.3])] = np.nan
    return line * random.choice([-0.0, 1.0], n_rows, p=[0.1, 0.9])


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("n_classes", [2, 3, 5])
def test_counts_are_those_of_the_slow_twins(seed, n_classes):
    random = np.random.default_rng(seed)
    n_rows = int(random.integers(n_classes, 25))
    codes = np.concatenate([np.arange(n_classes), random.integers(0, n_classes, n_rows - n_classes)])
    lines = np.array([ugly_line(random, n_rows) for _ in range(4)]) + 0.0
    by_ranges, by_values = wrong_by_ranges(lines, codes), wrong_by_values(lines, codes)
    for line, of_ranges, of_values in zip(lines, by_ranges, by_values, strict=True):
        cells, classes = line.tolist(), codes.tolist()
        assert of_ranges == naive.wrong_by_ranges(cells, classes)
        assert of_values == naive.wrong_by_values(cells, classes, alone_is_wrong=False)
        shared, n_values = wrong_by_shared_values(line, codes)
        assert shared == naive.wrong_by_values(cells, classes, alone_is_wrong=True)
        assert n_values == len(set(map(str, cells)))


def noise(n_rows=200, n_columns=6, seed=0):
    return np.random.default_rng(seed).normal(size=(n_rows, n_columns))


def found(rows, codes, features=None):
    return giveaways(rows, features or numbers(rows.shape[1]), np.asarray(codes), range(rows.shape[1]))


def of_a_threshold(rows):
    return rows[:, 2] > 0.3


def of_a_range(rows):
    return np.abs(rows[:, 2]) < 0.5


def of_three_grades(rows):
    return np.digitize(rows[:, 2], [-0.5, 0.5])


def of_a_gap(rows):
    missing = np.random.default_rng(1).random(len(rows)) < 0.4
    rows[missing, 2] = np.nan
    return missing


def of_a_zero(rows):
    works = rows[:, 0] + rows[:, 1] > 0
    rows[:, 2] = np.where(works, np.abs(rows[:, 2]), 0.0)
    return works


def of_codes(rows):
    rows[:, 2] = np.random.default_rng(1).integers(0, 8, len(rows))
    return rows[:, 2] % 3


def of_patients(rows):
    """Four rows each, all of one class."""
    rows[:, 2] = np.random.default_rng(1).permutation(len(rows)) // 4
    return np.random.default_rng(2).integers(0, 2, len(rows))[rows[:, 2].astype(int)]


@pytest.mark.parametrize(
    "classes", [of_a_threshold, of_a_range, of_three_grades, of_a_gap, of_a_zero, of_codes, of_patients]
)
@pytest.mark.parametrize("n_wrong", [0, 1])
def test_what_gives_the_classes_away(classes, n_wrong):
    rows = noise()
    codes = classes(rows).astype(int)
    codes[:n_wrong] = codes.max() - codes[:n_wrong]
    assert found(rows, codes) == [2]


def test_a_category_for_each_class_and_a_gap_that_is_one():
    rows = noise()
    codes = np.arange(200) % 3
    rows[:, 1] = np.where(codes == 2, np.nan, 1 - codes)
    features = [Feature("category", ("a", "b"), has_gaps=True) if j == 1 else Feature() for j in range(6)]
    assert found(rows, codes, features) == [1]


def test_a_strong_column_gives_nothing_away():
    rows = noise()
    assert found(rows, rows[:, 2] + 0.2 * noise(seed=1)[:, 0] > 0) == []


def test_categories_of_a_row_each_give_nothing_away():
    rows = noise()
    rows[:, 1] = np.arange(200) // 1.05 // 1
    features = [Feature("category", tuple(map(str, range(200)))) if j == 1 else Feature() for j in range(6)]
    assert found(rows, np.random.default_rng(3).integers(0, 2, 200), features) == []


def test_chance_gives_nothing_away():
    for seed in range(20):
        assert found(noise(16, 2000, seed), np.arange(16) % 2) == []


def test_classes_that_lie_far_apart_are_given_away_by_no_column_in_particular():
    codes = np.arange(200) % 2
    assert found(noise() * 0.1 + codes[:, None], codes) == []


@pytest.mark.parametrize("load", [load_iris, load_wine, load_breast_cancer, load_digits])
def test_honest_tables_have_none(load):
    table = load()
    assert found(table.data, table.target) == []


def test_of_many_rows_some_are_looked_at(monkeypatch):
    monkeypatch.setattr(module, "MOST_ROWS", 100)
    rows = noise(1000)
    assert found(rows, rows[:, 2] > 0.3) == [2]
    assert found(rows, rows[:, 2] + rows[:, 1] > 0.3) == []
