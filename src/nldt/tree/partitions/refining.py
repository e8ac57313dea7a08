"""A tree of a sample with the numbers that all rows want: level by level, from the root down.

For each rule there are finalists: the rule as the sample has it, with weights after the logistic last step, and, above
two leaves, plainer rules that the search has met there. Counts along their lines tell which of them takes the fewest
bits of all rows, and where its ends belong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from nldt.data.partitions.passes import CutShort, Passes
from nldt.data.partitions.row_reading import RowReading
from nldt.data.training_rows import TrainingRows
from nldt.decimals import round_to
from nldt.description import Tariff
from nldt.model.rule import SplitRule
from nldt.model.target import Target
from nldt.model.tree import LEAF, FittedTree, FrontPoint
from nldt.progress import Deadline
from nldt.tree.last_rule import last_rule
from nldt.tree.node_split import rule_values, short_end, split_impurities
from nldt.tree.partitions.lines import (
    Line,
    LineCountsPass,
    NearValues,
    NearValuesPass,
    Places,
    Score,
    Window,
    best_gap,
    best_places,
)
from nldt.tree.partitions.logistic_step import LogisticPass, fit_logistic
from nldt.tree.partitions.routing import rows_at
from nldt.tree.rounding import cost

Floats = NDArray[np.float64]
Fronts = Mapping[int, Sequence[FrontPoint]]

# Shares of the sample's rows on either side of an end within which that of all rows is looked for, one after the other.
# Ends of few rows are less certain, by the root of third degree of their number.
WINDOWS = (0.05, 0.5)
DIGITS = (2, 3, 4, 6)  # of weights after the logistic step
MOST_PLAINER = 2
# Of the bits (or the impurity) of a node without a rule, what shorter weights may cost.
FEW = 2e-5


@dataclass(frozen=True, eq=False)
class Finalist:
    """A line, what was counted along it, and the best ends by these counts."""

    line: Line
    counts: Floats
    places: Places

    @property
    def rule(self) -> SplitRule:
        return self.line.rule

    @property
    def structure(self) -> tuple[bytes, bool]:
        return self.rule.exponents.tobytes(), self.rule.is_band


@dataclass(frozen=True, eq=False)
class Refining:
    """What is needed to ask all rows about the rules of a tree."""

    passes: Passes
    reading: RowReading
    sample: TrainingRows
    tariff: Tariff  # of all rows
    unit_mass: float
    criterion: str
    deadline: Deadline
    moves_weights: bool = True  # no direction that the user wishes would be at risk
    fixed: frozenset[int] = frozenset()  # nodes whose rules the user has given
    rivals: Callable[[str, SplitRule, TrainingRows], list[SplitRule]] = lambda path, rule, rows: []  # that say the same
    rule_bits: Callable[[SplitRule], float] = lambda rule: 0.0  # that it takes to write a rule down, for all rows
    pass_seconds: float = 0.0  # that a pass may take: none is begun that would end too late

    def refined(self, tree: FittedTree, fronts: Fronts) -> tuple[FittedTree, bool]:
        """The tree with the rules that all rows want; whether there was time to ask them."""
        depth = tree.depth
        for level in range(int(depth.max(initial=0)) + 1):
            nodes = [
                node
                for node in tree.conditional_nodes.tolist()
                if depth[node] == level and node not in self.fixed and not _is_yes_or_no(tree, node)
            ]
            if not nodes:
                continue
            if self._is_late:
                return tree, False
            try:
                rules = self._of_level(tree, nodes, fronts)
            except CutShort:
                return tree, False
            tree = replace(tree, rules=tuple(rules.get(node, rule) for node, rule in enumerate(tree.rules)))
        return tree, True

    @property
    def _is_late(self) -> bool:
        left = self.deadline.remaining
        return left is not None and left < 3 * self.pass_seconds  # the steps of a level

    def _of_level(self, tree: FittedTree, nodes: list[int], fronts: Fronts) -> dict[int, SplitRule]:
        samples = dict(rows_at(tree, self.sample, set(nodes)))
        candidates = {node: list(self._finalists(tree, node, fronts, samples[node])) for node in nodes}
        for node, rules in self._with_moved_weights(tree, samples).items():
            candidates[node] += rules
        finalists: dict[int, list[Finalist]] = {node: [] for node in nodes}
        for share in WINDOWS:
            lines = [
                Line(node, rule, windows)
                for node in nodes
                if not finalists[node]
                for rule in candidates[node]
                if (windows := self._windows(rule, samples[node], share, _is_last(tree, node))) is not None
            ]
            for finalist in self._counted(tree, lines):
                finalists[finalist.line.node].append(finalist)
        chosen = [self._best(tree, node, finalists[node]) for node in nodes if finalists[node]]
        return self._with_exact_ends(tree, chosen)

    def _finalists(self, tree: FittedTree, node: int, fronts: Fronts, rows: TrainingRows) -> Iterator[SplitRule]:
        """The rule itself and, above two leaves, rules of fewer factors and those that say about the same."""
        rule = tree.rules[node]
        assert rule is not None
        yield rule
        if _is_last(tree, node):
            shorter = [point.rule for point in fronts.get(node, ()) if point.complexity < rule.complexity]
            yield from shorter[::-1][:MOST_PLAINER]
            yield from self.rivals(tree.paths[node], rule, rows)

    def _with_moved_weights(self, tree: FittedTree, samples: Mapping[int, TrainingRows]) -> dict[int, list[SplitRule]]:
        """Rules of several terms with weights after the logistic step, of more and more digits."""
        rules = {node: rule for node in samples if (rule := tree.rules[node]) is not None and self.moves_weights}
        sums = {node: rule for node, rule in rules.items() if len(rule.weights) > 1 and not rule.is_band}
        fitted = [fit_logistic(node, rule, samples[node]) for node, rule in sums.items()]
        curves = tuple(curve for curve in fitted if curve is not None)
        if not curves:
            return {}
        found: dict[int, list[SplitRule]] = {}
        derivatives = self.passes.run(LogisticPass(self.reading, tree, curves))
        for curve, own in zip(curves, derivatives, strict=True):
            weights = curve.direction(curve.stepped(own))
            if np.isfinite(weights).all() and (np.sign(weights) == np.sign(curve.rule.weights)).all():
                rounded = [np.array([round_to(w, digits) for w in weights.tolist()]) for digits in DIGITS]
                rules_of = {tuple(w.tolist()): replace(curve.rule, weights=w) for w in rounded}
                found[curve.node] = [r for w, r in rules_of.items() if w != tuple(curve.rule.weights.tolist())]
        return found

    def _windows(self, rule: SplitRule, rows: TrainingRows, share: float, is_last: bool) -> tuple[Window, ...] | None:
        """Where the ends of a rule may lie, by the sample; None where its values are all alike."""
        values = np.sort(rule_values(rule, rows))
        values = values[np.isfinite(values)]
        if len(values) == 0 or values[0] == values[-1]:
            return None
        if rule.is_band:
            middles = [rule.low, rule.high]
        else:
            last = last_rule(rule, rows, self.unit_mass) if is_last else None
            middles = [rule.high if last is None else last.rule.high]
        found = []
        for middle in middles:
            place = int(np.searchsorted(values, middle))
            reach = max(2, round(max(share, 2 * len(values) ** (-1 / 3)) * len(values)))
            low, high = values[max(place - reach, 0)], values[min(place + reach, len(values) - 1)]
            found.append(Window.between(float(low), float(high)))
        return tuple(found)

    def _counted(self, tree: FittedTree, lines: list[Line]) -> Iterator[Finalist]:
        """The lines with their counts, but for those whose best ends are not within their windows."""
        if not lines:
            return
        counts = self.passes.run(LineCountsPass(self.reading, tree, tuple(lines)))
        for line, counted in zip(lines, counts, strict=True):
            score = self._score(tree, line.node, counted.sum(axis=0))
            places = best_places(line, counted, tree.target, score)
            if places.neighbours(counted) is not None:
                yield Finalist(line, counted, places)

    def _score(self, tree: FittedTree, node: int, whole: Floats) -> Score:
        """What an end is judged by: above two leaves their bits, elsewhere the impurity of the two sides."""
        target = tree.target
        if not _is_last(tree, node):
            return lambda left: _or_infinite(split_impurities(left, whole, target, self.criterion), left, whole, target)

        def bits(left: Floats) -> Floats:
            sides = target.leaf_bits(left, self.unit_mass) + target.leaf_bits(target.rest(whole, left), self.unit_mass)
            return _or_infinite(sides, left, whole, target)

        return bits

    def _best(self, tree: FittedTree, node: int, finalists: list[Finalist]) -> Finalist:
        """The finalist of the shortest description; of one structure, the one of the shortest weights that does."""
        own = tree.rules[node]
        by_structure: dict[tuple[bytes, bool], list[Finalist]] = {}
        for finalist in finalists:
            by_structure.setdefault(finalist.structure, []).append(finalist)
        whole = finalists[0].counts.sum(axis=0)
        if _is_last(tree, node):
            most = FEW * float(tree.target.leaf_bits(whole, self.unit_mass))
        else:
            most = FEW * float(tree.target.impurity(whole, self.criterion))

        def described(some: list[Finalist]) -> float:
            rule = some[0].rule
            price = self.tariff.rule(self.rule_bits(rule), rule.complexity) if _is_last(tree, node) else 0.0
            return min(finalist.places.score for finalist in some) + float(price)

        # Where structures take about as many bits, as many ways to say the same do, the plainest is taken.
        bits = {structure: described(some) for structure, some in by_structure.items()}
        alike = [structure for structure in by_structure if bits[structure] <= min(bits.values()) + most]
        best = by_structure[min(alike, key=lambda s: (self.rule_bits(by_structure[s][0].rule), bits[s]))]
        least = min(finalist.places.score for finalist in best)
        good = [finalist for finalist in best if finalist.places.score <= least + most]
        return min(good, key=lambda f: (_weights_cost(f.rule), f.rule is not own, f.places.score))

    def _with_exact_ends(self, tree: FittedTree, chosen: list[Finalist]) -> dict[int, SplitRule]:
        """The rules with ends between two rows of all, as short as they can be."""
        if not chosen:
            return {}
        cells = [tuple(cell for pair in f.places.neighbours(f.counts) or () for cell in pair) for f in chosen]
        asked = NearValuesPass(self.reading, tree, tuple(f.line for f in chosen), tuple(cells))
        found = self.passes.run(asked)
        return {f.line.node: self._rule(tree, f, near) for f, near in zip(chosen, found, strict=True)}

    def _rule(self, tree: FittedTree, finalist: Finalist, near: NearValues) -> SplitRule:
        rule, counts, places = finalist.rule, finalist.counts, finalist.places
        score = self._score(tree, finalist.line.node, counts.sum(axis=0))
        gaps = counts[-1] if places.gaps_left else np.zeros_like(counts[-1])
        up_to = np.cumsum(counts[:-2], axis=0)
        of_value = sum(window.cells(near.values) for window in finalist.line.windows)
        pairs = places.neighbours(counts) or []

        def gap(pair: tuple[int, int], judged: Score) -> tuple[float, float]:
            inside = np.isin(of_value, pair)
            before = up_to[pair[0] - 1] if pair[0] > 0 else np.zeros_like(gaps)
            return best_gap(NearValues(near.values[inside], near.sums[inside]), before, judged)

        if not rule.is_band:
            inside, outside = gap(pairs[0], lambda left: score(left + gaps))
            high = rule.high if inside <= rule.high < outside else short_end(inside, outside, rule.high)
            return replace(rule, high=high, missing_left=places.gaps_left)
        below, above = (up_to[after] for after in places.after)
        outside, inside = gap(pairs[0], lambda left: score(np.maximum(above - left, 0.0) + gaps))
        low = rule.low if outside < rule.low <= inside else 0.0 - short_end(-inside, -outside, -rule.low)
        inside, outside = gap(pairs[1], lambda left: score(np.maximum(left - below, 0.0) + gaps))
        high = rule.high if inside <= rule.high < outside else short_end(inside, outside, rule.high)
        return replace(rule, low=low, high=high, missing_left=places.gaps_left)


def _is_last(tree: FittedTree, node: int) -> bool:
    """Whether both children of a node are leaves."""
    return bool(tree.left[tree.left[node]] == LEAF and tree.left[tree.right[node]] == LEAF)


def _is_yes_or_no(tree: FittedTree, node: int) -> bool:
    """Whether a rule asks for indicators only: then its end parts no rows, wherever it is."""
    rule = tree.rules[node]
    assert rule is not None
    return not rule.gap_columns or not np.isfinite(rule.high)


def _weights_cost(rule: SplitRule) -> tuple[int, int]:
    """What a reader has to read of the weights."""
    return cost(replace(rule, low=-np.inf, high=0.0))


def _or_infinite(scores: Floats, left: Floats, whole: Floats, target: Target) -> Floats:
    """The scores, infinite where a side is empty."""
    mass = target.mass(left)
    return np.where((mass > 0) & (mass < target.mass(whole)), scores, np.inf)
