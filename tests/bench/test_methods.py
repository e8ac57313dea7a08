"""What is fitted and what is measured, on data small enough to count by hand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from nldt.bench.experiments import EXPERIMENTS
from nldt.bench.methods import MEASURES, Fitted, Method, class_order, fit_cart, fit_nldt, fit_svm, measure, run_method
from nldt.bench.splits import Split, split
from nldt.datasets import Dataset, load


def table(y_train: list, y_test: list) -> Split:
    """Rows whose only feature is their number."""
    return Split(
        pd.DataFrame({"x": np.arange(len(y_train), dtype=float)}),
        pd.DataFrame({"x": np.arange(len(y_test), dtype=float)}),
        pd.Series(y_train),
        pd.Series(y_test),
    )


def always(label: object) -> Fitted:
    return Fitted(lambda X: np.full(len(X), label, dtype=object), rules=2, rule_length=5, variables=3)


def test_errors_by_type():
    rows = table(["bad", "good", "bad", "bad"], ["good", "good", "bad", "good"])
    measures = measure(always("bad"), rows)
    assert measures["train_accuracy"] == 75.0 and measures["test_accuracy"] == 25.0
    assert (measures["train_type_1"], measures["train_type_2"]) == (100.0, 0.0)  # Class-1 is the good one
    assert (measures["test_type_1"], measures["test_type_2"]) == (100.0, 0.0)
    measures = measure(always("good"), rows)
    assert (measures["train_type_1"], measures["train_type_2"]) == (0.0, 100.0)


def test_an_error_has_no_type_where_its_class_is_absent():
    measures = measure(always("bad"), table(["good", "bad"], ["bad", "bad"]))
    assert measures["test_type_1"] is None and measures["test_type_2"] == 0.0


def test_three_classes_have_no_types():
    measures = measure(always("a"), table(["a", "b", "c"], ["a", "b", "c"]))
    assert measures["train_accuracy"] == pytest.approx(100 / 3)
    assert {measures[f"{part}_type_{kind}"] for part in ("train", "test") for kind in (1, 2)} == {None}


def test_sizes():
    measures = measure(always("a"), table(["a", "b"], ["a", "b"]))
    assert (measures["rules"], measures["rule_length"], measures["variables"], measures["rule_size"]) == (2, 5, 3, 2.5)
    no_rule = Fitted(always("a").predict, 0, 0, 0)
    assert measure(no_rule, table(["a", "b"], ["a", "b"]))["rule_size"] is None


@pytest.mark.parametrize(
    ("name", "first"),
    [("ds1", 1), ("breast-cancer", "benign"), ("wdbc", "benign"), ("m-zdt1-30", 0), ("zdt1", "Pareto")],
)
def test_class_1_is_the_papers(name, first):
    assert class_order(load(name, quick=True).y)[0] == first


@pytest.fixture(scope="module")
def ds1() -> Split:
    return split(load("ds1", 0), 0)


ALL_METHODS = {method.name: method for each in EXPERIMENTS.values() for method in each.methods}


@pytest.mark.parametrize("name", sorted(ALL_METHODS))
def test_every_method_gives_every_measure(ds1, name):
    results = run_method(Method(name, name), ds1, seed=0, quick=True)
    assert len(results) == 1
    assert set(results[0]) == set(MEASURES)
    assert results[0]["test_accuracy"] >= 80
    assert results[0]["seconds"] > 0


def test_cart_counts_splits(ds1):
    model = fit_cart(ds1)
    result = run_method(Method("cart", "cart"), ds1, 0, False)[0]
    assert result["rules"] == result["rule_length"] == model.get_n_leaves() - 1
    assert model.min_samples_split == 10
    assert result["rule_size"] == 1 and result["variables"] == 2


def test_the_svm_counts_support_vectors_on_standardised_features(ds1):
    model = fit_svm(ds1)
    result = run_method(Method("svm", "svm"), ds1, 0, False)[0]
    assert result["rules"] == 1
    assert result["rule_length"] == result["rule_size"] == len(model[-1].support_)
    assert model[0].transform(ds1.X_train).std() == pytest.approx(1)


def test_smote_balances_the_classes():
    rows = split(load("ds2", 0), 0)
    plain, balanced = fit_svm(rows, "linear"), fit_svm(rows, "linear", oversampling_seed=0)
    counts = rows.y_train.value_counts()
    assert balanced[0].n_samples_seen_ == 2 * counts.max() > plain[0].n_samples_seen_
    assert (plain.predict(rows.X_test) == 2).all(), "as in the supplement, a plain SVM gives up the small class"
    assert not (balanced.predict(rows.X_test) == 2).all()


def test_the_lower_level_alone_uses_the_identity_structure(ds1):
    classifier = fit_nldt(Method("llga", "llga"), ds1, seed=0, quick=False)
    (rule,) = classifier.rules_
    assert sorted(map(tuple, rule.exponents.tolist())) == [(0, 1), (1, 0)]
    assert not rule.is_band
    assert classifier.score(ds1.X_test, ds1.y_test) > 0.95


def test_pruned_rows_come_from_one_search():
    rows = split(_noisy(), 0)
    method = Method("nldt-paper", "nldt-paper", pruned_at=0.2)
    assert method.labels == ["nldt-paper", "nldt-paper-pruned"]
    full, pruned = run_method(method, rows, seed=0, quick=True)
    assert full["seconds"] == pruned["seconds"]
    assert full["rules"] > pruned["rules"] >= 1
    assert full["train_accuracy"] >= pruned["train_accuracy"] >= full["train_accuracy"] - 20
    default = fit_nldt(method, rows, seed=0, quick=True)
    assert full["rules"] == len(default.full_tree_.conditional_rules)


def test_on_zdt_only_the_papers_search_has_balanced_classes():
    """Plain accuracy is scored; the paper's search would never split without."""
    rows = split(load("ds2", 0), 0)
    default, paper = (fit_nldt(method, rows, 0, quick=True).tree_ for method in EXPERIMENTS["zdt"].methods[:2])
    assert paper.mass[0][0] == pytest.approx(paper.mass[0][1])
    assert sorted(default.mass[0]) == sorted(rows.y_train.value_counts())


def test_parameters_are_part_of_the_identity():
    plain, balanced = Method("nldt", "nldt"), Method("nldt", "nldt", {"class_weight": "balanced"})
    pruned = Method("nldt", "nldt", pruned_at=0.005)
    identities = [str(method.identity) for method in (plain, balanced, pruned)]
    assert len(set(identities)) == 3
    assert Method("nldt", "another label").identity == plain.identity


def _noisy() -> Dataset:
    """Rows whose classes no single rule tells apart."""
    random = np.random.default_rng(0)
    X = pd.DataFrame(random.uniform(0.5, 2, (200, 3)), columns=["a", "b", "c"])
    y = pd.Series((X["a"] * X["b"] + np.sin(5 * X["c"]) + 0.3 * random.standard_normal(200) > 1.5).astype(int))
    return Dataset("noisy", X, y, "")
