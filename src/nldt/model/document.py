"""The model as a versioned JSON document."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.model.feature_scaling import ShiftScaling
from nldt.model.rule import SplitRule
from nldt.model.search_report import NodeReport, SearchReport
from nldt.model.tree import LEAF, FittedTree, FrontPoint
from nldt.parameters import CLASSIFIER_PARAMETERS, validate

FORMAT = "nldt-model"
VERSION = 1

Floats = NDArray[np.float64]


class ForeignDocument(Exception):  # noqa: N818  (its reader turns it into the user's error)
    """The text is not a model document of this version; the message says why."""


@dataclass(frozen=True, eq=False)
class ModelDocument:
    """All that a model file holds."""

    parameters: dict[str, Any]  # the search as it is written: see nldt.estimators.search_document
    classes: NDArray[Any]
    n_features: int
    feature_names: NDArray[Any] | None
    full_tree: FittedTree
    fronts: dict[int, list[FrontPoint]]
    pruned_at: set[int]  # nodes of the full tree whose splits pruning removed
    report: SearchReport
    feature_range: tuple[Floats, Floats] | None = None  # lowest and highest training value of each feature


def write(model: ModelDocument) -> str:
    """The document as JSON text; floats as the shortest text that reads back as the same number."""
    scaling = model.full_tree.shift
    content = {
        "format": FORMAT,
        "version": VERSION,
        "classes": {"dtype": model.classes.dtype.str, "values": model.classes.tolist()},
        "n_features": model.n_features,
        "feature_names": None if model.feature_names is None else [str(name) for name in model.feature_names],
        "scaling": None if scaling is None else {"minimum": scaling.minimum.tolist(), "span": scaling.span.tolist()},
        "pruned_at": sorted(model.pruned_at),
        "nodes": [_write_node(model, node) for node in range(len(model.full_tree))],
        "parameters": {
            name: value if name == "search" else _write_parameter(value) for name, value in model.parameters.items()
        },
        "search_report": _write_report(model.report),
    }
    if model.feature_range is not None:
        low, high = model.feature_range
        content["feature_range"] = {"minimum": low.tolist(), "maximum": high.tolist()}
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
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError, MemoryError) as error:
        reason = " ".join(str(error).split())
        raise ForeignDocument(f"it is damaged ({type(error).__name__}: {reason})") from None


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


def _write_report(report: SearchReport) -> dict[str, Any]:
    """What the search took; not how each node's search went, which no reader of a model needs."""
    entry = asdict(report)
    for node in entry["nodes"]:
        del node["history"]
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
    if isinstance(value, Mapping):
        return {"mapping": [[_plain(key), _write_parameter(entry)] for key, entry in value.items()]}
    if isinstance(value, str | None | bool | int | float | np.generic):
        return _plain(value)
    if hasattr(value, "randint"):
        return None  # a random generator is not part of the model
    return [_plain(entry) for entry in value]


def _plain(value: Any) -> Any:
    """A number, text or None as JSON has it."""
    return value.item() if isinstance(value, np.generic) else value


def _read_content(content: dict[str, Any]) -> ModelDocument:
    n_features = _whole(content["n_features"])
    scaling = _read_scaling(content["scaling"], n_features)
    nodes = content["nodes"]
    tree = FittedTree(
        np.array([_whole(node.get("left", LEAF)) for node in nodes], dtype=np.int64),
        np.array([_whole(node.get("right", LEAF)) for node in nodes], dtype=np.int64),
        _floats([node["class_weights"] for node in nodes]),
        tuple(_read_rule(node["rule"], n_features, scaling) if "rule" in node else None for node in nodes),
    )
    classes = _read_classes(content["classes"])
    _check_links(tree)
    _check_class_weights(tree, len(classes))
    pruned_at = {_whole(node) for node in content["pruned_at"]}
    if not pruned_at <= set(tree.conditional_nodes[1:].tolist()):
        raise ValueError("pruned_at names nodes that can't be pruned")
    return ModelDocument(
        parameters=_read_parameters(content["parameters"]),
        classes=classes,
        n_features=n_features,
        feature_names=_read_feature_names(content["feature_names"], n_features),
        full_tree=tree,
        fronts={
            i: [_read_front_point(point, n_features, scaling) for point in node["front"]]
            for i, node in enumerate(nodes)
            if "rule" in node
        },
        pruned_at=pruned_at,
        report=_read_report(content["search_report"]),
        feature_range=_read_feature_range(content.get("feature_range"), n_features),
    )


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} is not a whole number")
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not np.isfinite(float(value)):
        raise ValueError(f"{value!r} is not a number")
    return float(value)


def _floats(values: Any) -> NDArray[np.float64]:
    array = np.array(values, dtype=np.float64)
    if not np.isfinite(array).all():
        raise ValueError("a number is missing or not finite")
    return array


def _check_links(tree: FittedTree) -> None:
    """A walk in pre-order meets every node once, in the order of their numbers; leaves have no children."""
    waiting = [0]
    for node, rule in enumerate(tree.rules):
        if not waiting or waiting.pop() != node:
            raise ValueError("the nodes are not a tree in pre-order")
        if rule is not None:
            waiting += [int(tree.right[node]), int(tree.left[node])]
        elif (tree.left[node], tree.right[node]) != (LEAF, LEAF):
            raise ValueError("a node without a rule has children")
    if waiting:
        raise ValueError("a node is missing")


