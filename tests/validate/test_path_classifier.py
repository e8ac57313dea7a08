"""NLDTClassifierCV: the path, the choice, and that all else is that of the chosen model."""

from __future__ import annotations

import inspect
import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import LeaveOneGroupOut, RepeatedStratifiedKFold, StratifiedKFold

from nldt import FastSearch, InputError, NLDTClassifier, NLDTClassifierCV, load_model
from nldt.datasets import load
from nldt.parameters import CLASSIFIER_PARAMETERS, PATH_PARAMETERS
from nldt.validate.path_classifier import _warn_if_cut_short

QUICK = FastSearch(patience=1, children=20, generations=3, pairs=4)


def quick(**parameters):
    return NLDTClassifierCV(**{"search": QUICK, "random_state": 0, "cv": 3, "prices": [0.5, 1, 2, 4, 60], **parameters})


@pytest.fixture(scope="module")
def rows():
    random = np.random.default_rng(1)
    X = pd.DataFrame(random.uniform(1, 3, (150, 3)), columns=["a", "b", "c"])
    y = np.where(X["a"] * X["b"] + random.normal(0, 0.7, 150) > 4, "yes", "no")
    return X, y


@pytest.fixture(scope="module")
def fitted(rows):
    return quick().fit(*rows)


def test_folds_that_were_cut_short_are_warned_of(fitted):
    """Where all models of the path are complete."""
    path = fitted.model_path_
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _warn_if_cut_short(path, 5.0)
    with pytest.warns(ConvergenceWarning, match="time_limit=5.0 s reached: no time was left for all folds"):
        _warn_if_cut_short(replace(path, is_cut_short=True), 5.0)


def test_a_line_for_each_price(fitted, rows):
    path = fitted.path_
    assert {0.5, 1, 2, 4, 60} == set(path["price"]) and path["price"].is_monotonic_increasing
    held = [point for point in fitted.model_path_.points if point.max_length is not None]
    assert len(path) == 5 + len(held)
    assert held and all(point.length <= point.max_length for point in held)
    assert path["chosen"].sum() == 1
    for line, point in zip(path.itertuples(), fitted.model_path_.points, strict=True):
        assert line.length == sum(rule.complexity for rule in point.model.rules)
        assert line.rules == len(point.model.rules)
        alone = NLDTClassifier.from_model(point.model)
        assert line.training_accuracy == pytest.approx(alone.score(*rows))
        assert line.text == alone.to_text()
        assert line.formulas.count(";") == max(line.rules - 1, 0)
    assert path["length"].iloc[-1] == 0 and path["formulas"].iloc[-1] == "no rule"


def test_fold_accuracies_are_those_of_models_that_have_not_seen_the_rows(rows):
    """Of a path of one price: those of plain fits on the same folds."""
    X, y = rows
    folds = list(StratifiedKFold(3).split(X, y))
    fitted = quick(cv=folds, prices=[1.0]).fit(X, y)
    seed = fitted._fitted.training.seed % 2**32
    for (train, test), accuracy in zip(folds, fitted.model_path_.points[0].fold_accuracies, strict=True):
        alone = NLDTClassifier(search=QUICK, random_state=seed).fit(X.iloc[train], y[train])
        assert accuracy == pytest.approx(alone.score(X.iloc[test], y[test]))


def test_a_path_of_one_price_is_a_fit_at_that_price(rows):
    fitted = quick(prices=[0.7]).fit(*rows)
    alone = NLDTClassifier(search=QUICK, random_state=0, price=0.7).fit(*rows)
    assert fitted.to_text() == alone.to_text()
    assert fitted.best_estimator_.get_params()["price"] == 0.7


