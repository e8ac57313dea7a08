"""Which indicators of a category feature are offered, and what it takes to name them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from nldt.data.category_columns import category_columns
from nldt.data.offered_columns import offered_columns
from nldt.data.training_rows import TrainingRows
from nldt.model.basis import AsIs, IsMissing, OneOf, Ordered
from nldt.model.feature import Feature
from nldt.model.target import Classes


def rows_of(codes, classes):
    table = np.column_stack([codes, np.arange(len(codes)) % 7.0])
    return TrainingRows.canonical(table, classes, np.ones(len(codes)), Classes.alike(np.arange(classes.max() + 1)))


def offered(n_levels, count=400, gaps=False, n_classes=2, seed=0):
    random = np.random.default_rng(seed)
    codes = random.integers(0, n_levels, count).astype(float)
    classes = np.where(random.random(count) < 0.9, (codes % n_classes), random.integers(0, n_classes, count)).astype(
        int
    )
    if gaps:
        codes[random.random(count) < 0.2] = np.nan
    feature = Feature("category", tuple(f"level {code:04d}" for code in range(n_levels)), gaps)
    return category_columns(rows_of(codes, classes), 0, feature, 1.0)


def test_two_categories_are_one_column_and_one_is_none():
    assert [offer.column for offer in offered(2)] == [OneOf(0, (1,), ("level 0001",))]
    assert offered(2)[0].bits == 0.0
    assert offered(1) == []
    assert [type(offer.column) for offer in offered(1, gaps=True)] == [IsMissing]


def test_a_gap_is_a_category():
    columns = [offer.column for offer in offered(2, gaps=True)]
    assert [c.codes for c in columns if isinstance(c, OneOf) and not c.negated] == [(0,), (1,)]
    assert IsMissing(0) in columns


@pytest.mark.parametrize("n_levels", [3, 4, 7, 12])
def test_names_are_a_code(n_levels):
    """If all groups and their complements were offered, their code words would fit: no name is too cheap."""
    weighing_bits = {}
    for offer in offered(n_levels):
        if isinstance(offer.column, OneOf):
            weighing_bits[len(offer.column.codes), offer.column.negated] = offer.bits
    total = 0.0
    for (size, _), bits in weighing_bits.items():
        ways = len(list(combinations(range(n_levels), size)))
        total += ways * 2.0**-bits / (2 if 2 * size == n_levels else 1)
    assert total <= 1.0 + 1e-9


@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_group_that_tells_the_classes_is_offered(n_classes):
    groups = [set(o.column.codes) for o in offered(8, n_classes=n_classes) if isinstance(o.column, OneOf)]
    wanted = {code for code in range(8) if code % n_classes == 0}
    assert wanted in groups or set(range(8)) - wanted in groups


def test_many_categories_offer_few_columns():
    assert len(offered(1000, 3000)) < 50


def test_numbers_and_ordered_categories():
    random = np.random.default_rng(0)
    X = np.column_stack([random.random(50), random.integers(0, 3, 50), random.random(50)])
    X[::5, 2] = np.nan
    rows = TrainingRows.canonical(X, np.arange(50) % 2, np.ones(50), Classes.alike(np.arange(2)))
    features = (Feature(), Feature("ordered", ("low", "mid", "high")), Feature(has_gaps=True))
    found = offered_columns(rows, features, ["a", "b", "c"], "raw")
    assert found.basis.columns == (AsIs(0), Ordered(1, ("low", "mid", "high")), AsIs(2), IsMissing(2))
    assert found.naming_bits.argmax() == 3 and found.naming_bits[0] == found.naming_bits[1] == np.log2(3)
    plain = offered_columns(rows, (Feature(),) * 3, ["a", "b", "c"], "raw")
    assert plain.basis.is_plain and plain.naming_bits is None
