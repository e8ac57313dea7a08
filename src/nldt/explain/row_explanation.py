"""From a tree and one row to its explanation."""

from __future__ import annotations

import math

import numpy as np

from nldt import solve
from nldt.explain.explanation import Contribution, Explanation, Flip, ShiftedFeature, Step
from nldt.explain.flips import nearest_crossing
from nldt.explain.floats import Floats
from nldt.explain.line import Line
from nldt.model.feature_scaling import ShiftScaling
from nldt.model.fitted_model import TreeModel
from nldt.model.rule import SplitRule
from nldt.write.formula import format_rule, format_shift, format_term, print_shift, rule_digits
from nldt.write.printable import distinct


def explain_row(model: TreeModel, row: Floats) -> Explanation:
    """Why a row of finite numbers, in raw units, gets its class."""
    tree = model.tree
    row = np.ascontiguousarray(row, dtype=np.float64)
    names = distinct(model.feature_names)
    shifted = _shifted_features(model, names, row)
    for feature, entry in shifted.items():
        names[feature] = entry.unit
    path = []
    node = 0
    while (rule := tree.rules[node]) is not None:
        step = _step(node, rule, names, row, rule_digits(rule, model.digits))
        path.append(step)
        node = int(tree.left[node] if step.goes_left else tree.right[node])
    shares = tree.shares[node]
    return Explanation(
        prediction=model.classes[int(tree.class_weights[node].argmax())],
        probabilities=dict(zip(model.classes, shares.tolist(), strict=True)),
        leaf=node,
        row=dict(zip(model.feature_names, row.tolist(), strict=True)),
        path=tuple(path),
        flips=_flips(model, row),
        shifted=tuple(shifted.values()),
    )


def _shifted_features(model: TreeModel, names: list[str], row: Floats) -> dict[int, ShiftedFeature]:
    """The features that rules use in shifted units, by number."""
    scaling = model.shift
    if scaling is None:
        return {}
    units = _in_units(scaling, row)
    shifted = {}
    for j in model.used_features:
        formula = format_shift(names[j], print_shift(scaling, j, model.tree.conditional_rules, model.digits))
        minimum, span = float(scaling.minimum[j]), float(scaling.span[j])
        shifted[j] = ShiftedFeature(f"u{j + 1}", model.feature_names[j], minimum, span, float(units[j]), formula)
    return shifted


def _in_units(scaling: ShiftScaling | None, row: Floats) -> Floats:
    if scaling is None:
        return row
    with np.errstate(all="ignore"):
        return scaling.to_search(row[None, :])[0]


def _step(node: int, rule: SplitRule, names: list[str], row: Floats, digits: int | None) -> Step:
    with np.errstate(all="ignore"):
        value = float(rule.value(row[None, :])[0])
        goes_left = bool(rule.goes_left(row[None, :])[0])
        columns = np.ascontiguousarray(_in_units(rule.scaling, row)[:, None])
        terms = solve.power_terms(columns, rule.exponents)[:, 0]
        added = rule.weights * terms
    end = _deciding_end(rule, value)
    margin = math.nan if end is None else abs(value - end)
    return Step(
        node=node,
        rule=rule,
        formula=format_rule(rule, names, digits),
        digits=digits,
        value=value,
        low=rule.low,
        high=rule.high,
        goes_left=goes_left,
        deciding_end=end,
        margin=margin,
        relative_margin=_share(margin, float(np.abs(added).sum())),
        contributions=tuple(
            Contribution(format_term(exponents, names), float(weight), float(term), float(part))
            for exponents, weight, term, part in zip(rule.exponents, rule.weights, terms, added, strict=True)
        ),
    )


def _deciding_end(rule: SplitRule, value: float) -> float | None:
    """The end of the rule that is nearest to the value."""
    ends = [end for end in (rule.low, rule.high) if math.isfinite(end)]
    return min(ends, key=lambda end: abs(value - end)) if ends and math.isfinite(value) else None


def _share(part: float, whole: float) -> float:
    if whole == 0.0:
        return math.inf if part > 0.0 else part
    return part / whole


def _flips(model: TreeModel, row: Floats) -> tuple[Flip, ...]:
    flips = [_flip(model, row, feature) for feature in model.used_features]
    return tuple(sorted(flips, key=lambda flip: (not flip.possible, flip.effort, flip.feature)))


def _flip(model: TreeModel, row: Floats, feature: int) -> Flip:
    line = Line(model.tree, row, feature)
    crossing = nearest_crossing(line)
    name = model.feature_names[feature]
    if crossing is None:
        return Flip(feature, name, line.start, None, None, None, None)
    return Flip(
        feature,
        name,
        line.start,
        crossing.value,
        crossing.value - line.start,
        crossing.boundary,
        model.classes[crossing.class_number],
        crossing.at_pole,
    )