def test_everything_is_that_of_the_chosen_model(fitted, rows, tmp_path):
    X, y = rows
    best = fitted.best_estimator_
    assert type(best) is NLDTClassifier
    assert (fitted.predict(X) == best.predict(X)).all()
    assert (fitted.predict_proba(X) == best.predict_proba(X)).all()
    for export in ("to_text", "to_latex", "to_python", "to_c", "to_sql", "to_json"):
        assert getattr(fitted, export)() == getattr(best, export)()
    assert fitted.report(X, y) == best.report(X, y)
    assert fitted.fronts_ == best.fronts_ and fitted.alternatives_ == best.alternatives_
    assert type(fitted.rounded()) is NLDTClassifier
    fitted.save(tmp_path / "model.json")
    loaded = load_model(tmp_path / "model.json")
    assert (loaded.predict(X) == best.predict(X)).all() and loaded.price == best.price


def test_at_length_gives_the_most_accurate_that_is_no_longer(fitted):
    path = fitted.path_
    for length in (0, 1, 2, 5, 100):
        fitting = path[path["length"] <= length]
        model = fitted.at_length(length)
        line = fitting[(fitting["price"] == model.price) & (fitting["length"] == model.rule_length_)]
        assert line["cv_accuracy"].max() == fitting["cv_accuracy"].max()


def test_a_model_of_the_path_has_the_parameters_that_it_was_learned_with(rows):
    fitted = quick(max_length=4).fit(*rows)
    assert any(point.max_length < 4 for point in fitted.model_path_.points)
    for place, point in enumerate(fitted.model_path_.points):
        parameters = fitted._classifier(place).get_params()
        assert (parameters["price"], parameters["max_length"]) == (point.price, point.max_length or 4)
        assert point.length <= point.max_length <= 4
    again = clone(fitted.at_length(2)).fit(*rows)
    assert again.rule_length_ <= 2


def test_every_model_of_a_path_can_be_learned_again(rows):
    """One that was held to no rule has the limit of the path: an estimator has none of 0."""
    X, y = rows
    fitted = quick(prices=[0.5, 1]).fit(X, y)
    held = [point.max_length for point in fitted.model_path_.points]
    assert 0 in held and None in held
    for point in fitted.model_path_.points:
        model = fitted.at_length(point.length)
        assert model.rule_length_ <= point.length
        clone(model).fit(X, y)
    assert fitted.at_length(0).max_length is None
    fitted.set_params(choose=0).fit(X, y)
    clone(fitted.best_estimator_).fit(X, y)


def test_choices(rows, fitted):
    best = quick(choose="best").fit(*rows)
    assert best.model_path_.chosen == best.model_path_.best
    assert quick(choose=1).fit(*rows).rule_length_ <= 1
    path, chosen = fitted.path_, fitted.path_[fitted.path_["chosen"]].iloc[0]
    top = path.loc[path["cv_accuracy"].idxmax()]
    near = path[path["cv_accuracy"] >= top["cv_accuracy"] - top["cv_standard_error"] - 1e-12]
    assert chosen["length"] == near["length"].min()


def test_the_standard_error_is_that_of_the_interval_beside_it(fitted, rows):
    """Of all rows, and twice their variance, since models of other rows would differ, too."""
    for point in fitted.model_path_.points:
        share = point.accuracy
        assert point.standard_error == pytest.approx(np.sqrt(2 * share * (1 - share) / len(rows[0])), abs=1e-4)


def test_the_standard_error_of_repeated_folds_is_that_of_the_interval_beside_it(rows):
    """Rows that are tested again are no other rows: Wilson's interval of the same variance, with four tests of each."""
    repeated = quick(cv=RepeatedStratifiedKFold(n_splits=3, n_repeats=4, random_state=0), prices=[1]).fit(*rows)
    (point,) = repeated.model_path_.points
    found, z = point.model.estimate.accuracy, norm.ppf(0.95)
    share, count = found.value, found.value * (1 - found.value) / point.standard_error**2
    half = z / (1 + z**2 / count) * np.sqrt(share * (1 - share) / count + z**2 / (4 * count**2))
    assert found.high - found.low == pytest.approx(2 * half, rel=1e-6)


