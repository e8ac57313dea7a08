"""The tree in print, without any data."""

from __future__ import annotations

import numpy as np

from nldt.model.feature import Feature, level_text
from nldt.model.fitted_model import FittedModel
from nldt.model.scores import Step
from nldt.report.page_formulas import PageFormulas, visible
from nldt.report.summary import CardSummary, ColumnSummary, NodeSummary, TreeSummary
from nldt.write.card import model_card, percent
from nldt.write.formula import unit_text
from nldt.write.leaf_words import answer_notes, answer_share, probability_notes, row_notes

WHOLE = "whole"  # a kind of its own on the page: such numbers move by 1


def describe(model: FittedModel) -> TreeSummary:
    """The tree in print."""
    classes = [visible(str(label)) for label in model.labels]
    formulas = PageFormulas(model)
    used, ways = model.used_features, model.curves.ways(model.tree)
    return TreeSummary(
        classes=classes,
        features=[formulas.names[j] + unit_text(model.features[j].shown_unit) for j in used],
        feature_numbers=np.array(used, dtype=np.int64),
        kinds=tuple(_kind(model.features[j]) for j in used),
        levels=tuple(_level_names(model.features[j]) for j in used),
        dates=tuple(model.features[j].kind if model.features[j].is_date else None for j in used),
        have_gaps=tuple(model.features[j].has_gaps for j in used),
        n_features=model.n_features,
        columns=tuple(
            ColumnSummary(model.basis.columns[place], used.index(feature), formulas.definition(place))
            for place, feature in zip(model.used_columns, model.basis.features[model.used_columns], strict=True)
        ),
        column_numbers=model.used_columns,
        nodes=tuple(_node(model, node, formulas, ways) for node in range(len(model.tree))),
        rule_length=model.rule_length,
        answer_notes=answer_notes(model, classes),
        row_notes=row_notes(model, classes),
        probability_notes=probability_notes(model),
        total=model.curves.total,
        card=_card(model, classes),
    )


def _kind(feature: Feature) -> str:
    return WHOLE if feature.is_whole else feature.kind


def _card(model: FittedModel, classes: list[str]) -> CardSummary | None:
    card = model_card(model)
    if card is None:
        return None
    rows = [(visible(row.value), tuple(map(percent, row.probabilities))) for row in card.rows]
    return CardSummary(card.heads(classes), rows, card.notes)


def _level_names(feature: Feature) -> tuple[str, ...] | None:
    return None if not feature.has_names else tuple(visible(level_text(level)) for level in feature.levels)


def _node(model: FittedModel, node: int, formulas: PageFormulas, ways: list[list[Step]]) -> NodeSummary:
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
        score=model.curves.leaves[tree.leaves.index(node)] if rule is None else None,
        followed=tuple(step.node for step in ways[tree.leaves.index(node)]) if rule is None else (),
        answer_share=answer_share(tree, node),
        n_training_rows=float(tree.n_rows[node]) if tree.target.is_counted else None,
    )
