"""Numbers of every size and arrays of every kind: a model or one line, never a NaN in a rule nor a warning of NumPy."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy import sparse

from nldt import FastSearch, InputError, NLDTClassifier, PaperSearch

SEARCHES = [FastSearch(population=8, children=16, generations=3), PaperSearch(population=6, generations=3)]
RANDOM = np.random.default_rng(0)
PLAIN = RANDOM.uniform(-1.0, 3.0, (60, 3))
CLASSES = (PLAIN[:, 0] * PLAIN[:, 1] > 0.5).astype(int)


def with_column(values) -> np.ndarray:
    return np.column_stack([PLAIN, np.resize(np.asarray(values, dtype=float), 60)])


TABLES = {
    "a constant column": with_column([7.0]),
    "a column twice": with_column(PLAIN[:, 0]),
    "all columns constant": np.ones((60, 2)),
    "one distinct value a row": np.arange(60.0)[:, None],
    "two values": with_column([0.0, 1.0]),
    "huge numbers": with_column([1e100, -1e100, 3.0]),
    "numbers from end to end": with_column([1.7e308, -1.7e308, 0.0]),
    "subnormal numbers": with_column(PLAIN[:, 1] * 1e-310),
    "the least numbers": with_column([5e-324, 0.0, -5e-324]),
    "whole numbers beyond 2**53": with_column(2.0**53 + 2 * np.arange(60)),
    "zeros of both signs": with_column([0.0, -0.0]),
    "a far outlier": with_column([*PLAIN[:-1, 0], 1e90]),
    "tiny beside its size": with_column(1e9 + PLAIN[:, 1]),
    "gaps": with_column([1.0, np.nan, 2.0]),
    "nothing but gaps": with_column([np.nan]),
    "two rows": PLAIN[:2],
    "one row of a class": PLAIN,
    "twenty classes": PLAIN,
}


def classes_of(name: str, n_rows: int) -> np.ndarray:
    special = {"one row of a class": np.eye(1, 60, dtype=int)[0], "twenty classes": np.arange(60) % 20}
    return special.get(name, np.arange(2) if n_rows == 2 else CLASSES)


@pytest.fixture(autouse=True)
def no_warning_of_numpy():
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        yield


@pytest.mark.parametrize("scaling", ["raw", "shift"])
@pytest.mark.parametrize("search", SEARCHES, ids=lambda search: type(search).__name__)
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_any_numbers_make_a_sound_model_or_one_line(name, search, scaling):
    X = TABLES[name]
    y = classes_of(name, len(X))
    try:
        fitted = NLDTClassifier(search=search, scaling=scaling, random_state=0).fit(X, y)
    except InputError as error:
        assert "\n" not in str(error)
        assert name in REFUSED
        return
    assert name not in REFUSED or scaling == "shift"
    answers = fitted.predict(X)
    assert set(answers) <= set(y) and np.isfinite(fitted.predict_proba(X)).all()
    for rule in filter(None, fitted.full_tree_.rules):
        assert np.isfinite(rule.weights).all() and not np.isnan([rule.low, rule.high]).any()
        known = ~rule.is_missing(X)
        with np.errstate(all="ignore"):
            assert np.isfinite(rule.term_values(X)[known]).all()
    assert fitted.to_text() and fitted.to_json()


# Beyond what products of raw units hold, or what a span does.
REFUSED = {"numbers from end to end", "subnormal numbers", "the least numbers"}


def as_rows(kind: str):
    """The same table in another form."""
    return {
        "Fortran order": np.asfortranarray(PLAIN),
        "read-only": PLAIN.copy(),
        "not contiguous": np.repeat(PLAIN, 2, axis=1)[:, ::2],
        "backwards": PLAIN[::-1][::-1],
        "other bytes": PLAIN.astype(">f8"),
        "objects": PLAIN.astype(object),
        "lists": PLAIN.tolist(),
        "sparse": sparse.csr_matrix(PLAIN),
        "sparse array": sparse.coo_array(PLAIN),
    }[kind]


KINDS = ["Fortran order", "read-only", "not contiguous", "backwards", "other bytes", "objects", "lists"]
KINDS += ["sparse", "sparse array"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_numbers_in_any_array_give_the_same_model(kind):
    expected = NLDTClassifier(search=SEARCHES[0], random_state=0).fit(PLAIN, CLASSES)
    rows = as_rows(kind)
    if kind == "read-only":
        rows.flags.writeable = False
    fitted = NLDTClassifier(search=SEARCHES[0], random_state=0).fit(rows, CLASSES)
    assert fitted.to_text() == expected.to_text()
    assert (fitted.predict(rows) == expected.predict(PLAIN)).all()


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.int8, np.int64, np.uint64, bool])
def test_numbers_of_any_type_are_what_they_are_as_floats(dtype):
    X = (PLAIN * 10).astype(dtype)
    fitted = NLDTClassifier(search=SEARCHES[0], random_state=0).fit(X, CLASSES)
    again = NLDTClassifier(search=SEARCHES[0], random_state=0).fit(X.astype(float), CLASSES)
    assert (fitted.predict(X) == again.predict(X.astype(float))).all()


def test_a_sparse_matrix_that_memory_does_not_hold_is_refused_with_its_size():
    huge = sparse.csr_matrix((10_000_000, 1_000_000))
    with pytest.raises(InputError, match=r"10,000,000 rows of 1,000,000 columns would take 80,000\.0 GB"):
        NLDTClassifier().fit(huge, np.arange(10_000_000) % 2)


def test_longer_floats_than_ours_are_infinite_without_a_warning():
    beyond = PLAIN.astype(np.longdouble) * np.longdouble("1e400")
    if np.isinf(beyond).any():
        pytest.skip("there are no longer floats here")
    with pytest.raises(InputError, match="column 'x1' holds 60 infinite"):
        NLDTClassifier().fit(beyond, CLASSES)


@pytest.mark.parametrize("kind", [float, object])
def test_masked_cells_are_gaps_and_masked_classes_are_missing(kind):
    masked = np.ma.masked_greater(PLAIN, 2.5)
    gaps = masked.filled(np.nan)
    rows = masked.astype(kind)
    fitted = NLDTClassifier(search=SEARCHES[0], random_state=0).fit(rows, CLASSES)
    expected = NLDTClassifier(search=SEARCHES[0], random_state=0).fit(gaps, CLASSES)
    assert fitted.to_text() == expected.to_text() and fitted.model_.features == expected.model_.features
    assert (fitted.predict(rows) == expected.predict(gaps)).all()
    with pytest.warns(UserWarning, match="y has no class in 7 of 60 rows"):
        NLDTClassifier(search=SEARCHES[0], random_state=0).fit(PLAIN, np.ma.array(CLASSES, mask=np.arange(60) < 7))


@pytest.mark.parametrize("labels", [[0, 1], [False, True], [2**53, 2**53 + 1]])
@pytest.mark.parametrize("n_masked", [0, 7])
def test_masked_classes_keep_their_type(labels, n_masked):
    y = np.ma.array(np.where(PLAIN[:, 0] > np.median(PLAIN[:, 0]), *labels), mask=np.arange(60) < n_masked)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fitted = NLDTClassifier(search=SEARCHES[0], random_state=0).fit(PLAIN, y)
    assert repr(fitted.classes_.tolist()) == repr(labels)


def test_a_term_that_is_not_finite_goes_right_when_it_is_predicted():
    X = np.column_stack([RANDOM.uniform(1.0, 2.0, 60)])
    fitted = NLDTClassifier(search=SEARCHES[0], random_state=0, exponents=[-3, -2]).fit(X, X[:, 0] > 1.5)
    assert fitted.n_rules_ == 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        right = fitted.tree_.right[0]
        assert fitted.apply([[0.0]]).tolist() == [right]
