"""A rule that a node could have had instead: of other features, and nearly as good."""

from __future__ import annotations

from dataclasses import dataclass

from nldt.model.rule import SplitRule
from nldt.model.tree import FrontPoint


@dataclass(frozen=True)
class Alternative:
    """A rule beside the one that a node has, measured on the training rows of the node.

    Attributes
    ----------
    point : FrontPoint
        The rule with its complexity and impurity.
    bits : float
        Bits that classes and rule take more than with the node's rule, as the search counted them; where it has not
        compared the two, as rows of a side count all alike. Below 0 where they take fewer: the node's rule was chosen
        for what grew below it, or is held to a length.
    accuracy : float
        The share of the node's rows that are of the class which most rows on their side are of.
    agreement : float
        The share of them that it parts as the node's rule does: sends to the same side, or all to the other one.
    """

    point: FrontPoint
    bits: float
    accuracy: float
    agreement: float

    @property
    def rule(self) -> SplitRule:
        return self.point.rule

    @property
    def complexity(self) -> int:
        return self.point.complexity

    @property
    def impurity(self) -> float:
        return self.point.impurity
