"""Other models from a fitted one: pruned, with another rule at a node, with shorter numbers."""

from __future__ import annotations

from collections.abc import Sequence

from nldt.data.training_rows import TrainingRows
from nldt.errors import InputError
from nldt.model.alternative import Alternative
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.model.tree import FrontPoint
from nldt.parameters import whole
from nldt.progress import Deadline
from nldt.tree.alternatives import NearPoint, measured_in
from nldt.tree.grower import Grower
from nldt.tree.growing_node import GivenRule
from nldt.tree.pruner import prune
from nldt.tree.shortening import shorten


def pruned(model: FittedModel, tolerance: float | None) -> FittedModel:
    """The model pruned at a tolerance, from its full tree."""
    tree = model.full_tree
    return model.with_tree(tree, model.full_fronts, model.full_alternatives, prune(tree, tolerance))


def chosen_point(model: FittedModel, node: int, complexity: int) -> FrontPoint:
    """The rule on a node's front with this complexity; InputError where there is none."""
    if node not in model.fronts:
        raise InputError(f"with_rule: node={node!r} has no front; the nodes with one are {sorted(model.fronts)}")
    points = {point.complexity: point for point in model.fronts[node]}
    if complexity not in points:
        raise InputError(f"with_rule: complexity={complexity!r} is not on the front of node {node}: {sorted(points)}")
    return points[complexity]


def chosen_alternative(model: FittedModel, node: int, alternative: Alternative | int) -> FrontPoint:
    """The rule of an alternative of a node, which may go by its place; InputError where there is none."""
    known = model.alternatives.get(node)
    if known is None:
        raise InputError(f"with_rule: node={node!r} has no rule; the nodes with one are {sorted(model.alternatives)}")
    if isinstance(alternative, Alternative):
        if alternative in known:
            return alternative.point
    elif whole(0).holds(alternative) and alternative < len(known):
        return known[alternative].point
    have = f"has the numbers 0 to {len(known) - 1}" if known else "has none"
    raise InputError(f"with_rule: alternative={alternative!r} is none of alternatives_[{node}], which {have}")


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
        alternatives = model.full_alternatives.get(number, ())
        near = [(other.point, other.bits) for other in alternatives]
        if number == changed:
            assert rule is not None
            given[path] = GivenRule(point, front, near_points=_beside(point, rule, front, near))
        elif number not in below:
            own = (entry for entry in front if entry.rule == rule)
            given[path] = None if rule is None else GivenRule(next(own), front, near_points=near)
    grown = grower.grow(rows, given)
    return model.with_tree(
        grown.tree,
        grown.fronts,
        grown.alternatives,
        prune(grown.tree, tolerance),
        search_report=grown.report,
    )


def _beside(
    point: FrontPoint, rule: SplitRule, front: Sequence[FrontPoint], near: Sequence[NearPoint]
) -> list[NearPoint]:
    """Alternatives to another rule of a node: those of the one that it had, and that one."""
    bits = next((bits for other, bits in near if other == point), 0.0)
    before = next((entry for entry in front if entry.rule == rule), None)
    others = [] if before is None or before == point else [(before, 0.0)]
    others += [(other, own) for other, own in near if other != point]
    return [(other, own - bits) for other, own in others]


def rounded(model: FittedModel, rows: TrainingRows, max_loss: float, deadline: Deadline) -> FittedModel:
    """The model with the shortest numbers that cost no more than this share of the training accuracy.

    Without any loss no training row changes its class.
    Its full tree is the tree: branches that pruning removed are gone.
    """
    tree, fronts = shorten(model.tree, model.fronts, rows, max_loss, model.criterion, deadline)
    alternatives = measured_in(tree, model.alternatives, rows)
    return model.with_tree(tree, fronts, alternatives, prune(tree, None))
