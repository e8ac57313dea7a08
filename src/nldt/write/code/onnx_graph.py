"""The tree as an ONNX model of elementary operations on doubles."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.extras import require
from nldt.model.feature import ORDERED, UNSEEN, Level
from nldt.model.fitted_model import FittedModel
from nldt.model.rule import SplitRule
from nldt.model.scores import LEAST_WAY, NO_MARGIN, Scores, Step
from nldt.write.code.calendar_arithmetic import calendar_part
from nldt.write.code.evaluation import (
    SMALLEST,
    leaf_classes,
    rule_value,
)
from nldt.write.code.functions import CALENDAR, FUNCTIONS

OPERATORS = 17  # the version of ONNX's operators, and
FORMAT = 8  # of its files: readers of 2022 and later
LABEL_OPERATORS = 2  # the version of those for categories
GAP_CODE = -2  # of an empty text
TAKEN = re.compile(r"label|probabilities|(value|constant)_\d+|feature \d+: .*", re.DOTALL)


def to_onnx(model: FittedModel) -> Any:
    """An ``onnx.ModelProto``: rows X as doubles, outputs ``label`` and ``probabilities``.

    Of a model with categories or dates each feature is an input by itself: doubles, or texts of which an empty one is a
    gap; of a date its days since 1970-01-01, of a time its seconds.
    """
    onnx = require("onnx", "the ONNX export", "export")
    graph = _Graph(onnx)
    _read_columns(model, graph)
    nodes = {node: _RuleNode.of(model, node, graph) for node in model.tree.conditional_nodes.tolist()}
    leaf = _leaf(model, nodes, graph)
    labels = _label_array(model.labels)[leaf_classes(model.tree)]
    graph.node("Gather", [graph.constant(labels), leaf], output="label", axis=0)
    _probabilities(model, nodes, leaf, graph)

    def describe(name: str, kind: Any, *shape: int | str) -> Any:
        return onnx.helper.make_tensor_value_info(name, kind, shape)

    label_kind = onnx.helper.np_dtype_to_tensor_dtype(labels.dtype)
    proto = onnx.helper.make_model(
        onnx.helper.make_graph(
            graph.nodes,
            "nldt",
            _inputs(model, describe, onnx.TensorProto),
            [
                describe("label", label_kind, "rows"),
                describe("probabilities", onnx.TensorProto.DOUBLE, "rows", len(model.labels)),
            ],
            graph.initializers,
        ),
        opset_imports=_operators(model, onnx.helper.make_opsetid),
        ir_version=FORMAT,
        producer_name="nldt",
    )
    onnx.helper.set_model_props(
        proto,
        {
            "feature_names": json.dumps(list(model.feature_names)),
            "classes": json.dumps(model.labels),
            **({"inputs": json.dumps(input_names(model))} if model.has_categories else {}),
        },
    )
    onnx.checker.check_model(proto)
    return proto


def input_names(model: FittedModel) -> list[str]:
    """The input of each feature of a model with categories: its name, unless that is none or taken."""
    return [
        f"feature {j + 1}: {name}" if not name or TAKEN.fullmatch(name) else name
        for j, name in enumerate(model.feature_names)
    ]


def _inputs(model: FittedModel, describe: Any, kinds: Any) -> list[Any]:
    if not model.has_categories:
        return [describe("X", kinds.DOUBLE, "rows", len(model.feature_names))]
    return [
        describe(name, kinds.STRING if feature.has_names else kinds.DOUBLE, "rows")
        for name, feature in zip(input_names(model), model.features, strict=True)
    ]


def _operators(model: FittedModel, make: Any) -> list[Any]:
    own = [make("", OPERATORS)]
    return [*own, make("ai.onnx.ml", LABEL_OPERATORS)] if model.has_categories else own


@dataclass
class _Graph:
    """Nodes and constants under names of our own; a name is also an expression."""

    onnx: Any
    nodes: list[Any] = field(default_factory=list)
    constants: dict[str, NDArray[Any]] = field(default_factory=dict)
    numbers: dict[str, float] = field(default_factory=dict)  # the constants that are numbers
    columns: dict[int, str] = field(default_factory=dict)  # those of the basis that a rule uses
    categories: set[str] = field(default_factory=set)  # the values that are codes of categories

    def column(self, number: int) -> str:
        return self.columns[number]

    def node(self, operation: str, inputs: list[str], output: str | None = None, **attributes: Any) -> str:
        name = output or f"value_{len(self.nodes)}"
        self.nodes.append(self.onnx.helper.make_node(operation, inputs, [name], **attributes))
        return name

    def constant(self, array: NDArray[Any]) -> str:
        name = f"constant_{len(self.constants)}"
        self.constants[name] = array
        return name

    def number(self, value: float) -> str:
        name = self.constant(np.array(value, dtype=np.float64))
        self.numbers[name] = value
        return name

    @property
    def initializers(self) -> list[Any]:
        """The constants that a node reads: onnxruntime warns of others, such as numbers whose sign was turned."""
        read = {name for node in self.nodes for name in node.input}
        return [
            self.onnx.numpy_helper.from_array(array, name) for name, array in self.constants.items() if name in read
        ]

    def multiply(self, first: str, second: str) -> str:
        if self._is_nearly(first, 1.0):
            return self.negate(self.node("Mul", [self._minus(first), second]))
        return self.node("Mul", [first, second])

    def divide(self, numerator: str, divisor: str) -> str:
        if self.numbers.get(numerator) == 1.0:  # else onnxruntime turns w·(1/x) into w/x
            return self.negate(self.node("Div", [self._minus(numerator), divisor]))
        if self._is_nearly(divisor, 1.0):
            return self.negate(self.node("Div", [numerator, self._minus(divisor)]))
        return self.node("Div", [numerator, divisor])

    def add(self, first: str, second: str) -> str:
        if self._is_nearly(second, 0.0):
            return self.negate(self.node("Sub", [self._minus(second), first]))
        return self.node("Add", [first, second])

    def subtract(self, first: str, second: str) -> str:
        if self._is_nearly(second, 0.0):
            return self.negate(self.node("Sub", [second, first]))
        return self.node("Sub", [first, second])

    def _is_nearly(self, name: str, neutral: float) -> bool:
        """Whether it is a number that onnxruntime, which looks at it in float32, takes for neutral and leaves out.

        Turning signs is exact, and a negative number is never taken for 1.
        """
        value = self.numbers.get(name, neutral)
        with np.errstate(over="ignore", under="ignore"):
            return value != neutral and np.float32(value) == np.float32(neutral)

    def _minus(self, name: str) -> str:
        return self.number(-self.numbers[name])

    def negate(self, value: str) -> str:
        return self.node("Neg", [value])

    def call(self, function: str, argument: str) -> str:
        if function in CALENDAR:
            return calendar_part(function, argument, self)
        return self.node(FUNCTIONS[function]["onnx"], [argument])

    def one_of(self, category: str, codes: Sequence[int], levels: Sequence[Level]) -> str:
        equal = [self.node("Equal", [category, self.constant(np.array(code, dtype=np.int64))]) for code in codes]
        return self._as_number(self.any_of(equal))

    def none_of(self, category: str, codes: Sequence[int], levels: Sequence[Level]) -> str:
        equal = [self.node("Equal", [category, self.constant(np.array(code, dtype=np.int64))]) for code in codes]
        return self._as_number(self.node("Not", [self.any_of([*equal, self.is_gap(category)])]))

    def is_missing(self, feature: str) -> str:
        return self._as_number(self.is_gap(feature))

    def is_gap(self, feature: str) -> str:
        """Whether a number is missing, or the code of a category that of a gap."""
        if feature in self.categories:
            return self.node("Equal", [feature, self.constant(np.array(GAP_CODE, dtype=np.int64))])
        return self.node("IsNaN", [feature])

    def any_of(self, flags: list[str]) -> str:
        return reduce(lambda first, second: self.node("Or", [first, second]), flags)

    def _as_number(self, flag: str) -> str:
        return self.node("Cast", [flag], to=self.onnx.TensorProto.DOUBLE)


@dataclass(frozen=True)
class _RuleNode:
    """A rule's value, whether that is finite, and whether rows go left."""

    value: str
    is_finite: str
    goes_left: str

    @classmethod
    def of(cls, model: FittedModel, node: int, graph: _Graph) -> _RuleNode:
        rule = model.tree.rules[node]
        assert rule is not None
        value = rule_value(rule, graph)
        return cls(value, _between(value, SMALLEST, -SMALLEST, graph), _goes_left(rule, value, graph))


