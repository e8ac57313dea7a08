"""Model files: exact round trips, and every other file refused in one line."""

from __future__ import annotations

import copy
import json
import os
import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from damaged_models import damaged, damaged_texts, export_model, made_documents, outcome
from hypothesis import given, settings
from hypothesis import strategies as st
from quick_models import fingerprint, quick, tangled

from nldt import FastSearch, Fixed, InputError, NLDTClassifier, PaperSearch, load_model
from nldt.datasets import load
from nldt.model.document.content import DEEPEST, MOST_BYTES
from nldt.parameters import LENGTH_PARAMETERS, LIMIT_PARAMETERS

AWKWARD_NAMES = ['say "x"', "naïve ≤ 5·θ²\n\ttabs", "it's; DROP TABLE--\\u0041"]
PATIENT = settings(max_examples=200, deadline=None, database=None)


def round_trip(classifier: NLDTClassifier, folder: Path) -> NLDTClassifier:
    classifier.save(folder / "model.json")
    return load_model(folder / "model.json")


def refusal(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        load_model(path)
    message = str(caught.value)
    assert str(path) in message
    assert "\n" not in message
    return message


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "foreign.json"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.fixture(scope="module", params=["raw", "shift"])
def document(request) -> dict:
    """A model file of two rules or more, one of them pruned, as JSON content."""
    X, y = tangled(60)
    table = pd.DataFrame(X, columns=["a", "b", "c"])
    small = PaperSearch(population=4, generations=2)
    classifier = quick(search=small, scaling=request.param, max_depth=3, prune_tolerance=0.1).fit(table, y)
    content = json.loads(classifier.to_json())
    assert content["pruned_at"]
    return content


@pytest.fixture(scope="module")
def documents() -> list[dict]:
    return made_documents()


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("models")


# ----------------------------------------------------------------- round trip


def test_loaded_model_is_the_saved_one(full_grown, tangled_rows, tmp_path):
    X, _ = tangled_rows
    loaded = round_trip(full_grown, tmp_path)
    assert loaded.to_json() == full_grown.to_json()
    assert loaded.predict(X).tolist() == full_grown.predict(X).tolist()
    assert loaded.predict_proba(X).tolist() == full_grown.predict_proba(X).tolist()
    assert loaded.apply(X).tolist() == full_grown.apply(X).tolist()
    assert loaded.to_text(digits=None) == full_grown.to_text(digits=None)
    assert loaded.rules_ == full_grown.rules_
    assert loaded.fronts_ == full_grown.fronts_
    assert loaded.search_report_ == full_grown.search_report_
    assert loaded.feature_importances_.tolist() == full_grown.feature_importances_.tolist()


def test_a_model_of_the_default_search_keeps_its_fronts(tmp_path):
    iris = load("iris")
    fitted = NLDTClassifier(random_state=0).fit(iris.X, iris.y)
    assert round_trip(fitted, tmp_path).fronts_ == fitted.fronts_


def test_loaded_model_can_be_pruned_anew(full_grown, tmp_path):
    """All but the probabilities, which need the training rows: shares of leaves stand for them."""
    loaded = round_trip(full_grown.pruned(1), tmp_path)
    anew, expected = loaded.pruned(0), full_grown.pruned(0)
    without = NLDTClassifier.from_model(replace(expected.model_, scores=None), **expected.get_params(deep=False))
    assert fingerprint(anew) == fingerprint(without)


@pytest.mark.parametrize(
    "labels",
    [
        np.array(["no", 'yes, "surely"\n≥']),
        np.array(["", "empty"], dtype=object),
        np.array([-5, 7], dtype=np.int8),
        np.array([-(2**53) - 1, 2**62 + 1]),
        np.array([-1.0, 3.0]),
        np.array([-1.0, 3.0], dtype=np.float32),
        np.array([False, True]),
    ],
    ids=lambda labels: str(labels.dtype),
)
def test_labels_keep_value_and_type(labels, tmp_path):
    X, y = tangled(40, n_classes=2)
    loaded = round_trip(quick().fit(X, labels[y]), tmp_path)
    assert loaded.classes_.dtype == labels.dtype
    assert loaded.classes_.tolist() == labels.tolist()
    assert set(loaded.predict(X).tolist()) <= set(labels.tolist())


def test_awkward_feature_names_are_kept(tmp_path):
    X, y = tangled(40)
    table = pd.DataFrame(X, columns=AWKWARD_NAMES)
    classifier = quick().fit(table, y)
    loaded = round_trip(classifier, tmp_path)
    assert loaded.feature_names_in_.tolist() == AWKWARD_NAMES
    assert loaded.predict(table).tolist() == classifier.predict(table).tolist()
    assert loaded.to_text() == classifier.to_text()


def test_names_are_absent_where_there_were_none(tmp_path):
    X, y = tangled(40)
    assert not hasattr(round_trip(quick().fit(X, y), tmp_path), "feature_names_in_")


def test_a_tree_without_rules_is_kept(tmp_path):
    X, y = tangled(40)
    loaded = round_trip(quick(min_impurity=1.0, scaling="shift").fit(X, y), tmp_path)
    assert loaded.n_rules_ == 0
    assert len(set(loaded.predict(X))) == 1


@pytest.mark.parametrize(
    "parameters",
    [
        {"search": "paper", "max_depth": 1},
        {"search": "fast", "max_depth": 1},
        {"search": FastSearch(population=np.int64(4), patience=np.int64(1))},
        {"search": PaperSearch(population=np.int64(4), generations=np.int64(0), mutation_beta=np.float32(2))},
        {"exponents": {"x1": [1, 2], 1: np.array([-1, 1])}, "class_weight": {0: 2.0, np.int64(1): 0.5}},
        {"exponents": np.arange(1, 3), "class_weight": "balanced", "max_terms": np.int32(2)},
        {"time_limit": 1e9, "min_samples_split": 2.5},
        {"search": "fast", "price": np.float64(2.0), "max_rules": np.int64(3), "max_length": 8},
        {"search": FastSearch(generations=2), "required": ["x2", 0], "start_from": Fixed("x1 − x2² <= 0.25")},
        {"search": FastSearch(generations=2), "start_from": "x1/x2 - 2", "max_depth": 2},
    ],
)
def test_parameters_are_kept(parameters, tmp_path):
    X, y = tangled(40)
    classifier = quick(**parameters).fit(X, y)
    loaded = round_trip(classifier, tmp_path)
    assert fingerprint(loaded) == fingerprint(classifier)
    assert fingerprint(loaded.fit(X, y)) == fingerprint(classifier)


NEW_PARAMETERS = (*LENGTH_PARAMETERS, *LIMIT_PARAMETERS)


@pytest.mark.parametrize("left_out", [NEW_PARAMETERS, (*NEW_PARAMETERS, "max_terms", "max_depth")])
def test_files_from_before_a_parameter_have_its_default(left_out, document, tmp_path):
    kept = {name: value for name, value in document["parameters"].items() if name not in left_out}
    model = load_model(written(tmp_path, json.dumps({**document, "parameters": kept})))
    assert (model.price, model.max_rules, model.max_length) == (1.0, None, None)
    assert (model.forbidden, model.units) == (None, None)
    assert model.get_params(deep=False).keys() == document["parameters"].keys()


def test_files_with_the_limits_of_earlier_fits_keep_them(document, tmp_path):
    old = {"max_terms": 3, "max_depth": 5}
    content = {**document, "parameters": {**document["parameters"], **old}}
    model = load_model(written(tmp_path, json.dumps(content)))
    assert (model.max_terms, model.max_depth) == (3, 5)


@pytest.mark.parametrize(("name", "value"), [("price", 0), ("max_rules", -1), ("max_length", "long"), ("max_terms", 0)])
def test_limits_that_are_none_make_a_damaged_file(name, value, document, tmp_path):
    content = {**document, "parameters": {**document["parameters"], name: value}}
    with pytest.raises(InputError, match=name):
        load_model(written(tmp_path, json.dumps(content)))


def test_random_generator_is_not_part_of_a_model(tmp_path):
    X, y = tangled(40)
    assert round_trip(quick(random_state=np.random.RandomState(0)).fit(X, y), tmp_path).random_state is None


@pytest.mark.parametrize("search", ["FastSearch", "PaperSearch"])
def test_parameters_of_later_versions_are_ignored(search, document, tmp_path):
    """As the schema promises of keys that a reader does not know."""
    told = {"search": search, "parameters": {"population": 4, "later": [1]}, "later": 2}
    content = {**document, "later": 1, "parameters": {**document["parameters"], "later": 3, "search": told}}
    model = load_model(written(tmp_path, json.dumps(content)))
    assert type(model.search).__name__ == search and model.search.population == 4


def test_the_training_range_is_kept_and_may_be_missing(full_grown, tangled_rows, tmp_path):
    X, _ = tangled_rows
    loaded = round_trip(full_grown, tmp_path)
    low, high = loaded.model_.feature_range
    assert low.tolist() == X.min(axis=0).tolist() and high.tolist() == X.max(axis=0).tolist()
    content = json.loads(full_grown.to_json())
    content["features"]["range"] = None
    old = load_model(written(tmp_path, json.dumps(content)))
    assert old.model_.feature_range is None and old.predict(X).tolist() == full_grown.predict(X).tolist()
    assert json.loads(old.to_json()) == content


def test_a_report_from_a_file_spans_the_training_range(tangled_rows, tmp_path):
    X, y = tangled_rows
    loaded = round_trip(quick(scaling="raw", max_depth=1).fit(X, y), tmp_path)
    page = loaded.report(X[:20], y[:20])
    ranges = json.loads(page.split('id="report-data">')[1].split("</script>")[0])["ranges"]
    used = [j for j in range(3) if loaded.rules_[0].exponents[:, j].any()]
    assert [entry[:2] for entry in ranges] == [[X[:, j].min(), X[:, j].max()] for j in used]
    assert "span the range of the training data" in page
    without = NLDTClassifier.from_model(replace(loaded.model_, feature_range=None))
    assert "span the range of the rows of this report" in without.report(X[:20], y[:20])


# ----------------------------------------------------------------- other files


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", "{}", "3", '"nldt-model"', '{"format": "onnx"}', "x,y\n1,2\n", "[" * 100_000, "{" * 9],
)
def test_foreign_text_is_refused(text, tmp_path):
    assert "is not an nldt model" in refusal(written(tmp_path, text))


def test_a_mark_of_the_encoding_is_no_part_of_the_text(document, tmp_path):
    path = tmp_path / "model.json"
    path.write_text(json.dumps(document), encoding="utf-8-sig")
    assert load_model(path).to_text()


@pytest.mark.parametrize("content", [b"\x89PNG\r\n\x1a\n", b"\xff\xfe{\x00}\x00", bytes(range(256))])
def test_binary_file_is_refused(content, tmp_path):
    refusal(written(tmp_path, content))


class Trap:
    """Leaves a file behind when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return os.mkdir, (str(self.path),)


@pytest.mark.parametrize("protocol", [0, 5])
def test_pickle_is_refused_and_not_run(protocol, tmp_path):
    refusal(written(tmp_path, pickle.dumps(Trap(tmp_path / "sprung"), protocol)))
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("version", [0, 3, "1", "2", True, 2.5, None])
def test_other_version_is_named(version, document, tmp_path):
    message = refusal(written(tmp_path, json.dumps({**document, "version": version})))
    assert f"its version is {version!r}" in message


def test_missing_file_and_folder_are_refused(tmp_path):
    assert "No such file" in refusal(tmp_path / "none.json")
    assert "Is a directory" in refusal(tmp_path)


@pytest.mark.parametrize("place", ["missing/model.json", "file/model.json", "folder"])
def test_save_names_the_place_it_cannot_write(place, full_grown, tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match=place):
        full_grown.save(tmp_path / place)
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]


def test_save_replaces_a_file_and_leaves_nothing_else(full_grown, tmp_path):
    (tmp_path / "model.json").write_text("old")
    full_grown.save(str(tmp_path / "model.json"))
    assert os.listdir(tmp_path) == ["model.json"]
    assert (tmp_path / "model.json").read_text(encoding="utf-8") == full_grown.to_json()


# -------------------------------------------------------------- damaged models


@PATIENT
@given(share=st.floats(0, 0.999))
def test_truncated_model_is_refused(share, document, folder):
    text = json.dumps(document)
    assert "is not an nldt model" in refusal(written(folder, text[: int(share * len(text))]))


@PATIENT
@given(data=st.data())
def test_damaged_model_is_refused_or_usable(data, documents, folder):
    """As ``make soak`` does with many more."""
    outcome(data.draw(damaged_texts(documents)), folder, export_model)


def test_nodes_in_another_order_are_refused(document):
    """Their sums add up all the same; who walks down the numbers would never come to an end, or miss some."""
    split = document["nodes"][0]["split"]
    swapped = damaged(
        damaged(document, ("nodes", 0, "split", "left"), split["right"]), ("nodes", 0, "split", "right"), 1
    )
    with pytest.raises(InputError, match="not a tree in pre-order"):
        NLDTClassifier.from_document(swapped)


def test_a_document_nested_in_itself_or_too_deeply_is_refused(document):
    cyclic = copy.deepcopy(document)
    cyclic["parameters"]["exponents"] = {"mapping": [["a", cyclic]]}
    deep = copy.deepcopy(document)
    for _ in range(DEEPEST):
        deep["later"] = {"later": deep.get("later", 0)}
    for content in (cyclic, deep):
        with pytest.raises(InputError, match="nested"):
            NLDTClassifier.from_document(content)


@pytest.mark.parametrize("path", [("later",), ("probabilities",), ("nodes", 0, "split", "rule", "high")])
@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan])
def test_numbers_that_json_does_not_have_are_refused_everywhere(path, value, document):
    """Of a document that Python's json has read, which knows Infinity."""
    with pytest.raises(InputError, match="a number is not finite"):
        NLDTClassifier.from_document(damaged(document, path, value))


def test_files_beyond_all_models_are_refused_before_they_take_memory(document, folder):
    many = written(folder, json.dumps({**document, "later": [[]] * 600_000}))
    assert "more than 1,000,000 values" in refusal(many)
    long = written(folder, json.dumps({**document, "later": "x" * MOST_BYTES}))
    assert "more than 32,000,000 bytes" in refusal(long)
    if Path("/dev/zero").exists():
        assert "more than 32,000,000 bytes" in refusal(Path("/dev/zero"))


def test_no_file_is_written_that_would_not_be_read(full_grown, tmp_path):
    levels = tuple(f"level {number}" for number in range(1_000_000))
    huge = replace(full_grown.model_, left_out=levels)
    with pytest.raises(InputError, match="too large for a model file"):
        NLDTClassifier.from_model(huge).save(tmp_path / "model.json")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("pruned_at",), [0]),
        (("pruned_at",), [10**9]),
        (("pruned_at",), [-1]),
        (("features", "count"), 2),
        (("features", "count"), "3"),
        (("features", "count"), 3.5),
        (("features", "names"), "abc"),
        (("features", "names"), ["a", "b", 3]),
        (("features", "names"), ["a", "b", "b"]),
        (("columns",), [{"kind": "as it is", "feature": 0}]),
        (("columns",), [{"kind": "as it is", "feature": j} for j in (0, 1, 3)]),
        (("columns",), [{"kind": "as it is", "feature": j} for j in (0, 1, True)]),
        (("columns",), [{"kind": "sine", "feature": j} for j in range(3)]),
        (("columns",), [{"feature": j} for j in range(3)]),
        (("columns",), [{"kind": "shifted", "feature": j, "minimum": 0.0, "span": j} for j in range(3)]),
        (("target", "cost"), [1.0, 1.0]),
        (("target", "cost"), [1.0, 1.0, -1.0]),
        (("target", "cost"), [0.0, 0.0, 0.0]),
        (("target", "is_counted"), 1),
        (("target", "kind"), "numbers"),
        (("target",), {}),
        (("criterion",), "ginni"),
        (("digits",), "many"),
        (("digits",), 0),
        (("digits",), True),
        (("target", "values"), [0, 1, 1]),
        (("target", "values"), [0, 1, 2.5]),
        (("target", "values"), [[0], [1], [2]]),
        (("target", "dtype"), "<i8,<i8"),
        (("target", "dtype"), "|S1"),
        (("nodes", 0, "split", "left"), 2),
        (("nodes", 0, "split", "right"), 1),
        (("nodes", 0, "split", "right"), True),
        (("nodes", 0, "sums"), [1.0, 1.0, 1.0]),
        (("nodes", 1, "sums"), [-1.0, 1.0, 1.0]),
        (("nodes", 0, "split", "rule", "terms"), []),
        (("nodes", 0, "split", "rule", "terms", 0, "exponents"), {}),
        (("nodes", 0, "split", "rule", "terms", 0, "exponents"), {"-1": 1}),
        (("nodes", 0, "split", "rule", "terms", 0, "exponents"), {"0": 1.5}),
        (("nodes", 0, "split", "rule", "terms", 0, "exponents"), {"0": 300}),
        (("nodes", 0, "split", "rule", "terms", 0, "weight"), None),
        (("nodes", 0, "split", "rule", "low"), "nan"),
        (("nodes", 0, "split", "front", 0, "impurity"), float("nan")),
        (("parameters", "criterion"), "ginni"),
        (("parameters", "search"), {"search": "PaperSearch", "parameters": {"generations": -1}}),
        (("parameters", "search"), {"search": 3, "parameters": {}}),
        (("search_report", "seconds"), "long"),
        (("search_report", "complete"), 1),
        (("search_report", "nodes", 0, "path"), 7),
        (("probabilities",), [1.0]),
        (("estimates",), "good"),
        (("features", "range"), {"minimum": [0.0] * 3}),
        (("features", "range", "minimum"), [9.0] * 3),
        (("features", "range", "maximum"), [9.0] * 2),
        (("features", "range", "maximum"), [None] * 3),
        (("features", "whole"), [3]),
        (("features", "whole"), [-1]),
        (("features", "whole"), True),
    ],
)
def test_damage_that_would_mislead_is_refused(path, value, document, folder):
    message = refusal(written(folder, json.dumps(damaged(document, path, value))))
    assert "it is damaged" in message or "it is not JSON" in message  # which has no NaN


