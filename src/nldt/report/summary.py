"""All that a report says, as typed data: computed once (summarise.py), rendered in several ways (render_html.py)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nldt.model.fitted_model import TreeModel
from nldt.model.rule import SplitRule
from nldt.model.tree import FrontPoint
from nldt.report.figures import Figures
from nldt.write.formula import format_name
from nldt.write.printable import one_line
from nldt.write.printed_rule import PrintedRule

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Subject:
    """What a report is about."""

    model: TreeModel
    fronts: Mapping[int, Sequence[FrontPoint]]
    criterion: str
    training_range: tuple[Floats, Floats] | None = None  # lowest and highest value of each feature, where known


@dataclass(frozen=True)
class ShiftSummary:
    """What the symbol of a shifted feature stands for: ``1 + (name sign minimum)/span``; no sign where it is 0."""

    minimum: float
    span: float
    sign: str
    minimum_text: str
    span_text: str


@dataclass(frozen=True)
class FeatureSummary:
    """A feature that the rules of the tree or of its fronts mention."""

    name: str
    symbol: str  # its name in rules
    in_tree: bool
    shift: ShiftSummary | None

    @property
    def symbol_in_formula(self) -> str:
        """The symbol as ``to_text`` writes it: bracketed where it could be misread."""
        return format_name(one_line(self.symbol))

    @property
    def name_in_formula(self) -> str:
        """The name, in the same way."""
        return format_name(one_line(self.name))

    @property
    def letter(self) -> str:
        """The symbol's letter, where it is one letter or one with a number, such as x12; empty otherwise."""
        return self.symbol[0] if re.fullmatch(r"[^\W\d_][0-9]{0,3}", self.symbol) else ""

    @property
    def index(self) -> str:
        """The number after the letter."""
        return self.symbol[1:] if self.letter else ""


@dataclass(frozen=True)
class NodeSummary:
    """A node of the tree; a leaf has no rule."""

    number: int
    left: int
    right: int
    rule_number: int | None  # rules are counted from 1, in pre-order
    rule: SplitRule | None
    printed: PrintedRule | None
    label: int  # the class that it answers, if it is a leaf
    shares: tuple[float, ...]  # of the classes, in training: what predict_proba gives
    training_weight: float


@dataclass(frozen=True, eq=False)
class TreeSummary:
    """The tree in print, without any data."""

    classes: list[str]
    features: tuple[FeatureSummary, ...]  # those of the tree first
    feature_numbers: Integers  # in the model, of the same
    n_features: int
    nodes: tuple[NodeSummary, ...]
    rule_length: int

    @property
    def rules(self) -> list[NodeSummary]:
        """The nodes that have a rule, in pre-order."""
        return [node for node in self.nodes if node.rule is not None]

    @property
    def n_in_tree(self) -> int:
        """Number of features that the rules of the tree use."""
        return sum(feature.in_tree for feature in self.features)


@dataclass(frozen=True)
class NodeRows:
    """The given rows that come by a node."""

    n_rows: int
    class_counts: tuple[int, ...]
    share: float  # of all rows
    share_of_parent: float | None  # None where no row comes by the parent


@dataclass(frozen=True)
class FrontPointSummary:
    """A rule that a node could have, with its accuracy on the given rows."""

    complexity: int
    impurity: float
    printed: PrintedRule
    split_accuracy: float | None  # of the node's rows, each side answering its most frequent class; None without rows
    tree_accuracy: float  # of all rows, this rule exchanged; branches swapped where it sends most rows the other way


@dataclass(frozen=True)
class FrontSummary:
    """The trade-off front of a node."""

    node: int
    chosen: int | None  # which point is the tree's own rule
    points: tuple[FrontPointSummary, ...]


@dataclass(frozen=True)
class FeatureRange:
    """Where a feature of the tree lies."""

    low: float
    high: float
    median: float


@dataclass(frozen=True, eq=False)
class KeptRows:
    """The rows that the page carries."""

    number: Integers  # in the given data, from 0
    truth: Integers
    leaf: Integers
    values: Floats  # (rows, features of the tree)
    listed: Integers  # the misclassified rows that are listed: positions in these arrays
    is_sample: bool


@dataclass(frozen=True, eq=False)
class Summary:
    """All that a report says."""

    tree: TreeSummary
    criterion: str
    figures: Figures
    node_rows: tuple[NodeRows, ...]
    fronts: tuple[FrontSummary, ...]
    ranges: tuple[FeatureRange, ...]
    ranges_from_training: bool
    rows: KeptRows