def _leaf(model: FittedModel, nodes: Mapping[int, _RuleNode], graph: _Graph) -> str:
    """The number of each row's leaf, among the leaves."""
    numbers = [graph.constant(np.array(number, dtype=np.int64)) for number in range(model.tree.n_leaves)]
    found = _by_leaf(model, nodes, numbers, graph)
    return found if model.used_features else _for_every_row(found, model, graph)


def _by_leaf(model: FittedModel, nodes: Mapping[int, _RuleNode], of_leaves: Sequence[str], graph: _Graph) -> str:
    """Of some values, one for each leaf, that of each row's leaf."""
    found = dict(zip(model.tree.leaves, of_leaves, strict=True))
    for node in model.tree.conditional_nodes[::-1].tolist():  # pre-order: children come after their parents
        left, right = found[int(model.tree.left[node])], found[int(model.tree.right[node])]
        found[node] = graph.node("Where", [nodes[node].goes_left, left, right])
    return found[0]


def _probabilities(model: FittedModel, nodes: Mapping[int, _RuleNode], leaf: str, graph: _Graph) -> None:
    """The output of that name: straight pieces between the knots of each row's leaf."""
    curves = model.curves
    pieces = _Pieces.of(curves)
    total = graph.constant(np.array(float(curves.total)))
    if pieces.most_knots == 1:
        parts = graph.node("Gather", [graph.constant(pieces.parts), leaf], axis=0)
        graph.node("Div", [parts, total], output="probabilities")
        return
    ways = zip(curves.ways(model.tree), curves.leaves, strict=True)
    margin = _by_leaf(model, nodes, [_margin(way, score.scales, nodes, graph) for way, score in ways], graph)
    if not model.used_features:
        margin = _for_every_row(margin, model, graph)

    def gather(table: NDArray[Any], index: str) -> str:
        return graph.node("Gather", [graph.constant(table), index], axis=0)

    def upright(values: str) -> str:
        return graph.node("Unsqueeze", [values, graph.constant(np.array([1], dtype=np.int64))])

    within = graph.node("Min", [margin, gather(pieces.last_knot, leaf)])
    passed = graph.node("GreaterOrEqual", [upright(within), gather(pieces.later_knots, leaf)])
    counted = graph.node("Cast", [passed], to=graph.onnx.TensorProto.INT64)
    axes = graph.constant(np.array([1], dtype=np.int64))
    piece = graph.node("ReduceSum", [counted, axes], keepdims=0)
    width = graph.constant(np.array(pieces.most_knots, dtype=np.int64))
    place = graph.node("Add", [graph.node("Mul", [leaf, width]), piece])
    way = graph.node("Div", [graph.node("Sub", [within, gather(pieces.knots, place)]), gather(pieces.widths, place)])
    is_first = graph.node("Equal", [piece, graph.constant(np.array(0, dtype=np.int64))])
    least = graph.number(LEAST_WAY)
    is_short = graph.node("And", [is_first, graph.node("Less", [way, least])])
    way = graph.node("Where", [is_short, least, way])
    parts = graph.node(
        "Add", [gather(pieces.parts, place), graph.node("Mul", [upright(way), gather(pieces.changes, place)])]
    )
    lacks = upright(graph.node("Less", [margin, graph.number(0.0)]))
    parts = graph.node("Where", [lacks, gather(pieces.missing, leaf), parts])
    graph.node("Div", [parts, total], output="probabilities")


