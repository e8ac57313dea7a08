"""The tree in print, without any data."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.report.summary import ColumnSummary, NodeSummary, PrintedFormula, TreeSummary
from nldt.write.definition import define
from nldt.write.formula import format_name, rule_text, term_text
from nldt.write.leaf_words import answer_notes, answer_share, probability_notes, row_notes
from nldt.write.mathml import MathmlNotation, definition_mathml, name_mathml, rule_mathml
from nldt.write.printed_numbers import legend_digits
from nldt.write.printed_rule import print_rule

Integers = NDArray[np.int64]


def describe(model: FittedModel) -> TreeSummary:
    """The tree in print."""
    names = [_visible(name) for name in model.feature_names]
    classes = [_visible(str(label)) for label in model.labels]
    formulas = ModelFormulas(model)
    return TreeSummary(
        classes=classes,
        features=[names[j] for j in model.used_features],
        feature_numbers=np.array(model.used_features, dtype=np.int64),
        n_features=model.n_features,
        columns=tuple(_column(model, place, names) for place in model.used_columns),
        column_numbers=model.used_columns,
        nodes=tuple(_node(model, node, formulas) for node in range(len(model.tree))),
        rule_length=model.rule_length,
        answer_notes=answer_notes(model, classes),
        row_notes=row_notes(model, classes),
        probability_notes=probability_notes(model),
    )


class ModelFormulas:
    """Sets rules of a model, under the names of its features."""

    def __init__(self, model: FittedModel) -> None:
        self._digits = model.digits
        self._names = model.basis.symbols([_visible(name) for name in model.feature_names])
        self._symbols = [format_name(name) for name in self._names]

    def set(self, rule: SplitRule) -> PrintedFormula:
        """The rule as text and as MathML."""
        printed = print_rule(rule, self._digits)
        exact = None if printed.digits is None else rule_text(print_rule(rule, None), self._symbols)
        return PrintedFormula(
            rule_text(printed, self._symbols),
            exact,
            rule_mathml(printed, self._names),
            tuple(term_text(term.alone, self._symbols, roomy=True) for term in printed.terms),
            printed.divisor,
        )


def _visible(name: str) -> str:
    """A name that can be encoded, and seen."""
    name = name.encode("utf-8", "replace").decode("utf-8")
    return name if name.strip() else "(no name)"


def _column(model: FittedModel, place: int, names: list[str]) -> ColumnSummary:
    column = model.basis.columns[place]
    definition = None
    if column.has_symbol:
        digits = legend_digits(model.rules, model.digits)
        defined = define(column, (name_mathml(names[column.feature]),), MathmlNotation(), digits)
        definition = definition_mathml(column.symbol(names[column.feature]), defined)
    return ColumnSummary(column, model.used_features.index(column.feature), definition)


def _node(model: FittedModel, node: int, formulas: ModelFormulas) -> NodeSummary:
    tree = model.tree
    rule = tree.rules[node]
    return NodeSummary(
        number=node,
        left=int(tree.left[node]),
        right=int(tree.right[node]),
        rule_number=None if rule is None else int(np.searchsorted(tree.conditional_nodes, node)) + 1,
        rule=rule,
        printed=None if rule is None else formulas.set(rule),
        label=int(tree.answers[node]),
        shares=tuple(tree.shares[node].tolist()),
        answer_share=answer_share(tree, node),
        n_training_rows=float(tree.n_rows[node]) if tree.is_counted else None,
    )
