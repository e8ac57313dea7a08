"""Every export gives what ``predict`` gives on rows with gaps and with categories that training did not have."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from export_runs import RUNS, assert_agrees, cells, expected, frame
from made_trees import INF, chain, made_model, made_tree

from nldt import NLDTClassifier, SplitRule
from nldt.model.basis import AsIs, Basis, IsMissing, OneOf, Ordered, Shifted
from nldt.model.feature import Feature
from nldt.write.formats import FORMATS

every_run = pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)

COLOURS = ("black", "blue", "it's", 'r"ed', "größe")
FEATURES = (
    Feature("category", COLOURS, has_gaps=True),
    Feature("number", has_gaps=True),
    Feature("number"),
    Feature("category", (False, True)),
    Feature("category", (1, 2, 30)),
    Feature("ordered", ("low", "mid", "high"), has_gaps=True),
)
NAMES = ["the colour", "age", "label", "smoker", "class", "grade"]
COLUMNS = (
    OneOf(0, (1,), ("blue",)),
    OneOf(0, (0, 2, 3, 4), ("black", "it's", 'r"ed', "größe")),
    IsMissing(0),
    AsIs(1),
    IsMissing(1),
    Shifted(2, 1.0, 4.0),
    OneOf(3, (1,), (True,)),
    OneOf(4, (2,), (30,)),
    Ordered(5, ("low", "mid", "high")),
    OneOf(0, (1, 3), ("blue", 'r"ed'), negated=True),
    OneOf(4, (0,), (1,), negated=True),
)
BASIS = Basis(COLUMNS, len(FEATURES))


def rows_of_all_kinds(count=400, seed=0):
    """Numbers, infinities, gaps, and categories known and unknown."""
    random = np.random.default_rng(seed)
    rows = np.empty((count, len(FEATURES)))
    for j, feature in enumerate(FEATURES):
        n_levels = len(feature.levels)
        rows[:, j] = random.integers(-1, n_levels, count) if n_levels else random.uniform(-2.0, 4.0, count).round(1)
        rows[random.random(count) < 0.2, j] = np.nan
    rows[rows[:, 5] < 0, 5] = np.nan  # an unknown category has no place among ordered ones
    rows[rows[:, 3] < 0, 3] = np.nan  # nor is there a third of true and false
    rows[::17, 1], rows[::19, 2] = INF, -INF
    return rows


def rule(terms, weights, low, high, missing_left):
    exponents = np.zeros((len(terms), len(COLUMNS)), dtype=np.int8)
    for row, term in zip(exponents, terms, strict=True):
        for place, exponent in term.items():
            row[place] = exponent
    return SplitRule(exponents, weights, low, high, BASIS, missing_left)


RULES = [
    ([{0: 1}], [-1.0], -INF, -0.5),
    ([{1: 1, 6: 1}], [-1.0], -INF, -0.5),
    ([{2: 1}, {4: 1}], [1.0, 0.5], -INF, 0.75),
    ([{3: 1}], [1.0], -INF, 1.5),
    ([{3: -1}, {5: 2}], [1.0, -0.3], -INF, 0.25),
    ([{3: 2, 0: 1}, {5: -1, 7: 1}], [0.7, -1.1], -0.5, 1.5),
    ([{8: 1}, {3: 1}], [1.0, 1.0], 0.0, 2.5),
    ([{8: 1}], [-1.0], -INF, -0.5),
    ([{5: 1, 3: 1, 8: 1}], [1.0], 0.5, INF),
    ([{9: 1}], [-1.0], -INF, -0.5),
    ([{10: 1, 3: 1}, {9: 1}], [1.0, 0.5], 0.25, 2.0),
]


@every_run
@pytest.mark.parametrize("missing_left", [False, True], ids=["gaps right", "gaps left"])
def test_made_rules(run, missing_left, tmp_path):
    for shape in RULES:
        tree = made_tree((rule(*shape, missing_left), 0, 1), 2)
        model = made_model(tree, NAMES, ["left", "right"], features=FEATURES)
        assert_agrees(run, model, rows_of_all_kinds(), tmp_path)


@every_run
@pytest.mark.parametrize("side", ["left", "right"])
def test_a_tree_of_all_of_them(run, side, tmp_path):
    rules = [rule(*shape, place % 2 == 0) for place, shape in enumerate(RULES)]
    model = made_model(made_tree(chain(rules, 3, side), 3), NAMES, ["a", "b", "c"], features=FEATURES)
    assert len(set(expected(model, rows_of_all_kinds())[0])) > 1
    assert_agrees(run, model, rows_of_all_kinds(), tmp_path)


@every_run
def test_numbers_with_gaps_and_no_categories(run, tmp_path):
    """The signature of the export stays that of numbers."""
    basis = Basis((AsIs(0), IsMissing(0), Shifted(1, 1.0, 2.0)), 2)
    shapes = [([[1, 0, 0]], [1.0]), ([[-1, 0, 2], [0, 1, 0]], [1.0, 3.0]), ([[0, 0, 1]], [-1.0])]
    rules = [SplitRule(*shape, -INF, 1.25, basis, left) for shape in shapes for left in (True, False)]
    features = (Feature(has_gaps=True), Feature())
    model = made_model(made_tree(chain(rules, 2), 2), ["a", "b"], ["no", "yes"], features=features)
    rows = rows_of_all_kinds()[:, 1:3]
    assert not model.has_categories
    assert_agrees(run, model, rows, tmp_path)


def fitted_table(count=400):
    random = np.random.default_rng(1)
    table = pd.DataFrame(
        {
            "colour": random.choice(["red", "green", "blue", "black", "white"], count),
            "size": random.normal(3.0, 1.0, count),
            "age": random.uniform(1.0, 80.0, count),
            "smoker": random.random(count) < 0.4,
        }
    )
    warm = table["colour"].isin(["red", "blue"])
    y = np.where((warm & (table["size"] > 3.0)) | (table["smoker"] & (table["age"] > 40.0)), "yes", "no")
    table.loc[random.random(count) < 0.2, "age"] = np.nan
    table.loc[random.random(count) < 0.1, "colour"] = None
    return table, y


@pytest.fixture(scope="module")
def fitted():
    table, y = fitted_table()
    return NLDTClassifier(random_state=0).fit(table, y), table


@every_run
def test_a_fitted_model(run, fitted, tmp_path):
    classifier, _ = fitted
    model = classifier.model_
    random = np.random.default_rng(2)
    codes = np.column_stack(
        [
            random.integers(-1, 5, 500).astype(float),
            random.normal(3.0, 1.0, 500),
            random.uniform(1.0, 80.0, 500),
            random.integers(0, 2, 500).astype(float),
        ]
    )
    codes[random.random(codes.shape) < 0.2] = np.nan
    assert_agrees(run, model, codes, tmp_path)
    given = frame(model, codes)
    assert classifier.predict(given).tolist() == model.classes[expected(model, codes)[0]].tolist()
    assert cells(model, codes)[0][0] == given.iloc[0, 0]


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "onnx"])
def test_every_format_can_write_it(name, fitted):
    assert FORMATS[name](fitted[0].model_)
