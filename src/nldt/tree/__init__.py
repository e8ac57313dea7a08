"""Growing, rounding and pruning trees of rules."""

from nldt.tree.grower import Grower
from nldt.tree.growing_node import GivenRule
from nldt.tree.pruner import prune
from nldt.tree.shortening import shorten

__all__ = ["GivenRule", "Grower", "prune", "shorten"]
