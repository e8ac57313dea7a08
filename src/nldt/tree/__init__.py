"""Growing, pruning and applying trees of rules."""

from nldt.tree.fitted_tree import FittedTree, FrontPoint
from nldt.tree.grower import FixedNode, Grower, NodeReport, SearchReport
from nldt.tree.model import TreeModel
from nldt.tree.pruner import prune
from nldt.tree.shortening import shorten
from nldt.tree.training_rows import TrainingRows

__all__ = [
    "FittedTree",
    "FixedNode",
    "FrontPoint",
    "Grower",
    "NodeReport",
    "SearchReport",
    "TrainingRows",
    "TreeModel",
    "prune",
    "shorten",
]