def test_a_damaged_value_of_any_length_is_refused_in_a_short_line(document, folder):
    text = json.dumps(damaged(document, ("criterion",), "gini" * 10_000))
    assert len(refusal(written(folder, text))) < 600


def test_a_damaged_column_is_refused(folder, tangled_rows):
    content = json.loads(quick(scaling="shift", max_depth=1).fit(*tangled_rows).to_json())
    for value in (0.0, -1.0, None, "1", [1.0]):
        path = written(folder, json.dumps(damaged(content, ("columns", 1, "span"), value)))
        assert "it is damaged" in refusal(path)


def test_nodes_out_of_order_are_refused(folder):
    leaf = {"sums": [1.0, 1.0]}
    rule = {"terms": [{"weight": 1.0, "exponents": {"0": 1}}], "low": None, "high": 1.0}
    content = json.loads(quick(max_depth=1).fit(*tangled(40, n_classes=2)).to_json())
    content["pruned_at"] = []
    content["nodes"] = [
        {"sums": [3.0, 3.0], "split": {"rule": rule, "left": 1, "right": 3, "front": []}},
        {"sums": [2.0, 2.0], "split": {"rule": rule, "left": 2, "right": 4, "front": []}},
        leaf,
        leaf,
        leaf,
    ]
    assert "pre-order" in refusal(written(folder, json.dumps(content)))
