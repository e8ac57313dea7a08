"""What the fast search has met at a node: each structure solved once, the best of them kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nldt.description import PATIENCE_BITS, Tariff, label_bits, leaf_bits
from nldt.search.fast.rule_shapes import solve_shapes
from nldt.search.fast.selection import coefficient_bits, split_bits, structure_bits
from nldt.search.outcome import Candidate
from nldt.search.structures import Exponents, Structures
from nldt.search.task import NodeTask
from nldt.solve import RuleBatch, RuleShape

Floats = NDArray[np.float64]
Rank = tuple[Any, ...]

# Work is counted in rows times structures that are solved quickly. The core is called for about so much of it at once:
# a fraction of a second, after which an interrupt or the time limit is noticed.
MOST_WORK_A_CALL = 2e6
# Rows times structures that the core holds at once, some 300 bytes for each: of more rows fewer threads solve.
MOST_ROWS_HELD = 1.5e6
# With more classes than so many, each pair of them takes as long as so many rows.
FEW_CLASSES = 8
PAIR_ROWS = 4
# A row's bits with one structure and with another differ by about one: of n rows, by chance, by so many roots of n.
CHANCE_DEVIATIONS = 3.0
# Where no curve is among the best structures, curves are fitted to those only that are nearly as good without: their
# sharp rules are behind the best by no more than so many roots of n bits.
NEAR_DEVIATIONS = 1.0
# Rules of other columns that are behind the best by so many bits may be of interest in the end.
NEAR_BITS = 15.0
# A structure that is solved with care takes 5 to 25 times as long; a deadline doubles what it expects.
THOROUGH_EFFORT = 12.0


@dataclass(frozen=True, eq=False)
class Solved:
    """One structure of a batch, with the rule of its best shape."""

    exponents: Exponents  # (terms, features); inactive rows are zero
    weights: Floats
    low: float
    high: float
    impurity: float
    relative_gap: float
    bits: float  # of the classes and the rule, to nine places; infinite where the structure splits nothing
    split_bits: float  # the same if all rows of a side were alike, as they are in a tree
    rule_bits: float  # of the rule, at a price of 1
    tree_bits: float  # of a tree of this rule and two leaves
    left_mass: Floats  # of each class
    side_bits: tuple[float, float]  # of the classes on the left and on the right
    complexity: int
    is_curve: bool

    @classmethod
    def of(cls, batch: RuleBatch, place: int) -> Solved:
        """The structure at a place of a batch: few of thousands are ever looked at one by one."""
        left_bits, right_bits = batch.side_bits[place].tolist()
        return cls(
            exponents=batch.exponents[place],
            weights=batch.weights[place],
            low=float(batch.low[place]),
            high=float(batch.high[place]),
            impurity=float(batch.impurity[place]),
            relative_gap=float(batch.relative_gap[place]),
            bits=float(batch.bits[place]),
            split_bits=float(batch.split_bits[place]),
            rule_bits=float(batch.rule_bits[place]),
            tree_bits=float(batch.tree_bits[place]),
            left_mass=batch.left_mass[place],
            side_bits=(left_bits, right_bits),
            complexity=int(batch.complexity[place]),
            is_curve=bool(batch.is_curve[place]),
        )

    def candidate(self) -> Candidate:
        """The rule of the active terms."""
        ends = self.low, self.high
        rule = Candidate(self.exponents, self.weights, *ends, self.impurity, self.side_bits, self.rule_bits)
        return rule.with_active_terms()


class Archive:
    """Solves structures that are new, and keeps the best of them and the purest of each complexity."""

    def __init__(self, task: NodeTask, steps: int, size: int) -> None:
        self._task = task.with_threads(max(int(MOST_ROWS_HELD / max(task.n_rows, 1)), 1))
        self._steps = steps
        self._size = size
        self.unsplit_bits = unsplit_bits(task)
        self._leaf_bits = float(leaf_bits(task.class_mass))
        self._known: dict[bytes, float] = {}  # bits of each structure
        self._ranks: list[Rank] = []  # of those that are ranked
        self.ranked: list[Solved] = []  # the best, by rank; equal ones as they came
        self.purest: dict[int, Solved] = {}  # by complexity; none that splits nothing
        self.near: dict[bytes, Solved] = {}  # by the columns that they use: not far behind the best when they came

    @property
    def n_rows(self) -> int:
        """Rows that structures are solved on."""
        return self._task.n_rows

    @property
    def n_classes(self) -> int:
        """Classes that have rows, and at least two."""
        return present_classes(self._task)

    @property
    def n_solved(self) -> int:
        """Structures that were added and solved."""
        return len(self._known)

    @property
    def best(self) -> Solved | None:
        """The structure that ranks first."""
        return self.ranked[0] if self.ranked else None

    def rank(self, solved: Solved | RuleBatch) -> Rank:
        """Order of choice: first what reaches the user's target, then what pays; bits; the shorter; the wider gap."""
        infeasible = solved.impurity > self._task.impurity_limit
        useless = solved.split_bits >= self.unsplit_bits + PATIENCE_BITS
        return infeasible, useless, solved.bits, solved.complexity, -solved.relative_gap

    def pays(self, solved: Solved) -> bool:
        """Whether the classes take fewer bits with the two sides than without, or only a few more."""
        return solved.split_bits < self.unsplit_bits + PATIENCE_BITS

    def is_hopeless(self, solved: Solved, n_rows: int, tariff: Tariff) -> bool:
        """Whether twice what a rule saves here would not pay for it in a tree, at a node of so many rows."""
        return self._hoped_for(solved, n_rows) < tariff.rule(solved.rule_bits, solved.complexity)

    def most_factors(self, n_rows: int, tariff: Tariff) -> float:
        """So many factors would be paid for there by twice what one of the best rules saves."""
        hoped_for = max((self._hoped_for(solved, n_rows) for solved in self.ranked), default=np.inf)
        factor = float(tariff.rule(0.0, 1))
        return hoped_for / factor if factor > 0 else np.inf

    def _hoped_for(self, solved: Solved, n_rows: int) -> float:
        """Bits that a rule may save at a node of so many rows, with luck."""
        price = self._task.settings.tariff.rule(solved.rule_bits, solved.complexity)
        saved = self._leaf_bits - (solved.tree_bits - price)
        return 2 * saved * n_rows / self.n_rows + PATIENCE_BITS

    def add(self, structures: Structures, *, reserve: float = 0.0, in_any_case: bool = False) -> bool:
        """Solve the structures that are new; False when the deadline, less the reserve, left some of them out.

        ``reserve`` is in units of work. A first batch is solved ``in_any_case``, if so wanted.
        """
        structures = self.allowed(distinct_terms(structures))
        names = [matrix.tobytes() for matrix in structures.exponents]
        new = list({name: place for place, name in enumerate(names) if name not in self._known}.values())
        exponents = structures.exponents[new]
        solved: list[float] = []
        for batch in self._batches(exponents, self._steps, thorough=False, reserve=reserve, in_any_case=in_any_case):
            self._keep_best(batch)
            self._keep_purest(batch)
            self._keep_near(batch)
            solved += batch.bits.tolist()
        self._known.update((names[place], bits) for place, bits in zip(new, solved, strict=False))
        return len(solved) == len(new)

    def may_be_best(self, structures: Structures) -> Structures:
        """Those that are not far behind the best here, however the rows of this sample were drawn, or not known."""
        if self.best is None:
            return structures
        most = self.best.bits + CHANCE_DEVIATIONS * np.sqrt(self.n_rows)
        distinct = distinct_terms(structures)
        bits = [self._known.get(matrix.tobytes(), -np.inf) for matrix in distinct.exponents]
        return distinct[np.array(bits) <= most]

    def allowed(self, structures: Structures) -> Structures:
        """Those that the limits and the user's wishes leave."""
        space, exponents = self._task.settings.space, structures.exponents
        kept = np.ones(len(structures), dtype=bool)
        if space.max_complexity is not None:
            kept &= structures.complexity <= space.max_complexity
        if space.monotone is not None:
            kept &= space.monotone.allows(exponents)
        for group in self._task.must:
            kept &= exponents[:, :, group].any(axis=(1, 2))
        return space.permitted(structures if kept.all() else structures[kept])

    def _keep_best(self, batch: RuleBatch) -> None:
        ranks = self.rank(batch)
        contenders: list[tuple[Rank, Solved]] = []
        last = self._ranks[-1] if len(self._ranks) == self._size else None
        for place in np.lexsort(ranks[::-1])[: self._size].tolist():
            rank = tuple(part[place].item() for part in ranks)
            if last is not None and rank >= last:
                break
            contenders.append((rank, Solved.of(batch, place)))
        if contenders:
            known = zip(self._ranks, self.ranked, strict=True)
            kept = sorted([*known, *contenders], key=itemgetter(0))[: self._size]
            self._ranks, self.ranked = [rank for rank, _ in kept], [solved for _, solved in kept]

    def _keep_purest(self, batch: RuleBatch) -> None:
        order = np.lexsort((batch.bits, batch.impurity))
        order = order[np.isfinite(batch.bits[order])]
        for place in order[np.unique(batch.complexity[order], return_index=True)[1]]:
            solved = Solved.of(batch, place)
            known = self.purest.get(solved.complexity)
            if known is None or (solved.impurity, solved.bits) < (known.impurity, known.bits):
                self.purest[solved.complexity] = solved

    def _keep_near(self, batch: RuleBatch) -> None:
        if self.best is None:
            return
        places = np.flatnonzero(batch.bits <= self.best.bits + NEAR_BITS)
        places = places[np.argsort(batch.bits[places], kind="stable")]
        for place in places.tolist():
            columns = batch.exponents[place].any(axis=0).tobytes()
            known = self.near.get(columns)
            if known is None or batch.bits[place] < known.bits:
                self.near[columns] = Solved.of(batch, place)

    def allowed_bits(self, solved: Solved) -> float:
        """Bits of the classes and the rule; infinite where it does not reach the user's target."""
        return np.inf if solved.impurity > self._task.impurity_limit else solved.bits

    def bits_in_full(self, solved: Solved) -> float:
        """The same where factors cost what they do in a tree."""
        return self.allowed_bits(solved) + self._task.settings.tariff.left_to_the_tree(solved.complexity)

    def share_wrong(self, solved: Solved) -> float:
        """Of all rows, those on a side of which most are of another class."""
        sides = np.stack([solved.left_mass, np.maximum(self._task.class_mass - solved.left_mass, 0.0)])
        return float(1.0 - sides.max(axis=1).sum() / sides.sum())

    def part_alike(self, plainer: Solved, chosen: Solved, few: float) -> bool:
        """Whether two rules part the classes alike, or the other way round, but for a share of few rows.

        The plainer one must be no worse for it.
        """
        other = self._task.class_mass - chosen.left_mass
        apart = min(np.abs(plainer.left_mass - left).sum() for left in (chosen.left_mass, other))
        return bool(apart <= few * self.n_rows) and plainer.tree_bits <= chosen.tree_bits

    def solve(self, exponents: Exponents, steps: int, *, thorough: bool) -> list[Solved]:
        """Solutions of the first of these canonical structures: of as many as the deadline leaves time for."""
        batches = self._batches(exponents, steps, thorough=thorough)
        return [Solved.of(batch, place) for batch in batches for place in range(len(batch))]

    def _batches(
        self,
        exponents: Exponents,
        steps: int,
        *,
        thorough: bool,
        reserve: float = 0.0,
        in_any_case: bool = False,
    ) -> Iterator[RuleBatch]:
        task, n_threads, n_classes = self._task, self._task.settings.n_threads, self.n_classes
        effort = THOROUGH_EFFORT if thorough else 1.0
        most = int(MOST_WORK_A_CALL / solving_work(task.n_rows, n_classes, 1, 1, effort))
        size = max(n_threads if thorough else 2 * n_threads, most)
        curves_below = np.inf if thorough else self._curves_below  # for all parts: these depend on the threads
        for start in range(0, len(exponents), size):
            part = exponents[start : start + size]
            work = solving_work(task.n_rows, n_classes, len(part), n_threads, effort)
            if task.deadline.passed(work + reserve) and not (in_any_case and start == 0):
                break
            with task.deadline.timed(work):
                batch = self._solve_batch(part, steps, thorough, curves_below)
            yield batch

    def _solve_batch(self, exponents: Exponents, steps: int, thorough: bool, curves_below: float) -> RuleBatch:
        """The rules of canonical structures, after so many steps of the local search: of the shape that ranks best."""
        shapes = solve_shapes(self._task, exponents, steps, thorough, curves_below)
        infeasible = (shapes.impurity > self._task.impurity_limit) | np.isinf(shapes.bits)
        useless = shapes.split_bits >= self.unsplit_bits + PATIENCE_BITS
        best = np.lexsort((shapes.bits, useless, infeasible))[:, 0]
        rules = shapes[np.arange(len(best)), best]
        return replace(rules, bits=rules.bits.round(9), exponents=exponents, is_curve=best == RuleShape.CURVE)

    @property
    def _curves_below(self) -> float:
        """So many bits a sharp rule may take for a curve to be fitted, too."""
        if self.best is None or any(solved.is_curve for solved in self.ranked):
            return np.inf
        return float(self.best.bits + NEAR_DEVIATIONS * np.sqrt(self.n_rows))


