"""What the page's scripts read, as JSON that can stand inside a script element."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.model.basis import Column, DaysSince
from nldt.model.basis.whole_values import WholeValues
from nldt.model.feature import Level
from nldt.model.rule import SplitRule
from nldt.model.scores import LEAST_WAY
from nldt.report.probability_measures import ProbabilityMeasures
from nldt.report.summary import (
    FrontPointSummary,
    FrontSummary,
    NodeSummary,
    PathSummary,
    Place,
    PrintedFormula,
    Summary,
    TreeSummary,
)

# Inside a script element only these could end it or start a comment; JSON may write any character this way.
ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})

MOST_RULES = 24  # of each model of the length curve that the page carries


def page_json(summary: Summary) -> str:
    """The data of the page; floats as the shortest text that reads back as the same number."""
    text = json.dumps(_content(summary), ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.translate(ESCAPES)


def _content(summary: Summary) -> dict[str, Any]:
    tree, rows = summary.tree, summary.rows
    return {
        "classes": tree.classes,
        "features": tree.features,
        "kinds": tree.kinds,
        "levels": tree.levels,
        "dates": tree.dates,
        "haveGaps": tree.have_gaps,
        "columns": [
            {"feature": entry.feature, "value": entry.column.expression("x", _Operations()), **_words(entry.column)}
            for entry in tree.columns
        ],
        "ranges": [[entry.low, entry.high, entry.median] for entry in summary.ranges],
        "rangesFromTraining": summary.ranges_from_training,
        "total": tree.total,
        "leastWay": LEAST_WAY,
        "nodes": [_node(node, tree) for node in tree.nodes],
        "fronts": [_front(front) for front in summary.fronts],
        "places": {str(node): [_place(place) for place in found] for node, found in summary.places.items()},
        "path": None if summary.path is None else _path(summary.path),
        "probabilities": _probabilities(summary.probabilities),
        "criterion": summary.criterion,
        "nRows": summary.measures.n_rows,
        "rows": {
            "number": rows.number.tolist(),
            "truth": rows.truth.tolist(),
            "leaf": rows.leaf.tolist(),
            "values": [[None if np.isnan(value) else value for value in row] for row in rows.values.tolist()],
            "listed": rows.listed.tolist(),
        },
    }


def _words(column: Column) -> dict[str, Any]:
    """How the values of a column are read by name: its first day, or all names."""
    if isinstance(column, DaysSince):
        return {"firstDay": column.first}
    return {"names": column.names} if isinstance(column, WholeValues) else {}


class _Operations:
    """The algebra of nested lists, such as ["+", 1, ["/", "x", 4]], which model.js computes."""

    def number(self, value: float) -> Any:
        return value

    def multiply(self, first: Any, second: Any) -> Any:
        return ["*", first, second]

    def divide(self, numerator: Any, divisor: Any) -> Any:
        return ["/", numerator, divisor]

    def add(self, first: Any, second: Any) -> Any:
        return ["+", first, second]

    def subtract(self, first: Any, second: Any) -> Any:
        return ["-", first, second]

    def negate(self, value: Any) -> Any:
        return ["negate", value]

    def call(self, function: str, argument: Any) -> Any:
        return [function, argument]

    def one_of(self, category: Any, codes: Sequence[int], levels: Sequence[Level]) -> Any:
        return ["one of", category, *codes]

    def none_of(self, category: Any, codes: Sequence[int], levels: Sequence[Level]) -> Any:
        return ["none of", category, *codes]

    def is_missing(self, feature: Any) -> Any:
        return ["missing", feature]


def _node(node: NodeSummary, tree: TreeSummary) -> dict[str, Any]:
    if node.rule is None or node.printed is None:
        assert node.score is not None
        score = node.score
        curve = {
            "follows": node.followed,
            "scales": score.scales,
            "knots": score.knots,
            "parts": score.parts,
            "missing": score.missing,
        }
        return {"label": node.label, "curve": curve}
    return {
        "left": node.left,
        "right": node.right,
        "name": f"Rule {node.rule_number}",
        "rule": _rule(node.rule, tree),
        "printed": {
            **_printed(node.printed),
            "terms": node.printed.terms,
            "divisor": node.printed.divisor,
            "named": node.printed.has_words,
            "saysYesOrNo": node.printed.says_yes_or_no,
        },
    }


def _rule(rule: SplitRule, tree: TreeSummary) -> dict[str, Any]:
    """Factors, by their places among the columns of the page, in the order in which nldt multiplies them.

    What the rule needs numbers of, by its places among the features of the page.
    """
    needed = rule.basis.features_of(rule.gap_columns)
    return {
        "terms": [
            {"weight": float(weight), "above": _factors(np.maximum(row, 0)), "below": _factors(np.minimum(row, 0))}
            for weight, row in zip(rule.weights, rule.exponents[:, tree.column_numbers], strict=True)
        ],
        "needs": np.searchsorted(tree.feature_numbers, needed).tolist(),
        "missingLeft": rule.missing_left,
        "low": rule.low if np.isfinite(rule.low) else None,
        "high": rule.high if np.isfinite(rule.high) else None,
    }


def _factors(exponents: NDArray[np.int8]) -> list[int]:
    """Powers as repeated factors."""
    return [int(j) for j in np.flatnonzero(exponents) for _ in range(abs(int(exponents[j])))]


def _printed(printed: PrintedFormula) -> dict[str, Any]:
    return {"text": printed.text, "math": [piece.nested for piece in printed.math]}


def _place(place: Place) -> dict[str, Any]:
    return {"terms": place.terms, "byClass": place.class_counts, "wrong": place.wrong_counts}


def _probabilities(measures: ProbabilityMeasures) -> dict[str, Any]:
    return {
        "roc": [None if curve is None else {"area": curve.area, "corners": curve.corners} for curve in measures.roc],
        "calibration": [
            {"said": one.said, "cameTrue": one.came_true, "low": one.low, "high": one.high, "nRows": one.n_rows}
            for one in measures.calibration
        ],
    }


def _front(front: FrontSummary) -> dict[str, Any]:
    return {
        "node": front.node,
        "chosen": front.chosen,
        "points": [_front_point(point) for point in front.points],
        "alternatives": [
            {
                **_front_point(other.point),
                "bits": other.bits,
                "trainingAccuracy": other.training_accuracy,
                "agreement": other.agreement,
            }
            for other in front.alternatives
        ],
    }


def _front_point(point: FrontPointSummary) -> dict[str, Any]:
    return {
        "complexity": point.complexity,
        "impurity": point.impurity,
        "printed": _printed(point.printed),
        "splitAccuracy": point.split_accuracy,
        "treeAccuracy": point.tree_accuracy,
    }


def _path(path: PathSummary) -> dict[str, Any]:
    return {
        "chosen": path.chosen,
        "leastWithin": path.least_within,
        "nFolds": path.n_folds,
        "judged": path.judged,
        "accuracyTitle": path.accuracy_title,
        "points": [
            {
                "price": point.price,
                "length": point.tree.rule_length,
                "accuracy": point.accuracy,
                "standardError": point.standard_error,
                "trainingAccuracy": point.training_accuracy,
                "maxLength": point.max_length,
                **_small_tree(point.tree),
            }
            for point in path.points
        ],
    }


def _small_tree(tree: TreeSummary) -> dict[str, Any]:
    """The first rules of a tree with what follows from each: a class, or the name of another rule."""

    def outcome(number: int) -> dict[str, Any]:
        node = tree.nodes[number]
        return {"label": node.label} if node.rule is None else {"rule": f"rule {node.rule_number}"}

    return {
        "nRules": len(tree.rules),
        "label": tree.nodes[0].label,
        "rules": [
            {"printed": _printed(node.printed), "ifSo": outcome(node.left), "otherwise": outcome(node.right)}
            for node in tree.rules[:MOST_RULES]
            if node.printed is not None
        ],
        "definitions": [definition.nested for definition in tree.definitions],
    }
