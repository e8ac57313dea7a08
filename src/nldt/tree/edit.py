"""Other models from a fitted one: pruned, with another rule at a node, with shorter numbers."""

from __future__ import annotations

from nldt.data.training_rows import TrainingRows
from nldt.errors import InputError
from nldt.model.fitted_model import FittedModel
from nldt.model.tree import FrontPoint
from nldt.progress import Deadline
from nldt.tree.grower import Grower
from nldt.tree.growing_node import GivenRule
from nldt.tree.pruner import prune
from nldt.tree.shortening import shorten


def pruned(model: FittedModel, tolerance: float | None) -> FittedModel:
    """The model pruned at a tolerance, from its full tree."""
    return model.with_tree(model.full_tree, model.full_fronts, prune(model.full_tree, tolerance))


def chosen_point(model: FittedModel, node: int, complexity: int) -> FrontPoint:
    """The rule on a node's front with this complexity; InputError where there is none."""
    if node not in model.fronts:
        raise InputError(f"with_rule: node={node!r} has no front; the nodes with one are {sorted(model.fronts)}")
    points = {point.complexity: point for point in model.fronts[node]}
    if complexity not in points:
        raise InputError(f"with_rule: complexity={complexity!r} is not on the front of node {node}: {sorted(points)}")
    return points[complexity]


def with_rule(
    model: FittedModel, node: int, point: FrontPoint, rows: TrainingRows, grower: Grower, tolerance: float | None
) -> FittedModel:
    """The model in which a node of its tree has this rule.

    What is below the node is grown anew; all other nodes keep their rules.
    """
    full_tree, changed = model.full_tree, int(model.full_numbers[node])
    below = set(full_tree.descendants(changed)) - {changed}
    given: dict[str, GivenRule | None] = {}
    for number, path in enumerate(full_tree.paths):
        rule, front = full_tree.rules[number], list(model.full_fronts.get(number, []))
        if number == changed:
            given[path] = GivenRule(point, front)
        elif number not in below:
            own = (entry for entry in front if entry.rule == rule)
            given[path] = None if rule is None else GivenRule(next(own), front)
    grown = grower.grow(rows, given)
    return model.with_tree(grown.tree, grown.fronts, prune(grown.tree, tolerance), search_report=grown.report)


def rounded(model: FittedModel, rows: TrainingRows, max_loss: float, deadline: Deadline) -> FittedModel:
    """The model with the shortest numbers that cost no more than this share of the training accuracy.

    Without any loss no training row changes its class.
    Its full tree is the tree: branches that pruning removed are gone.
    """
    tree, fronts = shorten(model.tree, model.fronts, rows, max_loss, model.criterion, deadline)
    return model.with_tree(tree, fronts, prune(tree, None))
