"""All that a report says, as typed data: computed once (summarise.py), rendered in several ways (render_html.py)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nldt.model.basis import Column
from nldt.model.estimate import NEW, TRAINING, UNKNOWN, Estimate
from nldt.model.rule import SplitRule
from nldt.model.scores import LeafScore
from nldt.model.stability import Stability
from nldt.report.accuracy_measures import Measures
from nldt.report.probability_measures import ProbabilityMeasures
from nldt.version import __version__
from nldt.write.mathml import Element

Floats = NDArray[np.float64]

ROWS_ARE = {
    TRAINING: "the training table",
    NEW: "another table than the training table",
    UNKNOWN: "not known to be the training table or another",
}
Integers = NDArray[np.int64]


@dataclass(frozen=True)
class PrintedFormula:
    """A rule as the page shows it."""

    text: str
    exact: str | None  # the same with all digits, where printing cuts some
    math: tuple[Element, ...]  # in pieces between which a line may break
    terms: tuple[str, ...]  # as text, without their weights
    divisor: float  # weights and ends are printed divided by it
    has_words: bool = False  # whether the ends are printed by name
    says_yes_or_no: bool = False  # its value is of no interest then


@dataclass(frozen=True)
class ColumnSummary:
    """A column that the rules of the tree use."""

    column: Column
    feature: int  # place of its feature among those of the tree
    definition: Element | None  # what its symbol stands for, or its numbers; None where that is plain


@dataclass(frozen=True)
class NodeSummary:
    """A node of the tree; a leaf has no rule."""

    number: int
    left: int
    right: int
    rule_number: int | None  # rules are counted from 1, in pre-order
    rule: SplitRule | None
    printed: PrintedFormula | None
    label: int  # the class that it answers, if it is a leaf
    score: LeafScore | None  # how probabilities follow from values of rules, if it is a leaf
    followed: tuple[int, ...]  # the nodes of these rules
    answer_share: float  # of the training rows that are of the class it answers
    n_training_rows: float | None  # None where nobody knows


@dataclass(frozen=True)
class CardSummary:
    """Values of the only rule, and the probability of each class at these."""

    classes: list[str]
    rows: list[tuple[str, tuple[str, ...]]]
    notes: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class TreeSummary:
    """The tree in print, without any data."""

    classes: list[str]
    features: list[str]  # names of those that the rules use, with their units
    feature_numbers: Integers  # in the model, of the same
    kinds: tuple[str, ...]  # of the same: those of features, and "whole" for whole numbers
    levels: tuple[tuple[str, ...] | None, ...]  # names of the categories of each of them; None: a number
    dates: tuple[str | None, ...]  # "date" or "time" of each of them; None: neither
    have_gaps: tuple[bool, ...]  # whether training rows lacked it, by feature
    n_features: int  # of the model
    columns: tuple[ColumnSummary, ...]  # that the rules use
    column_numbers: list[int]  # in the model's basis, of the same
    nodes: tuple[NodeSummary, ...]
    rule_length: int
    answer_notes: list[str]  # why a leaf may answer a class that has not most of its rows, where errors have costs
    row_notes: list[str]  # what is to be known of numbers of rows,
    probability_notes: list[str]  # and of probabilities
    total: int  # that probabilities are parts of
    card: CardSummary | None  # of a model of one rule

    @property
    def rules(self) -> list[NodeSummary]:
        """The nodes that have a rule, in pre-order."""
        return [node for node in self.nodes if node.rule is not None]

    @property
    def definitions(self) -> list[Element]:
        """What symbols in the rules stand for."""
        return [column.definition for column in self.columns if column.definition is not None]


@dataclass(frozen=True)
class NodeRows:
    """The given rows that come by a node, each counted as often as its evidence says."""

    n_rows: float
    class_counts: tuple[float, ...]
    share: float  # of all rows
    share_of_parent: float | None  # None where no row comes by the parent


@dataclass(frozen=True)
class FrontPointSummary:
    """A rule that a node could have, with its accuracy on the given rows."""

    complexity: int
    impurity: float
    printed: PrintedFormula
    split_accuracy: float | None  # of the node's rows, each side answering its most frequent class; None without rows
    tree_accuracy: float  # of all rows, this rule exchanged; branches swapped where it sends most rows the other way


@dataclass(frozen=True)
class AlternativeSummary:
    """A rule of other features that is nearly as good as a node's, with what was measured in training and here."""

    point: FrontPointSummary
    bits: float  # more than the node's rule takes
    training_accuracy: float  # of the split alone, on the node's training rows
    agreement: float  # the share of the node's training rows that it parts as the node's rule does


