"""The published JSON Schema: every saved model is valid, and a broken document is not."""

from __future__ import annotations

import copy
import json

import jsonschema
import numpy as np
import pytest
from export_runs import SMALL_DATASETS
from mixed_tables import mixed_table
from quick_models import quick, tangled

from nldt import InputError, NLDTClassifier
from nldt.datasets import load
from nldt.model.document.content import FORMAT, VERSION
from nldt.model.document.schema import model_schema


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(model_schema())
    return jsonschema.Draft202012Validator(model_schema())


@pytest.fixture(scope="module", params=["raw", "shift"])
def document(request) -> dict:
    X, y = tangled(60)
    return json.loads(quick(scaling=request.param, max_depth=3, prune_tolerance=0.1).fit(X, y).to_json())


@pytest.fixture(scope="module")
def mixed() -> dict:
    return json.loads(NLDTClassifier(random_state=0).fit(*mixed_table()).to_json())


def test_a_model_of_categories_and_gaps_is_valid(mixed, validator):
    validator.validate(mixed)
    assert mixed["features"]["kinds"][0]["kind"] == "category"
    assert {column["kind"] for column in mixed["columns"]} == {"as it is", "one of", "is missing"}
    assert NLDTClassifier.from_document(mixed).to_document() == mixed


@pytest.mark.parametrize(
    "damage",
    [
        lambda d: d["features"]["kinds"].pop(),
        lambda d: d["features"]["kinds"][0].update(kind="colour"),
        lambda d: d["features"]["kinds"][0].update(kind="number"),
        lambda d: d["features"]["kinds"][0]["levels"].reverse(),
        lambda d: d["features"]["kinds"][0].update(levels=["a"] * 5),
        lambda d: d["columns"][0].update(codes=[99]),
        lambda d: d["columns"][0].update(codes=[]),
        lambda d: d["columns"][0].update(negated=1),
        lambda d: d["columns"][0].update(levels=[None]),
    ],
)
def test_damaged_categories_are_refused(mixed, damage):
    document = copy.deepcopy(mixed)
    assert document["columns"][0]["kind"] == "one of"
    damage(document)
    with pytest.raises(InputError, match="it is damaged"):
        NLDTClassifier.from_document(document)


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
    ids=lambda parameters: ", ".join(parameters),
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
    later = {"estimates"}  # not always there
    assert set(document) == set(model_schema()["properties"]) - later


def test_a_whole_document_is_valid(document, validator):
    validator.validate(document)


@pytest.mark.parametrize("key", ["format", "version", "target", "features", "columns", "nodes"])
@pytest.mark.parametrize("value", ["missing", 17.5])
def test_a_missing_or_wrong_entry_is_noticed(key, value, document, validator):
    broken = {name: entry for name, entry in document.items() if name != key}
    if value != "missing":
        broken[key] = value
    assert not validator.is_valid(broken)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), 1),
        (("pruned_at",), [0]),
        (("pruned_at",), [1.5]),
        (("nodes",), []),
        (("parameters",), []),
        (("search_report", "complete"), "yes"),
        (("search_report", "nodes", 0, "path"), "trunk"),
        (("features", "names"), ["a", "a", "b"]),
        (("features", "names"), ["a", 2, "b"]),
        (("features", "count"), 0),
        (("columns",), [{"kind": "sine", "feature": 0}]),
        (("columns",), [{"kind": "as it is"}]),
        (("columns",), [{"kind": "shifted", "feature": 0, "minimum": 0.0, "span": 0.0}]),
        (("target", "cost"), [-1.0, 1.0, 1.0]),
        (("probabilities",), 1),
        (("probabilities", "total"), 0.5),
        (("probabilities", "leaves", 0, "knots"), []),
        (("probabilities", "leaves", 0, "knots", 0), -1.0),
        (("probabilities", "leaves", 0, "scales"), [0.0]),
        (("probabilities", "leaves", 0, "parts", 0, 0), 0),
        (("probabilities", "leaves", 0, "missing"), None),
        (("target", "values"), [0]),
        (("target", "values"), [0, 0, 1]),
        (("target", "dtype"), "|S1"),
        (("nodes", 0, "split", "left"), 0),
        (("nodes", 0, "split", "left"), None),
        (("nodes", 0, "split", "rule"), None),
        (("target", "kind"), "numbers"),
        (("nodes", 0, "sums"), "many"),
        (("nodes", 0, "split", "rule", "low"), "-inf"),
        (("nodes", 0, "split", "rule", "terms"), []),
        (("nodes", 0, "split", "rule", "terms", 0, "weight"), None),
        (("nodes", 0, "split", "rule", "terms", 0, "exponents"), {}),
        (("nodes", 0, "split", "rule", "terms", 0, "exponents"), {"0": 0}),
        (("nodes", 0, "split", "rule", "terms", 0, "exponents"), {"0": 1.5}),
        (("nodes", 0, "split", "rule", "terms", 0, "exponents"), {"0": 300}),
        (("nodes", 0, "split", "rule", "terms", 0, "exponents"), {"-1": 1}),
        (("nodes", 0, "split", "rule", "terms", 0, "exponents"), {"x1": 1}),
        (("nodes", 0, "split", "front", 0, "impurity"), -0.1),
    ],
)
def test_a_broken_document_is_not_valid(path, value, document, validator):
    broken = copy.deepcopy(document)
    parent = broken
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = value
    assert not validator.is_valid(broken)


@pytest.mark.parametrize("key", ["rule", "left", "right", "front"])
def test_a_split_with_a_part_missing_is_not_valid(key, document, validator):
    broken = copy.deepcopy(document)
    del broken["nodes"][0]["split"][key]
    assert not validator.is_valid(broken)


def test_keys_that_are_not_known_are_allowed_everywhere(document, validator):
    """And those that are kept free."""
    wider = copy.deepcopy({**document, "later": 1, "estimates": None})
    wider["probabilities"]["later"] = wider["probabilities"]["leaves"][0]["later"] = 1
    wider["nodes"][0]["later"] = wider["nodes"][0]["split"]["rule"]["later"] = wider["features"]["later"] = [1]
    validator.validate(wider)
    assert NLDTClassifier.from_document(wider).n_rules_ > 0


def test_the_schema_of_a_classifier_that_was_saved_and_read(tmp_path, validator):
    X, y = tangled(40)
    path = tmp_path / "model.json"
    NLDTClassifier(max_depth=1, random_state=0).fit(X, y).save(path)
    validator.validate(json.loads(path.read_text(encoding="utf-8")))