def _check_class_weights(tree: FittedTree, n_classes: int) -> None:
    """Every node has weight, and as much of each class as its children together."""
    weights = tree.class_weights
    if weights.shape != (len(tree), n_classes):
        raise ValueError("class_weights do not match the classes")
    if (weights < 0).any() or (weights.sum(axis=1) <= 0).any():
        raise ValueError("class_weights are negative or all zero")
    parents = tree.conditional_nodes
    children = weights[tree.left[parents]] + weights[tree.right[parents]]
    if not np.allclose(weights[parents], children, rtol=1e-6):
        raise ValueError("class_weights of children do not add up to their parent's")


def _read_scaling(entry: dict[str, Any] | None, n_features: int) -> ShiftScaling | None:
    if entry is None:
        return None
    minimum, span = _floats(entry["minimum"]), _floats(entry["span"])
    if minimum.shape != (n_features,) or span.shape != (n_features,) or (span <= 0).any():
        raise ValueError("scaling does not match n_features, or a span is not positive")
    return ShiftScaling(minimum, span)


def _read_feature_range(entry: dict[str, Any] | None, n_features: int) -> tuple[Floats, Floats] | None:
    if entry is None:  # files of earlier days
        return None
    low, high = _floats(entry["minimum"]), _floats(entry["maximum"])
    if low.shape != (n_features,) or high.shape != (n_features,) or (low > high).any():
        raise ValueError("feature_range does not match n_features, or a minimum is above its maximum")
    return low, high


def _read_feature_names(names: Any, n_features: int) -> NDArray[Any] | None:
    if names is None:
        return None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError("feature_names are not texts")
    if len(names) != n_features or len(set(names)) != n_features:
        raise ValueError("feature_names are not n_features different ones")
    return np.array(names, dtype=object)


def _read_classes(entry: dict[str, Any]) -> NDArray[Any]:
    dtype, values = entry["dtype"], entry["values"]
    if not re.fullmatch(r"[<>|=]([biuf][1248]|U[0-9]{1,6}|O)", dtype):
        raise ValueError(f"classes of type {dtype} are not known")
    classes = np.array(values, dtype=dtype)
    if classes.dtype.kind in "UO" and not all(isinstance(value, str) for value in values):
        raise ValueError("the classes are not text")
    if classes.ndim != 1 or len(classes) < 2 or classes.tolist() != np.unique(classes).tolist():
        raise ValueError("the classes are not two or more different ones, in order")
    if classes.tolist() != values:
        raise ValueError(f"the classes are not of type {dtype}")
    return classes


def _read_report(entry: dict[str, Any]) -> SearchReport:
    return SearchReport(
        _number(entry["seconds"]),
        _whole(entry["generations"]),
        _whole(entry["structures_evaluated"]),
        tuple(
            NodeReport(
                str(node["path"]),
                _number(node["seconds"]),
                _whole(node["generations"]),
                _whole(node["structures_evaluated"]),
            )
            for node in entry["nodes"]
        ),
        bool(entry["complete"]),
    )


def _read_rule(entry: dict[str, Any], n_features: int, scaling: ShiftScaling | None) -> SplitRule:
    exponents = np.zeros((len(entry["terms"]), n_features), dtype=np.int8)
    for row, term in zip(exponents, entry["terms"], strict=True):
        for feature, exponent in term["exponents"].items():
            if not 0 <= int(feature) < n_features or abs(_whole(exponent)) > np.iinfo(np.int8).max:
                raise ValueError(f"no feature {feature} with exponent {exponent}")
            row[int(feature)] = exponent
        if not row.any():
            raise ValueError("a term has no features")
    low = -np.inf if entry["low"] is None else _number(entry["low"])
    high = np.inf if entry["high"] is None else _number(entry["high"])
    if low > high:
        raise ValueError("a rule's low end is above its high end")
    return SplitRule(exponents, _floats([term["weight"] for term in entry["terms"]]), low, high, scaling)


def _read_front_point(entry: dict[str, Any], n_features: int, scaling: ShiftScaling | None) -> FrontPoint:
    rule = _read_rule(entry["rule"], n_features, scaling)
    return FrontPoint(rule.complexity, _number(entry["impurity"]), rule)


def _read_parameters(entries: dict[str, Any]) -> dict[str, Any]:
    """Parameters as the table allows them; what this version does not know is left out.

    The search stays as it is written: whoever knows the searches reads it.
    """
    table = tuple(parameter for parameter in CLASSIFIER_PARAMETERS if parameter.name != "search")
    defaults = {parameter.name: parameter.default for parameter in table}
    known = {name: _read_parameter(value) for name, value in entries.items() if name in defaults}
    validate("parameters", table, defaults | known)
    return {"search": entries["search"], **known} if "search" in entries else known


def _read_parameter(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _read_parameter(entry) for key, entry in value["mapping"]}
    return tuple(value) if isinstance(value, list) else value
