"""Trees made by hand or at random, and rows that lie on and beside the boundaries of their rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nldt import SplitRule
from nldt.decimals import Digits
from nldt.model.basis import Basis, Shifted
from nldt.model.fitted_model import FittedModel
from nldt.model.scores import LeafScore, Scores, ways
from nldt.model.tree import FittedTree, FrontPoint

INF = np.inf


def made_tree(shape: Any, n_classes: int, seed: int = 0) -> FittedTree:
    """A tree of nested (rule, left, right); a leaf is the number of its class."""
    random = np.random.default_rng(seed)
    left: list[int] = []
    right: list[int] = []
    rules: list[SplitRule | None] = []
    weights: list[np.ndarray] = []

    def add(entry: Any) -> int:
        node = len(rules)
        left.append(-1)
        right.append(-1)
        rules.append(entry[0] if isinstance(entry, tuple) else None)
        weights.append(random.integers(0, 20, n_classes).astype(float))
        if isinstance(entry, tuple):
            left[node] = add(entry[1])
            right[node] = add(entry[2])
            weights[node] = weights[left[node]] + weights[right[node]]
        else:
            weights[node][entry] += 20  # the class that predict gives
        return node

    add(shape)
    return FittedTree(np.array(left), np.array(right), np.array(weights), tuple(rules))


def made_model(
    tree: FittedTree, names: Sequence[str], classes: Sequence[Any], digits: Digits = "auto", **others: Any
) -> FittedModel:
    """A tree with names; its basis is that of its rules."""
    basis = next((rule.basis for rule in tree.conditional_rules), Basis.as_is(len(names)))
    labels = np.array(classes, dtype=object if isinstance(classes[0], str) else None)
    named = replace(tree, target=replace(tree.classes, values=labels))
    return FittedModel(named, tuple(names), basis, digits=digits, **others)


def shifted_basis(minimum: Sequence[float], span: Sequence[float]) -> Basis:
    """Every feature shifted: u = 1 + (x - minimum)/span."""
    columns = [Shifted(j, *numbers) for j, numbers in enumerate(zip(minimum, span, strict=True))]
    return Basis(tuple(columns), len(columns))


def chain(rules: Sequence[SplitRule], n_classes: int, side: str = "right") -> Any:
    """The shape of a tree whose every rule stands below the one before, on the given side."""
    shape: Any = len(rules) % n_classes
    for i, rule in reversed(list(enumerate(rules))):
        leaf = i % n_classes
        shape = (rule, leaf, shape) if side == "right" else (rule, shape, leaf)
    return shape


def ladder(depth: int, side: str = "left") -> tuple[FittedModel, np.ndarray, np.ndarray]:
    """A tree of so many levels, with one row and its class for each leaf.

    Each rule leaves one row behind and sends the rest on to the side; "zigzag": to the two sides in turn.
    """
    shape: Any = depth % 2
    for row in reversed(range(depth)):
        on_the_left = side == "left" or (side == "zigzag" and row % 2 == 0)
        if on_the_left:
            shape = (SplitRule([[1, 0]], [-1.0], -INF, -row - 0.5), shape, row % 2)
        else:
            shape = (SplitRule([[1, 0]], [1.0], -INF, row + 0.5), row % 2, shape)
    tree = made_tree(shape, 2)
    fronts = {node: [FrontPoint(1, 0.1, rule)] for node, rule in enumerate(tree.rules) if rule is not None}
    rows = np.column_stack([np.arange(depth + 1.0), np.ones(depth + 1)])
    return (
        made_model(tree, ["x1", "x2"], [0, 1], full_fronts=fronts, names_are_given=False),
        rows,
        np.arange(depth + 1) % 2,
    )


def random_rule(random: np.random.Generator, rows: np.ndarray, ends: str, basis: Basis | None) -> SplitRule:
    """A rule whose ends are its values on some of the rows: these lie on its boundary to the last bit."""
    n_features = rows.shape[1]
    exponents = np.zeros((random.integers(1, 4), n_features), dtype=np.int8)
    for row in exponents:
        used = random.choice(n_features, size=random.integers(1, min(3, n_features) + 1), replace=False)
        row[used] = random.choice([-3, -2, -1, 1, 2, 3], size=len(used))
    weights = random.standard_normal(len(exponents))
    weights[random.random(len(weights)) < 0.3] = random.choice([-1.0, 1.0])
    free = SplitRule(exponents, weights, -INF, INF, basis)
    values = free.value(rows)
    low, high = np.sort(random.choice(values[np.isfinite(values)], size=2, replace=False))
    between = {"band": (low, high), "at most": (-INF, high), "at least": (low, INF)}[ends]
    return SplitRule(exponents, weights, *between, basis)


def random_shape(random: np.random.Generator, rows: np.ndarray, depth: int, n_classes: int, basis: Any) -> Any:
    """A tree that stops where rows get few."""
    if depth == 0 or len(rows) < 20:
        return int(random.integers(n_classes))
    ends = ["band", "at most", "at least"]
    tries = [random_rule(random, rows, str(random.choice(ends)), basis) for _ in range(8)]
    rule = min(tries, key=lambda rule: abs(rule.goes_left(rows).mean() - 0.5))  # the most even of some
    left = rule.goes_left(rows)
    return (
        rule,
        random_shape(random, rows[left], depth - 1, n_classes, basis),
        random_shape(random, rows[~left], depth - 1, n_classes, basis),
    )


def random_model(
    seed: int, *, scaling: str = "raw", classes: Sequence[Any] = ("no", "yes"), names: Sequence[str] | None = None
) -> tuple[FittedModel, np.ndarray]:
    """A tree of some ten rules, and rows many of which lie on the boundary of one."""
    random = np.random.default_rng(seed)
    n_features = 4 if names is None else len(names)
    rows = random.uniform(0.2, 3.0, size=(400, n_features))
    basis = Basis.shifted(rows.min(axis=0), rows.max(axis=0)) if scaling == "shift" else None
    tree = made_tree(random_shape(random, rows, 4, len(classes), basis), len(classes), seed)
    shown = list(names or [f"x{j + 1}" for j in range(n_features)])
    return made_model(tree, shown, classes), rows


def rows_beside(tree: FittedTree, rows: np.ndarray, count: int = 40) -> np.ndarray:
    """For each rule and each of its features: pairs of rows that differ in the feature's last bit, one on each side."""
    found = [rows[:0]]
    for rule in tree.conditional_rules:
        for j in rule.features:
            first, second = rows.copy(), rows.copy()
            second[:, j] = np.random.default_rng(j).permutation(rows[:, j])
            flips = rule.goes_left(first) != rule.goes_left(second)
            found += _bisect(rule, first[flips][:count], second[flips][:count], j)
    return np.concatenate(found)


