"""The model as a versioned JSON document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.feature_scaling import ShiftScaling
from nldt.parameters import CLASSIFIER_PARAMETERS
from nldt.search import PaperSearch
from nldt.split_rule import SplitRule
from nldt.tree import FittedTree, FrontPoint, NodeReport, SearchReport

FORMAT = "nldt-model"
VERSION = 1

SEARCHES = {"PaperSearch": PaperSearch}


class ForeignDocument(Exception):  # noqa: N818  (its reader turns it into the user's error)
    """The text is not a model document of this version; the message says why."""


@dataclass(frozen=True, eq=False)
class ModelDocument:
    """All that a model file holds."""

    parameters: dict[str, Any]
    classes: NDArray[Any]
    n_features: int
    feature_names: NDArray[Any] | None
    full_tree: FittedTree
    fronts: dict[int, list[FrontPoint]]
    pruned_at: set[int]  # nodes of the full tree whose splits pruning removed
    report: SearchReport


def write(model: ModelDocument) -> str:
    """The document as JSON text; floats as the shortest text that reads back as the same number."""
    scaling = next((r.scaling for r in model.full_tree.conditional_rules if r.scaling is not None), None)
    content = {
        "format": FORMAT,
        "version": VERSION,
        "classes": {"dtype": model.classes.dtype.str, "values": model.classes.tolist()},
        "n_features": model.n_features,
        "feature_names": None if model.feature_names is None else [str(name) for name in model.feature_names],
        "scaling": None
        if scaling is None
        else {"minimum": scaling.minimum.tolist(), "span": scaling.span.tolist()},
        "pruned_at": sorted(model.pruned_at),
        "nodes": [_write_node(model, node) for node in range(len(model.full_tree))],
        "parameters": {name: _write_parameter(value) for name, value in model.parameters.items()},
        "search_report": asdict(model.report),
    }
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def read(text: str) -> ModelDocument:
    """The document of a JSON text; raises ForeignDocument for anything else."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise ForeignDocument("it is not JSON") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ForeignDocument(f'it lacks "format": "{FORMAT}"')
    if content.get("version") != VERSION:
        raise ForeignDocument(
            f"its version is {content.get('version')!r} and this nldt reads version {VERSION}; "
            "fit the model anew or install the nldt that wrote it"
        )
    try:
        return _read_content(content)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        raise ForeignDocument(f"it is damaged ({type(error).__name__}: {error})") from None


def _write_node(model: ModelDocument, node: int) -> dict[str, Any]:
    tree = model.full_tree
    entry: dict[str, Any] = {"class_weights": tree.class_weights[node].tolist()}
    rule = tree.rules[node]
    if rule is not None:
        entry |= {
            "rule": _write_rule(rule),
            "left": int(tree.left[node]),
            "right": int(tree.right[node]),
            "front": [{"impurity": point.impurity, "rule": _write_rule(point.rule)} for point in model.fronts[node]],
        }
    return entry


def _write_rule(rule: SplitRule) -> dict[str, Any]:
    """A rule with its non-zero exponents only; an end that is not finite is null."""
    return {
        "terms": [
            {"weight": float(weight), "exponents": {str(j): int(row[j]) for j in np.flatnonzero(row)}}
            for weight, row in zip(rule.weights, rule.exponents, strict=True)
        ],
        "low": rule.low if np.isfinite(rule.low) else None,
        "high": rule.high if np.isfinite(rule.high) else None,
    }


