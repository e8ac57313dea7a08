"""Every export that can be run gives what ``predict`` gives, on every row, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest
from export_runs import RUNS, SMALL_DATASETS, assert_agrees, expected, run_c
from made_trees import INF, chain, ladder, made_model, made_tree, random_model, random_rule, rows_beside, ugly_rows

from nldt import NLDTClassifier, PaperSearch, SplitRule
from nldt.datasets import load
from nldt.model.basis import Basis, Shifted
from nldt.write.code.c_source import to_c
from nldt.write.code.javascript import to_javascript
from nldt.write.code.python_source import to_python

every_run = pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)


@every_run
@pytest.mark.parametrize("scaling", ["raw", "shift"])
@pytest.mark.parametrize("classes", [("no", "yes"), ("a", "b", "c")], ids=["two", "three"])
def test_on_random_rows_and_on_the_boundary(run, scaling, classes, tmp_path):
    model, on_boundary = random_model(len(classes), scaling=scaling, classes=classes)
    random = np.random.default_rng(0).uniform(0.1, 4.0, size=(10_000, 4))
    beside = rows_beside(model.tree, on_boundary)
    assert len(model.tree.conditional_rules) > 5 and len(beside) > 1000
    assert_agrees(run, model, np.concatenate([on_boundary, beside, random]), tmp_path)


@every_run
@pytest.mark.parametrize("scaling", ["raw", "shift"])
def test_on_values_that_are_not_finite(run, scaling, tmp_path):
    for seed in range(3):
        model, _ = random_model(seed, scaling=scaling, classes=(0, 1, 2))
        assert_agrees(run, model, ugly_rows(4, seed=seed), tmp_path)


@every_run
@pytest.mark.parametrize(
    "rule",
    [
        SplitRule([[-1, 0]], [1.0], -INF, 5.0),  # 1/0 is +inf, 1/-0 is -inf
        SplitRule([[-1, 0]], [-1.0], -INF, 5.0),
        SplitRule([[-1, 0]], [1.0], -5.0, INF),
        SplitRule([[1, -1], [-1, 1]], [1.0, -1.0], -INF, 5.0),  # inf - inf
        SplitRule([[3, 0], [0, 3]], [1.0, -2.0], -INF, 5.0),  # overflow to -inf
        SplitRule([[1, -3]], [1.0], -1.0, 1.0),  # a divisor that overflows makes a finite zero
        SplitRule([[1, 0]], [1.0], -INF, INF),
        SplitRule([[0, 0]], [2.0], -INF, 3.0),  # a constant
        SplitRule([[1, 0]], [0.0], -INF, 3.0),
        SplitRule([[1, 0]], [1.0], -INF, 0.0),  # beside zero
        SplitRule([[1, 0]], [1.0], 5e-324, INF),
    ],
    ids=lambda rule: f"{rule.exponents.tolist()} {rule.low:g} {rule.high:g}",
)
def test_infinite_values_go_right(run, rule, tmp_path):
    model = made_model(made_tree((rule, 0, 1), 2), ["a", "b"], ["left", "right"])
    assert_agrees(run, model, ugly_rows(2), tmp_path)


@every_run
def test_models_of_older_files_give_the_shares_of_leaves(run, tmp_path):
    model, rows = random_model(1, classes=("no", "yes"))
    classes, shares = expected(model, rows)
    assert np.array_equal(shares, model.tree.shares[model.tree.apply(rows)])
    got = run(model, rows, tmp_path)
    assert got.classes == classes
    assert got.shares is None or np.array_equal(got.shares, shares)


@every_run
def test_a_tree_without_rules(run, tmp_path):
    model = made_model(made_tree(1, 3), ["a", "b"], ["x", "y", "z"])
    assert_agrees(run, model, ugly_rows(2, count=5), tmp_path)


@every_run
@pytest.mark.parametrize("side", ["left", "right"])
def test_a_deep_tree(run, side, tmp_path):
    random = np.random.default_rng(3)
    rows = random.uniform(0.5, 2.0, size=(300, 3))
    rules = [random_rule(random, rows, "at most", None) for _ in range(10 if run is RUNS["sympy"] else 40)]
    model = made_model(made_tree(chain(rules, 3, side), 3), ["a", "b", "c"], [5, 6, 7])
    assert_agrees(run, model, np.concatenate([rows, ugly_rows(3)]), tmp_path)


@pytest.mark.slow
@every_run
@pytest.mark.parametrize("side", ["left", "right", "zigzag"])
def test_a_tree_deeper_than_languages_nest(run, side, tmp_path):
    model, rows, classes = ladder(30 if run is RUNS["sympy"] else 150, side)
    assert model.tree.answers[model.tree.apply(rows)].tolist() == classes.tolist()
    assert_agrees(run, model, np.concatenate([rows, ugly_rows(2)]), tmp_path)


@pytest.mark.parametrize("write", [to_c, to_javascript, to_python])
def test_shallow_trees_are_written_with_the_left_side_within(write):
    model, *_ = ladder(20)
    assert "!(" not in write(model) and "not (" not in write(model)


@every_run
@pytest.mark.parametrize(
    "classes",
    [
        ["it's", "yes"],
        [-3, 7],
        [-(2**53) - 1, 2**62 + 1],
        [-0.1, 1 / 3],
        [1.0, 2.0],
        [False, True],
    ],
    ids=lambda classes: str(classes[1]),
)
def test_labels_of_every_type(run, classes, tmp_path):
    rule = SplitRule([[1, 1]], [1.0], -INF, 1.0)
    model = made_model(made_tree((rule, 0, 1), 2), ["a", "b"], classes)
    rows = np.random.default_rng(0).uniform(0.2, 3.0, size=(50, 2))
    assert_agrees(run, model, rows, tmp_path)


@every_run
@pytest.mark.parametrize("size", [1e-300, 1e-30, 1e30, 1e300])
def test_numbers_of_every_size(run, size, tmp_path):
    """Weights and ends of 17 digits, and far from 1."""
    random = np.random.default_rng(7)
    rows = random.uniform(1.0, 2.0, size=(300, 2))
    value = SplitRule([[1, 0], [0, 1]], [size / 3, -size / 7], -INF, 0.0).value(rows)
    rules = [SplitRule([[1, 0], [0, 1]], [size / 3, -size / 7], -INF, end) for end in value[:3]]
    rules.append(SplitRule([[1, 0]], [1.0], 5e-324, 1.7976931348623157e308))
    model = made_model(made_tree(chain(rules, 2), 2), ["a", "b"], ["no", "yes"])
    assert_agrees(run, model, np.concatenate([rows, rows_beside(model.tree, rows)]), tmp_path)


@pytest.fixture(scope="module")
def fitted() -> dict[str, tuple[NLDTClassifier, np.ndarray]]:
    """A quick fit of every small dataset, and its rows."""
    models = {}
    for name in SMALL_DATASETS:
        table = load(name)
        known = np.isfinite(np.asarray(table.X, dtype=float)).all(axis=1)
        X, y = table.X[known], table.y[known]
        models[name] = NLDTClassifier(random_state=0).fit(X, y), np.asarray(X, dtype=float)
    return models


@every_run
@pytest.mark.parametrize("name", SMALL_DATASETS)
def test_on_every_dataset(run, name, fitted, tmp_path):
    classifier, rows = fitted[name]
    model = classifier.model_
    spread = np.random.default_rng(1).uniform(rows.min(axis=0), rows.max(axis=0), size=(1000, rows.shape[1]))
    assert_agrees(run, model, np.concatenate([rows, spread, rows_beside(model.tree, rows)]), tmp_path)


@every_run
@pytest.mark.parametrize(
    "parameters",
    [{"scaling": "shift"}, {"criterion": "entropy"}, {"search": "paper", "scaling": "shift"}],
    ids=lambda parameters: " ".join(parameters.values()),
)
def test_other_ways_to_fit(run, parameters, tmp_path):
    table = load("iris")
    if parameters.get("search") == "paper":
        parameters = parameters | {"search": PaperSearch(population=10, generations=5), "prune_tolerance": 0.0}
    classifier = NLDTClassifier(random_state=0, **parameters).fit(table.X, table.y)
    rows = np.asarray(table.X, dtype=float)
    model = classifier.model_
    assert_agrees(run, model, np.concatenate([rows, rows_beside(model.tree, rows)]), tmp_path)


def test_the_rows_would_show_another_order_of_operations():
    """The boundary rows are sharp: a rule computed in any other order differs on some of them."""
    model, rows = random_model(2)
    rows = np.concatenate([rows, rows_beside(model.tree, rows)])
    wrong = 0
    for rule in model.tree.conditional_rules:
        powers = np.prod(rows[:, None, :] ** rule.exponents.astype(float), axis=2)
        value = powers @ rule.weights
        wrong += int(((rule.low <= value) & (value <= rule.high) != rule.goes_left(rows)).sum())
    assert wrong > 50


@pytest.mark.parametrize("options", [("-std=c99", "-O3", "-march=native"), ("-std=gnu11", "-O3", "-march=native")])
def test_c_is_never_fused(options, tmp_path):
    model, rows = random_model(2)
    rows = np.concatenate([rows, rows_beside(model.tree, rows)])
    assert run_c(model, rows, tmp_path, *options).classes == expected(model, rows)[0]


@every_run
@pytest.mark.parametrize("nearly", [1 + 2.0**-52, 1 - 2.0**-53, 1 + 1e-10])
def test_a_weight_or_span_of_nearly_one_is_not_left_out(run, nearly, tmp_path):
    """And neither is a minimum of nearly zero: onnxruntime would."""
    random = np.random.default_rng(5)
    rows = random.uniform(0.5, 2.0, size=(300, 2))
    shifted = Basis((Shifted(0, 0.0, nearly), Shifted(1, -1e-60, nearly)), 2)
    exponents, weights = [[-1, 0], [0, 1]], [nearly, -nearly]
    for basis in (None, shifted):
        ends = SplitRule(exponents, weights, -INF, 0.0, basis).value(rows)[:5]
        rules = [SplitRule(exponents, weights, -INF, end, basis) for end in ends]
        model = made_model(made_tree(chain(rules, 2), 2), ["a", "b"], [0, 1])
        assert_agrees(run, model, np.concatenate([rows, rows_beside(model.tree, rows)]), tmp_path)


def test_shift_with_a_feature_that_may_be_zero(tmp_path):
    """U = 0 under a quotient, in shifted units."""
    basis = Basis((Shifted(0, 1.0, 2.0), Shifted(1, -2.0, 4.0)), 2)
    rule = SplitRule([[1, -1]], [1.0], -INF, 10.0, basis)
    model = made_model(made_tree((rule, 0, 1), 2), ["a", "b"], [0, 1])
    rows = np.array([[1.0, -6.0], [1.0, -5.9], [-1.0, -6.0], [0.0, 0.0]])
    assert expected(model, rows)[0] == [1, 1, 1, 0]  # 1/0, 1/0.025, 0/0, 0.5/1.5
    for run in RUNS.values():
        assert_agrees(run, model, rows, tmp_path)
