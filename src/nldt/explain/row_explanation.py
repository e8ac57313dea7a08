"""From a tree and one row to its explanation."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from nldt import solve
from nldt.explain.date_flips import nearest_date
from nldt.explain.explanation import Contribution, DefinedColumn, Explanation, Flip, Step
from nldt.explain.flips import nearest_crossing, nearest_whole_crossing
from nldt.explain.floats import Floats
from nldt.explain.line import Line, column_values
from nldt.model.calendar import SECONDS_A_DAY
from nldt.model.feature import CATEGORY, ORDERED, TIME, Feature
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.model.target import Classes
from nldt.model.tree import FittedTree
from nldt.write.branch_words import YES_OR_NO
from nldt.write.formula import TextFormulas, rule_text, signed_term_text, term_text
from nldt.write.leaf_words import answer_notes, probability_notes
from nldt.write.printable import distinct


def explain_row(model: FittedModel, row: Floats) -> Explanation:
    """Why a row gets its class: numbers in raw units, codes of categories, NaN for gaps."""
    tree, labels = model.tree, model.labels
    row = np.ascontiguousarray(row, dtype=np.float64)
    formulas = TextFormulas(model, "auto")
    path = []
    node = 0
    while (rule := tree.rules[node]) is not None:
        step = _step(node, rule, formulas, row)
        path.append(step)
        node = int(tree.left[node] if step.goes_left else tree.right[node])
    with np.errstate(all="ignore"):
        probabilities = model.probabilities(row[None, :])[0].tolist()
    return Explanation(
        prediction=labels[tree.answers[node]],
        probabilities=dict(zip(labels, probabilities, strict=True)),
        leaf=node,
        row={name: _cell(model.features[j], row[j]) for j, name in enumerate(model.feature_names)},
        path=tuple(path),
        flips=_flips(model, row),
        shifted=_defined_columns(formulas, row),
        rows=_leaf_rows(tree, node, labels),
        notes=(*answer_notes(model, distinct(labels)), *probability_notes(model)),
        is_scored=model.scores is not None,
    )


def _cell(feature: Feature, value: float) -> Any:
    """A value as people have it."""
    if math.isnan(value):
        return None
    return float(value) if feature.is_number else feature.label(value)


def _leaf_rows(tree: FittedTree, leaf: int, labels: list[Any]) -> dict[Any, float] | None:
    """The training rows of each class in a leaf; None where the tree answers no classes or nobody knows the rows."""
    if not isinstance(tree.target, Classes) or not tree.target.is_counted:
        return None
    return dict(zip(labels, tree.evidence[leaf].tolist(), strict=True))


def _defined_columns(formulas: TextFormulas, row: Floats) -> tuple[DefinedColumn, ...]:
    """The columns that rules use under symbols of their own."""
    model = formulas.model
    values = column_values(model.basis, row)
    defined = []
    for place, formula in formulas.definitions.items():
        column = model.basis.columns[place]
        name = model.feature_names[column.feature]
        defined.append(DefinedColumn(formulas.symbols[place], name, column, float(values[place]), formula))
    return tuple(defined)


def _step(node: int, rule: SplitRule, formulas: TextFormulas, row: Floats) -> Step:
    with np.errstate(all="ignore"):
        value = float(rule.value(row[None, :])[0])
        goes_left = bool(rule.goes_left(row[None, :])[0])
        columns = np.ascontiguousarray(column_values(rule.basis, row)[:, None])
        terms = solve.power_terms(columns, rule.exponents)[:, 0]
        added = rule.weights * terms
    end = _deciding_end(rule, value)
    margin = math.nan if end is None else abs(value - end)
    printed = formulas.printed(rule)
    if printed.missing is not None:  # the rule is a question here, whatever its branches are called elsewhere
        printed = replace(printed, missing=YES_OR_NO[0 if rule.missing_left else 1])
    return Step(
        node=node,
        rule=rule,
        formula=rule_text(printed, formulas.symbols),
        digits=printed.digits,
        value=value,
        low=rule.low,
        high=rule.high,
        goes_left=goes_left,
        deciding_end=end,
        margin=margin,
        relative_margin=_share(margin, float(np.abs(added).sum())),
        contributions=tuple(
            Contribution(
                term=term_text(shown.alone, formulas.symbols),
                weight=float(weight),
                term_value=float(term),
                contribution=float(part),
                printed=signed_term_text(shown, formulas.symbols),
            )
            for shown, weight, term, part in zip(printed.terms, rule.weights, terms, added, strict=True)
        ),
        unit=str(printed.unit),
        missing=tuple(formulas.names[j] for j in rule.basis.features_of(rule.gap_columns) if math.isnan(row[j])),
    )


def _deciding_end(rule: SplitRule, value: float) -> float | None:
    """The end of the rule that is nearest to the value."""
    ends = [end for end in (rule.low, rule.high) if math.isfinite(end)]
    return min(ends, key=lambda end: abs(value - end)) if ends and math.isfinite(value) else None


def _share(part: float, whole: float) -> float:
    if whole == 0.0:
        return math.inf if part > 0.0 else part
    return part / whole


def _flips(model: FittedModel, row: Floats) -> tuple[Flip, ...]:
    changing = [feature for feature in model.used_features if _can_change(model, row, feature)]
    flips = [_with_unit(_flip(model, row, feature), model) for feature in changing]
    return tuple(sorted(flips, key=lambda flip: (not flip.possible, flip.is_outside, flip.effort, flip.feature)))


def _can_change(model: FittedModel, row: Floats, feature: int) -> bool:
    """Whether there is a way to go: a number that is missing has no place to start from, a category has."""
    return not math.isnan(row[feature]) or model.features[feature].kind == CATEGORY


def _with_unit(flip: Flip, model: FittedModel) -> Flip:
    return replace(flip, unit=str(model.features[flip.feature].shown_unit))


def _flip(model: FittedModel, row: Floats, feature: int) -> Flip:
    known = model.features[feature]
    if known.has_names:
        return _category_flip(model, row, feature)
    line = Line(model.tree, row, feature)
    limits = None
    if model.feature_range is not None:
        limits = float(model.feature_range[0][feature]), float(model.feature_range[1][feature])
    if known.is_date:
        return _date_flip(model, line, limits)
    crossing = (nearest_whole_crossing if known.is_whole else nearest_crossing)(line, limits)
    value = None if crossing is None else crossing.value
    return Flip(
        feature,
        model.feature_names[feature],
        line.start,
        value,
        None if value is None else value - line.start,
        None if crossing is None else crossing.boundary,
        None if crossing is None else model.labels[crossing.class_number],
        at_pole=crossing is not None and crossing.at_pole,
        is_whole=known.is_whole,
        training_range=limits,
        effort=math.inf if value is None else _effort(line.start, value, limits),
    )


def _effort(current: float, value: float, limits: tuple[float, float] | None) -> float:
    """The size of a change as a share of the training range, or of the larger of both values: 1 from or to 0."""
    span = 0.0 if limits is None else limits[1] - limits[0]
    return abs(value - current) / (span if 0.0 < span < math.inf else max(abs(current), abs(value)))


def _date_flip(model: FittedModel, line: Line, limits: tuple[float, float] | None) -> Flip:
    feature = line.feature
    known, name = model.features[feature], model.feature_names[feature]
    found = nearest_date(line, known, *(limits or (line.start, line.start)))
    ends = None if limits is None else (known.label(limits[0]), known.label(limits[1]))
    now = known.label(line.start)
    if found is None:
        return Flip(feature, name, now, None, None, None, None, training_range=ends)
    value, class_number = found
    days = (value - line.start) / (SECONDS_A_DAY if known.kind == TIME else 1)
    effort = _effort(line.start, value, limits)
    to_class = model.labels[class_number]
    return Flip(feature, name, now, known.label(value), days, None, to_class, training_range=ends, effort=effort)


def _category_flip(model: FittedModel, row: Floats, feature: int) -> Flip:
    """The category with which the class is another one: of ordered ones the nearest, of others the surest."""
    known, name, current = model.features[feature], model.feature_names[feature], float(row[feature])
    rows = np.tile(row, (len(known.levels), 1))
    rows[:, feature] = np.arange(len(known.levels))
    with np.errstate(all="ignore"):
        leaves, shares = (
            model.tree.apply(np.vstack([row, rows])),
            model.probabilities(np.vstack([row, rows])).max(axis=1),
        )
    answers = model.tree.answers[leaves]
    others = [code for code in range(len(known.levels)) if answers[code + 1] != answers[0]]
    if not others:
        return Flip(feature, name, known.label(current), None, None, None, None)
    is_ordered = known.kind == ORDERED
    best = min(others, key=lambda code: (abs(code - current) if is_ordered else -shares[code + 1], code))
    to_class = model.labels[answers[best + 1]]
    effort = abs(best - current) / (len(known.levels) - 1) if is_ordered else 1.0
    return Flip(feature, name, known.label(current), known.label(best), None, None, to_class, effort=effort)
