"""The published JSON Schema: every saved model is valid, and a broken document is not."""

from __future__ import annotations

import copy
import json

import jsonschema
import numpy as np
import pytest
from export_runs import SMALL_DATASETS
from nldt.model.schema import model_schema
from quick_models import quick, tangled

from nldt import NLDTClassifier
from nldt.datasets import load
from nldt.model.document import FORMAT, VERSION


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(model_schema())
    return jsonschema.Draft202012Validator(model_schema())


@pytest.fixture(scope="module", params=["raw", "shift"])
def document(request) -> dict:
    X, y = tangled(60)
    return json.loads(quick(scaling=request.param, max_depth=3, prune_tolerance=0.1).fit(X, y).to_json())


@pytest.mark.parametrize("name", SMALL_DATASETS)
def test_models_of_every_dataset_are_valid(name, validator):
    table = load(name)
    known = np.isfinite(np.asarray(table.X, dtype=float)).all(axis=1)
    validator.validate(json.loads(quick().fit(table.X[known], table.y[known]).to_json()))


@pytest.mark.parametrize(
    "parameters",
    [
        {"search": "fast"},
        {"search": "paper", "time_limit": 0.2},
        {"exponents": {0: (0, 1), 2: (-1, 0, 1)}},
        {"class_weight": {0: 2.0, 1: 1.0, 2: 0.5}},
        {"class_weight": "balanced"},
        {"random_state": np.random.RandomState(0)},
        {"min_samples_split": 1000},
    ],
    ids=str,
)
@pytest.mark.filterwarnings("ignore")
def test_models_of_every_kind_of_parameter_are_valid(parameters, validator):
    X, y = tangled(60)
    validator.validate(json.loads(quick(**parameters).fit(X, y).to_json()))


@pytest.mark.parametrize(
    "labels", [["a", "b"], [False, True], [-1.0, 2.0], [3, 4]], ids=lambda labels: type(labels[0]).__name__
)
def test_labels_of_every_type_are_valid(labels, validator):
    X, y = tangled(40, n_classes=2)
    validator.validate(json.loads(quick(max_depth=1).fit(X, np.array(labels)[y]).to_json()))


def test_the_schema_is_of_the_version_that_is_written(validator):
    properties = model_schema()["properties"]
    assert (properties["format"]["const"], properties["version"]["const"]) == (FORMAT, VERSION)


def test_every_key_is_described(document):
    assert set(document) == set(model_schema()["properties"])


def test_a_whole_document_is_valid(document, validator):
    validator.validate(document)


@pytest.mark.parametrize("key", ["format", "version", "classes", "n_features", "feature_names", "scaling"])
@pytest.mark.parametrize("value", ["missing", 17.5])
def test_a_missing_or_wrong_entry_is_noticed(key, value, document, validator):
    broken = {name: entry for name, entry in document.items() if name != key}
    if value != "missing":
        broken[key] = value
    assert not validator.is_valid(broken)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), 2),
        (("pruned_at",), [0]),
        (("pruned_at",), [1.5]),
        (("nodes",), []),
        (("parameters",), []),
        (("parameters", "search"), {"search": "os.system", "parameters": {}}),
        (("search_report", "complete"), "yes"),
        (("search_report", "nodes", 0, "path"), "trunk"),
        (("feature_names",), ["a", "a", "b"]),
        (("feature_names",), ["a", 2, "b"]),
        (("classes", "values"), [0]),
        (("classes", "values"), [0, 0, 1]),
        (("classes", "dtype"), "|S1"),
        (("nodes", 0, "left"), 0),
        (("nodes", 0, "left"), None),
        (("nodes", 0, "rule"), None),
        (("nodes", 0, "class_weights"), [-1, 2, 3]),
        (("nodes", 0, "class_weights"), "many"),
        (("nodes", 0, "rule", "low"), "-inf"),
        (("nodes", 0, "rule", "terms"), []),
        (("nodes", 0, "rule", "terms", 0, "weight"), None),
        (("nodes", 0, "rule", "terms", 0, "exponents"), {}),
        (("nodes", 0, "rule", "terms", 0, "exponents"), {"0": 0}),
        (("nodes", 0, "rule", "terms", 0, "exponents"), {"0": 1.5}),
        (("nodes", 0, "rule", "terms", 0, "exponents"), {"0": 300}),
        (("nodes", 0, "rule", "terms", 0, "exponents"), {"-1": 1}),
        (("nodes", 0, "rule", "terms", 0, "exponents"), {"x1": 1}),
        (("nodes", 0, "front", 0, "impurity"), -0.1),
    ],
)
def test_a_broken_document_is_not_valid(path, value, document, validator):
    broken = copy.deepcopy(document)
    parent = broken
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = value
    assert not validator.is_valid(broken)


@pytest.mark.parametrize("key", ["class_weights", "rule", "left", "right", "front"])
def test_a_node_with_a_part_missing_is_not_valid(key, document, validator):
    broken = copy.deepcopy(document)
    del broken["nodes"][0][key]
    assert not validator.is_valid(broken)


def test_a_scaling_without_width_is_not_valid(document, validator):
    broken = {**document, "scaling": {"minimum": [0.0, 0.0, 0.0], "span": [1.0, 0.0, 1.0]}}
    assert not validator.is_valid(broken)


def test_the_schema_of_a_classifier_that_was_saved_and_read(tmp_path, validator):
    X, y = tangled(40)
    path = tmp_path / "model.json"
    NLDTClassifier(max_depth=1, random_state=0).fit(X, y).save(path)
    validator.validate(json.loads(path.read_text(encoding="utf-8")))