@dataclass(frozen=True, eq=False)
class _Pieces:
    """The straight pieces of all leaves, each leaf padded to as many knots as the one with most of them."""

    most_knots: int
    knots: NDArray[np.float64]  # where each piece starts; leaf by leaf, as those below
    widths: NDArray[np.float64]
    parts: NDArray[np.float64]  # at its start, (pieces, classes)
    changes: NDArray[np.float64]  # until its end
    last_knot: NDArray[np.float64]  # by leaf
    later_knots: NDArray[np.float64]  # all but the first: (leaves, knots - 1)
    missing: NDArray[np.float64]

    @classmethod
    def of(cls, curves: Scores) -> _Pieces:
        leaves, most = curves.leaves, max(len(leaf.knots) for leaf in curves.leaves)
        knots = np.full((len(leaves), most), np.inf)
        widths, parts = np.ones(knots.shape), np.zeros((*knots.shape, len(leaves[0].missing)))
        changes = np.zeros(parts.shape)
        for number, leaf in enumerate(leaves):
            count = len(leaf.knots)
            knots[number, :count], parts[number, :count] = leaf.knots, leaf.parts
            widths[number, : count - 1] = np.diff(leaf.knots)
            changes[number, : count - 1] = np.diff(leaf.parts, axis=0)
        flat = parts.reshape(-1, parts.shape[2]), changes.reshape(-1, parts.shape[2])
        last, missing = np.array([leaf.knots[-1] for leaf in leaves]), np.array([leaf.missing for leaf in leaves])
        return cls(most, knots.ravel(), widths.ravel(), *flat, last, knots[:, 1:], missing.astype(np.float64))