def unsplit_bits(task: NodeTask) -> float:
    """Bits of the classes without a rule, unless the rules above have left fewer."""
    return min(float(label_bits(task.class_mass)), task.known_bits)


def could_pay(task: NodeTask, singles: Structures, n_factors: int = 1) -> bool:
    """Whether the cheapest rule of so many factors would pay if it parted two classes without an error.

    ``singles`` are all structures of one factor; the cheapest rule of more has them in one term.
    """
    totals, settings = task.class_mass, task.settings
    factor = structure_bits(singles.exponents, settings.space).min(initial=np.inf)
    ends = coefficient_bits(singles.exponents, totals.sum(), settings.space).min(initial=np.inf)
    cheapest = n_factors * factor + ends
    parted = np.where(np.arange(len(totals)) == totals.argmax(), totals, 0.0)
    perfect = split_bits(parted, totals) if np.count_nonzero(totals) == 2 else 0.0
    tariff = settings.tariff
    return bool(
        tariff.rule(cheapest, n_factors) < leaf_bits(totals)
        and tariff.by_chance(cheapest, is_proven=True) + perfect < label_bits(totals)
        and tariff.in_search(cheapest, n_factors) + perfect < unsplit_bits(task) + PATIENCE_BITS
    )


def solving_work(n_rows: int, n_classes: int, n_structures: int, n_threads: int, effort: float = 1.0) -> float:
    """Work of solving structures on so many threads; a structure itself counts as some rows, as do its many classes."""
    pairs = max(n_classes**2 - FEW_CLASSES**2, 0) / 2
    rows = n_rows + 400 + PAIR_ROWS * pairs
    return effort * rows * -(-n_structures // n_threads)


def present_classes(task: NodeTask) -> int:
    """Classes that have rows, and at least two: the others take no time."""
    return max(int(np.count_nonzero(task.class_mass)), 2)


def distinct_terms(structures: Structures) -> Structures:
    """Equal terms of a structure are one: all but the first become inactive. Structures without a term are left out.

    They come canonical, and no modulus flag is set: one solution holds the half-space and the band.
    """
    exponents = structures.canonical().exponents  # equal terms are next to each other
    later = exponents[:, 1:]
    repeats = (later == exponents[:, :-1]).all(axis=2) & later.any(axis=2)
    later[repeats] = 0
    active = exponents.any(axis=(1, 2))
    distinct = Structures(exponents[active], np.zeros(np.count_nonzero(active), dtype=bool))
    return distinct.canonical() if repeats.any() else distinct
