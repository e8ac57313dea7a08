"""How many rows a leaf stands on, and what costs of errors do to answers and probabilities: said in one place."""

from __future__ import annotations

from collections.abc import Sequence

from nldt.model.fitted_model import FittedModel
from nldt.model.target import Classes
from nldt.model.tree import FittedTree
from nldt.write.printed_numbers import format_count, format_number

COST_DIGITS = 4
MOST_COSTS = 8  # classes whose costs are told one by one

NOT_COUNTED = (
    "{what} of rows × class weight; numbers of rows are not known: "
    "the model file is of version 1 and its fit had class weights."
)


def leaf_words(tree: FittedTree, node: int) -> str:
    """The share of a node's training rows that are of the class it answers, and the number of the rows.

    ``96.5 % of 258``; where nobody knows the rows, only the share by rows × cost: ``96.5 %``.
    """
    rows = format_count(tree.n_rows[node])
    if not isinstance(tree.target, Classes):
        return f"{rows} rows"
    share = f"{100 * answer_share(tree, node):.1f} %"
    return f"{share} of {rows}" if tree.target.is_counted else share


def answer_share(tree: FittedTree, node: int) -> float:
    """The share of a node's rows that are of the class it answers."""
    return row_shares(tree, node)[int(tree.answers[node])]


def row_shares(tree: FittedTree, node: int) -> list[float]:
    """The share of each class in a node's rows; by rows × cost where nobody knows the rows."""
    shares = tree.evidence[node] / tree.n_rows[node] if tree.classes.is_counted else tree.shares[node]
    return [float(share) for share in shares]


def answer_notes(model: FittedModel, labels: Sequence[str]) -> list[str]:
    """Why a leaf may answer a class that has not most of its rows, in sentences; nothing where errors cost the same."""
    if not model.target.has_costs:
        return []
    return [f"{_costs(model.tree.classes, labels)}: a leaf answers the class with the largest rows × cost."]


def row_notes(model: FittedModel, labels: Sequence[str]) -> list[str]:
    """What a reader must know of leaves and their numbers of rows; nothing in most cases."""
    if not model.target.is_counted:
        return [NOT_COUNTED.format(what="Shares are")]
    return [f"{note} Percentages are of rows." for note in answer_notes(model, labels)]


def probability_notes(model: FittedModel) -> list[str]:
    """What a reader must know of probabilities, beside the notes on answers; nothing in most cases."""
    if not model.target.is_counted:
        return [NOT_COUNTED.format(what="Probabilities are shares")]
    if not model.target.has_costs:
        return []
    if model.scores is not None:
        return ["Probabilities count training rows × cost, not rows."]
    return ["Probabilities are shares of a leaf's training rows × cost, not of its rows."]


def _costs(classes: Classes, labels: Sequence[str]) -> str:
    """What errors cost, the dearest first."""
    costs = classes.cost.tolist()
    order = sorted(range(len(costs)), key=lambda k: -costs[k])
    told = [f"{format_number(costs[k], COST_DIGITS)} on a row of {labels[k]}" for k in order[:MOST_COSTS]]
    more = [f"no more on the other {len(costs) - MOST_COSTS} classes"] if len(costs) > MOST_COSTS else []
    free = [labels[k] for k in order if costs[k] == 0]
    left_out = f"; rows of {', '.join(free)} are left out" if free else ""
    return f"An error costs {', '.join([*told, *more])} (class_weight{left_out})"
