"""What a person takes along: a tree with the names of its features and classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nldt.tree.fitted_tree import FittedTree


@dataclass(frozen=True, eq=False)
class TreeModel:
    """All that exports, pictures and reports read."""

    tree: FittedTree
    feature_names: list[str]
    classes: list[Any]