def test_groups_are_never_divided(rows):
    X, y = rows
    groups = np.arange(150) // 10
    seen = []

    class Watching(LeaveOneGroupOut):
        def split(self, X, y=None, groups=None):
            for train, test in super().split(X, y, groups):
                seen.append(set(groups[train]) & set(groups[test]))
                yield train, test

    quick(cv=Watching(), prices=[2.0, 60.0]).fit(X, y, groups=groups // 5)
    assert len(seen) == 3 and not any(seen)
    leaked = X.assign(leak=groups.astype(float))  # tells a group, and so the class, where groups are divided
    by_group = groups % 2
    whole = quick(prices=[0.5]).fit(leaked, by_group, groups=groups).path_["cv_accuracy"].item()
    divided = quick(prices=[0.5]).fit(leaked, by_group).path_["cv_accuracy"].item()
    assert whole < 0.8 < divided


def test_weights_count_rows(rows):
    X, y = rows
    twice = np.where(np.arange(150) % 2, 2, 1)
    repeated = np.repeat(np.arange(150), twice)
    weighted = quick().fit(X, y, sample_weight=twice)
    copied = quick().fit(X.iloc[repeated], y[repeated])
    assert weighted.to_text() == copied.to_text()
    assert weighted.path_["cv_accuracy"].tolist() == pytest.approx(copied.path_["cv_accuracy"].tolist())


def test_the_order_of_rows_changes_nothing(rows, fitted):
    X, y = rows
    order = np.random.default_rng(5).permutation(150)
    shuffled = quick().fit(X.iloc[order], y[order])
    assert shuffled.to_text() == fitted.to_text()
    assert shuffled.path_["cv_accuracy"].tolist() == pytest.approx(fitted.path_["cv_accuracy"].tolist())


def test_parameters_are_the_classifiers_but_for_the_price():
    own = {row.name for row in PATH_PARAMETERS}
    others = {"price", "memory_limit"}  # it is not fitted from partitions
    assert set(NLDTClassifierCV().get_params(deep=False)) - own == {row.name for row in CLASSIFIER_PARAMETERS} - others
    usual = {**NLDTClassifier().get_params(deep=False), **{row.name: row.default for row in PATH_PARAMETERS}}
    assert all(usual[name] == value for name, value in NLDTClassifierCV().get_params(deep=False).items())
    signature = inspect.signature(NLDTClassifierCV).parameters
    assert [name for name, one in signature.items() if one.kind is not one.KEYWORD_ONLY] == ["cv", "prices", "choose"]


def test_clones_are_unfitted_and_alike():
    copy = clone(quick(choose=3))
    assert copy.choose == 3 and not hasattr(copy, "model_")


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"choose": "shortest"}, "choose='shortest' must be 'one-standard-error', 'best' or a length"),
        ({"prices": []}, r"prices=\[\] must be numbers"),
        ({"prices": [1, -1]}, "must be numbers from 0.01 to 100"),
        ({"cv": 1}, "cv=1 must be"),
        ({"search": "paper"}, "does not weigh length"),
        ({"choose": 0, "prices": [0.1]}, "no model of the path is of length 0 or less"),
    ],
)
def test_what_is_refused(rows, parameters, words):
    with pytest.raises(InputError, match=words):
        quick(**parameters).fit(*rows)


def test_a_failed_fit_keeps_the_old_model(rows):
    fitted = quick(prices=[2.0, 60.0]).fit(*rows)
    before = fitted.to_json()
    with pytest.raises(InputError):
        fitted.set_params(prices=[0.1], choose=0).fit(*rows)
    assert fitted.to_json() == before


def test_iris_needs_few_factors():
    data = load("iris")
    fitted = NLDTClassifierCV(random_state=0, search=QUICK, prices=[0.5, 1, 2]).fit(data.X, data.y)
    assert fitted.path_["cv_accuracy"].max() > 0.9 and fitted.rule_length_ <= 6
