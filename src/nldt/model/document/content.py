"""What a model document holds: the one definition of writer, reader and JSON Schema.

Types are checked strictly where a key is known; keys that are not known are ignored, so that a later nldt may add some.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from nldt.model.estimate import ROWS
from nldt.model.feature import KINDS as FEATURE_KINDS

FORMAT = "nldt-model"
VERSION = 2

LARGEST_EXPONENT = 127

# What a file may take, far above what any model does; it bounds the memory that a hostile one can ask for.
MOST_BYTES = 32_000_000
MOST_VALUES = 1_000_000
DEEPEST = 40  # lists and objects within each other

Count = Annotated[int, Meta(ge=0)]
Seconds = Annotated[float, Meta(ge=0)]
Node = Annotated[int, Meta(ge=1, description="A node by its number; the root is 0.")]
ColumnNumber = Annotated[str, Meta(pattern="^(0|[1-9][0-9]{0,8})$")]
Exponent = Annotated[int, Meta(ge=-LARGEST_EXPONENT, le=LARGEST_EXPONENT, extra_json_schema={"not": {"const": 0}})]
Parts = Annotated[int, Meta(ge=1)]


def is_too_large(text: str) -> bool:
    """Whether a text has more values than a model file may have, counted before there is an object for each."""
    return sum(map(text.count, "[{,")) > MOST_VALUES


class Term(Struct):
    """A weighted product of powers."""

    weight: float
    exponents: Annotated[
        dict[ColumnNumber, Exponent],
        Meta(min_length=1, description="Non-zero exponents by the number of their column, from 0."),
    ]


class Rule(Struct, omit_defaults=True):
    """Holds when low <= sum of weight times product of column^exponent <= high; never where that is not finite.

    Where a number that it needs is missing, missing_left says whether the row goes left all the same.
    """

    terms: Annotated[list[Term], Meta(min_length=1)]
    low: Annotated[float | None, Meta(description="null: minus infinity")]
    high: Annotated[float | None, Meta(description="null: infinity")]
    missing_left: bool = False


class FrontPoint(Struct):
    """A rule that the node could have had."""

    impurity: Annotated[float, Meta(ge=0)]
    rule: Rule


class Alternative(Struct):
    """A rule of other features that is nearly as good as the node's, measured on the node's training rows."""

    bits: Annotated[float, Meta(description="That it and the classes take more than the node's rule and they.")]
    accuracy: Annotated[float, Meta(ge=0, le=1)]
    agreement: Annotated[
        float, Meta(ge=0, le=1, description="The share of rows that it parts as the node's rule does.")
    ]
    impurity: Annotated[float, Meta(ge=0)]
    rule: Rule


class Split(Struct, omit_defaults=True):
    """What a node that is no leaf has."""

    rule: Rule
    left: Annotated[Node, Meta(description="The node of rows for which the rule holds.")]
    right: Annotated[Node, Meta(description="The node of all other rows.")]
    front: Annotated[list[FrontPoint], Meta(description="The purest rule met at each complexity, the simplest first.")]
    alternatives: Annotated[list[Alternative], Meta(description="The best first.")] = []


class TreeNode(Struct, omit_defaults=True):
    """A node; a leaf has no split."""

    sums: Annotated[
        list[float],
        Meta(description="Of classes: training rows of each, counted as often as their sample weights say."),
    ]
    split: Split | None = None


class Range(Struct):
    """The lowest and the highest training value of each feature."""

    minimum: list[float]
    maximum: list[float]


class Feature(Struct, omit_defaults=True):
    """What a column of the training table holds."""

    kind: Annotated[str, Meta(extra_json_schema={"enum": list(FEATURE_KINDS)})] = "number"
    levels: Annotated[
        list[str | int | float | bool],
        Meta(description="The categories, by their codes 0, 1, …", extra_json_schema={"uniqueItems": True}),
    ] = []
    has_gaps: Annotated[bool, Meta(description="Whether training rows had gaps in it.")] = False
    day_first: Annotated[
        bool | None,
        Meta(description="Of dates: whether the day is first in 03/01/2024; null where none was written so."),
    ] = None
    is_utc: Annotated[bool, Meta(description="Of dates: whether training had time zones, which count in UTC.")] = False


class Features(Struct, omit_defaults=True):
    """The columns of the training table."""

    count: Annotated[int, Meta(ge=1)]
    names: Annotated[
        list[str] | None,
        Meta(description="null where the table had none: then x1, x2, …", extra_json_schema={"uniqueItems": True}),
    ]
    range: Annotated[Range | None, Meta(description="null where it is not known.")]
    kinds: Annotated[list[Feature] | None, Meta(description="Of each; absent where all are numbers without gaps.")] = (
        None
    )
    left_out: Annotated[list[str], Meta(description="Columns that the table had besides.")] = []
    units: Annotated[
        list[dict[str, float]] | None,
        Meta(
            description="Of each: symbols with their powers, {} for a plain number; absent where all are plain numbers."
        ),
    ] = None
    whole: Annotated[
        list[Count],
        Meta(description="Numbers, from 0, of those whose training values are all whole numbers."),
    ] = []


class LeafProbabilities(Struct, omit_defaults=True):
    """How the probabilities of a leaf follow from the margin of a row.

    The margin is the least, over the rules on the way that have an end, of the distance between the rule's value and
    the nearest end, divided by the rule's scale. Probabilities are straight between knots and level after the last.
    """

    knots: Annotated[list[Annotated[float, Meta(ge=0)]], Meta(min_length=1, description="Margins, rising from 0.")]
    parts: Annotated[
        list[list[Parts]], Meta(min_length=1, description="Of each class at each knot; they add up to the total.")
    ]
    missing: Annotated[list[Parts], Meta(description="The same where a rule on the way has no finite value.")]
    scales: Annotated[
        list[Annotated[float, Meta(gt=0)]],
        Meta(description="Of the rules on the way, from the root on; absent where there is one knot only."),
    ] = []


class Probabilities(Struct):
    """What predict_proba gives, from the values of rules."""

    total: Annotated[int, Meta(ge=2, description="Probabilities are whole parts of it.")]
    leaves: Annotated[list[LeafProbabilities], Meta(description="Of the tree that predicts, in pre-order.")]


class NodeReport(Struct):
    """What the search of one node took."""

    path: Annotated[str, Meta(pattern="^root([.][LR])*$")]
    seconds: Seconds
    generations: Count
    structures_evaluated: Count


class SearchReport(Struct, omit_defaults=True):
    """What the search took; complete: whether no time limit cut it short."""

    seconds: Seconds
    generations: Count
    structures_evaluated: Count
    nodes: list[NodeReport]
    complete: bool
    counts_a_sample: Annotated[
        bool, Meta(description="Whether there was no time to count all rows: leaves count a sample. Absent: no.")
    ] = False


Share = Annotated[float, Meta(ge=0, le=1)]


class Figure(Struct, omit_defaults=True):
    """A share, with the ends of its interval where it has one."""

    value: Share
    low: Share | None = None
    high: Share | None = None


class Estimate(Struct, omit_defaults=True):
    """How well the model may be expected to do, and on which rows that was measured."""

    rows: Annotated[str, Meta(extra_json_schema={"enum": list(ROWS)})]
    n_rows: Annotated[int, Meta(ge=1)]
    accuracy: Figure
    balanced_accuracy: Figure
    auc: Annotated[Figure | None, Meta(description="null where it can't be known.")]
    largest_class: Annotated[Share, Meta(description="The accuracy of always answering the most frequent class.")]
    level: Annotated[Share, Meta(description="The share of intervals that cover what they are of.")]
    folds: Annotated[Count | None, Meta(description="Of cross-validation.")] = None
    n_groups: Annotated[Count | None, Meta(description="Groups of rows that no fold divided.")] = None
    sampled_from: Annotated[Count | None, Meta(description="The rows of which n_rows are a sample.")] = None
    is_weighted: bool = False
    chose_length: Annotated[bool, Meta(description="Whether the model was chosen from others by these folds.")] = False


class Model(Struct, omit_defaults=True):
    """A nonlinear decision tree as NLDTClassifier.save writes it.

    Keys may be added within a version: ignore those that you do not know. What a schema can't say: nodes are numbered
    in pre-order, sums of two children add up to their parent's, low is at most high, and arrays by feature or by class
    have as many entries as there are of them.
    """

    format: Annotated[str, Meta(extra_json_schema={"const": FORMAT})]
    version: Annotated[int, Meta(extra_json_schema={"const": VERSION})]
    target: Annotated[dict[str, Any], Meta(description="What the tree answers: a kind, and the kind's own.")]
    features: Features
    columns: Annotated[
        list[dict[str, Any]] | None,
        Meta(description="What terms are made of: a kind, a feature, the kind's own. null: every feature as it is."),
    ]
    nodes: Annotated[list[TreeNode], Meta(min_length=1, description="The full tree in pre-order, the root first.")]
    pruned_at: Annotated[
        list[Node],
        Meta(
            description="Nodes whose split pruning removed: the tree that predicts has leaves there.",
            extra_json_schema={"uniqueItems": True},
        ),
    ]
    criterion: Annotated[str, Meta(description="The impurity measure of the fit.")]
    digits: Annotated[
        int | str | None,
        Meta(description='How numbers are printed: null in full, "auto" in full where they are short, or how many.'),
    ]
    parameters: Annotated[
        dict[str, Any],
        Meta(
            description="The classifier's parameters: plain values, lists of such, {search, parameters} for a search, "
            "{mapping: [[key, value], …]} for a mapping, {fixed: rule} for the rule of the root."
        ),
    ]
    search_report: SearchReport
    probabilities: Annotated[
        Probabilities | None,
        Meta(description="Absent in files of older versions: there probabilities are the shares of leaves."),
    ] = None
    fingerprint: Annotated[
        str | None,
        Meta(description="Of the training table, whatever the order of its rows; absent where it is not known."),
    ] = None
    estimates: Annotated[Estimate | None, Meta(description="Absent where nobody has estimated anything.")] = None
