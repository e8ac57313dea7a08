"""Documents of version 1, brought to the form of version 2.

They had one number a class where there are two now, evidence and cost: only their product is known of a fit with class
weights. And they left to the parameters what the model itself says now, the criterion and how numbers are printed.
"""

from __future__ import annotations

from typing import Any

# The searches of that time that gave rules short numbers, to be printed in full.
SHORT_NUMBERS = ("fast", "FastSearch")


def upgrade(old: dict[str, Any]) -> dict[str, Any]:
    """The document as version 2 writes it; raises KeyError, TypeError or AttributeError for a damaged one."""
    parameters = old["parameters"]
    search = parameters.get("search", "fast")
    name = search["search"] if isinstance(search, dict) else search
    return {
        "format": old["format"],
        "version": 2,
        "target": {
            "kind": "classes",
            "dtype": old["classes"]["dtype"],
            "values": old["classes"]["values"],
            "cost": [1.0] * len(old["classes"]["values"]),
            "is_counted": parameters.get("class_weight") is None,
        },
        "features": {
            "count": old["n_features"],
            "names": old["feature_names"],
            "range": old.get("feature_range"),
        },
        "columns": _columns(old["scaling"], old["n_features"]),
        "nodes": [_node(node) for node in old["nodes"]],
        "pruned_at": old["pruned_at"],
        "criterion": parameters.get("criterion", "gini"),
        "digits": None if name in SHORT_NUMBERS else "auto",
        "parameters": parameters,
        "search_report": old["search_report"],
    }


def _columns(scaling: dict[str, Any] | None, n_features: int) -> list[dict[str, Any]] | None:
    if scaling is None:
        return None
    minimum, span = scaling["minimum"], scaling["span"]
    if not len(minimum) == len(span) == n_features:
        raise ValueError("scaling does not match n_features")
    return [{"kind": "shifted", "feature": j, "minimum": minimum[j], "span": span[j]} for j in range(n_features)]


def _node(old: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(old, dict):
        raise TypeError("a node is not an object")
    node = {"sums": old["class_weights"]}
    if "rule" not in old:
        if "left" in old or "right" in old:
            raise ValueError("a node without a rule has children")
        return node
    return {**node, "split": {key: old[key] for key in ("rule", "left", "right", "front")}}
