"""Tables that can't be learned from: one line that names the culprit."""

from __future__ import annotations

import warnings
from datetime import date

import numpy as np
import pandas as pd
import pytest
from quick_models import quick, tangled

from nldt import InputError, NLDTClassifier


def refusal(*arguments, **keywords) -> str:
    """What fit says of a table."""
    with pytest.raises(InputError) as caught:
        quick().fit(*arguments, **keywords)
    message = str(caught.value)
    assert "\n" not in message
    return message


def prediction_refusal(X) -> str:
    """What predict says of a table, under a rule of the height."""
    known, _ = named_table()
    with pytest.raises(InputError) as caught:
        NLDTClassifier(random_state=0).fit(known, known["height"] > known["height"].median()).predict(X)
    return str(caught.value)


def named_table() -> tuple[pd.DataFrame, np.ndarray]:
    X, y = tangled(30)
    return pd.DataFrame(X, columns=["width", "height", "mass"]), y


def with_values(column, values) -> pd.DataFrame:
    """The named table with some of its first cells replaced."""
    X, _ = named_table()
    X[column] = X[column].astype(object)
    X.loc[: len(values) - 1, column] = values
    return X


@pytest.mark.parametrize(("label", "shown"), [(7, "7"), ("seven", "'seven'"), (True, "True"), (2.0, "2.0")])
def test_one_class_only(label, shown):
    assert refusal(tangled(20)[0], [label] * 20).startswith(f"y holds only one class, {shown}:")


def test_one_class_left_by_weights():
    X, y = tangled(20)
    assert "only one class, 1:" in refusal(X, y, sample_weight=(y == 1).astype(float))


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ([np.inf, -np.inf], "'height' holds 2 infinite (inf) values:"),
        ([np.nan, np.inf], "'height' holds 1 infinite (inf) value:"),
    ],
)
def test_infinite_values_are_counted_and_their_column_named(values, told):
    X = with_values("height", values).astype(float)
    assert told in refusal(X, named_table()[1])
    assert told in prediction_refusal(X)


@pytest.mark.parametrize("value", [1.7e308, -1.7e308])
def test_values_whose_sum_is_not_finite_are_welcome(value):
    X, y = named_table()
    classifier = quick().fit(X, y)
    assert len(classifier.predict(pd.DataFrame(value, index=range(5), columns=X.columns))) == 5


def test_all_columns_with_infinite_values_are_named():
    X, y = named_table()
    X.loc[0, ["height", "mass"]] = np.inf
    words = refusal(X, y)
    assert "column 'height' holds 1 infinite (inf) value: " in words and "; column 'mass' holds 1 infinite" in words


def test_an_infinite_value_in_an_array_names_the_column_by_number():
    X, y = tangled(20)
    X[3, 2] = np.inf
    assert "'x3' holds 1 infinite (inf) value" in refusal(X, y)


@pytest.mark.parametrize("column", [["tall"], [1.0, "tall"], [np.nan, "tall"]])
def test_text_in_the_place_of_numbers_is_named_with_a_value(column):
    X = with_values("height", column)
    assert "column 'height' is not numeric: it holds 'tall'" in prediction_refusal(X)


def test_lengths_of_time_are_neither_numbers_nor_categories():
    X, y = named_table()
    assert "column 'mass' holds lengths of time" in refusal(X.assign(mass=pd.Timedelta(days=1)), y)


def test_table_without_rows():
    assert "0 sample(s)" in refusal(np.empty((0, 3)), [])


def test_table_of_one_row():
    assert "n_samples=1" in refusal([[1.0, 2.0]], [1])


def test_table_without_columns():
    assert "0 feature(s)" in refusal(np.empty((20, 0)), tangled(20)[1])


def test_one_dimensional_rows():
    assert "Expected 2D array, got 1D array" in refusal(np.arange(20.0), tangled(20)[1])


