"""The classifier inside scikit-learn's tools, with the tables and labels that people have."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import pytest
from quick_models import fingerprint, quick, tangled
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV, CalibrationDisplay
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError
from sklearn.metrics import RocCurveDisplay
from sklearn.model_selection import GridSearchCV, TunedThresholdClassifierCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler

from nldt import FastSearch, NLDTClassifier, PaperSearch


@pytest.fixture(scope="module")
def iris() -> tuple[pd.DataFrame, pd.Series]:
    data = load_iris(as_frame=True)
    return data.data, data.target.map(lambda code: str(data.target_names[code]))


def test_string_labels_of_three_classes_are_learned(iris):
    classifier = quick().fit(*iris)
    assert classifier.classes_.tolist() == ["setosa", "versicolor", "virginica"]
    assert set(classifier.predict(iris[0])) <= set(iris[1])
    assert classifier.score(*iris) > 0.9


def test_feature_names_of_a_table_are_kept_and_printed(iris):
    classifier = quick().fit(*iris)
    assert classifier.feature_names_in_.tolist() == list(iris[0].columns)
    used = np.flatnonzero(classifier.feature_importances_)
    assert all(f"[{iris[0].columns[j]}]" in classifier.to_text() for j in used)


def test_a_table_and_its_array_give_the_same_rules(iris):
    assert quick().fit(*iris).rules_ == quick().fit(iris[0].to_numpy(), iris[1].to_numpy()).rules_


def test_columns_in_another_order_are_found_by_name(iris):
    classifier = quick().fit(*iris)
    turned = iris[0][iris[0].columns[::-1]]
    assert classifier.predict(turned).tolist() == classifier.predict(iris[0]).tolist()


def test_pipeline_predicts_like_its_parts(iris):
    pipeline = make_pipeline(MinMaxScaler((1, 2)), quick()).fit(*iris)
    scaled = MinMaxScaler((1, 2)).fit_transform(iris[0])
    assert (pipeline.predict(iris[0]) == quick().fit(scaled, iris[1]).predict(scaled)).all()


def test_grid_search_reaches_the_numbers_of_the_search(iris):
    grid = GridSearchCV(quick(search=PaperSearch(population=10)), {"search__generations": [0, 3]}, cv=2)
    grid.fit(*iris)
    best = grid.best_params_["search__generations"]
    assert grid.best_estimator_.search_report_.nodes[0].generations == best


def test_grid_search_reaches_the_numbers_of_the_fast_search(iris):
    grid = GridSearchCV(quick(search=FastSearch(patience=9)), {"search__generations": [0, 2]}, cv=2)
    grid.fit(*iris)
    best = grid.best_params_["search__generations"]
    assert grid.best_estimator_.search_report_.nodes[0].generations == best


def test_grid_search_leaves_the_given_search_alone(iris):
    search = PaperSearch(population=10)
    GridSearchCV(quick(search=search), {"search__generations": [0, 1]}, cv=2).fit(*iris)
    assert search.generations == 100


def test_cross_validation_gives_a_score_a_fold(iris):
    scores = cross_val_score(quick(), *iris, cv=3)
    assert scores.shape == (3,)
    assert scores.mean() > 0.8


def test_clone_is_unfitted_with_equal_parameters():
    classifier = quick(max_depth=2).fit(*tangled())
    copy = clone(classifier)
    assert copy.search is not classifier.search
    assert repr(copy) == repr(classifier)
    with pytest.raises(NotFittedError):
        copy.predict(tangled()[0])


def test_fit_changes_no_parameter():
    classifier = quick(exponents={0: [1, 2]}, class_weight={1: 2.0})
    before = repr(classifier.get_params())
    assert repr(classifier.fit(*tangled()).get_params()) == before


def test_pickled_classifier_is_the_same_model(full_grown, tangled_rows):
    copy = pickle.loads(pickle.dumps(full_grown))
    assert fingerprint(copy) == fingerprint(full_grown)
    assert (copy.predict_proba(tangled_rows[0]) == full_grown.predict_proba(tangled_rows[0])).all()


def test_a_second_fit_forgets_the_first():
    classifier = quick().fit(*tangled())
    X, y = tangled(n_classes=2, seed=1)
    assert fingerprint(classifier.fit(X[:, :2], y)) == fingerprint(quick().fit(X[:, :2], y))


def test_repr_shows_what_differs_from_the_defaults():
    assert repr(NLDTClassifier()) == "NLDTClassifier()"
    assert repr(NLDTClassifier(max_depth=2)) == "NLDTClassifier(max_depth=2)"


@pytest.mark.parametrize("labels", [[False, True], [-3.0, 7.0], ["no", "yes"], [10, 20]])
def test_predictions_are_labels_as_given(labels):
    X, y = tangled(n_classes=2)
    given = np.array(labels)[y]
    predicted = quick().fit(X, given).predict(X)
    assert predicted.dtype == given.dtype
    assert set(predicted.tolist()) == set(labels)


@pytest.fixture(scope="module")
def noisy_rows() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(0)
    X = random.normal(size=(240, 2))
    return X, np.where(X.sum(axis=1) + 0.7 * random.normal(size=240) > 0, "yes", "no")


@pytest.mark.parametrize("method", ["sigmoid", "isotonic"])
def test_calibration_takes_the_scores(noisy_rows, method):
    X, y = noisy_rows
    calibrated = CalibratedClassifierCV(quick(), method=method, cv=3).fit(X, y)
    assert len(np.unique(calibrated.predict_proba(X)[:, 1])) > 10


def test_thresholds_are_tuned_on_the_scores(noisy_rows):
    X, y = noisy_rows
    tuned = TunedThresholdClassifierCV(quick(), scoring="balanced_accuracy", cv=3).fit(X, y)
    assert 0 < tuned.best_threshold_ < 1
    assert tuned.score(X, y) > 0.6


@pytest.mark.parametrize("response_method", ["predict_proba", "decision_function"])
def test_displays_draw_the_scores(noisy_rows, response_method):
    X, y = noisy_rows
    classifier = quick().fit(X, y)
    display = RocCurveDisplay.from_estimator(classifier, X, y, response_method=response_method)
    assert len(display.fpr) > 10 and display.roc_auc > 0.8
    calibration = CalibrationDisplay.from_estimator(classifier, X, y, n_bins=5, strategy="quantile")
    assert len(calibration.prob_pred) == 5


@pytest.mark.parametrize("scoring", ["roc_auc", "neg_log_loss", "average_precision", "neg_brier_score"])
def test_scorers_of_probabilities(noisy_rows, scoring):
    X, y = noisy_rows
    assert np.isfinite(cross_val_score(quick(), X, (y == "yes").astype(int), scoring=scoring, cv=3)).all()