@dataclass(frozen=True)
class FrontSummary:
    """The trade-off front of a node, and alternatives to its rule."""

    node: int
    chosen: int | None  # which point is the tree's own rule
    points: tuple[FrontPointSummary, ...]
    alternatives: tuple[AlternativeSummary, ...]


@dataclass(frozen=True, eq=False)
class PathPointSummary:
    """A model of the length curve, in print, with its accuracies."""

    price: float
    tree: TreeSummary
    accuracy: float  # cross-validated: the mean over the folds
    standard_error: float  # of that mean
    training_accuracy: float
    max_length: int | None  # that it was held to


@dataclass(frozen=True, eq=False)
class PathSummary:
    """The length curve: one model a length, by rising length."""

    points: tuple[PathPointSummary, ...]
    chosen: int | None  # which of them the report is about; None: none of them
    least_within: float  # the best cross-validated accuracy less one standard error
    n_folds: int
    n_tested: float  # rows of all folds
    is_cut_short: bool  # time ran out in some of them: accuracies are no estimate
    judged: str  # what the accuracies are, in a word or two
    accuracy_title: str  # the same, for headings


@dataclass(frozen=True)
class FeatureRange:
    """Where a feature of the tree lies."""

    low: float
    high: float
    median: float


@dataclass(frozen=True)
class Place:
    """A place that rows share among the terms of a rule, each row counted as often as its evidence says."""

    terms: tuple[float, ...]
    class_counts: tuple[float, ...]
    wrong_counts: tuple[float, ...]  # of them misclassified, by true class


@dataclass(frozen=True, eq=False)
class KeptRows:
    """The rows that the page carries."""

    number: Integers  # what they are called: their places in the given data, from 0, unless the caller says otherwise
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
    measures: Measures
    probabilities: ProbabilityMeasures
    node_rows: tuple[NodeRows, ...]
    fronts: tuple[FrontSummary, ...]
    ranges: tuple[FeatureRange, ...]
    ranges_from_training: bool
    rows: KeptRows
    places: dict[int, tuple[Place, ...]]  # by node, where the rows of a rule share few places
    known_as: str  # whether the rows are the training table: "training", "new" or "not known"
    estimate: Estimate | None  # what is known of rows that the model has not seen
    cautions: tuple[str, ...]  # what a reader should know before trusting the model
    path: PathSummary | None  # of a model that was chosen by its length
    stability: Stability | None  # what came back in refits, where that was measured
    n_sampled: int | None = None  # rows of all that were counted which all else is from; None: all of them
    why_no_rule: str = ""  # of a tree that is a single leaf; empty where one with rules could have been chosen

    @property
    def rows_are(self) -> str:
        """Which rows the figures of this report are from, in words."""
        return ROWS_ARE[self.known_as]

    @property
    def rows_are_new(self) -> bool:
        """Whether the rows are known to be others than those that the model was trained on."""
        return self.known_as == NEW


@dataclass(frozen=True)
class Origin:
    """Where a report comes from; nothing here is asked of the clock, so that two runs give the same bytes."""

    version: str = __version__
    seed: str | None = None  # None: not known
    settings: tuple[tuple[str, str], ...] = ()  # parameters of the fit that are not the default, with their values
    date: str | None = None  # as the caller gives it