def test_two_rows_are_enough():
    X, y = [[1.0], [2.0]], ["a", "b"]
    assert quick(min_samples_split=1).fit(X, y).predict(X).tolist() == y


@pytest.mark.parametrize("n_features", [2, 4])
def test_wrong_number_of_features_in_prediction(n_features):
    classifier = quick(max_depth=1).fit(*tangled(20))
    for method in (classifier.predict, classifier.predict_proba, classifier.apply, classifier.decision_path):
        with pytest.raises(InputError, match=rf"X has {n_features} features.* expecting 3 features"):
            method(np.ones((5, n_features)))


def test_missing_target():
    assert "the target y is None" in refusal(tangled(20)[0], None)


def test_lengths_that_differ():
    X, y = tangled(20)
    assert refusal(X, y[:-1]) == "X has 20 rows but y has 19: they must match"


def test_target_of_two_columns():
    X, y = tangled(20)
    assert "(20, 2)" in refusal(X, np.column_stack([y, y]))


def test_target_with_fractions():
    X, _ = tangled(20)
    assert "continuous" in refusal(X, X[:, 0])


def test_target_with_infinite_numbers():
    X, y = tangled(20)
    labels = y.astype(float)
    labels[:3] = np.inf
    assert refusal(X, labels).startswith("y holds 3 infinite")


@pytest.mark.parametrize("missing", [None, np.nan])
def test_target_without_any_class(missing):
    labels = np.array([missing] * 20, dtype=object)
    assert refusal(tangled(20)[0], labels).startswith("y holds missing values (NaN or None) only")


def test_target_of_mixed_types():
    labels = np.array(["a", 1] * 10, dtype=object)
    assert refusal(tangled(20)[0], labels) == "y mixes labels of type int and str: give labels of one type"


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        (np.array(["2020-01-01", "2021-01-01"], dtype="M8[D]"), "datetime64[D]"),
        (np.array([1, 2], dtype="m8[s]"), "timedelta64[s]"),
        (np.array([b"a", b"b"]), "bytes"),
        (np.array([b"a", b"b"], dtype=object), "such as b'"),
        (np.array([1, 2], dtype=np.longdouble), str(np.dtype(np.longdouble))),
        (np.array([date(2020, 1, 1), date(2021, 1, 1)], dtype=object), "datetime.date(20"),
        (np.array(["a", "b"], dtype=np.dtypes.StringDType()), "StringDType"),
    ],
    ids=lambda value: str(getattr(value, "dtype", "")),
)
def test_labels_that_no_model_file_holds(labels, told):
    X, y = tangled(20, n_classes=2)
    message = refusal(X, labels[y])
    assert told in message and "convert it to text" in message


@pytest.mark.parametrize("kind", [str, object])
def test_a_label_with_half_a_surrogate_pair(kind):
    X, y = tangled(20, n_classes=2)
    assert "label 'b\\ud800'" in refusal(X, np.array(["a", "b\ud800"], dtype=kind)[y])


def test_a_feature_name_with_half_a_surrogate_pair():
    X, y = named_table()
    names = pd.Index([name.replace("height", "h\udfff") for name in X.columns], dtype=object)  # Arrow can't hold it
    assert "column named 'h\\udfff'" in refusal(X.set_axis(names, axis=1), y)


@pytest.mark.parametrize(
    ("weight", "told"),
    [
        ([-1.0, -2.0] + [1.0] * 18, "2 negative values"),
        ([np.nan] + [1.0] * 19, "NaN"),
        ([np.inf] + [1.0] * 19, "infinity"),
        ([1.0] * 19, "(19,)"),
        ([0.0] * 20, "non-zero"),
        (["heavy"] * 20, "heavy"),
        (np.ma.masked_less(np.arange(20), 3), "NaN"),
        (np.array([10**400] + [1] * 19, dtype=object), "too large"),
        ([1e308] * 20, "sample_weight adds up to 1e+60 or more"),
        ([6e58] * 20, "sample_weight adds up to 1e+60 or more"),
    ],
)
def test_sample_weights_that_are_no_weights(weight, told):
    assert told in refusal(*tangled(20), sample_weight=weight)


