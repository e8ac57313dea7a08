"""What a reader should know before trusting a model: a sentence for each thing that is odd about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nldt.errors import given, list_names
from nldt.model.fitted_model import FittedModel
from nldt.model.target import Classes
from nldt.write.formula import TextFormulas
from nldt.write.printed_numbers import format_count

FEW_ROWS = 10
MOST_NAMED = 5  # leaves of few rows


def cautions(model: FittedModel) -> list[str]:
    """Sentences; none where there is nothing odd.

    A search that was cut short, a class that is never answered, rules that change no answer, leaves of few rows, and an
    estimate that is no better than always answering the largest class.
    """
    if not isinstance(model.target, Classes):
        return []
    return [*_cut_short(model), *_never_answered(model), *_idle_rules(model), *_small_leaves(model), *_no_better(model)]


def why_no_rule(model: FittedModel, monotone: Mapping[Any, int] | None = None) -> str:
    """Why a tree is a single leaf: a clause; ``monotone``: the directions that rules were to keep."""
    if not model.search_report.complete:
        return "the search was cut short before it found a rule that is worth its length"
    if not monotone:
        return "no rule tells the classes apart well enough to be worth its length"
    return (
        f"no rule that keeps {given('monotone', dict(monotone))} tells the classes apart well enough to be worth its "
        f"length; +1 is towards {model.labels[1]!r}, the second class, -1 is away from it"
    )


def _cut_short(model: FittedModel) -> list[str]:
    if model.search_report.complete:
        return []
    of_sample = "; its leaves count a sample of the training rows" if model.search_report.counts_a_sample else ""
    return [f"the model is partial: its search was cut short, and a longer one may find a better tree{of_sample}"]


def _never_answered(model: FittedModel) -> list[str]:
    tree = model.tree
    answered = {int(tree.answers[node]) for node, rule in enumerate(tree.rules) if rule is None}
    never = [str(label) for k, label in enumerate(model.labels) if k not in answered]
    if not never or len(tree) == 1:
        return []  # a tree without a rule says so itself
    rows = "rows of this class" if len(never) == 1 else "rows of these classes"
    return [f"no leaf answers {list_names(never)}: {rows} are always misclassified"]


def _idle_rules(model: FittedModel) -> list[str]:
    """Rules below which all leaves answer the same class; of those below each other the highest."""
    tree, told, skip = model.tree, [], -1
    for node in tree.conditional_nodes.tolist():
        if node < skip:
            continue
        below = tree.descendants(node)
        leaves = [number for number in range(below.start, below.stop) if tree.rules[number] is None]
        answers = {int(tree.answers[leaf]) for leaf in leaves}
        rule = tree.rules[node]
        if len(answers) == 1 and rule is not None:
            skip = below.stop
            label = model.labels[answers.pop()]
            shown = TextFormulas(model, "auto").rule(rule)
            told.append(f"the rule {shown} changes no answer: all its leaves answer {label!r}, some more surely")
    return told


def _small_leaves(model: FittedModel) -> list[str]:
    tree = model.tree
    if not tree.target.is_counted or len(tree) == 1:
        return []
    counts = (tree.n_rows[node] for node, rule in enumerate(tree.rules) if rule is None)
    small = sorted(count for count in counts if count < FEW_ROWS)
    if not small:
        return []
    shown = [format_count(count) for count in small[:MOST_NAMED]]
    rows = ", ".join(shown if len(small) <= MOST_NAMED else [*shown, "…"])
    leaves = "a leaf stands" if len(small) == 1 else f"{len(small)} leaves stand"
    return [f"{leaves} on fewer than {FEW_ROWS} training rows ({rows}): little is known of such rows"]


def _no_better(model: FittedModel) -> list[str]:
    estimate = model.estimate
    if estimate is None or not estimate.is_no_better_than_the_largest_class:
        return []
    return [
        f"the {estimate.rows} accuracy, {100 * estimate.accuracy.value:.1f} %, is no better than always answering the "
        f"largest class, {100 * estimate.largest_class:.1f} %"
    ]
