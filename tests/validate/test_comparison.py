"""nldt.compare: the same folds for all, honest preparation, plain words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from mixed_tables import mixed_table
from quick_models import quick
from sklearn.linear_model import LogisticRegression

from nldt import InputError, compare, evaluate, plots
from nldt.data.feature_table import read_training_table
from nldt.model.estimate import Figure
from nldt.validate.methods import METHODS, Prepared, plain_frame
from nldt.validate.risk_scores import RiskScores, Thresholds


@pytest.fixture(scope="module")
def linear():
    """Classes of a weighted sum of many numbers: logistic regression is right, one short rule is not."""
    random = np.random.default_rng(0)
    X = pd.DataFrame(random.normal(size=(300, 8)), columns=[f"x{k}" for k in range(8)])
    return X, X.sum(axis=1) > 0


def test_something_better_is_said_plainly(linear):
    found = compare(*linear, quick(max_depth=1, max_terms=1), cv=3, methods=["logistic regression"])
    ours, other = found.results
    assert other.is_better and not other.is_worse
    assert "logistic regression is better than nldt in accuracy on these rows: by" in str(found)
    assert other.gain.value == pytest.approx(other.accuracy.value - ours.accuracy.value)


def test_an_auc_that_says_the_opposite_is_told_in_the_same_sentence(linear):
    found = compare(*linear, quick(max_depth=1, max_terms=1), cv=2, methods=["logistic regression"])
    ours, other = found.results
    assert "though" not in found.verdict and "AUC (cross-validated)" in str(found)
    worse = replace(found, results=(ours, replace(other, auc=Figure(0.5), auc_gain=Figure(0.5 - ours.auc.value))))
    end = f"rule length of {ours.size:.0f}, though its AUC is lower: 0.500, where nldt has {ours.auc.value:.3f}."
    assert worse.verdict.endswith(end) and worse.verdict.count(". ") == 0


def test_a_better_ranking_is_said_plainly():
    """One rule is right as often as logistic regression, and knows no more than two kinds of rows."""
    random = np.random.default_rng(0)
    group = random.integers(4, size=600)
    X = pd.DataFrame({f"g{k}": (group == k).astype(float) for k in range(4)})
    y = random.random(600) < np.array([0.05, 0.2, 0.35, 0.45])[group]
    found = compare(X, y, quick(max_depth=1, max_terms=1), cv=3, methods=["logistic regression", "CART"])
    other = next(one for one in found.results if one.name == "logistic regression")
    assert other.ranks_better and not other.is_better
    assert other.auc_gain.value == pytest.approx(other.auc.value - found.results[0].auc.value)
    assert "No other method is clearly more accurate than nldt on these rows." in found.verdict
    better = [one for one in found.results if one.ranks_better]
    areas = " and ".join(f"{one.auc.value:.3f}" for one in better)
    assert f"rows clearly better than nldt: cross-validated AUC {areas}, where nldt has" in found.verdict
    assert found.to_frame().loc["logistic regression", "AUC beyond nldt"] == other.auc_gain.value


def test_sizes_in_words(linear):
    found = compare(*linear, quick(max_depth=1, max_terms=1), cv=2, methods=["CART", "logistic regression"])
    ours, cart, linear_model = found.results
    assert ours.size_in_words == f"rule length {ours.size:g}"
    assert cart.size_in_words.endswith(" splits") and linear_model.size_in_words == "8 coefficients"


def test_figures_are_those_of_evaluate(linear):
    X, y = linear
    found = compare(X, y, quick(), cv=3, methods=["logistic regression"])
    ours = evaluate(quick(), X, y, cv=3)
    assert (found.results[0].accuracy, found.results[0].auc) == (ours.accuracy, ours.auc)
    standardised = (X - X.mean()) / X.std()
    other = evaluate(LogisticRegression(max_iter=2000), standardised, y, cv=3)
    assert found.results[1].accuracy.value == pytest.approx(other.accuracy.value, abs=0.01)


def test_raw_tables_with_weights_and_groups_work():
    X, y = mixed_table(120)
    found = compare(
        X, y, quick(), cv=3, groups=np.arange(120) // 4, sample_weight=np.arange(120) % 3 + 1,
        methods=["CART", "RBF SVM", "gradient boosting"], n_jobs=1,
    )  # fmt: skip
    assert [one.name for one in found.results] == ["nldt", "CART", "RBF SVM", "gradient boosting"]
    assert found.left_out == {}
    assert "in 30 groups, weighted" in str(found)
    assert all(one.size > 0 and one.auc is not None for one in found.results)


def test_a_fold_is_prepared_from_its_training_rows_only():
    X, _ = mixed_table(100)
    frame = plain_frame(read_training_table("test", X))
    y = np.arange(100) % 2
    frame.loc[:49, "size"] = 1.0
    fitted = Prepared(METHODS["logistic regression"], 0, 1).fit(frame[:50], y[:50])
    unseen = frame[50:].assign(colour="never seen", size=np.nan)
    assert fitted.predict(unseen).shape == (50,)
    filled = fitted._prepare.transform(unseen)[:, 0]
    assert np.allclose(filled, 0.0), "gaps are filled with the training median, which is 1.0 here"


def test_methods_that_do_not_fit_are_named():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(60, 2)), np.arange(60) % 3
    found = compare(X, y, quick(), cv=2, methods=["FIGS"])
    assert "FIGS" in found.left_out and "not compared: FIGS" in str(found)
    with pytest.raises(InputError, match="did you mean 'CART'"):
        compare(X, y, methods=["CARTS"])


def test_what_a_missing_method_needs_is_what_the_extra_installs(linear, monkeypatch):
    monkeypatch.setattr(METHODS["EBM"].__class__, "is_installed", False)
    found = compare(*linear, quick(max_depth=1), cv=2, methods=["EBM"])
    assert found.left_out == {"EBM": "needs interpret: pip install interpret-core"}


def test_a_method_that_fails_does_not_end_the_comparison(linear, monkeypatch):
    def broken(seed, n_jobs):
        raise RuntimeError("out of order")

    monkeypatch.setitem(METHODS, "CART", METHODS["CART"].__class__("CART", broken, float, "splits"))
    found = compare(*linear, quick(max_depth=1), cv=2, methods=["CART"])
    assert "out of order" in found.left_out["CART"]


@pytest.mark.parametrize("name", ["EBM", "FIGS", "FasterRisk"])
def test_installed_methods_run(linear, name):
    if not METHODS[name].is_installed:
        pytest.skip(f"{METHODS[name].needs} is not installed")
    X, y = linear
    found = compare(X.iloc[:80, :2], y[:80], quick(max_depth=1), cv=2, methods=[name], n_jobs=1)
    assert [one.name for one in found.results] == ["nldt", name], found.left_out


def test_numbers_are_asked_whether_they_are_above_deciles_of_the_training_rows():
    X = np.column_stack([np.arange(100.0), np.repeat([0.0, 1.0], 50), np.ones(100)])
    asked = Thresholds().fit(X)
    found = asked.transform(X)
    assert found.shape == (100, 9 + 1), "a number of two values is one question, a constant none"
    assert found.sum(axis=0).tolist() == [*range(90, 0, -10), 50.0]
    assert asked.transform([[1e9, 1.0, 5.0]]).tolist() == [[1.0] * 10]


def test_a_risk_score_is_found_that_is_there():
    pytest.importorskip("fasterrisk")
    random = np.random.default_rng(0)
    X = (random.random((400, 6)) < 0.5).astype(float)
    log_odds = 3 * X[:, 0] - 3 * X[:, 1] + 3 * X[:, 2] - 1.5
    y = np.where(random.random(400) < 1 / (1 + np.exp(-log_odds)), "ill", "all right")
    fitted = RiskScores().fit(X, y)
    assert np.array_equal(np.round(fitted.points_), fitted.points_) and np.abs(fitted.points_).max() <= 5
    assert (np.sign(fitted.points_[:3]) == [1, -1, 1]).all()
    probabilities = fitted.predict_proba(X)
    assert np.allclose(probabilities.sum(axis=1), 1.0)
    assert (fitted.predict(X) == fitted.classes_[probabilities.argmax(axis=1)]).all()
    loss = -np.log(probabilities[np.arange(400), np.searchsorted(fitted.classes_, y)]).mean()
    free = LogisticRegression(C=np.inf).fit(X, y).predict_proba(X)
    assert loss < -np.log(free[np.arange(400), np.searchsorted(fitted.classes_, y)]).mean() + 0.03


def test_weights_are_not_ignored():
    X, y = mixed_table(60)
    found = compare(X, y, quick(max_depth=1), cv=2, sample_weight=np.arange(60) % 2 + 1, methods=["FasterRisk"])
    assert found.left_out["FasterRisk"] in ("it takes no weights", "needs fasterrisk: pip install --no-deps fasterrisk")


def test_the_picture_has_every_method(linear):
    found = compare(*linear, quick(max_depth=1), cv=2, methods=["CART", "logistic regression"])
    ax = plots.plot_comparison(found)
    shown = [text.get_text() for text in ax.get_legend().get_texts()]
    assert [label.split(":")[0] for label in shown] == ["nldt", "CART", "logistic regression"]
    plots.plot_stability  # noqa: B018  (its picture is drawn in its doctest)
