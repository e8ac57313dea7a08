"""From a document to the fitted model; everything else is refused, and nothing in it is ever run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from math import isfinite
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from nldt.decimals import Digits
from nldt.errors import InputError
from nldt.impurity import CRITERIA
from nldt.model.alternative import Alternative
from nldt.model.basis import KINDS, Basis, CalendarPart, DaysSince, IsMissing, OneOf, Ordered
from nldt.model.document import content, version_1
from nldt.model.estimate import ROWS, Estimate, Figure
from nldt.model.feature import DATE, TIME, Feature, numbers
from nldt.model.feature import KINDS as FEATURE_KINDS
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.model.scores import LeafScore, Scores
from nldt.model.search_report import NodeReport, SearchReport
from nldt.model.target import KINDS as TARGET_KINDS
from nldt.model.target import Target
from nldt.model.tree import LEAF, FittedTree, FrontPoint
from nldt.model.unit import Unit

Floats = NDArray[np.float64]

LONGEST_REASON = 300  # signs: a file may hold a value of any length
MOST_DIGITS = 17

# What a document with the right keys but wrong content may raise on its way into a model.
DAMAGE = (msgspec.ValidationError, KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError)


class ForeignDocument(InputError):  # noqa: N818  (it is a document, before it is an error)
    """The text is not a model document that this nldt reads; the message says why."""


def from_text(text: str) -> Any:
    """The JSON of a text."""
    if content.is_too_large(text):
        raise ForeignDocument(f"it has more than {content.MOST_VALUES:,} values")
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        begins_well = text.lstrip().startswith("{")
        raise ForeignDocument(
            "it is damaged, or breaks off: copy it again, or fit anew" if begins_well else "it is not JSON"
        ) from None


def from_document(document: Any) -> tuple[FittedModel, dict[str, Any]]:
    """The model of a document, and the parameters of the estimator as JSON has them."""
    if not isinstance(document, dict) or document.get("format") != content.FORMAT:
        raise ForeignDocument(f'it lacks "format": "{content.FORMAT}"')
    version = document.get("version")
    if isinstance(version, bool) or version not in (1, content.VERSION):
        raise ForeignDocument(
            f"its version is {version!r:.40} and this nldt reads versions 1 and {content.VERSION}; "
            "fit the model anew or install the nldt that wrote it"
        )
    try:
        _check_values(document)
        known = version_1.upgrade(document) if version == 1 else document
        found = msgspec.convert(known, content.Model)
        return _model(found), found.parameters
    except (*DAMAGE, RecursionError, MemoryError) as error:
        raise damaged(error) from None


def damaged(error: BaseException) -> ForeignDocument:
    """The refusal of a document whose content makes no model, in one short line."""
    reason = " ".join(str(error).split())
    if len(reason) > LONGEST_REASON:
        reason = reason[:LONGEST_REASON] + "…"
    return ForeignDocument(f"it is damaged ({type(error).__name__}: {reason})")


def _check_values(document: dict[str, Any]) -> None:
    """Refuse numbers that JSON does not have, wherever they are, and what is nested too deeply, or in itself."""
    level: list[Any] = [document]
    for _ in range(content.DEEPEST):
        inner = [value.values() if isinstance(value, dict) else value for value in level]
        values = list(chain.from_iterable(inner))
        if any(isinstance(value, float) and not isfinite(value) for value in values):
            raise ValueError("a number is not finite")
        level = [value for value in values if isinstance(value, dict | list)]
        if not level:
            return
        if len(values) > content.MOST_VALUES:
            break
    raise ValueError(f"it is nested more than {content.DEEPEST} deep, or in itself")


def _model(found: content.Model) -> FittedModel:
    features = found.features
    kinds = _with_units(_kinds(features.kinds, features.count), features.units)
    kinds = _with_whole(kinds, features.whole)
    basis = _basis(found.columns, kinds)
    names = _names(features.names, features.count)
    tree = _tree(found, basis)
    pruned_at = frozenset(found.pruned_at)
    if not pruned_at <= set(tree.conditional_nodes[1:].tolist()):
        raise ValueError("pruned_at names nodes that can't be pruned")
    if found.criterion not in CRITERIA:
        raise ValueError(f"criterion {found.criterion!r} is not known")
    model = FittedModel(
        full_tree=tree,
        feature_names=names or tuple(f"x{j + 1}" for j in range(features.count)),
        basis=basis,
        pruned_at=pruned_at,
        full_fronts={
            number: [_front_point(point, basis) for point in node.split.front]
            for number, node in enumerate(found.nodes)
            if node.split is not None
        },
        full_alternatives={
            number: [_alternative(other, basis) for other in node.split.alternatives]
            for number, node in enumerate(found.nodes)
            if node.split is not None
        },
        criterion=found.criterion,
        digits=_digits(found.digits),
        names_are_given=names is not None,
        feature_range=_range(features.range, features.count),
        search_report=_report(found.search_report),
        features=kinds,
        left_out=tuple(features.left_out),
        fingerprint=found.fingerprint,
        estimate=None if found.estimates is None else _estimate(found.estimates),
    )
    return model if found.probabilities is None else replace(model, scores=_scores(found.probabilities, model.tree))


def _scores(found: content.Probabilities, tree: FittedTree) -> Scores:
    leaves = (
        LeafScore(tuple(leaf.scales), tuple(leaf.knots), tuple(map(tuple, leaf.parts)), tuple(leaf.missing))
        for leaf in found.leaves
    )
    scores = Scores(found.total, tuple(leaves))
    scores.check(tree)
    return scores


def _estimate(found: content.Estimate) -> Estimate:
    if found.rows not in ROWS:
        raise ValueError(f"the estimate is from {found.rows!r} rows, which this nldt does not know")
    return Estimate(
        found.rows,
        found.n_rows,
        _figure(found.accuracy),
        _figure(found.balanced_accuracy),
        None if found.auc is None else _figure(found.auc),
        found.largest_class,
        found.level,
        found.folds,
        found.n_groups,
        found.sampled_from,
        found.is_weighted,
        found.chose_length,
    )


def _figure(found: content.Figure) -> Figure:
    if found.low is not None and found.high is not None and not found.low <= found.value <= found.high:
        raise ValueError("a figure of the estimate is outside its interval")
    return Figure(found.value, found.low, found.high)


def _target(entry: Mapping[str, Any]) -> Target:
    kind = entry["kind"]
    if not isinstance(kind, str) or kind not in TARGET_KINDS:
        raise ValueError(f"the target is of kind {kind!r}, which this nldt does not know")
    return TARGET_KINDS[kind].from_document(entry)


def _names(names: list[str] | None, n_features: int) -> tuple[str, ...] | None:
    if names is not None and (len(names) != n_features or len(set(names)) != n_features):
        raise ValueError("the feature names are not as many different ones as there are features")
    return None if names is None else tuple(names)


def _kinds(found: list[content.Feature] | None, n_features: int) -> tuple[Feature, ...]:
    if found is None:
        return numbers(n_features)
    if len(found) != n_features:
        raise ValueError("the kinds of features are not as many as there are features")
    return tuple(_feature(entry) for entry in found)


def _with_units(features: tuple[Feature, ...], found: list[dict[str, float]] | None) -> tuple[Feature, ...]:
    if found is None:
        return features
    if len(found) != len(features):
        raise ValueError("the units of features are not as many as there are features")
    return tuple(
        replace(feature, unit=Unit.of(powers.items())) for feature, powers in zip(features, found, strict=True)
    )


def _with_whole(features: tuple[Feature, ...], found: list[int]) -> tuple[Feature, ...]:
    if any(place >= len(features) or not features[place].is_number for place in found):
        raise ValueError("a feature of whole numbers is none, or holds categories")
    return tuple(replace(feature, is_whole=place in set(found)) for place, feature in enumerate(features))


def _feature(found: content.Feature) -> Feature:
    if found.kind not in FEATURE_KINDS:
        raise ValueError(f"a feature is of kind {found.kind!r}, which this nldt does not know")
    if len(set(found.levels)) < len(found.levels):
        raise ValueError("the levels of a feature are not different ones")
    feature = Feature(found.kind, tuple(found.levels), found.has_gaps, day_first=found.day_first, is_utc=found.is_utc)
    if feature.levels and not feature.has_names:
        raise ValueError(f"a feature of kind {found.kind!r} has levels, which only categories have")
    return feature


def _basis(columns: list[dict[str, Any]] | None, features: tuple[Feature, ...]) -> Basis:
    if columns is None:
        return Basis.as_is(len(features))
    return Basis(tuple(_column(entry, features) for entry in columns), len(features))


def _column(entry: Mapping[str, Any], features: tuple[Feature, ...]) -> Any:
    kind, feature = entry["kind"], entry["feature"]
    if type(feature) is not int or not 0 <= feature < len(features):
        raise ValueError(f"a column is made of feature {feature!r}, which is none")
    if not isinstance(kind, str) or kind not in KINDS:
        raise ValueError(f"a column is of kind {kind!r}, which this nldt does not know")
    column = KINDS[kind].from_document(feature, entry)
    levels = features[feature].levels
    if isinstance(column, OneOf) and tuple(levels[code] for code in column.codes) != column.levels:
        raise ValueError(f"a column has other names of categories than its feature {feature}")
    if isinstance(column, Ordered) and column.levels != levels:
        raise ValueError(f"a column has other names of categories than its feature {feature}")
    if isinstance(column, DaysSince | CalendarPart):
        if features[feature].kind != (TIME if column.has_times else DATE):
            raise ValueError(f"a column of dates is made of feature {feature}, which is of another kind")
    elif features[feature].is_date and not isinstance(column, IsMissing):
        raise ValueError(f"a column takes the dates of feature {feature} for numbers")
    return column


def _tree(found: content.Model, basis: Basis) -> FittedTree:
    splits = [node.split for node in found.nodes]
    tree = FittedTree(
        np.array([LEAF if split is None else split.left for split in splits], dtype=np.int64),
        np.array([LEAF if split is None else split.right for split in splits], dtype=np.int64),
        _floats([node.sums for node in found.nodes]),
        tuple(None if split is None else _rule(split.rule, basis) for split in splits),
        _target(found.target),
    )
    _check_links(tree)
    _check_sums(tree)
    return tree


def _check_links(tree: FittedTree) -> None:
    """A walk in pre-order meets every node once, in the order of their numbers."""
    waiting = [0]
    for node, rule in enumerate(tree.rules):
        if not waiting or waiting.pop() != node:
            raise ValueError("the nodes are not a tree in pre-order")
        if rule is not None:
            waiting += [int(tree.right[node]), int(tree.left[node])]
    if waiting:
        raise ValueError("a node is missing")


def _check_sums(tree: FittedTree) -> None:
    """Every node has rows, and the sums of its children together."""
    sums = tree.sums
    if sums.shape != (len(tree), tree.target.n_sums):
        raise ValueError("the sums of the nodes do not match the target")
    tree.target.check(sums)
    parents = tree.conditional_nodes
    children = sums[tree.left[parents]] + sums[tree.right[parents]]
    if not np.allclose(sums[parents], children, rtol=1e-6):
        raise ValueError("the sums of children do not add up to their parent's")


def _rule(found: content.Rule, basis: Basis) -> SplitRule:
    exponents = np.zeros((len(found.terms), len(basis)), dtype=np.int8)
    for row, term in zip(exponents, found.terms, strict=True):
        for column, exponent in term.exponents.items():
            row[int(column)] = exponent
        if not row.any():
            raise ValueError("a term has no columns")
    low = -np.inf if found.low is None else found.low
    high = np.inf if found.high is None else found.high
    if low > high:
        raise ValueError("a rule's low end is above its high end")
    weights = _floats([term.weight for term in found.terms])
    return SplitRule(exponents, weights, low, high, basis, found.missing_left)


def _front_point(found: content.FrontPoint, basis: Basis) -> FrontPoint:
    rule = _rule(found.rule, basis)
    return FrontPoint(rule.complexity, found.impurity, rule)


def _alternative(found: content.Alternative, basis: Basis) -> Alternative:
    rule = _rule(found.rule, basis)
    return Alternative(FrontPoint(rule.complexity, found.impurity, rule), found.bits, found.accuracy, found.agreement)


def _digits(found: int | str | None) -> Digits:
    if found is None or found == "auto":
        return found  # type: ignore[return-value]
    if type(found) is not int or not 1 <= found <= MOST_DIGITS:
        raise ValueError(f"digits {found!r} are neither null, 'auto' nor a number of digits")
    return found


def _range(found: content.Range | None, n_features: int) -> tuple[Floats, Floats] | None:
    if found is None:
        return None
    low, high = _floats(found.minimum), _floats(found.maximum)
    if low.shape != (n_features,) or high.shape != (n_features,) or (low > high).any():
        raise ValueError("the range does not match the features, or a minimum is above its maximum")
    return low, high


def _floats(values: Any) -> Floats:
    array = np.array(values, dtype=np.float64)
    if not np.isfinite(array).all():
        raise ValueError("a number is not finite")
    return array


def _report(found: content.SearchReport) -> SearchReport:
    nodes = (NodeReport(n.path, n.seconds, n.generations, n.structures_evaluated) for n in found.nodes)
    took = found.seconds, found.generations, found.structures_evaluated
    return SearchReport(*took, tuple(nodes), found.complete, found.counts_a_sample)
