"""From a fitted model to its document."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from nldt.errors import InputError
from nldt.model.document import content
from nldt.model.estimate import Estimate, Figure
from nldt.model.feature import Feature
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.model.scores import Scores
from nldt.model.search_report import SearchReport
from nldt.model.unit import Unit


def to_document(model: FittedModel, parameters: dict[str, Any]) -> dict[str, Any]:
    """The document as JSON has it; ``parameters`` are those of the estimator, as JSON has them."""
    return msgspec.to_builtins(_content(model, parameters))


def to_text(document: dict[str, Any]) -> str:
    """The document as JSON text; floats as the shortest text that reads back as the same number."""
    text = msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"
    if len(text.encode()) > content.MOST_BYTES or content.is_too_large(text):
        raise InputError("the model is too large for a model file: limit it by max_rules, or leave out columns")
    return text


def _content(model: FittedModel, parameters: dict[str, Any]) -> content.Model:
    tree = model.full_tree
    return content.Model(
        format=content.FORMAT,
        version=content.VERSION,
        target={"kind": model.target.kind, **model.target.to_document()},
        features=content.Features(
            model.n_features,
            list(model.feature_names) if model.names_are_given else None,
            None if model.feature_range is None else content.Range(*map(_numbers, model.feature_range)),
            None if model.is_plain else [_feature(feature) for feature in model.features],
            list(model.left_out),
            [_unit(feature.unit) for feature in model.features] if any(f.unit for f in model.features) else None,
            [place for place, feature in enumerate(model.features) if feature.is_whole],
        ),
        columns=None if model.basis.is_plain else [_column(column) for column in model.basis.columns],
        nodes=[_node(model, node) for node in range(len(tree))],
        pruned_at=sorted(model.pruned_at),
        criterion=model.criterion,
        digits=model.digits,
        parameters=parameters,
        search_report=_report(model.search_report),
        probabilities=None if model.scores is None else _probabilities(model.scores),
        fingerprint=model.fingerprint,
        estimates=None if model.estimate is None else _estimate(model.estimate),
    )


def _numbers(array: NDArray[np.float64]) -> list[float]:
    """Numbers as a list; JSON has no others than finite ones, and would be written with gaps."""
    if not np.isfinite(array).all():
        raise ValueError("a model holds a number that is not finite")
    return array.tolist()


def _feature(feature: Feature) -> content.Feature:
    return content.Feature(feature.kind, list(feature.levels), feature.has_gaps, feature.day_first, feature.is_utc)


def _unit(unit: Unit) -> dict[str, float]:
    return {symbol: float(power) for symbol, power in unit.powers}


def _column(column: Any) -> dict[str, Any]:
    return {"kind": column.kind, "feature": column.feature, **column.to_document()}


def _node(model: FittedModel, node: int) -> content.TreeNode:
    tree = model.full_tree
    sums, rule = _numbers(tree.sums[node]), tree.rules[node]
    if rule is None:
        return content.TreeNode(sums)
    front = [content.FrontPoint(float(point.impurity), _rule(point.rule)) for point in model.full_fronts.get(node, ())]
    others = [
        content.Alternative(other.bits, other.accuracy, other.agreement, float(other.impurity), _rule(other.rule))
        for other in model.full_alternatives.get(node, ())
    ]
    split = content.Split(_rule(rule), int(tree.left[node]), int(tree.right[node]), front, others)
    return content.TreeNode(sums, split)


def _rule(rule: SplitRule) -> content.Rule:
    """A rule with its non-zero exponents only; an end that is not finite is null."""
    return content.Rule(
        [
            content.Term(weight, {str(j): int(row[j]) for j in np.flatnonzero(row)})
            for weight, row in zip(_numbers(rule.weights), rule.exponents, strict=True)
        ],
        rule.low if np.isfinite(rule.low) else None,
        rule.high if np.isfinite(rule.high) else None,
        rule.missing_left,
    )


def _probabilities(scores: Scores) -> content.Probabilities:
    leaves = [
        content.LeafProbabilities(
            list(leaf.knots), [[*map(int, parts)] for parts in leaf.parts], [*map(int, leaf.missing)], list(leaf.scales)
        )
        for leaf in scores.leaves
    ]
    return content.Probabilities(scores.total, leaves)


def _estimate(estimate: Estimate) -> content.Estimate:
    return content.Estimate(
        estimate.rows,
        estimate.n_rows,
        _figure(estimate.accuracy),
        _figure(estimate.balanced_accuracy),
        None if estimate.auc is None else _figure(estimate.auc),
        estimate.largest_class,
        estimate.level,
        estimate.folds,
        estimate.n_groups,
        estimate.sampled_from,
        estimate.is_weighted,
        estimate.chose_length,
    )


def _figure(figure: Figure) -> content.Figure:
    return content.Figure(figure.value, figure.low, figure.high)


def _report(report: SearchReport) -> content.SearchReport:
    """What the search took; not how each node's search went, which no reader of a model needs."""
    nodes = [
        content.NodeReport(node.path, float(node.seconds), node.generations, node.structures_evaluated)
        for node in report.nodes
    ]
    return content.SearchReport(
        float(report.seconds),
        report.generations,
        report.structures_evaluated,
        nodes,
        bool(report.complete),
        report.counts_a_sample,
    )
