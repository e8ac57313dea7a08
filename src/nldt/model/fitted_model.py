"""What a person takes along: a tree with the names of its features and classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from nldt.decimals import Digits
from nldt.model.feature_scaling import ShiftScaling
from nldt.model.tree import FittedTree


@dataclass(frozen=True, eq=False)
class TreeModel:
    """All that exports, pictures and reports read."""

    tree: FittedTree
    feature_names: list[str]
    classes: list[Any]
    digits: Digits = "auto"  # how numbers are printed unless a reader asks otherwise; rounded rules: None, in full

    @property
    def shift(self) -> ShiftScaling | None:
        """The scaling of the rules; None where they are in raw units."""
        return self.tree.shift

    @property
    def used_features(self) -> list[int]:
        """The features that some rule reads, in their order."""
        used = np.zeros(len(self.feature_names), dtype=bool)
        for rule in self.tree.conditional_rules:
            used |= rule.exponents.any(axis=0)
        return np.flatnonzero(used).tolist()

    def printed_digits(self, digits: Digits = "auto") -> Digits:
        """The digits that a reader asked for; the model's own for "auto"."""
        return self.digits if digits == "auto" else digits
