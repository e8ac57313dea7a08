"""Rules with short numbers: the last step of a fit, after which the printed rule is the model.

Weights are scaled so that one of them is 1 or -1 and the others are rounded to few significant digits; each end becomes
the shortest decimal in its gap. A rounded rule never has a higher impurity than the rule it comes from on the rows of
its node.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from nldt.data.training_rows import TrainingRows
from nldt.decimals import neighbours, number_text, significant_digits
from nldt.model.rule import SplitRule
from nldt.tree.node_split import SAMPLE_ROWS, NodeSplit, Rounding

Floats = NDArray[np.float64]
Cost = tuple[int, int]

# A weight that needs more digits than this is left as the search found it.
MOST_DIGITS = 12
NOT_SOLVED = 100  # characters: more than the ends of a rule can have
ROUNDING_ERROR = 1e-12  # of impurities, which are sums of weights
# Weights are tried rounded up and down in all combinations while a rule has at most so many terms.
MOST_TERMS_IN_ALL_COMBINATIONS = 4
# In nodes of more rows than this roundings are tried on a sample first, and the most promising ones on all rows.
LARGE_NODE = 2 * SAMPLE_ROWS
MOST_PROMISING = 1
# Rounded weights leave at least this share of the gap between the two sides: on rows not seen it keeps the accuracy.
LEAST_GAP = 0.9
NUMBERS_REMEMBERED = 2**14  # with their lengths: roundings of one rule share most of their weights


def round_rule(rule: SplitRule, rows: TrainingRows, criterion: str, *, keep_sides: bool = False) -> SplitRule:
    """The rule with the shortest numbers whose impurity on these rows is no higher.

    No row changes its side unless the impurity falls; with ``keep_sides`` none does in any case. Rounding what is
    rounded already changes nothing, nor does rounding it with ``keep_sides``: what a fit has rounded is as short as
    ``rounded(0.0)`` makes it. A rule that does not part the rows is returned as it is.

    Examples
    --------
    >>> from nldt.model.target import Classes
    >>> X = np.array([[1.0, 2.0], [2.0, 1.0], [4.0, 5.0], [5.0, 4.0]])
    >>> rows = TrainingRows.of(X, np.array([0, 0, 1, 1]), np.ones(4), Classes.alike(np.arange(2)))
    >>> rule = round_rule(SplitRule([[1, 0], [0, 1]], [0.98, 1.0], -np.inf, 5.7182818), rows, "gini")
    >>> rule.weights, rule.high
    (array([1., 1.]), 6.0)
    """
    while True:
        split = NodeSplit.of(rule, rows, criterion)
        if split is None:
            return rule
        choice = _Choice(split)
        shorter = None if keep_sides else choice.shortest(cost(rule), keep_sides=False)
        # Where a row may change its side fewer digits may be found first, and not be shorter in the end.
        shorter = shorter or choice.shortest(cost(rule), keep_sides=True) or split.with_short_ends()
        if cost(shorter) >= cost(rule):
            return rule
        rule = shorter


def cost(rule: SplitRule) -> Cost:
    """What a reader has to read: characters of the rule's numbers, then significant digits; no sign, no factor of 1.

    A rule of one term that is not solved for it costs more than any that is.
    """
    numbers = [abs(end) for end in (rule.low, rule.high) if np.isfinite(end)]
    factors = [abs(weight) for weight in rule.weights.tolist() if abs(weight) != 1.0]
    characters, digits = _length(numbers + factors)
    return characters + (NOT_SOLVED if factors and len(rule.weights) == 1 else 0), digits


def weights_cost(weights: Floats) -> int:
    """Characters of the weights and of the shortest end there is."""
    return 1 + _length([abs(weight) for weight in weights.tolist() if abs(weight) != 1.0])[0]


def _length(numbers: list[float]) -> Cost:
    lengths = [_number_length(number) for number in numbers]
    return sum(characters for characters, _ in lengths), sum(digits for _, digits in lengths)


@lru_cache(NUMBERS_REMEMBERED)
def _number_length(number: float) -> Cost:
    """Characters and significant digits of a number that is not negative."""
    return len(number_text(number)), len(significant_digits(number)[0])


@dataclass(frozen=True, eq=False)
class _Choice:
    """Looks for the shortest weights of a rule among those that do its rows no harm."""

    split: NodeSplit
    tried: dict[tuple[bool, bytes], Rounding | None] = field(default_factory=dict)

    def shortest(self, bound: Cost, keep_sides: bool) -> SplitRule | None:
        """The cheapest acceptable rounding of the weights, if it costs less than the bound."""
        best = None
        for pivot in range(len(self.split.rule.weights)):
            rounding = self._of_pivot(pivot, bound, keep_sides)
            if rounding is not None and cost(rounding.rule) < bound:
                best, bound = rounding.rule, cost(rounding.rule)
        return best

    def _of_pivot(self, pivot: int, bound: Cost, keep_sides: bool) -> Rounding | None:
        """The pivot's weight is 1, all others have as few digits as they can have together; then each has fewer."""
        with np.errstate(over="ignore"):
            scaled = self.split.rule.weights / abs(self.split.rule.weights[pivot])
        others = [t for t in range(len(scaled)) if t != pivot]
        if not np.isfinite(scaled).all() or not scaled.all():
            return None
        for digits in range(1, MOST_DIGITS + 1):
            options = list(_combinations(scaled, others, digits))
            if min(weights_cost(option) for option in options) >= bound[0]:
                return None
            if found := self._first(options, keep_sides):
                return self._with_fewer_digits(found, scaled, others, digits, keep_sides)
            if not others:
                return None
        return None

    def _with_fewer_digits(
        self, found: Rounding, scaled: Floats, others: list[int], digits: int, keep_sides: bool
    ) -> Rounding:
        for t in others if len(others) > 1 else []:
            for fewer in range(1, digits):
                options = []
                for number in neighbours(float(scaled[t]), fewer):
                    option = found.rule.weights.copy()
                    option[t] = number
                    options.append(option)
                if shorter := self._first(options, keep_sides):
                    found = shorter
                    break
        return found

    def _first(self, options: list[Floats], keep_sides: bool) -> Rounding | None:
        """Of the acceptable roundings the one that keeps all sides, then the purest, then the one of the widest gap."""
        if self.split.n_rows > LARGE_NODE:
            options = self._promising(options, keep_sides)
        found = [rounding for option in options if (rounding := self._acceptable(option, keep_sides)) is not None]
        return min(found, key=lambda r: (r.n_between > 0, r.impurity, -r.relative_gap), default=None)

    def _promising(self, options: list[Floats], keep_sides: bool) -> list[Floats]:
        """The options that look best on a sample, unless they are less pure there than chance explains."""
        sample = self.split.sample
        looks = []
        for place, option in enumerate(options):
            rounding = self._rounded(option, of_sample=True)
            if rounding is not None and not (keep_sides and rounding.n_between):
                chance = 2.0 * rounding.n_between**0.5 / sample.n_rows
                if rounding.impurity <= sample.impurity + chance:
                    looks.append((rounding.impurity, place))
        return [options[place] for _, place in sorted(looks)[:MOST_PROMISING]]

    def _acceptable(self, weights: Floats, keep_sides: bool) -> Rounding | None:
        """The rounding with these weights, unless it is less pure than the rule or leaves too little of its gap."""
        if keep_sides and self.split.moves_a_row(weights):
            return None
        rounding = self._rounded(weights)
        if rounding is None or rounding.relative_gap < LEAST_GAP * self.split.relative_gap:
            return None
        purer = rounding.impurity < self.split.impurity - ROUNDING_ERROR and not keep_sides
        return rounding if rounding.n_between == 0 or purer else None

    def _rounded(self, weights: Floats, of_sample: bool = False) -> Rounding | None:
        """What these weights do to the rows or to the sample of them, computed once."""
        key = of_sample, weights.tobytes()
        if key not in self.tried:
            self.tried[key] = (self.split.sample if of_sample else self.split).round(weights)
        return self.tried[key]


def _combinations(scaled: Floats, others: list[int], digits: int) -> Iterator[Floats]:
    """The weights rounded to so many digits, up and down: all of them, or of many terms one at a time the other way."""
    choices = [neighbours(float(scaled[t]), digits) for t in others]
    if len(scaled) <= MOST_TERMS_IN_ALL_COMBINATIONS:
        combinations = list(product(*choices))
    else:
        nearest = [choice[0] for choice in choices]
        turned = [[*nearest[:i], choice[1], *nearest[i + 1 :]] for i, choice in enumerate(choices) if len(choice) > 1]
        combinations = [tuple(numbers) for numbers in (nearest, *turned)]
    for numbers in combinations:
        option = np.sign(scaled)
        option[others] = numbers
        yield option