def _write_parameter(value: Any) -> Any:
    if isinstance(value, PaperSearch):
        return {"search": type(value).__name__, "parameters": value.get_params()}
    if isinstance(value, Mapping):
        return {"mapping": [[_plain(key), _write_parameter(entry)] for key, entry in value.items()]}
    if isinstance(value, str | None | bool | int | float | np.generic):
        return _plain(value)
    if hasattr(value, "randint"):
        return None  # a random generator is not part of the model
    return [_plain(entry) for entry in value]


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _read_content(content: dict[str, Any]) -> ModelDocument:
    n_features = int(content["n_features"])
    names = content["feature_names"]
    shift = content["scaling"]
    scaling = None if shift is None else ShiftScaling(_floats(shift["minimum"]), _floats(shift["span"]))
    nodes = content["nodes"]
    tree = FittedTree(
        np.array([node.get("left", -1) for node in nodes], dtype=np.int64),
        np.array([node.get("right", -1) for node in nodes], dtype=np.int64),
        _floats([node["class_weights"] for node in nodes]),
        tuple(_read_rule(node["rule"], n_features, scaling) if "rule" in node else None for node in nodes),
    )
    classes = _read_classes(content["classes"])
    if tree.class_weights.shape != (len(nodes), len(classes)):
        raise ValueError("class_weights do not match the classes")
    if names is not None and len(names) != n_features:
        raise ValueError("feature_names do not match n_features")
    _check_links(tree)
    return ModelDocument(
        parameters=_read_parameters(content["parameters"]),
        classes=classes,
        n_features=n_features,
        feature_names=None if names is None else np.array([str(name) for name in names], dtype=object),
        full_tree=tree,
        fronts={
            i: [_read_front_point(point, n_features, scaling) for point in node["front"]]
            for i, node in enumerate(nodes)
            if "rule" in node
        },
        pruned_at={int(node) for node in content["pruned_at"]},
        report=SearchReport(
            **{
                **content["search_report"],
                "nodes": tuple(NodeReport(**node) for node in content["search_report"]["nodes"]),
            }
        ),
    )


def _floats(values: Any) -> NDArray[np.float64]:
    array = np.array(values, dtype=np.float64)
    if not np.isfinite(array).all():
        raise ValueError("a number is missing or not finite")
    return array


def _check_links(tree: FittedTree) -> None:
    """Children follow their parents in pre-order and every node but the root has one parent."""
    children = np.concatenate([tree.left[tree.conditional_nodes], tree.right[tree.conditional_nodes]])
    if not np.array_equal(np.sort(children), np.arange(1, len(tree))):
        raise ValueError("the nodes do not form a tree")
    for node, rule in enumerate(tree.rules):
        if (rule is None) != (tree.left[node] == -1) or (rule is not None and tree.left[node] != node + 1):
            raise ValueError("the nodes are not in pre-order")


def _read_classes(entry: dict[str, Any]) -> NDArray[Any]:
    dtype = np.dtype(str(entry["dtype"]))
    if dtype.kind not in "biufUO":
        raise ValueError(f"classes of type {dtype} are not known")
    return np.array(entry["values"], dtype=dtype)


def _read_rule(entry: dict[str, Any], n_features: int, scaling: ShiftScaling | None) -> SplitRule:
    exponents = np.zeros((len(entry["terms"]), n_features), dtype=np.int8)
    for row, term in zip(exponents, entry["terms"], strict=True):
        for feature, exponent in term["exponents"].items():
            row[int(feature)] = exponent
    low, high = entry["low"], entry["high"]
    return SplitRule(
        exponents,
        _floats([term["weight"] for term in entry["terms"]]),
        -np.inf if low is None else float(low),
        np.inf if high is None else float(high),
        scaling,
    )


def _read_front_point(entry: dict[str, Any], n_features: int, scaling: ShiftScaling | None) -> FrontPoint:
    rule = _read_rule(entry["rule"], n_features, scaling)
    return FrontPoint(rule.complexity, float(entry["impurity"]), rule)


def _read_parameters(entries: dict[str, Any]) -> dict[str, Any]:
    known = {parameter.name for parameter in CLASSIFIER_PARAMETERS}
    return {name: _read_parameter(value) for name, value in entries.items() if name in known}


def _read_parameter(value: Any) -> Any:
    if isinstance(value, dict) and "search" in value:
        return SEARCHES[value["search"]](**value["parameters"])
    if isinstance(value, dict):
        return {key: _read_parameter(entry) for key, entry in value["mapping"]}
    return tuple(value) if isinstance(value, list) else value
