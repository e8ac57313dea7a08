"""Growing, rounding and pruning trees of rules."""

from nldt.tree.grower import FixedNode, Grower
from nldt.tree.pruner import prune
from nldt.tree.shortening import shorten

__all__ = ["FixedNode", "Grower", "prune", "shorten"]
