"""nldt.evaluate: out-of-fold figures, the same as by hand, in any order of rows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from mixed_tables import mixed_table
from quick_models import quick, tangled
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, KFold, cross_val_predict

from nldt import InputError, evaluate, load_model
from nldt.progress import Deadline
from nldt.validate.evaluation import OutOfTime, cross_validate
from nldt.validate.labelled_rows import LabelledRows


@pytest.fixture(scope="module")
def rows():
    X, y = tangled(120, n_classes=3)
    return pd.DataFrame(X, columns=["a", "b", "c"]), np.array(["u", "v", "w"])[y]


def test_accuracy_is_that_of_out_of_fold_answers(rows):
    X, y = rows
    estimate = evaluate(quick(), X, y, cv=KFold(4))
    answers = cross_val_predict(quick(), X, y, cv=KFold(4))
    assert estimate.accuracy.value == pytest.approx(np.mean(answers == y))
    assert (estimate.rows, estimate.folds, estimate.n_rows) == ("cross-validated", 4, 120)
    assert estimate.largest_class == pytest.approx(max(np.mean(y == k) for k in "uvw"))


def test_it_does_not_depend_on_the_order_of_rows(rows):
    X, y = rows
    order = np.random.default_rng(0).permutation(120)
    assert evaluate(quick(), X, y, cv=3) == evaluate(quick(), X.iloc[order], y[order], cv=3)


def test_whole_weights_are_repeated_rows(rows):
    X, y = rows
    counts = np.random.default_rng(0).integers(0, 3, size=120)
    repeated = np.repeat(np.arange(120), counts)
    weighted = evaluate(quick(), X, y, cv=3, sample_weight=counts)
    expected = evaluate(quick(), X.iloc[repeated], y[repeated], cv=3)
    for name, figure in expected.figures.items():
        found = weighted.figures[name]
        assert (found.value, found.low, found.high) == pytest.approx((figure.value, figure.low, figure.high))
    assert weighted.is_weighted and not expected.is_weighted


def test_groups_stay_together_and_widen_intervals(rows):
    X, y = rows
    copies = np.repeat(np.arange(120), 3)
    grouped = evaluate(quick(), X.iloc[copies], y[copies], cv=3, groups=copies)
    unaware = evaluate(quick(), X.iloc[copies], y[copies], cv=3)
    assert grouped.n_groups == 120
    assert unaware.accuracy.value > grouped.accuracy.value  # each row's copy was in training
    assert grouped.accuracy.high - grouped.accuracy.low > unaware.accuracy.high - unaware.accuracy.low
    assert "in 120 groups" in str(grouped)
    by_splitter = evaluate(quick(), X.iloc[copies], y[copies], cv=GroupKFold(3), groups=copies)
    assert by_splitter.folds == 3


def test_a_fitted_model_is_judged_on_given_rows(rows):
    X, y = rows
    clf = quick().fit(X[:80], y[:80])
    new, training = evaluate(clf, X[80:], y[80:], cv=None), evaluate(clf, X[:80], y[:80], cv=None)
    assert new.accuracy.value == clf.score(X[80:], y[80:])
    assert (new.rows, training.rows) == ("new", "training")
    assert training.accuracy.low is None and new.accuracy.low < new.accuracy.value
    assert "accuracy on training rows:" in str(training)
    part = evaluate(clf, X[:40], y[:40], cv=None)  # no one can tell from the fingerprint of the whole
    for one in (new, part):
        assert str(one).startswith("accuracy on rows of another table than the training table:")


@pytest.mark.parametrize("trained_with", [True, False])
def test_training_rows_are_so_whatever_they_count(rows, trained_with):
    """Who forgets the weights would else be told an interval of rows that the model was trained on."""
    X, y = rows
    weights = np.where(np.arange(80) % 3, 1.0, 2.5)
    clf = quick().fit(X[:80], y[:80], sample_weight=weights if trained_with else None)
    for judged_with in (None, weights, weights[::-1]):
        judged = evaluate(clf, X[:80], y[:80], cv=None, sample_weight=judged_with)
        assert judged.rows == "training" and judged.accuracy.low is None
        assert evaluate(clf, X[:79], y[:79], cv=None).rows == "new"


def test_other_classifiers_are_judged_too():
    random = np.random.default_rng(0)
    X = random.normal(size=(100, 2))
    y = X[:, 0] > 0
    estimate = evaluate(LogisticRegression(), X, y)
    assert estimate.accuracy.value > 0.9 and estimate.auc.value > 0.95
    assert evaluate(LogisticRegression().fit(X, y), X, y, cv=None).rows == "not known"


def test_the_classifier_is_not_changed(rows):
    clf = quick().fit(*rows)
    before = clf.to_json()
    evaluate(clf, *rows, cv=2)
    assert clf.to_json() == before


def test_categories_gaps_and_missing_classes():
    X, y = mixed_table(150)
    y = pd.Series(y, dtype=object)
    y[3] = None
    with pytest.warns(UserWarning, match="1 of 150 rows"):
        assert evaluate(quick(), X, y, cv=3).n_rows == 149


def test_above_so_many_rows_a_sample_is_used(rows):
    estimate = evaluate(quick(), *rows, cv=2, max_rows=60)
    assert (estimate.n_rows, estimate.sampled_from) == (60, 120)
    assert "60 rows, a stratified sample of 120" in str(estimate)


def test_no_better_than_the_largest_class_is_said():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(60, 2)), np.array(["common"] * 50 + ["rare"] * 10)
    estimate = evaluate(quick(), X, y, cv=3)
    assert estimate.is_no_better_than_the_largest_class
    assert "no better than always answering the largest class" in str(estimate)
    assert "no better" in estimate._repr_html_()


def test_a_passed_deadline_ends_it(rows):
    with pytest.raises(OutOfTime):
        cross_validate(quick(), LabelledRows.read("test", *rows), 3, deadline=Deadline(1e-9))


def test_the_estimate_travels_with_the_model(rows, tmp_path):
    clf = clone(quick()).fit(*rows)
    estimate = evaluate(clf, *rows, cv=3)
    kept = clf.with_estimate(estimate)
    kept.save(tmp_path / "m.json")
    assert load_model(tmp_path / "m.json").model_.estimate == estimate
    assert clf.model_.estimate is None
    assert kept.pruned(0.5).model_.estimate is None, "another tree has not been estimated"


@pytest.mark.parametrize("wrong", [3, "0.95", [0.9, 0.95]])
def test_only_estimates_travel_with_a_model(rows, wrong):
    with pytest.raises(InputError, match="is no estimate: give what"):
        clone(quick()).fit(*rows).with_estimate(wrong)


def test_figures_on_training_rows_are_no_estimate(rows):
    clf = clone(quick()).fit(*rows)
    with pytest.raises(InputError, match="training rows say nothing of other rows"):
        clf.with_estimate(evaluate(clf, *rows, cv=None))
    other = evaluate(clf, rows[0][:80], rows[1][:80], cv=None)
    assert clf.with_estimate(other).model_.estimate == other
    assert clf.with_estimate(other).with_estimate(None).model_.estimate is None


def test_mistakes_are_named(rows):
    X, y = rows
    with pytest.raises(InputError, match="groups has 3"):
        evaluate(quick(), X, y, groups=[1, 2, 3])
    with pytest.raises(InputError, match="negative"):
        evaluate(quick(), X, y, sample_weight=-np.ones(120))
    with pytest.raises(InputError, match="'rare' has one row only"):
        evaluate(quick(), X, np.array(["rare"] + ["common"] * 119))


def test_a_data_frame_of_it(rows):
    frame = evaluate(quick(), *rows, cv=2).to_frame()
    assert list(frame.index) == ["accuracy", "balanced accuracy", "AUC"]
    assert set(frame["rows"]) == {"cross-validated"}