def _bisect(rule: SplitRule, first: np.ndarray, second: np.ndarray, feature: int) -> list[np.ndarray]:
    first, second = first.copy(), second.copy()
    side = rule.goes_left(first)
    for _ in range(200):
        middle = first.copy()
        middle[:, feature] = first[:, feature] + (second[:, feature] - first[:, feature]) / 2
        same = rule.goes_left(middle) == side
        moved_first = np.where(same, middle[:, feature], first[:, feature])
        moved_second = np.where(same, second[:, feature], middle[:, feature])
        if np.array_equal(moved_first, first[:, feature]) and np.array_equal(moved_second, second[:, feature]):
            break
        first[:, feature], second[:, feature] = moved_first, moved_second
    return [first, second]


def ugly_rows(n_features: int, count: int = 600, seed: int = 0) -> np.ndarray:
    """Zeros, infinities, missing values, and numbers whose products overflow or vanish."""
    ugly = [0.0, -0.0, 1.0, -1.0, 2.0, 0.5, 1e-160, -1e-160, 1e160, -1e160, 1.7e308, 5e-324, np.nan, INF, -INF, 3.7]
    return np.random.default_rng(seed).choice(ugly, size=(count, n_features))


def with_made_scores(model: FittedModel, seed: int = 0) -> FittedModel:
    """The model with curves of one to four knots drawn at random; every leaf's answer is its most probable class."""
    random = np.random.default_rng(seed)
    n_classes, total = len(model.labels), 1_000_003

    def parts(answer: int, lead: int) -> tuple[int, ...]:
        others = random.integers(1, total // (2 * n_classes), size=n_classes)
        others[answer] = 0
        if lead == 0:
            others[:] = total // n_classes
            others[answer] += total % n_classes
            return tuple(others.tolist())
        others[answer] = total - others.sum()
        return tuple(others.tolist())

    leaves = []
    for leaf, way in zip(model.tree.leaves, ways(model.tree), strict=True):
        count = int(random.integers(1, 5)) if way else 1
        answer = int(model.tree.answers[leaf])
        knots = [0.0, *np.sort(random.uniform(0.0, 3.0, size=count - 1)).tolist()]
        scales = random.choice([1.0, 0.25, 1 / 3, 7.0], size=len(way)).tolist() if count > 1 else []
        table = tuple(parts(answer, lead=int(count == 1 or place > 0)) for place in range(count))
        leaves.append(LeafScore(tuple(scales), tuple(knots), table, parts(answer, 1)))
    scores = Scores(total, tuple(leaves))
    scores.check(model.tree)
    return replace(model, scores=scores)