def _margin(way: Sequence[Step], scales: Sequence[float], nodes: Mapping[int, _RuleNode], graph: _Graph) -> str:
    """The margin of rows in the leaf at the end of a way."""
    distances = []
    for step, scale in zip(way, scales, strict=True):
        of_rule, rule = nodes[step.node], step.rule
        ends = []
        if np.isfinite(rule.low):
            ends.append((graph.number(rule.low), step.holds))
        if np.isfinite(rule.high):
            ends.append((graph.number(rule.high), not step.holds))
        far = [
            graph.subtract(of_rule.value, end) if is_above else _from(end, of_rule.value, graph)
            for end, is_above in ends
        ]
        nearest = far[0] if len(far) == 1 else graph.node("Min" if step.holds else "Max", far)
        scaled = nearest if scale == 1.0 else graph.divide(nearest, graph.number(scale))
        distances.append(graph.node("Where", [of_rule.is_finite, scaled, graph.number(NO_MARGIN)]))
    if not distances:
        return graph.number(0.0)
    return distances[0] if len(distances) == 1 else graph.node("Min", distances)


def _from(end: str, value: str, graph: _Graph) -> str:
    """The end minus the value; turned round, so that no end is taken for zero."""
    return graph.negate(graph.subtract(value, end))


def _for_every_row(value: str, model: FittedModel, graph: _Graph) -> str:
    """What depends on no feature, repeated."""
    rows = graph.node("Shape", [input_names(model)[0] if model.has_categories else "X"], start=0, end=1)
    return graph.node("Expand", [value, rows])


def _read_columns(model: FittedModel, graph: _Graph) -> None:
    raw: dict[int, str] = {}
    for number in model.used_columns:
        column = model.basis.columns[number]
        if column.feature not in raw or not model.has_categories:
            raw[column.feature] = _raw(model, column.feature, graph)
        graph.columns[number] = column.expression(raw[column.feature], graph)


def _raw(model: FittedModel, feature: int, graph: _Graph) -> str:
    """A feature: its number, the code of its category, or the number of an ordered one."""
    if not model.has_categories:
        return graph.node("Gather", ["X", graph.constant(np.array(feature, dtype=np.int64))], axis=1)
    name, known = input_names(model)[feature], model.features[feature]
    if not known.has_names:
        return name
    texts = [str(level) for level in known.levels]
    codes = {"": GAP_CODE} | {text: code for code, text in enumerate(texts)}
    code = graph.node(
        "LabelEncoder",
        [name],
        domain="ai.onnx.ml",
        keys_strings=list(codes),
        values_int64s=list(codes.values()),
        default_int64=int(UNSEEN),
    )
    if known.kind != ORDERED:
        graph.categories.add(code)
        return code
    known_code = graph.node("GreaterOrEqual", [code, graph.constant(np.array(0, dtype=np.int64))])
    number = graph.node("Cast", [code], to=graph.onnx.TensorProto.DOUBLE)
    return graph.node("Where", [known_code, number, graph.number(np.nan)])


def _between(value: str, low: float, high: float, graph: _Graph) -> str:
    """Both ends finite keep out infinities, and no comparison holds for what is not a number."""
    above = graph.node("GreaterOrEqual", [value, graph.number(low)])
    return graph.node("And", [above, graph.node("LessOrEqual", [value, graph.number(high)])])


def _goes_left(rule: SplitRule, value: str, graph: _Graph) -> str:
    holds = _between(value, max(rule.low, SMALLEST), min(rule.high, -SMALLEST), graph)
    if not rule.missing_left:
        return holds
    return graph.any_of([*(graph.is_gap(graph.column(place)) for place in rule.gap_columns), holds])


def _label_array(labels: list[Any]) -> NDArray[Any]:
    """Labels as an array of a type that ONNX knows."""
    if isinstance(labels[0], str):
        return np.array(labels, dtype=object)
    array = np.array(labels)
    return array.astype(np.float64) if array.dtype.kind == "f" else array