@pytest.mark.parametrize(
    ("costs", "weight"), [({0: 1e60}, None), ({0: 1e308, 1: 5e-324}, None), ("balanced", [1e-300, 1e57])]
)
def test_costs_that_are_too_large_to_calculate_with(costs, weight):
    y = np.resize([0, 1], 20)
    weights = None if weight is None else np.resize(weight, 20)
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        with pytest.raises(InputError, match=r"class_weight=.*: an error may cost less than 1e\+60, not "):
            NLDTClassifier(class_weight=costs).fit(tangled(20)[0], y, weights)


@pytest.mark.parametrize("search", ["fast", "paper"])
def test_the_largest_evidence_and_costs_are_calculated_with(search):
    X, y = tangled(60, n_classes=2)
    given = {"class_weight": {0: 9e59, 1: 1.0}, "prune_tolerance": None, "search": search}
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        fitted = NLDTClassifier(random_state=0, max_depth=2, **given).fit(X, y, np.full(60, 1e58))
    assert np.isfinite(fitted.predict_proba(X)).all()


@pytest.mark.parametrize("of", [np.asarray, pd.DataFrame])
def test_whole_numbers_beyond_all_floats_are_infinite(of):
    X, y = tangled(20)
    cells = X.astype(object)
    cells[3, 1] = -(10**400)
    told = "holds 1 infinite (inf) value: drop"
    assert told in refusal(of(cells), y)
    with pytest.raises(InputError, match=r"holds 1 infinite \(inf\) value: drop"):
        quick().fit(of(X), y).predict(of(cells))


def test_a_cell_that_is_nothing_of_use_is_quoted():
    X, y = named_table()
    cells = X.astype(object)
    for odd in ([7, 8], ([7, 8],)):
        cells.at[3, "height"] = odd
        assert refusal(cells, y) == f"column 'height' holds {odd}, which is neither a number nor a category"


@pytest.mark.parametrize("factor", [1e-300, 1e300])
def test_extreme_units_are_shifted_without_a_complaint(factor):
    X, y = tangled(40)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scaled = quick(scaling="shift").fit(X * factor, y)
    assert (scaled.predict(X * factor) == quick(scaling="shift").fit(X, y).predict(X)).mean() > 0.9


def test_constant_features_give_a_leaf():
    assert quick().fit(np.ones((20, 3)), tangled(20)[1]).n_rules_ == 0


def test_repeated_column_names():
    X, y = named_table()
    X.columns = ["width", "height", "width"]
    assert refusal(X, y) == "X has several columns named 'width': rename or drop them"


def test_weights_that_no_float32_can_hold_together_are_survived():
    random = np.random.default_rng(0)
    X = random.normal(size=(600, 2))
    y = (X[:, 0] + X[:, 1] ** 2 + 0.5 * random.normal(size=600) > 0).astype(int)
    X[:2], y[:2] = 0.0, [0, 1]
    weight = np.full(600, 1e-72)
    weight[:2] = 20.0
    clf = NLDTClassifier(random_state=0, n_jobs=1).fit(X, y, sample_weight=weight)
    assert set(clf.predict(X)) <= {0, 1}


def test_a_shift_that_makes_values_equal_is_told():
    X = np.random.default_rng(0).uniform(size=(40, 2))
    y = X[:, 0] > 0.5
    X[0, 1] = 1.7e308
    with pytest.warns(UserWarning, match=r"'shift' makes one number of most values of 'x2'"):
        quick(scaling="shift").fit(X, y)
    X[1, 1] = -1.7e308
    with pytest.raises(InputError, match=r"column 'x2' runs from -1\.7e\+308 to 1\.7e\+308"):
        quick(scaling="shift").fit(X, y)
